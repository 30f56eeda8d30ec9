"""Teams, matches and line-ups over the API."""

import pytest

from tests.factories import EntryFactory
from tests.tournaments.team_scenes import add_team, pair, team_event
from tournaments.models import AuditEntry, Team

URL = "/api/v1/tournaments/league/teams/"


@pytest.fixture
def league(arbiter):
    """Teams A and B of two players and a reserve, nothing paired."""
    return team_event(arbiter, "AB", players=3)


@pytest.fixture
def team(league):
    return league.teams.get(name="Team A")


def members(answer):
    return [each["name"] for each in answer.json()["members"]]


def test_a_team_is_entered_with_its_players(as_arbiter, league):
    answer = as_arbiter.post(
        URL, {"name": "Sokol", "club": "Sokol", "players": "Nová, Eva; 1990; ; 1500\nDub, Jan"}
    )

    made = Team.objects.get(name="Sokol")
    entries = [member.entry for member in made.members.order_by("board")]
    assert answer.status_code == 201
    assert answer.json() == {
        "id": made.pk,
        "number": None,
        "name": "Sokol",
        "club": "Sokol",
        "rating": 1500,
        "joined_round": 1,
        "withdrawn_after": None,
        "byes": [],
        "kept_apart": [],
        "members": [
            {"entry": entries[0].pk, "player": entries[0].player_id, "name": "Nová Eva", "rating": 1500},
            {"entry": entries[1].pk, "player": entries[1].player_id, "name": "Dub Jan", "rating": None},
        ],
        "version": 1,
    }


def test_a_team_is_made_of_entries(as_arbiter, league):
    entry = EntryFactory(tournament=league, player__family_name="Sám", player__given_name="")
    answer = as_arbiter.post(URL, {"name": "Sokol", "entries": [entry.pk]})
    assert (answer.status_code, members(answer)) == (201, ["Sám"])


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"name": "Team A"}, 400, "invalid"),
        ({"name": ""}, 400, "invalid"),
        ({"name": "Sokol", "entries": [0]}, 400, "invalid"),
        ({"name": "Sokol", "entries": [10**9]}, 400, "invalid"),
        ({"name": "Sokol", "players": "Nová, Eva; x"}, 400, "list-line"),
    ],
)
def test_what_is_wrong_with_a_team_is_said(as_arbiter, league, sent, status, code):
    answer = as_arbiter.post(URL, sent)
    assert (answer.status_code, answer.json()["code"], league.teams.count()) == (status, code, 2)


def test_a_tournament_of_players_has_no_teams(as_arbiter, open_swiss):
    url = "/api/v1/tournaments/open/teams/"
    assert as_arbiter.get(url).json() == []
    answer = as_arbiter.post(url, {"name": "Sokol"})
    assert (answer.status_code, answer.json()["code"]) == (409, "no-team-event")


def test_a_team_is_read_by_everybody(as_nobody, league, team):
    assert [each["name"] for each in as_nobody.get(URL).json()] == ["Team A", "Team B"]
    answer = as_nobody.get(f"{URL}{team.pk}/")
    assert (answer.status_code, members(answer)) == (200, ["A1", "A2", "A3"])
    assert as_nobody.get(f"{URL}999999/").status_code == 404


