"""Rounds paired by hand: what is written, what is asked back, what is refused."""

import pytest

from tests.concurrency import run_together
from tests.factories import (
    EntryFactory,
    GameFactory,
    ProhibitedPairingFactory,
    TournamentFactory,
    UserFactory,
)
from tournaments.domain.errors import ConflictError, InputError, StaleError
from tournaments.models import AuditEntry, Pairing, Result, Round, Seat
from tournaments.services import registration, results, rounds
from tournaments.services.hand_plans import DoubtfulPairing, HandPair, propose_next_round
from tournaments.services.hand_rounds import edit_round_by_hand, pair_round_by_hand

pytestmark = pytest.mark.django_db


def field(arbiter, count, **fields):
    values = {"planned_rounds": 5, "initial_colour": "white", **fields}
    tournament = TournamentFactory(arbiters=[arbiter], **values)
    for number in range(1, count + 1):
        EntryFactory(tournament=tournament, rating=2000 - 100 * number, player__family_name=f"Hráč{number}")
    return tournament


@pytest.fixture
def tournament(arbiter):
    """Four rated players: the Swiss pairs 1-3 and 4-2 in round 1."""
    return field(arbiter, 4)


def by_rating(tournament):
    """Entries by what will be their starting numbers, from 1."""
    return dict(enumerate(tournament.entries.order_by("-rating"), start=1))


def pairs(tournament, *wanted):
    """Hand pairs from numbers: (1, 2), or (3, "bye")."""
    who = by_rating(tournament)
    return [
        HandPair(who[white], None, black) if isinstance(black, str) else HandPair(who[white], who[black])
        for white, black in wanted
    ]


def by_hand(arbiter, tournament, *wanted, **more):
    return pair_round_by_hand(actor=arbiter, tournament=tournament, pairs=pairs(tournament, *wanted), **more)


def tables(this):
    return [
        (p.table, p.white.number, p.black.number if p.black else None, p.result_code)
        for p in this.pairings.order_by("table")
    ]


def codes(caught):
    return [warning.code for warning in caught.value.warnings]


def play(arbiter, this, code="1/2-1/2"):
    for pairing in this.pairings.filter(black__isnull=False):
        results.record_result(actor=arbiter, pairing=pairing, code=code)


