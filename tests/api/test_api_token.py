"""`manage.py api_token USERNAME`."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from rest_framework.authtoken.models import Token

from tests.factories import UserFactory


def printed(username: str) -> str:
    out = io.StringIO()
    call_command("api_token", username, stdout=out)
    return out.getvalue()


def test_prints_a_token_and_the_same_again(db):
    user = UserFactory(username="jana")

    first, second = printed("jana"), printed("jana")

    assert first == f"{Token.objects.get(user=user).key}\n"
    assert second == first


def test_an_account_nobody_has(db):
    with pytest.raises(CommandError) as caught:
        printed("nobody")

    said = "There is no account “nobody”. Make one with: manage.py createsuperuser"
    assert str(caught.value) == said


def test_an_account_that_is_switched_off(db):
    UserFactory(username="gone", is_active=False)

    with pytest.raises(CommandError) as caught:
        printed("gone")

    assert str(caught.value) == "The account “gone” is not active: its token would be refused."
    assert Token.objects.count() == 0
