"""Three persons in the admin: a superuser, staff of the Czech federation, and a clerk of none."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.factories import FederationFactory, UserFactory
from tournaments.admin.stale import state_of


def address(model: type, action: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{action}", args=args)


def listed(client: Client, model: type, **query: object) -> list[str]:
    """The rows of a model's list as their names."""
    return [str(row) for row in client.get(address(model, "changelist"), query).context["cl"].result_list]


def seen_now(row) -> str:
    """What a page of the row carries that is read now."""
    fresh = type(row)._default_manager.get(pk=row.pk)
    return state_of(admin.site.get_model_admin(type(row)), fresh)


def client_of(user):
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


@pytest.fixture
def czech(db):
    return FederationFactory(code="CZ", name="Czech federation")


@pytest.fixture
def slovak(db):
    return FederationFactory(code="SK", name="Slovak federation")


@pytest.fixture
def staff(czech):
    user = UserFactory(username="staff", is_staff=True)
    czech.staff.add(user)
    return user


@pytest.fixture
def as_staff(staff):
    return client_of(staff)


@pytest.fixture
def as_root(db):
    return client_of(UserFactory(username="root", is_staff=True, is_superuser=True))


@pytest.fixture
def as_clerk(db):
    """May enter the admin but works for no federation."""
    return client_of(UserFactory(username="clerk", is_staff=True))
