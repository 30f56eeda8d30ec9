"""Pairing by hand at the desk: names in rows, what is unusual, what is wrong, what leads there."""

import pytest
from django.urls import reverse

from tests.factories import ProhibitedPairingFactory
from tests.tournaments.desk.conftest import pair, said, with_players
from tournaments.models import ProhibitedPairing
from tournaments.services import lifecycle, registration, results, rounds


@pytest.fixture
def url(tournament):
    return lambda name, *args: reverse(name, args=[tournament.slug, *args])


def body(*rows, **more):
    return {"white": [white for white, _black in rows], "black": [black for _white, black in rows], **more}


def written(response):
    return [(row.white, row.black) for row in response.context["rows"] if not row.is_empty]


def drawn(tournament, number):
    pairings = tournament.rounds.get(number=number).pairings.order_by("table")
    return [(p.white.player.family_name, p.black and p.black.player.family_name) for p in pairings]


ROUND_1 = [("1 Adam Jan", "3 Cibulka Jan"), ("2 Bartoš Jan", "4 Dvořák Jan")]


@pytest.fixture
def tournament(arbiter):
    return with_players(arbiter, 4, initial_colour="white")


class TestRows:
    def test_they_begin_with_what_the_system_would_pair(self, desk, url, tournament):
        response = desk.get(url("desk-hand", 1))
        assert sorted(map(sorted, written(response))) == sorted(map(sorted, ROUND_1))
        assert set(tournament.entries.values_list("number", flat=True)) == {None}

    @pytest.mark.parametrize(
        "rows",
        [
            [("1", "2"), ("3", "4")],
            [("adam", "bartos"), ("Cibulka", "DVORAK Jan")],
            [("1 Adam Jan", "2. Bartoš Jan"), ("", ""), ("7 Cibulka Jan", "4 Dvořák")],
        ],
    )
    def test_numbers_and_names_are_read(self, desk, url, tournament, rows):
        asked = desk.post(url("desk-hand", 1), body(*rows))
        assert (asked.status_code, tournament.rounds.count()) == (409, 0)
        assert written(asked) == [row for row in rows if row != ("", "")]
        done = desk.post(
            url("desk-hand", 1),
            body(*rows, confirm=asked.context["confirm"], reason="as agreed"),
            follow=True,
        )
        assert said(done) == ["Round 1 is paired by hand: 2 tables."]
        assert drawn(tournament, 1) == [("Adam", "Bartoš"), ("Cibulka", "Dvořák")]
        page = done.content.decode()
        assert ("This round was paired by hand" in page, "Why by hand: as agreed" in page) == (True, True)

    def test_the_confirmation_is_of_what_was_shown(self, desk, url, tournament):
        asked = desk.post(url("desk-hand", 1), body(("1", "2"), ("3", "4")))
        other = desk.post(url("desk-hand", 1), body(("1", "4"), ("3", "2"), confirm=asked.context["confirm"]))
        assert (other.status_code, tournament.rounds.count()) == (409, 0)

    def test_a_bye_in_place_of_black(self, desk, url, arbiter):
        tournament = with_players(arbiter, 3, slug="odd", initial_colour="white")
        address = reverse("desk-hand", args=["odd", 1])
        rows = [("1", "2"), ("3", "half-point bye")]
        asked = desk.post(address, body(*rows))
        desk.post(address, body(*rows, confirm=asked.context["confirm"]))
        assert tournament.rounds.get().pairings.get(table=2).result_code == "half-bye"

    @pytest.mark.parametrize(
        ("rows", "row", "text"),
        [
            ([("1", "2"), ("3", "Nobody")], 1, "Nobody in the tournament is called “Nobody”."),
            ([("jan", "2"), ("3", "4")], 0, "“jan” may be: "),
            ([("1", ""), ("3", "4")], 0, "Say who has Black, or which bye it is."),
            ([("", "1"), ("3", "4")], 0, "Say who has White."),
            ([("1", "2"), ("", ""), ("3", "1")], 2, "Adam Jan is already in another pairing of the round."),
            ([("1", "1"), ("3", "4")], 0, "Adam Jan cannot play against himself."),
        ],
    )
    def test_what_is_wrong_stands_at_its_row(self, desk, url, tournament, rows, row, text):
        response = desk.post(url("desk-hand", 1), body(*rows, reason="kept"))
        assert (response.status_code, tournament.rounds.count()) == (400, 0)
        wrong = {at: each.errors for at, each in enumerate(response.context["rows"]) if each.errors}
        assert list(wrong) == [row]
        assert wrong[row][0].startswith(text)
        assert written(response) == [each for each in rows if each != ("", "")]
        assert response.context["form"]["reason"].value() == "kept"

    def test_who_is_left_out_is_named(self, desk, url):
        response = desk.post(url("desk-hand", 1), body(("1", "2")))
        assert response.context["problems"] == [
            "Not in the round: 3 Cibulka Jan, 4 Dvořák Jan. Pair everybody who is there, or give a bye."
        ]


