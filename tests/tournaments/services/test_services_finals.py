"""Preliminary and finals, and the other round robins, through the services and the desk's pages."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, ProhibitedPairingFactory, TournamentFactory
from tournaments.domain.errors import ConflictError, PairingError
from tournaments.messages import explain_record
from tournaments.models import Round
from tournaments.selectors.standings import standings_table
from tournaments.selectors.state import tournament_snapshot
from tournaments.services import lifecycle, registration, results, rounds

pytestmark = pytest.mark.django_db


def with_players(arbiter, players, **fields):
    """Return a tournament; who is entered first is the strongest."""
    values = {"arbiters": [arbiter], "planned_rounds": None, "initial_colour": "white", **fields}
    tournament = TournamentFactory(**values)
    for number in range(1, players + 1):
        EntryFactory(
            tournament=tournament, rating=2000 - 10 * number, player__family_name=f"Player{number:02}"
        )
    return tournament


@pytest.fixture
def finals(arbiter):
    """Nine players, three rounds of a preliminary, final A of four, the others in final B."""
    return with_players(
        arbiter,
        9,
        pairing_system="preliminary-finals",
        tiebreaks=["sonneborn-berger", "direct-encounter"],
        system_settings={"preliminary_rounds": 3, "final_a_size": 4},
    )


def play(arbiter, tournament, count=1):
    """Pair and play rounds in which the lower number wins; return the last."""
    for _ in range(count):
        paired = rounds.pair_next_round(actor=arbiter, tournament=tournament)
        for pairing in paired.pairings.exclude(black=None).filter(result_code=None):
            code = "1-0" if pairing.white.number < pairing.black.number else "0-1"
            results.record_result(actor=arbiter, pairing=pairing, code=code)
    paired.refresh_from_db()
    return paired


def tables(paired):
    return [
        (p.white.number, p.black.number if p.black else None, p.result_code)
        for p in paired.pairings.order_by("table")
    ]


def free(paired):
    return {
        p.white.number: p.reasons[0]["code"]
        for p in paired.pairings.filter(result_code="free").order_by("table")
    }


def test_a_whole_tournament(arbiter, finals):
    assert free(play(arbiter, finals, 2)) == {}
    third = play(arbiter, finals)
    assert free(third) == {1: "qualified", 2: "qualified", 3: "qualified"}
    first_of_finals = play(arbiter, finals)
    groups = first_of_finals.options["groups"]
    assert (groups[0][:3], [len(final) for final in groups]) == ([1, 2, 3], [4, 5])
    assert tables(first_of_finals)[:2] == [(1, groups[0][3], "1-0"), (2, 3, "1-0")]
    assert list(free(first_of_finals).values()) == ["free-round"]
    assert list(free(play(arbiter, finals, 3)).values()).count("final-finished") == 4
    last = play(arbiter, finals)
    with pytest.raises(PairingError) as caught:
        rounds.pair_next_round(actor=arbiter, tournament=finals)
    assert (caught.value.code, caught.value.params, last.number) == ("no-more-rounds", {"total": 8}, 8)
    lifecycle.finish_tournament(actor=arbiter, tournament=finals)
    table = standings_table(finals)
    assert [line.row.number for line in table.lines] == [*sorted(groups[0]), *sorted(groups[1])]
    assert [line.row.section for line in table.lines] == [0] * 4 + [1] * 5
    # Only games of the final count in it: three for each of its four players.
    assert [line.points for line in table.lines[:4]] == ["6", "4", "2", "0"]


def test_groups_are_stored_with_every_round_of_the_finals_and_read_back(arbiter, finals):
    play(arbiter, finals, 5)
    stored = [each.options.get("groups") for each in Round.objects.order_by("number")]
    assert stored[:3] == [None] * 3
    assert (stored[3] == stored[4], stored[3] is None) == (True, False)
    read = tournament_snapshot(finals).state.rounds
    assert [[list(final) for final in each.groups] for each in read] == [[], [], [], *stored[3:]]


def test_a_correction_of_the_preliminary_moves_nobody_out_of_a_final(arbiter, finals):
    before = play(arbiter, finals, 4).options["groups"]
    pairing = finals.rounds.get(number=1).pairings.order_by("table").first()
    results.record_result(actor=arbiter, pairing=pairing, code="0-1", reason="read wrong")
    assert play(arbiter, finals).options["groups"] == before


def test_undoing_the_first_round_of_the_finals_opens_them_again(arbiter, finals):
    paired = play(arbiter, finals, 4)
    before = paired.options["groups"]
    rounds.undo_last_round(actor=arbiter, tournament=finals, number=4)
    qualified = finals.entries.get(number=1)
    registration.withdraw_entry(actor=arbiter, entry=qualified)
    after = play(arbiter, finals).options["groups"]
    assert after == [[2, 3, before[0][3], before[1][0]], before[1][1:]]


def test_undoing_a_later_round_of_the_finals_pairs_the_same_again(arbiter, finals):
    paired = play(arbiter, finals, 5)
    before = (tables(paired), paired.options["groups"])
    rounds.undo_last_round(actor=arbiter, tournament=finals, number=5)
    paired = play(arbiter, finals)
    assert (tables(paired), paired.options["groups"]) == before


def test_nobody_is_entered_once_the_preliminary_is_over(arbiter, finals):
    play(arbiter, finals, 2)
    registration.add_entry(actor=arbiter, tournament=finals, player=EntryFactory().player)
    play(arbiter, finals, 1)
    with pytest.raises(ConflictError) as caught:
        registration.add_entry(actor=arbiter, tournament=finals, player=EntryFactory().player)
    assert caught.value.code == "late-entry-preliminary-over"


def test_rounds_of_two_games(arbiter):
    tournament = with_players(
        arbiter,
        6,
        pairing_system="preliminary-finals",
        games_per_round=2,
        system_settings={"preliminary_rounds": 2, "final_a_size": 2},
    )
    for _ in range(3):
        paired = rounds.pair_next_round(actor=arbiter, tournament=tournament)
        for pairing in paired.pairings.exclude(black=None):
            low = pairing.white.number < pairing.black.number
            for game, code in enumerate(("1-0" if low else "0-1", "1/2-1/2"), start=1):
                results.record_result(actor=arbiter, pairing=pairing, code=code, game=game)
    # Two matches won by 1½ are +2, not +4: nobody had qualified before round 3.
    assert [len(final) for final in paired.options["groups"]] == [2, 4]
    assert tournament.rounds.get(number=2).pairings.filter(result_code="free").count() == 0


def test_an_arbiter_may_finish_in_the_middle_of_the_finals(arbiter, finals):
    play(arbiter, finals, 5)
    lifecycle.finish_tournament(actor=arbiter, tournament=finals)
    assert [line.row.section for line in standings_table(finals).lines] == [0] * 4 + [1] * 5


def test_the_desk_takes_a_tournament_through_both_stages(arbiter, finals):
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(arbiter)
    url = lambda name, *args: reverse(name, args=[finals.slug, *args])  # noqa: E731
    stages = []
    for number in range(1, 9):
        page = desk.get(url("desk"))
        stages.append(explain_record(page.context["desk"].stage))
        assert stages[-1] in page.content.decode()
        response = desk.post(url("desk-pair"), {"expected_number": number}, follow=True)
        assert response.redirect_chain == [(url("desk-round", number), 302)]
        for row in response.context["rows"]:
            if row.pairing.result_code is None:
                data = {"code": "1-0", "version": row.pairing.version}
                posted = desk.post(url("desk-result", number, row.pairing.pk), data)
                assert posted.status_code in (200, 302)
    assert stages[:4] == [
        "Preliminary, round 1 of 3. Players: 9, qualified for final A: 0.",
        "Preliminary, round 2 of 3. Players: 9, qualified for final A: 0.",
        "Preliminary, round 3 of 3. Players: 7, qualified for final A: 2.",
        "Finals, round 1 of 5. Players of final A and B: 4 + 5.",
    ]
    page = desk.get(url("desk")).content.decode()
    assert "All 8 rounds are played" in page
    for name in ("tournament-standings", "tournament-crosstable", "tournament-about"):
        assert desk.get(url(name)).status_code == 200
    assert "Final A" in desk.get(url("tournament-standings")).content.decode()


class TestDrawnNumbers:
    def numbers(self, arbiter, seed, **fields):
        tournament = with_players(
            arbiter,
            7,
            pairing_system="round-robin",
            seed=seed,
            system_settings={"draw_numbers": True},
            **fields,
        )
        rounds.pair_next_round(actor=arbiter, tournament=tournament)
        return tournament, self.read(tournament)

    def read(self, tournament):
        return list(tournament.entries.order_by("pk").values_list("number", flat=True))

    def test_they_are_a_lot_that_the_seed_decides(self, arbiter):
        _, first = self.numbers(arbiter, 1)
        assert (sorted(first), first == [1, 2, 3, 4, 5, 6, 7]) == ([1, 2, 3, 4, 5, 6, 7], False)
        assert self.numbers(arbiter, 1)[1] == first
        assert self.numbers(arbiter, 2)[1] != first

    def test_undoing_round_1_and_pairing_again_draws_the_same(self, arbiter):
        tournament, first = self.numbers(arbiter, 1)
        rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1)
        assert self.read(tournament) == [None] * 7
        rounds.pair_next_round(actor=arbiter, tournament=tournament)
        assert self.read(tournament) == first

    def test_they_stay_in_later_rounds(self, arbiter):
        tournament, first = self.numbers(arbiter, 1)
        for pairing in tournament.rounds.get().pairings.exclude(black=None):
            results.record_result(actor=arbiter, pairing=pairing, code="1-0")
        rounds.pair_next_round(actor=arbiter, tournament=tournament)
        assert self.read(tournament) == first


def test_a_double_round_robin_is_played_out(arbiter):
    tournament = with_players(arbiter, 4, pairing_system="double-round-robin")
    play(arbiter, tournament, 6)
    games = {(p.white_id, p.black_id) for each in tournament.rounds.all() for p in each.pairings.all()}
    assert len(games) == 12
    with pytest.raises(PairingError) as caught:
        rounds.pair_next_round(actor=arbiter, tournament=tournament)
    assert caught.value.code == "no-more-rounds"


def test_a_prohibited_game_of_a_round_robin_is_left_out(arbiter):
    tournament = with_players(arbiter, 4, pairing_system="round-robin")
    first, last = tournament.entries.order_by("pk").first(), tournament.entries.order_by("pk").last()
    ProhibitedPairingFactory(tournament=tournament, first=first, second=last)
    paired = play(arbiter, tournament)
    assert tables(paired) == [(2, 3, "1-0"), (1, None, "free"), (4, None, "free")]
    assert free(paired) == {1: "prohibited", 4: "prohibited"}
    play(arbiter, tournament, 2)
    lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    lines = standings_table(tournament).lines
    assert [(line.row.number, line.points) for line in lines] == [(1, "4"), (2, "4"), (3, "2"), (4, "0")]
