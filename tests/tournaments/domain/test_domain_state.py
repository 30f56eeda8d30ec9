"""The snapshot: presence, histories, points, earlier rounds."""

from tournaments.domain.results import RESULTS, SCORINGS
from tournaments.domain.state import EntryState, PlayerGame, PlayerRound


def test_who_is_present():
    late = EntryState(1, joined_round=3, withdrawn_after=6, byes={5: "half-bye"})
    assert [number for number in range(1, 9) if late.is_present(number)] == [3, 4, 6]
    assert [number for number in range(1, 9) if late.has_withdrawn(number)] == [7, 8]
    assert EntryState(1, withdrawn_after=0).is_present(1) is False


def test_each_player_has_a_part_in_every_round(make_state):
    state = make_state(3, [(1, 2, "+/-"), (3, None, "bye")], [(3, 1, None)], scoring=SCORINGS["3-1-0"])
    forfeit = RESULTS["+/-"]
    assert state.histories == {
        1: (
            PlayerRound(1, 2, "white", "+/-", 3, games=(PlayerGame("white", forfeit),)),
            PlayerRound(2, 3, "black", None, 0),
        ),
        2: (
            PlayerRound(1, 1, "black", "+/-", 0, games=(PlayerGame("black", forfeit),)),
            PlayerRound(2, None, None, "zero-bye", 0),
        ),
        3: (PlayerRound(1, None, None, "bye", 3), PlayerRound(2, 1, "white", None, 0)),
    }
    assert state.points == {1: 3, 2: 0, 3: 3}


def test_what_a_part_says(make_state):
    state = make_state(4, [(1, 2, "-/+"), (3, 4, "0-0")])
    one, two, three, four = (parts[0] for parts in state.histories.values())
    assert [(p.side, p.played, p.voluntary, p.forfeit_win) for p in (one, two, three, four)] == [
        ("loss", False, True, False),
        ("win", False, False, True),
        ("loss", True, False, False),
        ("loss", True, False, False),
    ]


def test_an_earlier_round_forgets_the_later_ones(make_state):
    state = make_state(2, [(1, 2, "1-0")], [(2, 1, "1-0")])
    assert state.until(1).points == {1: 2, 2: 0}
    assert state.until(None) is state
    assert state.until(0).points == {1: 0, 2: 0}
