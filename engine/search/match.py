"""A match between two programs that speak HUB: `python -m engine.search.match --opponent COMMAND`.

Every opening is played twice with colours reversed, at equal time (or nodes) a move, one game after the
other; draws that the rules let a player claim are automatic. Nothing is judged but by the rules: a game of
`LONGEST` plies is a draw.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from engine.board import Board
from engine.errors import EngineError
from engine.rulesets import Ruleset, ruleset_of
from engine.search.hubclient import Program

LONGEST = 300
OURS = f"{sys.executable} -m engine hub"


@dataclass
class Tally:
    """The score of a match as the first program sees it, and how deep each program looked on average."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    seconds: float = 0.0
    plies: int = 0
    depths: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.wins + self.draws + self.losses

    def add(self, points: int) -> None:
        """Count a game: 2 points for a win, 1 for a draw, 0 for a loss."""
        self.wins += points == 2
        self.draws += points == 1
        self.losses += points == 0

    def __str__(self) -> str:
        return f"{self.wins} wins, {self.draws} draws, {self.losses} losses"


def openings(path: Path, count: int) -> list[str]:
    """Positions of a file, one a line with a name before it or none, taken evenly from all of it."""
    lines = [line.split()[-1] for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    count = min(count, len(lines))
    return [lines[index * len(lines) // count] for index in range(count)]


def play_game(
    rules: Ruleset, fen: str, programs: Sequence[Program], white: int, level: str, tally: Tally
) -> int:
    """One game, `programs[white]` has White; the points of the first program (2, 1 or 0)."""
    board = Board(rules, fen, automatic_draws=True)
    for program in programs:
        program.new_game()
    while board.outcome() is None and board.ply < LONGEST:
        mover = white if board.turn == "white" else 1 - white
        start = time.perf_counter()
        board.push(programs[mover].choose(board, level))
        tally.seconds += time.perf_counter() - start
        tally.plies += 1
        if "depth" in programs[mover].info:
            tally.depths[mover].append(float(programs[mover].info["depth"]))
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return 1
    return 2 if (outcome.winner == "white") == (white == 0) else 0


def play_match(
    rules: Ruleset, fens: Sequence[str], programs: Sequence[Program], level: str, tally: Tally
) -> Iterator[int]:
    """The points of the first program, game by game."""
    for fen in fens:
        for white in (0, 1):
            points = play_game(rules, fen, programs, white, level, tally)
            tally.add(points)
            yield points


def main(argv: Sequence[str] | None = None) -> int:
    """Play a match and print its course and its result; 2 when a program fails, else 0."""
    parser = argparse.ArgumentParser(prog="python -m engine.search.match", description=__doc__.split("\n")[0])
    parser.add_argument("--opponent", required=True, metavar="COMMAND", help="starts the second program")
    parser.add_argument(
        "--engine", default=OURS, metavar="COMMAND", help="starts the first one (this engine)"
    )
    parser.add_argument("--ruleset", default="russian", metavar="KEY")
    parser.add_argument("--openings", type=Path, required=True, metavar="FILE", help="a FEN a line")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="two for each opening (100)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=float, default=0.1, metavar="S", help="for each move (0.1)")
    limit.add_argument(
        "--nodes", type=int, metavar="N", help="positions for each move, for programs that know it"
    )
    arguments = parser.parse_args(argv)
    try:
        _report(arguments)
    except (EngineError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _report(arguments: argparse.Namespace) -> None:
    rules = ruleset_of(arguments.ruleset)
    level = f"nodes={arguments.nodes}" if arguments.nodes else f"move-time={arguments.seconds}"
    tally = Tally()
    with ExitStack() as stack:
        commands = (arguments.engine, arguments.opponent)
        programs = [stack.enter_context(Program(command, rules.key)) for command in commands]
        fens = openings(arguments.openings, (arguments.games + 1) // 2)
        for _ in play_match(rules, fens, programs, level, tally):
            print(f"{tally.games}: {tally}", flush=True)
        for number, program in enumerate(programs):
            depths = tally.depths[number]
            if depths:
                print(f"{program.name}: depth {sum(depths) / len(depths):.1f} on average")
    per_game = tally.seconds / max(tally.games, 1)
    print(f"{tally}; {per_game:.1f} s and {tally.plies / max(tally.games, 1):.0f} plies a game")


if __name__ == "__main__":
    sys.exit(main())
