"""The Swiss system against an independent program's rounds: pairs, colours, bye and board order."""

import json
from pathlib import Path

import pytest

from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import SCORINGS
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState

GOLDEN = Path(__file__).parents[2] / "golden" / "pairing"
NAMES = sorted(path.stem for path in GOLDEN.glob("t1*.json"))
COLOURS = {"w": "white", "b": "black"}
BYES = {"U": "bye", "F": "full-bye", "H": "half-bye", "Z": "zero-bye", "-": "zero-bye"}
RESULTS = {("1", "0"): "1-0", ("0", "1"): "0-1", ("=", "="): "1/2-1/2", ("+", "-"): "+/-", ("-", "+"): "-/+"}
RESULTS |= {("-", "-"): "-/-", ("0", "0"): "0-0"}


def read_players(text):
    """Return {number: (rating, [(opponent, colour, letter) or None, …])} of the 001 lines."""
    players = {}
    for line in text.splitlines():
        if not line.startswith("001"):
            continue
        cells = [line[at : at + 8] for at in range(91, len(line), 10)]
        rounds = [
            (int(cell[:4]), cell[5:6], cell[7:8].strip() or "Z") if cell.strip() else None for cell in cells
        ]
        players[int(line[4:8])] = (int(line[48:52].strip() or 0), rounds)
    return players


def round_state(players, number):
    pairings = []
    for player, (_, rounds) in players.items():
        cell = rounds[number - 1] if number <= len(rounds) else None
        if cell is None:
            continue
        opponent, colour, letter = cell
        if opponent == 0:
            pairings.append(PairingState(player, None, BYES[letter]))
        elif colour == "w":
            other = players[opponent][1][number - 1][2]
            pairings.append(PairingState(player, opponent, RESULTS[letter, other]))
    return RoundState(number, tuple(pairings))


def state_before(players, golden, each, scoring="1-0.5-0"):
    number = each["round"]
    entries = tuple(
        EntryState(player, rating, byes={number: "zero-bye"} if player in each["absent"] else {})
        for player, (rating, _) in players.items()
    )
    rounds = tuple(round_state(players, earlier) for earlier in range(1, number))
    return TournamentState(
        entries, rounds, golden["rounds"], SCORINGS[scoring], initial_colour=COLOURS[golden["initial_colour"]]
    )


def paired(plan):
    games = [[each.white, each.black] for each in plan.pairings if each.black]
    byes = [each.white for each in plan.pairings if each.result == "bye"]
    absent = [each.white for each in plan.pairings if each.result == "zero-bye"]
    return games, byes, absent


def expected(each):
    return each["pairs"], [each["bye"]] if each["bye"] else [], sorted(each["absent"])


@pytest.mark.parametrize("name", NAMES)
def test_every_round_is_the_golden_one(name):
    golden = json.loads((GOLDEN / f"{name}.json").read_text())
    players = read_players((GOLDEN / f"{name}.trf").read_text())
    for each in golden["next_round"]:
        plan = PAIRING_SYSTEMS["swiss"].pair(
            state_before(players, golden, each), number=each["round"], seed=0
        )
        assert paired(plan) == expected(each), each["round"]


def test_all_twenty_tournaments_are_here():
    assert len(NAMES) == 20
