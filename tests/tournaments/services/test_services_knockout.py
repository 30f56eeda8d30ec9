"""Knockouts through the services: ties, play-offs, forfeits, third place, and groups before them."""

import pytest

from tests.factories import EntryFactory, PlayerFactory, TournamentFactory
from tournaments.domain.errors import ConflictError, PairingError
from tournaments.selectors.standings import standings_table
from tournaments.services import lifecycle, registration, results, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def make(arbiter):
    """Make a knockout of so many players; who is entered first is the strongest."""

    def make(players, **fields):
        values = {
            "pairing_system": "knockout",
            "arbiters": [arbiter],
            "tiebreaks": [],
            "initial_colour": "white",
            **fields,
        }
        tournament = TournamentFactory(**values)
        for number in range(1, players + 1):
            EntryFactory(
                tournament=tournament, rating=2000 - number, player__family_name=f"Player{number:02}"
            )
        return tournament

    return make


@pytest.fixture
def pair(arbiter):
    return lambda tournament: rounds.pair_next_round(actor=arbiter, tournament=tournament)


@pytest.fixture
def record(arbiter):
    def record(pairing, *codes, first=1):
        for game, code in enumerate(codes, start=first):
            pairing = results.record_result(actor=arbiter, pairing=pairing, code=code, game=game)
        return pairing

    return record


@pytest.fixture
def favourites(record):
    """Let the better seed win every match of a round that has no result yet."""

    def win(new_round, *, but=()):
        for pairing in new_round.pairings.exclude(black=None).exclude(table__in=but).order_by("table"):
            if pairing.result_code is None:
                code = "1-0" if pairing.white.number < pairing.black.number else "0-1"
                record(pairing, code, *([{"1-0": "0-1", "0-1": "1-0"}[code]] if new_round.games == 2 else []))

    return win


def drawn(new_round):
    return [
        (p.white.number, p.black.number if p.black else None, p.result_code)
        for p in new_round.pairings.order_by("table")
    ]


def places(tournament):
    return [(line.row.place, line.row.number) for line in standings_table(tournament).lines]


def test_eight_players_with_ties(arbiter, make, pair, record, favourites):
    tournament = make(8)
    first = pair(tournament)
    assert drawn(first) == [(1, 8, None), (5, 4, None), (2, 7, None), (6, 3, None)]
    favourites(first, but=(2, 3))
    tied, better = first.pairings.get(table=2), first.pairings.get(table=3)
    record(tied, "1/2-1/2")
    record(better, "1/2-1/2")

    with pytest.raises(PairingError) as refused:
        pair(tournament)
    assert (refused.value.code, refused.value.params) == ("play-off-missing", {"round": 1, "tables": "2, 3"})

    # 5 had White in the game, so 4 has it in the first game of the play-off; one win can be caught.
    record(tied, "0-1", first=2)
    with pytest.raises(PairingError) as caught:
        pair(tournament)
    assert caught.value.params["tables"] == "2, 3"
    record(tied, "1/2-1/2", first=3)
    with pytest.raises(ConflictError) as enough:
        record(tied, "1-0", first=4)
    assert enough.value.code == "play-off-not-due"
    record(better, "1/2-1/2", "1/2-1/2", first=2)

    second = pair(tournament)
    assert [{white, black} for white, black, _ in drawn(second)] == [{1, 5}, {2, 3}]
    favourites(second)
    last = pair(tournament)
    assert [{white, black} for white, black, _ in drawn(last)] == [{1, 2}, {3, 5}]
    record(last.pairings.get(table=1), "1/2-1/2")
    favourites(last)
    with pytest.raises(PairingError) as undecided:
        lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    assert undecided.value.params == {"round": 3, "tables": "1"}
    assert places(tournament)[:2] == [(1, 1), (1, 2)]

    final = last.pairings.get(table=1)
    # The play-off's first game turns the colours; its White wins both ways: a tie, so the better seed wins.
    record(final, "1-0", "1-0", first=2)
    lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    assert places(tournament)[:4] == [(1, 1), (2, 2), (3, 3), (4, 5)]
    lifecycle.reopen_tournament(actor=arbiter, tournament=tournament, reason="one more round")
    with pytest.raises(PairingError) as over:
        pair(tournament)
    assert over.value.code == "no-more-rounds"


