"""Teams and line-ups at the desk."""

import pytest
from django.urls import reverse

from tests.factories import EntryFactory
from tests.tournaments.desk.conftest import said, signed_in
from tests.tournaments.team_scenes import boards, pair, team_event
from tournaments.models import AuditEntry, Team


@pytest.fixture
def league(arbiter):
    """Teams A, B and C of two players and a reserve, nothing paired."""
    return team_event(arbiter, "ABC", players=3)


@pytest.fixture
def team(league):
    return league.teams.get(name="Team A")


def to(name, *args):
    return reverse(name, args=["league", *args])


def players(team):
    return [member.entry.player.name for member in team.members.order_by("board")]


class TestEntering:
    def test_the_pages_of_the_entries_are_a_step_away(self, desk, league):
        page = desk.get(to("desk-teams")).content.decode()
        links = [f'href="{to(name)}"' for name in ("desk-players", "desk-check-in", "desk-fees")]
        assert [link in page for link in links] == [True, True, True]
        assert f'href="{to("desk-teams")}" aria-current="page"' in page

    def test_a_team_with_its_players(self, desk, league):
        sent = {"name": "Sokol", "club": "Sokol", "players": "Nová, Eva\nDub, Jan"}
        response = desk.post(to("desk-team-add"), sent, follow=True)
        assert said(response) == ["Sokol is entered."]
        assert players(Team.objects.get(name="Sokol")) == ["Nová Eva", "Dub Jan"]

    @pytest.mark.parametrize(
        ("sent", "field", "error"),
        [
            ({"name": "Team A", "players": "Dub, Jan"}, "name", "There is a team of this name already."),
            ({"name": "", "players": "Dub, Jan"}, "name", "This field is required."),
            (
                {"name": "Sokol", "players": "Dub, Jan; x"},
                "players",
                "Line 1: “x” should be a number from 1900 to 2100."
                " A line is: name; year of birth; club; rating.",
            ),
        ],
    )
    def test_what_is_wrong_stands_at_its_field_beside_what_was_written(
        self, desk, league, sent, field, error
    ):
        response = desk.post(to("desk-team-add"), sent)
        form = response.context["form"]
        assert (response.status_code, list(form.errors)) == (400, [field])
        assert form.errors[field] == [error]
        assert sent["players"] in response.content.decode()
        assert league.teams.count() == 3

    def test_no_place_is_said_beforehand(self, desk, arbiter, league):
        league.teams.get(name="Team C").delete()
        pair(arbiter, league)
        page = desk.get(to("desk-teams"))
        assert "every number of its table is taken" in page.context["closed"]
        response = desk.post(to("desk-team-add"), {"name": "Late"})
        assert (response.status_code, league.teams.count()) == (409, 2)

    def test_players_without_a_team_are_named(self, desk, league):
        alone = EntryFactory(tournament=league, player__family_name="Sám")
        assert desk.get(to("desk-teams")).context["alone"] == [alone]


