"""Reading the golden tournaments, and small tournaments in one line."""

from pathlib import Path

import pytest

from tournaments.domain.results import SCORINGS
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState

GOLDEN = Path(__file__).parents[2] / "golden" / "pairing"
BYES = {"U": "bye", "F": "full-bye", "H": "half-bye", "Z": "zero-bye", "-": "zero-bye"}
GAMES = {
    ("1", "0"): "1-0",
    ("0", "1"): "0-1",
    ("=", "="): "1/2-1/2",
    ("0", "0"): "0-0",
    ("+", "-"): "+/-",
    ("-", "+"): "-/+",
    ("-", "-"): "-/-",
}


def read_players(text):
    """Return {number: (rating, [(opponent, colour, letter) or None, …])} of the 001 lines."""
    players = {}
    for line in text.splitlines():
        if line.startswith("001"):
            cells = [line[at : at + 8] for at in range(91, len(line), 10)]
            rounds = [
                (int(cell[:4]), cell[5:6], cell[7:8].strip() or "Z") if cell.strip() else None
                for cell in cells
            ]
            players[int(line[4:8])] = (int(line[48:52].strip() or 0), rounds)
    return players


def read_round(players, number):
    pairings = []
    for player, (_, rounds) in players.items():
        opponent, colour, letter = (rounds[number - 1] if number <= len(rounds) else None) or (0, "-", "Z")
        if opponent == 0:
            pairings.append(PairingState(player, None, BYES[letter]))
        elif colour == "w":
            pairings.append(
                PairingState(player, opponent, GAMES[letter, players[opponent][1][number - 1][2]])
            )
    return RoundState(number, tuple(pairings))


@pytest.fixture(scope="session")
def read_trf():
    """Read a golden tournament by name and number of rounds (None: all) into a TournamentState."""

    def read(name, rounds=None, **kwargs):
        players = read_players((GOLDEN / f"{name}.trf").read_text())
        if rounds is None:
            rounds = max(len(cells) for _, cells in players.values())
        absent = kwargs.pop("absent", ())
        entries = tuple(
            EntryState(player, rating, byes={rounds + 1: "zero-bye"} if player in absent else {})
            for player, (rating, _) in players.items()
        )
        kwargs.setdefault("scoring", SCORINGS["1-0.5-0"])
        return TournamentState(
            entries, tuple(read_round(players, number + 1) for number in range(rounds)), **kwargs
        )

    return read


@pytest.fixture(scope="session")
def make_state():
    """Make a tournament of so many players from rounds written as [(white, black, result), …]."""

    def make(players, *rounds, **kwargs):
        changed = kwargs.pop("entries", {})
        entries = tuple(
            EntryState(number, name=f"Player{number}", **changed.get(number, {}))
            for number in range(1, players + 1)
        )
        states = tuple(
            RoundState(number, tuple(PairingState(*pairing) for pairing in pairings))
            for number, pairings in enumerate(rounds, start=1)
        )
        return TournamentState(entries, states, **kwargs)

    return make
