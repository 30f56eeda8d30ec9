"""What the tests in a browser share."""

import pytest
from django.urls import reverse


@pytest.fixture
def address(live_server):
    """The full address of a named page: `address("desk", slug)`."""
    return lambda name, *args: live_server.url + reverse(name, args=args)