class TestWhere:
    def test_it_is_offered_when_the_system_cannot_pair(self, desk, url, arbiter, tournament):
        for _round in range(3):
            pair(arbiter, tournament, "1-0", "1-0")
        page = desk.get(url("desk")).content.decode()
        assert url("desk-hand", 4) in page
        refused = desk.post(url("desk-pair"), {"expected_number": 4})
        assert (refused.status_code, refused.context["by_hand"]) == (409, 4)
        asked = desk.get(url("desk-hand", 4))
        assert (written(asked), len(asked.context["why_not"]), len(asked.context["rows"])) == ([], 1, 4)
        rows = [("1", "2"), ("3", "4")]
        asked = desk.post(url("desk-hand", 4), body(*rows))
        desk.post(url("desk-hand", 4), body(*rows, confirm=asked.context["confirm"]))
        assert tournament.rounds.count() == 4

    def test_missing_results_are_said_at_once(self, desk, url, round_1):
        response = desk.get(url("desk-hand", 2))
        assert response.context["problems"] == [
            "Results are missing (round/table): 1/1, 1/2. Enter them, then pair."
        ]

    def test_a_round_paired_meanwhile(self, desk, url, tournament, round_1):
        response = desk.post(url("desk-hand", 1), body(("1", "2"), ("3", "4")), follow=True)
        assert (said(response), tournament.rounds.count()) == (["Round 1 is already paired."], 1)

    @pytest.mark.parametrize("number", [0, 3])
    def test_no_such_round(self, desk, url, round_1, number):
        assert desk.get(url("desk-hand", number)).status_code == 404

    def test_teams_are_told(self, desk, arbiter):
        with_players(arbiter, 4, slug="teams", boards=2)
        response = desk.get(reverse("desk-hand", args=["teams", 1]))
        assert "Matches of teams cannot be paired by hand." in response.content.decode()


class TestEdit:
    def test_the_last_round_is_put_right(self, desk, url, tournament, round_1):
        shown = desk.get(url("desk-hand", 1))
        assert written(shown) == [
            tuple(f"{e.number} {e.player.name}" for e in (p.white, p.black)) for p in round_1
        ]
        rows = [("1", "2"), ("3", "4")]
        version = shown.context["version"]
        asked = desk.post(url("desk-hand", 1), body(*rows, version=version))
        desk.post(url("desk-hand", 1), body(*rows, version=version, confirm=asked.context["confirm"]))
        assert drawn(tournament, 1) == [("Adam", "Bartoš"), ("Cibulka", "Dvořák")]
        log = desk.get(url("desk-log")).content.decode()
        assert "Paired a round anew by hand" in log

    def test_somebody_was_first(self, desk, url, arbiter, tournament, round_1):
        version = desk.get(url("desk-hand", 1)).context["version"]
        results.record_result(actor=arbiter, pairing=round_1[0], code="1-0")
        response = desk.post(url("desk-hand", 1), body(("1", "2"), ("3", "4"), version=version))
        assert (response.status_code, written(response)) == (409, [("1", "2"), ("3", "4")])
        assert response.context["version"] == version + 1

    def test_undone_meanwhile(self, desk, url, arbiter, tournament, round_1):
        rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1)
        response = desk.post(url("desk-hand", 1), body(("1", "2"), ("3", "4"), version=2), follow=True)
        assert said(response) == ["This round has been undone meanwhile."]
        assert tournament.rounds.count() == 0

    def test_an_earlier_round_is_left_alone(self, desk, url, arbiter, tournament):
        pair(arbiter, tournament, "1-0", "1-0")
        pair(arbiter, tournament)
        response = desk.get(url("desk-hand", 1), follow=True)
        assert said(response) == ["Only the last round can be paired anew."]