class TestPair:
    def test_what_the_system_would_pair_needs_no_word(self, arbiter, tournament):
        this = by_hand(arbiter, tournament, (1, 3), (4, 2))
        assert tables(this) == [(1, 1, 3, None), (2, 4, 2, None)]
        assert (this.source, this.notes, Seat.objects.count()) == ("hand", [], 4)
        tournament.refresh_from_db()
        assert tournament.status == "running"

    def test_what_it_would_not_pair_is_asked_back_and_nothing_written(self, arbiter, tournament):
        with pytest.raises(DoubtfulPairing) as caught:
            by_hand(arbiter, tournament, (1, 2), (3, 4))
        assert codes(caught) == ["differs-from-system"]
        assert str(caught.value.warnings[0]) == (
            "The pairing system would pair: 1 Hráč1 Řehoř – 3 Hráč3 Řehoř; 4 Hráč4 Řehoř – 2 Hráč2 Řehoř."
        )
        assert (Round.objects.count(), Pairing.objects.count(), AuditEntry.objects.count()) == (0, 0, 0)
        assert set(tournament.entries.values_list("number", flat=True)) == {None}

    def test_confirmed_it_is_recorded_with_the_round_and_in_the_log(self, arbiter, tournament):
        this = by_hand(arbiter, tournament, (1, 2), (3, 4), confirm=True, reason="the brothers asked")
        assert tables(this) == [(1, 1, 2, None), (2, 3, 4, None)]
        kept = [note["code"] for note in this.notes]
        assert kept == ["differs-from-system", "by-hand-why"]
        logged = AuditEntry.objects.get(action="pair-round")
        assert (logged.reason, logged.after["source"]) == ("the brothers asked", "hand")
        assert logged.after["notes"] == this.notes

    def test_a_second_meeting_and_a_prohibited_one(self, arbiter, tournament):
        play(arbiter, by_hand(arbiter, tournament, (1, 3), (4, 2)))
        who = by_rating(tournament)
        first, second = sorted((who[2], who[4]), key=lambda entry: entry.pk)
        ProhibitedPairingFactory(tournament=tournament, first=first, second=second)
        with pytest.raises(DoubtfulPairing) as caught:
            by_hand(arbiter, tournament, (3, 1), (2, 4))
        assert codes(caught)[:3] == ["met-before", "met-before", "prohibited"]

    def test_a_second_bye(self, arbiter):
        tournament = field(arbiter, 3)
        play(arbiter, by_hand(arbiter, tournament, (1, 2), (3, "bye"), confirm=True))
        with pytest.raises(DoubtfulPairing) as caught:
            by_hand(arbiter, tournament, (2, 1), (3, "bye"))
        assert "second-bye" in codes(caught)

    def test_when_the_system_can_pair_no_more(self, arbiter):
        tournament = field(arbiter, 2)
        play(arbiter, rounds.pair_next_round(actor=arbiter, tournament=tournament))
        with pytest.raises(ConflictError):
            rounds.pair_next_round(actor=arbiter, tournament=tournament)
        this = by_hand(arbiter, tournament, (2, 1), confirm=True)
        assert (tables(this), [note["code"] for note in this.notes]) == (
            [(1, 2, 1, None)],
            ["met-before", "system-cannot-pair"],
        )
        assert this.notes[1]["params"]["why"]["code"] == "no-legal-pairing"

    def test_who_is_absent_is_added(self, arbiter, tournament):
        who = by_rating(tournament)
        registration.withdraw_entry(actor=arbiter, entry=who[4])
        registration.request_bye(actor=arbiter, entry=who[3], round_number=1, code="half-bye")
        this = by_hand(arbiter, tournament, (1, 2))
        assert tables(this) == [(1, 1, 2, None), (2, 3, None, "half-bye"), (3, 4, None, "zero-bye")]

    def test_results_make_it_an_imported_round(self, arbiter, tournament):
        who = by_rating(tournament)
        given = [HandPair(who[1], who[3], "2-0"), HandPair(who[4], who[2], "-/+")]
        this = pair_round_by_hand(actor=arbiter, tournament=tournament, pairs=given)
        assert (tables(this), this.source) == ([(1, 1, 3, "1-0"), (2, 4, 2, "-/+")], "import")
        assert set(Result.objects.values_list("source", flat=True)) == {"import"}

    def test_a_withdrawn_opponent_of_a_round_robin_loses_by_forfeit_as_the_table_has_it(self, arbiter):
        tournament = field(arbiter, 4, pairing_system="round-robin", planned_rounds=None)
        play(arbiter, rounds.pair_next_round(actor=arbiter, tournament=tournament))
        last = tournament.entries.get(number=4)
        registration.withdraw_entry(actor=arbiter, entry=last)
        proposal = propose_next_round(tournament)
        given = [
            HandPair(proposal.snapshot.entries[p.white], proposal.snapshot.entries[p.black])
            for p in proposal.plan.pairings
        ]
        this = pair_round_by_hand(actor=arbiter, tournament=tournament, pairs=given)
        assert tables(this) == [
            (p.table, p.white.number, p.black.number, p.result_code) for p in this.pairings.all()
        ]
        assert [code for *_rest, code in tables(this) if code] == ["-/+"]

    def test_the_proposal_writes_nothing(self, arbiter, tournament):
        proposal = propose_next_round(tournament)
        assert [(p.white, p.black) for p in proposal.plan.pairings] == [(1, 3), (4, 2)]
        assert set(tournament.entries.values_list("number", flat=True)) == {None}


class TestRefused:
    @pytest.mark.parametrize(
        ("wanted", "code", "row"),
        [
            ([], "hand-nothing", None),
            ([(1, "bye"), (2, "bye"), (3, "bye"), (4, "bye")], "hand-nothing", None),
            ([(1, 1), (2, 3)], "hand-against-himself", 0),
            ([(1, 2), (3, 1)], "hand-twice", 1),
            ([(1, 2)], "hand-left-out", None),
            ([(1, 2), (3, "win"), (4, "bye")], "hand-bye-unknown", 1),
        ],
    )
    def test_what_is_no_round(self, arbiter, tournament, wanted, code, row):
        with pytest.raises(InputError) as caught:
            by_hand(arbiter, tournament, *wanted, confirm=True)
        assert (caught.value.code, caught.value.params.get("row")) == (code, row)

    def test_who_withdrew(self, arbiter, tournament):
        registration.withdraw_entry(actor=arbiter, entry=by_rating(tournament)[4])
        with pytest.raises(InputError) as caught:
            by_hand(arbiter, tournament, (1, 2), (3, 4), confirm=True)
        assert (caught.value.code, caught.value.params["row"]) == ("hand-absent", 1)

    def test_who_plays_elsewhere(self, arbiter, tournament):
        stranger = EntryFactory()
        given = [HandPair(by_rating(tournament)[1], stranger)]
        with pytest.raises(InputError) as caught:
            pair_round_by_hand(actor=arbiter, tournament=tournament, pairs=given, confirm=True)
        assert caught.value.code == "hand-not-entered"

    def test_missing_results_and_another_round(self, arbiter, tournament):
        by_hand(arbiter, tournament, (1, 3), (4, 2))
        found = []
        for expected in (1, 2):
            with pytest.raises(ConflictError) as caught:
                by_hand(arbiter, tournament, (1, 2), (3, 4), expected_number=expected, confirm=True)
            found.append(caught.value.code)
        assert found == ["round-already-paired", "results-missing"]

    def test_teams(self, arbiter):
        tournament = field(arbiter, 4, boards=2)
        with pytest.raises(ConflictError) as caught:
            by_hand(arbiter, tournament, (1, 2), (3, 4))
        assert caught.value.code == "hand-pairing-of-teams"


