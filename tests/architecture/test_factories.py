"""Every model has a factory, and what it makes is valid."""

import inspect

import pytest
from django.apps import apps
from factory.django import DjangoModelFactory

from tests import factories

FACTORIES = {
    each._meta.model: each
    for _, each in inspect.getmembers(factories, inspect.isclass)
    if issubclass(each, DjangoModelFactory)
}
# Written by the models themselves (a pairing its seats) or by the worker.
WITHOUT = {"Seat", "Heartbeat", "NightlyRun"}


def test_every_model_has_a_factory():
    models = {model for app in ("tournaments", "games") for model in apps.get_app_config(app).get_models()}
    assert {model.__name__ for model in models - set(FACTORIES)} == WITHOUT


@pytest.mark.django_db
@pytest.mark.parametrize("factory", FACTORIES.values(), ids=lambda factory: factory._meta.model.__name__)
def test_a_factory_makes_valid_rows(factory):
    # Who did something may be unknown to the database; a form would ask for it all the same.
    unasked = [field.name for field in factory._meta.model._meta.fields if field.null and not field.blank]
    for row in factory.create_batch(2):
        row.full_clean(exclude=unasked)
