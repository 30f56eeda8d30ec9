"""Whole tournaments as files in the API."""

from tests.games.snapshot_scenes import wipe
from tournaments.models import Tournament
from tournaments.services.registration import add_entry

RESTORE = "/api/v1/tournaments/restore/"


def test_only_arbiters_take_the_file(open_swiss, closed, as_arbiter, as_other, as_nobody):
    for slug, statuses in (("open", [200, 404, 401]), ("closed", [200, 404, 404])):
        address = f"/api/v1/tournaments/{slug}/snapshot/"
        answers = [each.get(address).status_code for each in (as_arbiter, as_other, as_nobody)]
        assert answers == statuses


def test_it_is_restored_on_another_site(open_swiss, as_arbiter, as_other, as_nobody, other_user):
    snapshot = as_arbiter.get("/api/v1/tournaments/open/snapshot/").json()
    assert as_nobody.post(RESTORE, {"snapshot": snapshot}).status_code == 401
    assert as_other.post(RESTORE, {"snapshot": snapshot}).status_code == 404
    wipe()
    response = as_other.post(RESTORE, {"snapshot": snapshot})
    assert response.status_code == 201
    answer = response.json()
    assert len(answer.pop("new_players")) == 4
    assert answer == {
        "slug": "open",
        "is_new": True,
        "is_changed": True,
        "players": 4,
        "rounds": 1,
        "games": 0,
        "remarks": [
            "The file's other arbiters were not made arbiters here: arbiter.",
            "Accounts of the file that have no part in this tournament here: arbiter.",
        ],
    }
    assert list(Tournament.objects.get().arbiters.all()) == [other_user]


def test_what_was_changed_at_home_is_named(open_swiss, as_arbiter, arbiter):
    snapshot = as_arbiter.get("/api/v1/tournaments/open/snapshot/").json()
    add_entry(actor=arbiter, tournament=open_swiss, name="Nový, Jan")
    response = as_arbiter.post(RESTORE, {"snapshot": snapshot})
    assert response.status_code == 409
    assert response.json()["code"] == "snapshot-home-changed"
    assert response.json()["changes"][-1] == "Entered a player: Nový Jan"
    response = as_arbiter.post(RESTORE, {"snapshot": snapshot, "replace": True})
    assert (response.status_code, response.json()["is_new"]) == (201, False)
    assert open_swiss.entries.count() == 4
    assert as_arbiter.post(RESTORE, {"snapshot": snapshot}).json()["is_changed"] is False


def test_a_damaged_file_says_where(open_swiss, as_arbiter):
    snapshot = as_arbiter.get("/api/v1/tournaments/open/snapshot/").json()
    snapshot["tournament"]["pairings"][1]["white"] = 99
    response = as_arbiter.post(RESTORE, {"snapshot": snapshot})
    assert (response.status_code, response.json()["code"]) == (422, "snapshot-wrong")
    said = "In the file at pairings[1].white: there is no such row in the file."
    assert response.json()["detail"] == said
    for body in ({}, {"snapshot": []}, {"snapshot": "x"}):
        assert as_arbiter.post(RESTORE, body).status_code == 400
    assert as_arbiter.post(RESTORE, {"snapshot": {}}).status_code == 422