class TestEdit:
    @pytest.fixture
    def six(self, arbiter):
        """Six players, round 1 paired 1-4, 5-2, 3-6; the first game is won by White."""
        tournament = field(arbiter, 6)
        this = rounds.pair_next_round(actor=arbiter, tournament=tournament)
        results.record_result(actor=arbiter, pairing=this.pairings.get(table=1), code="1-0")
        return tournament

    def edit(self, arbiter, tournament, *wanted, number=1, **more):
        return edit_round_by_hand(
            actor=arbiter, tournament=tournament, number=number, pairs=pairs(tournament, *wanted), **more
        )

    def test_what_stays_keeps_its_result_and_the_rest_is_anew(self, arbiter, six):
        kept = six.rounds.get().pairings.get(table=1)
        this = self.edit(arbiter, six, (2, 6), (1, 4), (3, 5), confirm=True)
        assert tables(this) == [(1, 2, 6, None), (2, 1, 4, "1-0"), (3, 3, 5, None)]
        assert (this.pairings.get(table=2), Seat.objects.count(), this.source) == (kept, 6, "hand")
        logged = AuditEntry.objects.get(action="edit-round")
        assert [len(each["pairings"]) for each in (logged.before, logged.after)] == [3, 3]

    def test_colours_changed_over_are_another_pairing(self, arbiter, six):
        this = self.edit(arbiter, six, (1, 4), (2, 5), (3, 6), confirm=True)
        assert tables(this)[1] == (2, 2, 5, None)

    def test_a_recorded_result_or_game_is_not_thrown_away(self, arbiter, six):
        with pytest.raises(ConflictError) as caught:
            self.edit(arbiter, six, (4, 1), (5, 2), (3, 6), confirm=True)
        assert (caught.value.code, caught.value.params["tables"]) == ("pairing-played", "1")
        GameFactory(pairing=six.rounds.get().pairings.get(table=2))
        with pytest.raises(ConflictError) as caught:
            self.edit(arbiter, six, (1, 4), (2, 5), (3, 6), confirm=True)
        assert caught.value.params["tables"] == "2"

    def test_it_is_asked_back_too(self, arbiter, six):
        with pytest.raises(DoubtfulPairing):
            self.edit(arbiter, six, (1, 4), (2, 6), (3, 5))
        assert six.rounds.get().source == "system"

    def test_somebody_was_first(self, arbiter, six):
        seen = six.version
        with pytest.raises(StaleError):
            self.edit(arbiter, six, (1, 4), (2, 6), (3, 5), version=seen - 1, confirm=True)

    def test_only_the_last_round(self, arbiter, six):
        with pytest.raises(ConflictError) as caught:
            self.edit(arbiter, six, (1, 4), number=2)
        assert caught.value.code == "not-the-last-round-to-edit"

    def test_who_came_late_is_put_in_for_the_bye(self, arbiter):
        tournament = field(arbiter, 3)
        rounds.pair_next_round(actor=arbiter, tournament=tournament)
        late = registration.add_entry(actor=arbiter, tournament=tournament, name="Pozdní, Jan", rating=1000)
        assert late.joined_round == 2
        this = self.edit(arbiter, tournament, (1, 2), (3, 4), confirm=True)
        late.refresh_from_db()
        assert (tables(this), late.joined_round, late.number) == (
            [(1, 1, 2, None), (2, 3, 4, None)],
            1,
            4,
        )


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("both_by_hand", [True, False])
def test_two_at_once_leave_one_round(both_by_hand):
    arbiter = UserFactory()
    tournament = field(arbiter, 4)
    ways = iter([True, both_by_hand])

    def work():
        if next(ways):
            return by_hand(arbiter, tournament, (1, 3), (4, 2), expected_number=1)
        return rounds.pair_next_round(actor=arbiter, tournament=tournament, expected_number=1)

    answers = run_together(work)
    refused = [each for each in answers if isinstance(each, Exception)]
    assert [each.code for each in refused] == ["round-already-paired"]
    assert (Round.objects.count(), Pairing.objects.count()) == (1, 2)