class TestOneTeam:
    def test_its_name_changes(self, desk, team):
        response = desk.post(
            to("desk-team-change", team.pk), {"name": "Sokol", "club": "", "version": 1}, follow=True
        )
        team.refresh_from_db()
        assert (team.name, said(response)) == ("Sokol", ["The team is saved."])

    def test_a_stale_name_is_refused_and_can_be_sent_again(self, desk, team):
        sent = {"name": "Sokol", "club": "", "version": 1}
        desk.post(to("desk-team-change", team.pk), sent)
        response = desk.post(to("desk-team-change", team.pk), {**sent, "name": "Dukla"})
        assert response.status_code == 409
        page = response.content.decode()
        assert ('name="version" value="2"' in page, 'value="Dukla"' in page) == (True, True)

    def test_the_order_is_set_and_who_has_no_place_leaves(self, desk, team):
        first, second, third = (member.entry_id for member in team.members.order_by("board"))
        sent = {f"place-{first}": 2, f"place-{second}": "", f"place-{third}": 1, "version": 1}
        response = desk.post(to("desk-team-members", team.pk), sent, follow=True)
        assert (players(team), said(response)) == (["A3", "A1"], ["The order of Team A is saved."])

    def test_two_in_one_place_are_told(self, desk, team):
        first, second, third = (member.entry_id for member in team.members.order_by("board"))
        sent = {f"place-{first}": 1, f"place-{second}": 1, f"place-{third}": 3, "version": 1}
        response = desk.post(to("desk-team-members", team.pk), sent)
        errors = response.context["members_form"].errors
        assert (response.status_code, dict(errors)) == (
            400,
            {f"place-{second}": ["A1 has this place already."]},
        )
        assert players(team) == ["A1", "A2", "A3"]

    def test_players_are_added(self, desk, team):
        desk.post(to("desk-team-enter", team.pk), {"players": "Nová, Eva"})
        assert players(team) == ["A1", "A2", "A3", "Nová Eva"]

    def test_it_is_kept_apart(self, desk, league, team):
        other = league.teams.get(name="Team B")
        desk.post(to("desk-team-apart", team.pk), {"teams": [other.pk]})
        assert list(other.kept_apart.all()) == [team]

    def test_a_bye_is_noted_and_cancelled(self, desk, team):
        desk.post(to("desk-team-bye", team.pk), {"round_number": 2, "code": "half-bye"})
        assert [bye.code for bye in team.requested_byes.all()] == ["half-bye"]
        page = desk.get(to("desk-team", team.pk))
        assert "Round 2: Half-point bye" in page.content.decode()
        desk.post(to("desk-team-bye-cancel", team.pk, 2))
        assert team.requested_byes.count() == 0

    def test_it_leaves_and_comes_back(self, desk, arbiter, league, team):
        response = desk.post(to("desk-team-withdraw", team.pk), {"reason": "Ill"}, follow=True)
        team.refresh_from_db()
        assert (team.withdrawn_after, said(response)) == (0, ["Team A is withdrawn."])
        desk.post(to("desk-team-return", team.pk))
        team.refresh_from_db()
        assert team.withdrawn_after is None

    def test_it_is_removed_until_it_is_paired(self, desk, arbiter, league, team):
        response = desk.post(to("desk-team-remove", team.pk), follow=True)
        assert (said(response), league.teams.count()) == (["Team A is removed."], 2)
        pair(arbiter, league)
        other = league.teams.get(name="Team B")
        refused = desk.post(to("desk-team-remove", other.pk))
        assert (refused.status_code, league.teams.count()) == (409, 2)


class TestLineUp:
    @pytest.fixture
    def match(self, arbiter, league):
        """B against C in round 1."""
        return pair(arbiter, league).matches.get(code="")

    def send(self, desk, match, *names, team=None, version=1):
        team = team or match.white
        entries = {entry.player.family_name: entry.pk for entry in match.round.tournament.entries.all()}
        sent = {
            f"team-{team.pk}-board-{board}": entries.get(name, "")
            for board, name in enumerate(names, start=1)
        }
        place = to("desk-line-up", 1, match.pk)
        return desk.post(place, {"team": team.pk, "version": version, **sent}, follow=True)

    def test_a_reserve_plays(self, desk, match):
        response = self.send(desk, match, "B1", "B3")
        assert said(response) == ["The line-up of Team B is saved."]
        assert boards(match) == [(1, 1, "B1", "C1", None), (2, 2, "C2", "B3", None)]

    def test_another_order_than_the_teams_is_told(self, desk, match):
        response = self.send(desk, match, "C3", "C2", team=match.black)
        assert said(response) == [
            "The line-up of Team C is saved.",
            "The players do not sit in the order of the team.",
        ]

    def test_nobody_sits_twice(self, desk, match):
        response = self.send(desk, match, "B1", "B1")
        assert response.status_code == 400
        assert "B1 cannot sit at two boards of a match." in response.content.decode()

    def test_a_played_board_stays(self, desk, arbiter, match):
        pairing = match.pairings.get(board=1)
        desk.post(to("desk-result", 1, pairing.pk), {"code": "1-0", "version": 1, "game": 1})
        response = self.send(desk, match, "B3", "B1")
        # Board 1 is shown as it is, whatever is sent for it.
        assert "B1 cannot sit at two boards of a match." in response.content.decode()
        self.send(desk, match, "B3", "B3")
        assert boards(match) == [(1, 1, "B1", "C1", "1-0"), (2, 2, "C2", "B3", None)]

    def test_a_stale_line_up_is_refused(self, desk, match):
        self.send(desk, match, "B1", "B3")
        assert self.send(desk, match, "B2", "B3").status_code == 409
        assert self.send(desk, match, "B2", "B3", version=2).status_code == 200

    def test_a_bye_has_none(self, desk, match):
        bye = match.round.matches.exclude(code="").get()
        assert desk.get(to("desk-line-up", 1, bye.pk)).status_code == 404


