"""Standings and cross table over the API."""

import pytest

from tests.factories import EntryFactory, ResultFactory

URL = "/api/v1/tournaments/open/"


@pytest.fixture
def played(as_arbiter, open_swiss):
    """Round 1: Adam beats Cap, Dub and Bor draw."""
    for pairing, result in zip(
        open_swiss.rounds.get().pairings.order_by("table"), ("1-0", "1/2-1/2"), strict=True
    ):
        as_arbiter.patch(f"/api/v1/pairings/{pairing.pk}/", {"result": result, "version": 1})
    return {entry.number: entry for entry in open_swiss.entries.select_related("player")}


def ranked(entry, place, points):
    return {
        "place": place,
        "number": entry.number,
        "entry": entry.pk,
        "player": entry.player_id,
        "team": None,
        "name": entry.player.name,
        "points": points,
        "section": 0,
        "section_name": "",
    }


def standing(entry, place, points, buchholz, games):
    wins, draws, losses = games
    return ranked(entry, place, points) | {
        "tiebreaks": {"buchholz": buchholz},
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "games": 1,
        "excluded": False,
    }


def test_standings(as_nobody, played):
    answer = as_nobody.get(f"{URL}standings/")

    assert answer.status_code == 200
    assert answer.json() == [
        standing(played[1], 1, 2, 0, (1, 0, 0)),
        standing(played[2], 2, 1, 1, (0, 1, 0)),
        standing(played[4], 2, 1, 1, (0, 1, 0)),
        standing(played[3], 4, 0, 2, (0, 0, 1)),
    ]


def test_half_points_are_numbers(as_nobody, played, open_swiss):
    open_swiss.scoring = "1-0.5-0"
    open_swiss.save()

    rows = as_nobody.get(f"{URL}standings/").json()

    assert [(row["number"], row["points"], row["tiebreaks"]) for row in rows] == [
        (1, 1, {"buchholz": 0}),
        (2, 0.5, {"buchholz": 0.5}),
        (4, 0.5, {"buchholz": 0.5}),
        (3, 0, {"buchholz": 1}),
    ]


def test_standings_explained(as_nobody, played):
    row = as_nobody.get(f"{URL}standings/", {"explain": 1}).json()[3]

    assert row["derivation"] == {
        "buchholz": [
            {
                "round": 1,
                "opponent": 1,
                "score": 2,
                "factor": None,
                "value": 2,
                "dummy": False,
                "cut": False,
                "note": "",
            }
        ]
    }


def test_standings_after_a_round(as_arbiter, as_nobody, played):
    as_arbiter.post(f"{URL}rounds/")
    for pairing in as_arbiter.get(f"{URL}rounds/2/").json()["pairings"]:
        as_arbiter.patch(f"/api/v1/pairings/{pairing['id']}/", {"result": "1-0", "version": 1})

    then = as_nobody.get(f"{URL}standings/", {"after": 1}).json()
    now = as_nobody.get(f"{URL}standings/").json()

    assert [(row["number"], row["points"]) for row in then] == [(1, 2), (2, 1), (4, 1), (3, 0)]
    assert sum(row["points"] for row in now) == 8
    assert as_nobody.get(f"{URL}standings/", {"after": 2}).json() == now


@pytest.mark.parametrize("table", ["standings", "crosstable"])
def test_a_round_that_was_not_paired(as_nobody, played, table):
    answer = as_nobody.get(f"{URL}{table}/", {"after": 2})

    assert answer.status_code == 400
    assert answer.json() == {
        "code": "invalid",
        "detail": "after: Round 2 has not been paired yet.",
        "fields": {"after": ["Round 2 has not been paired yet."]},
    }


def test_crosstable(as_nobody, played):
    rows = as_nobody.get(f"{URL}crosstable/").json()

    won = {
        "round": 1,
        "opponent": 3,
        "opponent_place": 4,
        "colour": "white",
        "result": "1-0",
        "side": "win",
        "points": 2,
        "played": True,
        "games": ["1-0"],
    }
    assert [row["number"] for row in rows] == [1, 2, 4, 3]
    assert rows[0] == ranked(played[1], 1, 2) | {"rounds": [won], "opponents": [None, [], [], [won]]}


@pytest.mark.parametrize("after", [0, -1, "last", 99, "1.5"])
@pytest.mark.parametrize("table", ["standings", "crosstable"])
def test_what_is_no_round_is_refused_by_name(as_nobody, played, table, after):
    answer = as_nobody.get(f"{URL}{table}/", {"after": after})

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert list(answer.json()["fields"]) == ["after"]


def test_who_entered_late_is_not_in_the_standings_before(as_arbiter, as_nobody, played, open_swiss):
    EntryFactory(tournament=open_swiss, number=5, joined_round=2)
    as_arbiter.post(f"{URL}rounds/")

    then = as_nobody.get(f"{URL}standings/", {"after": 1}).json()
    now = as_nobody.get(f"{URL}standings/").json()

    assert sorted(row["number"] for row in then) == [1, 2, 3, 4]
    assert sorted(row["number"] for row in now) == [1, 2, 3, 4, 5]


def test_final_standings_are_refused_while_a_result_is_missing(as_arbiter, as_nobody, played):
    assert as_nobody.get(f"{URL}standings/", {"final": "true"}).status_code == 200
    as_arbiter.post(f"{URL}rounds/")

    answer = as_nobody.get(f"{URL}standings/", {"final": "true"})

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "results-missing-at-end",
        "detail": "Results still missing (round/table): 2/1, 2/2. The final standings need all of them.",
    }
    assert as_nobody.get(f"{URL}standings/", {"final": "false"}).status_code == 200
    assert as_nobody.get(f"{URL}standings/", {"final": "true", "after": 1}).status_code == 200


def test_a_round_of_two_games_has_both(as_nobody, open_swiss, played):
    played_round = open_swiss.rounds.get()
    played_round.games = 2
    played_round.save()
    for pairing in played_round.pairings.all():
        ResultFactory(pairing=pairing, game=2, code="1/2-1/2")

    first = as_nobody.get(f"{URL}crosstable/").json()[0]

    assert (first["points"], first["rounds"][0]["points"]) == (3, 3)
    assert (first["rounds"][0]["result"], first["rounds"][0]["games"]) == ("1-0", ["1-0", "1/2-1/2"])


@pytest.mark.parametrize("table", ["standings", "crosstable"])
def test_tables_of_a_private_tournament(as_arbiter, as_other, as_nobody, closed, table):
    codes = [
        client.get(f"/api/v1/tournaments/closed/{table}/").status_code
        for client in (as_arbiter, as_other, as_nobody)
    ]
    assert codes == [200, 404, 404]
