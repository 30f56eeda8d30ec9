"""A stage of a tournament as a tournament of its own."""

from tournaments.domain.pairing.stages import Preliminary, grouped_round, part
from tournaments.domain.state import CYCLES, PairingState, RoundState, TournamentState


def test_a_part_has_only_its_players_their_games_and_its_rounds(make_state):
    state = make_state(
        4,
        [(1, 2, "1-0"), (3, 4, "1-0")],
        [(1, 3, "1-0"), (2, 4, "0-1")],
        [(1, None, "free"), (2, 3, "1-0"), (4, None, "free")],
    )
    stage = part(state, (3, 1), first=2, last=3, options={CYCLES: 2})
    assert list(stage.by_number) == [1, 3]
    assert stage.rounds == (
        RoundState(2, (PairingState(1, 3, "1-0"),)),
        RoundState(3, (PairingState(1, None, "free"),)),
    )
    assert stage.options == {CYCLES: 2}
    assert stage.points == {1: 2, 3: 0}


def test_the_first_round_with_groups_is_found(make_state):
    state = make_state(2, [(1, 2, "1-0")])
    assert grouped_round(state) is None
    grouped = RoundState(2, (PairingState(2, 1, None),), groups=((1, 2),))
    with_groups = TournamentState(state.entries, (*state.rounds, grouped))
    assert grouped_round(with_groups) == grouped
    assert with_groups.as_matches.rounds[1].groups == ((1, 2),)


def test_equal_players_of_a_preliminary_are_in_the_order_of_their_numbers(make_state):
    stands = Preliminary(make_state(4, [(2, 1, "1-0"), (4, 3, "1-0")]), balance=1)
    assert stands.qualified == {2: 1, 4: 1}
    assert stands.order == (2, 4, 1, 3)
    assert stands.levels((1, 2, 3, 4)) == ((2, 4), (1, 3))
    assert stands.levels((3, 4)) == ((4,), (3,))
