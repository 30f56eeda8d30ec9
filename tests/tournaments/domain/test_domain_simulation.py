"""Random tournaments with other settings than the usual ones."""

import pytest

from tournaments.domain.errors import InputError
from tournaments.domain.pairing.acceleration import virtual_points
from tournaments.domain.simulation import Simulation, simulate
from tournaments.domain.state import ACCELERATION, PAIRING_BYE


def test_the_usual_settings_are_the_systems():
    state = simulate(Simulation(9, 4, seed=3)).state
    assert (state.options[PAIRING_BYE], state.options[ACCELERATION]) == ("bye", "none")
    assert {each.games for each in state.rounds} == {1}


def test_byes_are_worth_what_they_shall_be():
    state = simulate(Simulation(9, 4, seed=3, pairing_bye="draw-bye")).state
    byes = [each.result for this in state.rounds for each in this.pairings if each.black is None]
    assert byes == ["draw-bye"] * 4


def test_accelerated_rounds_are_paired_with_virtual_points():
    state = simulate(Simulation(16, 5, seed=3, acceleration="baku")).state
    assert [each.players for each in virtual_points(state, 5)] == [(1, 8), (1, 8)]
    assert all((each.white <= 8) == (each.black <= 8) for each in state.rounds[0].pairings)


def test_rounds_of_two_games_are_played_twice():
    state = simulate(Simulation(8, 3, seed=3, games=2)).state
    assert all(each.games == 2 and not each.unfinished for each in state.rounds)
    assert all(len(part.games) == 2 for parts in state.histories.values() for part in parts)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"games": 3}, "simulation-games"),
        ({"acceleration": "more"}, "setting-invalid"),
        ({"pairing_bye": "full-bye"}, "setting-invalid"),
        ({"acceleration": "baku", "pairing_system": "round-robin"}, "setting-unknown"),
    ],
)
def test_what_cannot_be_is_refused(wrong, code):
    with pytest.raises(InputError) as caught:
        simulate(Simulation(8, 3, seed=3, **wrong))
    assert caught.value.code == code