def test_five_players_have_three_byes(make, pair, favourites):
    tournament = make(5)
    first = pair(tournament)
    assert drawn(first) == [(4, 5, None), (1, None, "bye"), (2, None, "bye"), (3, None, "bye")]
    favourites(first)
    second = pair(tournament)
    favourites(second)
    last = pair(tournament)
    favourites(last)
    assert [len(each.pairings.all()) for each in (first, second, last)] == [4, 2, 2]
    assert places(tournament) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def test_two_players_play_one_match(arbiter, make, pair, favourites):
    tournament = make(2)
    favourites(pair(tournament))
    assert lifecycle.finish_tournament(actor=arbiter, tournament=tournament).status == "finished"
    assert places(tournament) == [(1, 1), (2, 2)]


def test_matches_of_two_games_go_by_their_sum(make, pair, record, favourites):
    tournament = make(4, games_per_round=2, system_settings={"play_off_games": 1})
    first = pair(tournament)
    won, tied = first.pairings.get(table=1), first.pairings.get(table=2)
    record(won, "1/2-1/2", "1-0")
    record(tied, "1-0", "1-0")
    with pytest.raises(PairingError) as refused:
        pair(tournament)
    assert refused.value.params["tables"] == "2"
    # 3 has White in the first game, 2 in the second, 3 in the play-off.
    assert (tied.white.number, tied.black.number) == (3, 2)
    record(tied, "1-0", first=3)
    final, third = drawn(pair(tournament))
    assert ({final[0], final[1]}, {third[0], third[1]}) == ({4, 3}, {1, 2})


def test_without_play_off_games_the_better_seed_goes_on(make, pair, record):
    tournament = make(2, system_settings={"play_off_games": 0})
    pairing = pair(tournament).pairings.get()
    record(pairing, "1/2-1/2")
    assert places(tournament) == [(1, 1), (2, 2)]
    with pytest.raises(ConflictError) as caught:
        record(pairing, "1-0", first=2)
    assert caught.value.code == "play-off-not-due"


@pytest.mark.parametrize("games", [1, 2])
def test_who_withdrew_loses_his_match_and_who_came_back_plays_it(arbiter, make, pair, favourites, games):
    tournament = make(4, games_per_round=games)
    favourites(pair(tournament))
    two = tournament.entries.get(number=2)
    registration.withdraw_entry(actor=arbiter, entry=two)
    second = pair(tournament)
    white, black, result = drawn(second)[0]
    assert ({white, black}, result) == ({1, 2}, "+/-" if white == 1 else "-/+")
    favourites(second)
    assert places(tournament)[:2] == [(1, 1), (2, 2)]
    rounds.undo_last_round(actor=arbiter, tournament=tournament, number=2)
    registration.return_entry(actor=arbiter, entry=two)
    assert [result for *_, result in drawn(pair(tournament))] == [None, None]


def test_nobody_enters_after_the_draw(arbiter, make, pair):
    tournament = make(3)
    pair(tournament)
    with pytest.raises(ConflictError) as caught:
        registration.add_entry(actor=arbiter, tournament=tournament, player=PlayerFactory())
    assert caught.value.code == "late-entry-bracket-drawn"


def test_groups_then_knockout(arbiter, make, pair, record, favourites):
    tournament = make(8, pairing_system="groups-knockout", system_settings={"group_count": 2})
    for _ in range(3):
        last = pair(tournament)
        favourites(last, but=(1,))
        record(last.pairings.get(table=1), "1/2-1/2")
    with pytest.raises(ConflictError) as caught:
        record(last.pairings.get(table=1), "1-0", first=2)
    assert caught.value.code == "play-off-not-due"
    semi_finals = pair(tournament)
    # 2 won all in group B; in group A 8 drew all and is second behind 1, by Sonneborn-Berger before 4.
    assert [{white, black} for white, black, _ in drawn(semi_finals)] == [{2, 8}, {1, 3}]
    favourites(semi_finals)
    final = pair(tournament)
    favourites(final)
    lifecycle.finish_tournament(actor=arbiter, tournament=tournament)
    assert tournament.rounds.count() == 5
    assert len(places(tournament)) == 8
    # A group's game is corrected afterwards: nobody changes places.
    before = places(tournament)
    lifecycle.reopen_tournament(actor=arbiter, tournament=tournament, reason="typing error")
    pairing = tournament.rounds.get(number=1).pairings.get(table=2)
    results.record_result(actor=arbiter, pairing=pairing, code="0-1", reason="typing error")
    assert places(tournament)[:4] == before[:4]