class TestRounds:
    def test_the_desk_counts_teams_and_leads_to_them(self, desk, arbiter, league, team):
        page = desk.get(to("desk")).content.decode()
        assert "3 teams will be paired." in page
        team.requested_byes.create(round_number=1)
        page = desk.get(to("desk")).content.decode()
        assert ("2 teams will be paired." in page, to("desk-team", team.pk) in page) == (True, True)

    def test_a_round_is_paired_and_its_results_stand_under_their_matches(self, desk, league):
        response = desk.post(to("desk-pair"), {"expected_number": 1}, follow=True)
        assert said(response) == ["Round 1 is paired: 2 tables."]
        groups = response.context["groups"]
        found = [
            (group.match.line.first.name, group.match.score, [row.pairing.table for row in group.rows])
            for group in groups
        ]
        assert found == [("Team B", "0–0", [1, 2]), ("Team A", "0–0", [])]
        pairing = groups[0].rows[0].pairing
        sent = {"code": "1-0", "version": 1, "game": 1}
        after = desk.post(to("desk-result", 1, pairing.pk), sent, follow=True)
        assert after.context["groups"][0].match.score == "2–0"

    def test_an_undone_round_says_what_stood_there(self, desk, arbiter, league):
        pair(arbiter, league, "1-0")
        desk.post(to("desk-undo", 1))
        page = desk.get(to("desk-log")).content.decode()
        assert "1. B1 – C1: White won" in page


PAGES = [("desk-teams", []), ("desk-team", ["team"]), ("desk-line-up", [1, "match"])]
ACTIONS = [
    ("desk-team-add", [], {"name": "Stolen"}),
    ("desk-team-change", ["team"], {"name": "Stolen", "version": 1}),
    ("desk-team-members", ["team"], {"version": 1}),
    ("desk-team-enter", ["team"], {"players": "Nový, Jan"}),
    ("desk-team-apart", ["team"], {}),
    ("desk-team-remove", ["team"], {}),
    ("desk-team-withdraw", ["team"], {}),
    ("desk-team-return", ["team"], {}),
    ("desk-team-bye", ["team"], {"round_number": 3, "code": "half-bye"}),
    ("desk-team-bye-cancel", ["team", 2], {}),
    ("desk-line-up", [1, "match"], {}),
]


@pytest.fixture
def address(arbiter, league, team):
    match = pair(arbiter, league).matches.get(code="")
    real = {"team": team.pk, "match": match.pk}
    return lambda name, args: to(name, *(real.get(each, each) for each in args))


@pytest.mark.parametrize(("name", "args"), PAGES)
def test_who_sees_a_page(desk, other_user, client, league, address, name, args):
    clients = (desk, signed_in(other_user), client)
    assert [each.get(address(name, args)).status_code for each in clients] == [200, 404, 302]
    league.is_public = False
    league.save()
    assert [each.get(address(name, args)).status_code for each in clients] == [200, 404, 404]


