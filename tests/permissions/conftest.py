"""The rows and the persons of the tests of rights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.permissions import scenes
from tests.permissions.table import PERSONS


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: Any) -> Iterator[scenes.Scene]:
    """The rows, once for the module; what a test writes it takes back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield scenes.build(PERSONS)
        transaction.set_rollback(True)


class PlainClient(Client):
    """A client that asks and keeps nothing of how the answer was made: that takes longer than the asking."""

    def request(self, **request: Any) -> Any:
        return self.handler(self._base_environ(**request))


def client_of(scene: scenes.Scene, person: str) -> Client:
    client = PlainClient(headers={"accept-language": "en"})
    if scene.users[person] is not None:
        client.force_login(scene.users[person])
    return client