@pytest.mark.parametrize("players", [2, 6])
def test_the_query_count_with_1_and_3_tables(desk, arbiter, django_assert_num_queries, players):
    tournament = with_players(arbiter, players)
    pair(arbiter, tournament)
    with django_assert_num_queries(16):
        desk.get(reverse("desk-hand", args=[tournament.slug, 1]))


class TestMayNotMeet:
    def test_said_shown_and_taken_back(self, desk, url, tournament):
        first, second, *_rest = tournament.entries.order_by("pk")
        assert "Everybody may meet everybody." in desk.get(url("desk-players")).content.decode()
        data = {"one": second.pk, "other": first.pk, "reason": "brothers"}
        done = desk.post(url("desk-prohibit"), data, follow=True)
        assert said(done) == ["Adam Jan – Bartoš Jan will not be paired."]
        assert "brothers" in done.content.decode()
        assert second.player.name in desk.get(url("desk-entry", first.pk)).content.decode()
        row = ProhibitedPairing.objects.get()
        gone = desk.post(url("desk-allow", row.pk), follow=True)
        again = desk.post(url("desk-allow", row.pk), follow=True)
        assert (said(gone), again.status_code) == (["Adam Jan – Bartoš Jan may meet again."], 200)
        assert ProhibitedPairing.objects.count() == 0
        actions = tournament.audit_entries.order_by("pk").values_list("action", flat=True)
        assert list(actions) == ["prohibit-pairing", "allow-pairing"]

    def test_the_system_keeps_them_apart(self, desk, url, arbiter, tournament):
        entries = list(tournament.entries.order_by("pk"))
        first, second = sorted((entries[0], entries[2]), key=lambda entry: entry.pk)
        ProhibitedPairingFactory(tournament=tournament, first=first, second=second)
        rounds.pair_next_round(actor=arbiter, tournament=tournament)
        assert {"Adam", "Cibulka"} not in [set(names) for names in drawn(tournament, 1)]

    def test_nobody_is_kept_from_himself(self, desk, url, tournament):
        first = tournament.entries.first()
        response = desk.post(url("desk-prohibit"), {"one": first.pk, "other": first.pk, "reason": "kept"})
        assert (response.status_code, ProhibitedPairing.objects.count()) == (400, 0)
        form = response.context["prohibition_form"]
        assert (form.non_field_errors(), form["reason"].value()) == (
            ["Choose two different players."],
            "kept",
        )

    def test_nothing_in_a_finished_tournament(self, desk, url, arbiter, tournament):
        pair(arbiter, tournament, "1-0", "1-0")
        lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
        first, second, *_rest = tournament.entries.all()
        response = desk.post(url("desk-prohibit"), {"one": first.pk, "other": second.pk})
        assert (response.status_code, ProhibitedPairing.objects.count()) == (409, 0)


def test_a_late_entry_can_be_put_into_the_round(desk, arbiter):
    tournament = with_players(arbiter, 3, slug="odd")
    pair(arbiter, tournament)
    registration.add_entry(actor=arbiter, tournament=tournament, name="Pozdní, Jan")
    address = reverse("desk-hand", args=["odd", 1])
    version = desk.get(address).context["version"]
    rows = [("1", "2"), ("3", "Pozdní")]
    asked = desk.post(address, body(*rows, version=version))
    desk.post(address, body(*rows, version=version, confirm=asked.context["confirm"]))
    assert drawn(tournament, 1)[1][1] == "Pozdní"