@pytest.mark.parametrize(("name", "args", "sent"), ACTIONS)
def test_only_the_arbiter_changes_something(other_user, client, league, address, name, args, sent):
    place, before = address(name, args), AuditEntry.objects.count()
    clients = (signed_in(other_user), client)
    assert [each.post(place, sent).status_code for each in clients] == [404, 302]
    league.is_public = False
    league.save()
    assert [each.post(place, sent).status_code for each in clients] == [404, 404]
    assert AuditEntry.objects.count() == before


def test_a_tournament_of_players_has_no_teams_at_the_desk(desk, tournament):
    assert desk.get(reverse("desk-teams", args=["open"])).status_code == 404
    assert desk.get(reverse("desk-team", args=["open", 1])).status_code == 404


def test_a_finished_tournament_shows_its_teams_and_changes_nothing(desk, league, team):
    league.status = "finished"
    league.save()
    assert desk.get(to("desk-teams")).status_code == 200
    assert "A1" in desk.get(to("desk-team", team.pk)).content.decode()
    assert desk.post(to("desk-team-withdraw", team.pk)).status_code == 409


@pytest.mark.parametrize("count", [1, 3])
def test_the_desk_asks_as_often_for_many_teams_as_for_one(desk, arbiter, django_assert_num_queries, count):
    league = team_event(arbiter, "ABCDEF"[: 2 * count])
    pair(arbiter, league, "1-0")
    with django_assert_num_queries(14):
        assert len(desk.get(to("desk-teams")).context["teams"]) == 2 * count
    with django_assert_num_queries(30):
        assert len(desk.get(to("desk-round", 1)).context["groups"]) == count


class TestWhoDoesNotCome:
    def test_one_form_decides_the_match_and_takes_it_back(self, desk, arbiter, league):
        match = pair(arbiter, league).matches.exclude(black=None).get()
        page = to("desk-match-forfeit", 1, match.pk)
        assert page in desk.get(to("desk-round", 1)).content.decode()
        assert desk.get(page).context["form"].initial == {}
        response = desk.post(page, {"code": "-/+", "reason": "Snow", "version": 1}, follow=True)
        assert (said(response), boards(match)) == (["The match is decided."], [])
        assert f'id="match-{match.pk}"' in response.content.decode()
        assert 'value="-/+" ' in desk.get(page).content.decode()
        response = desk.post(page, {"code": "played", "version": 2}, follow=True)
        assert (said(response), len(boards(match))) == (["The match is played."], 2)

    def test_what_is_refused_is_said_beside_the_form(self, desk, arbiter, league):
        match = pair(arbiter, league, "1-0").matches.exclude(black=None).get()
        response = desk.post(to("desk-match-forfeit", 1, match.pk), {"code": "-/+", "version": 1})
        assert response.status_code == 409
        assert response.context["form"].non_field_errors()[0].startswith("Board 1 has a result or a game:")
        wrong = desk.post(to("desk-match-forfeit", 1, match.pk), {"code": "1-0", "version": 1})
        assert (wrong.status_code, len(boards(match))) == (400, 2)

    def test_who_was_second_is_told_what_the_first_did(self, desk, arbiter, league):
        match = pair(arbiter, league).matches.exclude(black=None).get()
        page = to("desk-match-forfeit", 1, match.pk)
        desk.post(page, {"code": "-/+", "version": 1})
        stale = desk.post(page, {"code": "+/-", "version": 1})
        match.refresh_from_db()
        assert (stale.status_code, match.code) == (409, "-/+")
        assert 'name="version" value="2"' in stale.content.decode()

    def test_a_bye_has_no_such_page(self, desk, arbiter, league):
        bye = pair(arbiter, league).matches.get(black=None)
        assert desk.get(to("desk-match-forfeit", 1, bye.pk)).status_code == 404