def test_a_name_changes_once(as_arbiter, team):
    answer = as_arbiter.patch(f"{URL}{team.pk}/", {"name": "Sokol", "version": 1})
    assert (answer.status_code, answer.json()["name"], answer.json()["version"]) == (200, "Sokol", 2)
    stale = as_arbiter.patch(f"{URL}{team.pk}/", {"name": "Dukla", "version": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")


def test_the_order_of_the_players_is_set_and_added_to(as_arbiter, team):
    first, _second, third = (member.entry_id for member in team.members.order_by("board"))
    answer = as_arbiter.put(f"{URL}{team.pk}/members/", {"entries": [third, first], "version": 1})
    assert (answer.status_code, members(answer)) == (200, ["A3", "A1"])
    answer = as_arbiter.post(f"{URL}{team.pk}/members/", {"players": "Nová, Eva"})
    assert (answer.status_code, members(answer)) == (201, ["A3", "A1", "Nová Eva"])
    answer = as_arbiter.put(f"{URL}{team.pk}/members/", {"entries": [first, first]})
    assert (answer.status_code, answer.json()["code"]) == (400, "member-wrong")


def test_teams_are_kept_apart(as_arbiter, league, team):
    other = league.teams.get(name="Team B")
    answer = as_arbiter.put(f"{URL}{team.pk}/kept-apart/", {"teams": [other.pk]})
    assert (answer.status_code, answer.json()["kept_apart"]) == (200, [other.pk])
    assert as_arbiter.get(f"{URL}{other.pk}/").json()["kept_apart"] == [team.pk]
    assert as_arbiter.put(f"{URL}{team.pk}/kept-apart/", {"teams": [10**9]}).status_code == 400


def test_a_team_asks_for_a_bye_leaves_and_comes_back(as_arbiter, team):
    answer = as_arbiter.post(f"{URL}{team.pk}/byes/", {"round": 1, "code": "half-bye"})
    assert (answer.status_code, answer.json()) == (201, {"round": 1, "code": "half-bye"})
    assert as_arbiter.delete(f"{URL}{team.pk}/byes/1/").status_code == 204
    assert as_arbiter.delete(f"{URL}{team.pk}/byes/1/").status_code == 404
    assert as_arbiter.post(f"{URL}{team.pk}/withdraw/", {}).json()["withdrawn_after"] == 0
    assert as_arbiter.post(f"{URL}{team.pk}/return/", {}).json()["withdrawn_after"] is None


def test_a_team_is_removed_until_it_is_paired(as_arbiter, arbiter, league, team):
    other = league.teams.get(name="Team B")
    add_team(league, "C")
    assert as_arbiter.delete(f"{URL}{other.pk}/?reason=Ill").status_code == 204
    assert AuditEntry.objects.get().reason == "Ill"
    pair(arbiter, league)
    answer = as_arbiter.delete(f"{URL}{team.pk}/")
    assert (answer.status_code, answer.json()["code"]) == (409, "team-paired")


@pytest.fixture
def round_1(arbiter, league):
    return pair(arbiter, league, {1: "1-0"})


MATCHES = "/api/v1/tournaments/league/rounds/1/matches/"


def seat(entry):
    return {"entry": entry.pk, "number": None, "player": entry.player_id, "name": entry.player.name}


def test_a_match_has_its_boards(as_nobody, league, round_1):
    [match] = as_nobody.get(MATCHES).json()
    row = round_1.matches.get()
    first, second = round_1.pairings.order_by("table")
    assert match["first"] == {"team": row.white_id, "number": 1, "name": "Team A"}
    assert (match["table"], match["result"], match["points"], match["play_off"]) == (1, None, [2, 0], [])
    assert match["boards"] == [
        {
            "board": 1,
            "table": 1,
            "pairing": first.pk,
            "first": seat(first.white),
            "second": seat(first.black),
            "first_colour": "white",
            "results": ["1-0"],
        },
        {
            "board": 2,
            "table": 2,
            "pairing": second.pk,
            "first": seat(second.black),
            "second": seat(second.white),
            "first_colour": "black",
            "results": [None],
        },
    ]
    assert as_nobody.get(MATCHES.replace("1/m", "2/m")).status_code == 404


def test_a_line_up_is_set(as_arbiter, team, round_1):
    match = round_1.matches.get()
    first, second, third = (member.entry_id for member in team.members.order_by("board"))
    url = f"{MATCHES}{match.pk}/line-up/"

    answer = as_arbiter.put(url, {"team": team.pk, "entries": [first, third], "version": 1})
    assert (answer.status_code, answer.json()["version"], answer.json()["in_order"]) == (200, 2, True)
    assert answer.json()["boards"][1]["first"]["name"] == "A3"
    refused = as_arbiter.put(url, {"team": team.pk, "entries": [second, third], "version": 2})
    assert (refused.status_code, refused.json()["code"]) == (409, "board-played")
    empty = as_arbiter.put(url, {"team": team.pk, "entries": [first, None], "version": 2})
    assert (empty.json()["boards"][1]["first"], empty.json()["points"]) == (None, [2, 2])
    wrong = as_arbiter.put(url, {"team": 10**9, "entries": [], "version": 2})
    assert (wrong.status_code, list(wrong.json()["fields"])) == (400, ["team"])


def test_a_whole_match_is_decided_and_played_after_all(as_arbiter, arbiter, league):
    match = pair(arbiter, league).matches.get()
    url = f"/api/v1/tournaments/league/rounds/1/matches/{match.pk}/result/"
    answer = as_arbiter.put(url, {"result": "-/+", "version": 1, "reason": "Did not come"})
    assert (answer.status_code, answer.json()["result"], answer.json()["points"]) == (200, "-/+", [0.0, 4.0])
    assert (answer.json()["boards"], answer.json()["version"]) == ([], 2)
    stale = as_arbiter.put(url, {"result": None, "version": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    answer = as_arbiter.put(url, {"result": None, "version": 2})
    assert (answer.json()["result"], len(answer.json()["boards"])) == (None, 2)
    assert as_arbiter.put(url, {"result": "1-0", "version": 3}).status_code == 400


def test_standings_have_teams(as_nobody, arbiter, league):
    pair(arbiter, league, {1: "1-0", 2: "1/2-1/2"})
    rows = as_nobody.get("/api/v1/tournaments/league/standings/").json()
    assert [(row["place"], row["name"], row["points"], row["tiebreaks"], row["entry"]) for row in rows] == [
        (1, "Team A", 2, {"board-points": 3}, None),
        (2, "Team B", 0, {"board-points": 1}, None),
    ]


WRITES = [
    ("post", "", {"name": "Stolen"}),
    ("patch", "{team}/", {"name": "Stolen"}),
    ("delete", "{team}/", None),
    ("put", "{team}/members/", {"entries": []}),
    ("post", "{team}/members/", {"players": "Nová, Eva"}),
    ("put", "{team}/kept-apart/", {"teams": []}),
    ("post", "{team}/withdraw/", {}),
    ("post", "{team}/return/", {}),
    ("post", "{team}/byes/", {"round": 2}),
    ("delete", "{team}/byes/2/", None),
    ("put", "../rounds/1/matches/{match}/line-up/", {"team": 1, "entries": []}),
]


@pytest.mark.parametrize(("method", "path", "sent"), WRITES)
def test_only_the_arbiter_writes(as_nobody, as_other, league, team, round_1, method, path, sent):
    path = path.format(team=team.pk, match=round_1.matches.get().pk)
    url = URL.removesuffix("teams/") + path[3:] if path.startswith("..") else URL + path
    before = AuditEntry.objects.count()
    assert getattr(as_nobody, method)(url, sent).status_code == 401
    assert getattr(as_other, method)(url, sent).status_code == 404
    league.is_public = False
    league.save()
    assert getattr(as_other, method)(url, sent).status_code == 404
    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize("count", [1, 3])
def test_lists_ask_as_often_for_many_as_for_one(as_nobody, arbiter, django_assert_num_queries, count):
    league = team_event(arbiter, "ABCDEF"[: 2 * count])
    pair(arbiter, league, "1-0")
    with django_assert_num_queries(6):
        assert len(as_nobody.get(URL).json()) == 2 * count
    with django_assert_num_queries(9):
        assert len(as_nobody.get(MATCHES).json()) == count
