"""A club of no federation has its page, its line in the list and its place in the API."""

import pytest

from tests.factories import ClubFactory
from tournaments.services.register import fingerprint

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def club():
    return ClubFactory(name="Sokol Kolín", federation=None)


def test_its_pages(client, club):
    assert client.get(f"/clubs/{club.pk}/").status_code == 200
    page = client.get("/clubs/")
    assert [line.name for line in page.context["page"].object_list] == ["Sokol Kolín"]


def test_in_the_api(client, club):
    assert client.get(f"/api/v1/clubs/{club.pk}/").json() == {
        "id": club.pk,
        "name": "Sokol Kolín",
        "city": "Plzeň",
        "federation": None,
        "player_count": 0,
        "version": fingerprint(club),
    }
