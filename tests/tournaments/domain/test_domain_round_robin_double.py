"""Double round robin: everybody meets everybody twice, colours reversed."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.domain.conftest import GOLDEN
from tournaments.domain.checks import check_plan
from tournaments.domain.errors import PairingError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.round_robin import berger_round, cycle_round
from tournaments.domain.standings import standings
from tournaments.domain.state import PairingState, RoundState
from tournaments.domain.tiebreaks.presets import preset_tiebreaks

SYSTEM = PAIRING_SYSTEMS["double-round-robin"]
TABLES = json.loads((GOLDEN / "double_round_robin.json").read_text())


def played(state, rounds, result="1-0"):
    """Return the tournament after so many more rounds that White won."""
    for number in range(len(state.rounds) + 1, len(state.rounds) + 1 + rounds):
        plan = SYSTEM.pair(state, number=number, seed=1)
        check_plan(state, plan)
        pairings = tuple(PairingState(p.white, p.black, p.result or result) for p in plan.pairings)
        state = replace(state, rounds=(*state.rounds, RoundState(number, pairings)))
    return state


@pytest.fixture
def make(make_state):
    return lambda players, *rounds, **kwargs: make_state(players, *rounds, options=SYSTEM.options, **kwargs)


@pytest.mark.parametrize("players", sorted(map(int, TABLES)))
def test_the_rounds_are_those_of_the_worked_table(make, players):
    state = played(make(players), SYSTEM.total_rounds(make(players)))
    games = [[(p.white, p.black) for p in each.pairings if p.black is not None] for each in state.rounds]
    assert games == [[tuple(pair) for pair in pairs] for pairs in TABLES[str(players)]]


@pytest.mark.parametrize("players", range(2, 25))
def test_everybody_has_both_colours_against_everybody_and_none_three_times_running(players):
    games = Counter()
    colours = dict.fromkeys(range(1, players + 1), "")
    for number in range(1, 2 * (players - 1 + players % 2) + 1):
        at, turned = cycle_round(players, number, 2)
        for pair in berger_round(players, at):
            white, black = pair[::-1] if turned else pair
            if max(white, black) <= players:
                games[white, black] += 1
                colours[white] += "W"
                colours[black] += "B"
    assert games == {(a, b): 1 for a in colours for b in colours if a != b}
    assert [row for row in colours.values() if "WWW" in row or "BBB" in row] == []


def test_rounds(make):
    assert [SYSTEM.total_rounds(make(n)) for n in (0, 1, 2, 5, 6)] == [0, 2, 2, 10, 10]
    assert SYSTEM.total_rounds(make(6, planned_rounds=7)) == 7
    assert SYSTEM.total_rounds(make(6, planned_rounds=99)) == 10


def test_the_second_cycle_says_so(make):
    state = played(make(4), 3)
    plan = SYSTEM.pair(state, number=4, seed=1)
    assert [str(note) for note in plan.notes] == [
        "Round 1 of the Berger table for 4 players once more, colours reversed."
    ]
    assert [note.code for note in SYSTEM.pair(make(4), number=1, seed=1).notes] == ["berger"]


def test_nobody_meets_a_third_time(make):
    state = played(make(2), 2)
    plan = SYSTEM.pair(make(2), number=1, seed=1)
    with pytest.raises(PairingError) as caught:
        check_plan(state, replace(plan, number=3))
    assert caught.value.code == "plan-invalid"
    with pytest.raises(PairingError) as caught:
        SYSTEM.pair(state, number=3, seed=1)
    assert (caught.value.code, caught.value.params) == ("no-more-rounds", {"total": 2})


def test_half_of_the_games_is_counted_over_both_cycles(make):
    # Of his six games 4 has two or three done: two are under half.
    gone = played(make(4, entries={4: {"withdrawn_after": 2}}), 6)
    assert [(row.number, row.excluded) for row in standings(gone, [])][-1] == (4, True)
    stays = played(make(4, entries={4: {"withdrawn_after": 3}}), 6)
    assert [row.excluded for row in standings(stays, [])] == [False] * 4


def test_federations_prescribe_what_they_do_for_one_cycle():
    for rules in ("czech", "fmjd", "fide"):
        double = preset_tiebreaks(rules, "double-round-robin")
        assert double == preset_tiebreaks(rules, "round-robin") != ()
