"""Finds the weights of the evaluation: `python -m engine.search.tune KEY [KEY ...]`.

The engine plays games against itself from random openings. Each quiet position and the result of its game
then say what the parts of the evaluation are worth: logistic regression of the result on the parts, which
are found by evaluating with one weight at a time, as the evaluation is linear in its weights.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator, Sequence

from engine.board import Board
from engine.generators import generator_of
from engine.rulesets import Ruleset, ruleset_of
from engine.search.analysis import Engine
from engine.search.evaluation import Evaluation
from engine.search.node import NEVER, Mover, Node
from engine.search.tables import SquareTables
from engine.search.weights import ROWS, Weights

RANDOM_PLIES = (4, 10)
LONGEST = 200
SKIPPED = 4  # of so many quiet positions one is taken: neighbours say the same
UNIT = 100  # so that divisions inside the evaluation lose little
RATE = 0.05
DECAY = 1e-4
EPOCHS = 150
BASE_ROW = 1
SEED = 8
Example = tuple[list[float], float]


def unit_weights() -> Iterator[tuple[str, Weights]]:
    """Every weight by its name, alone, with the value UNIT."""
    zero = Weights(0, 0, (0,) * ROWS, *[0] * (len(Weights._fields) - 3))
    for name in Weights._fields:
        if name != "rows":
            yield name, Weights(**(zero._asdict() | {name: UNIT}))
    # A man's value is that on the row BASE_ROW; the other rows are told from it.
    for row in range(ROWS - 1):
        if row == BASE_ROW:
            continue
        yield f"rows {row}", zero._replace(rows=tuple(UNIT * (row == each) for each in range(ROWS)))


class Parts:
    """Takes a position apart into what each weight is multiplied with, as White sees it."""

    def __init__(self, rules: Ruleset) -> None:
        generator = generator_of(rules)
        self.node = Node()
        self.names = [name for name, _ in unit_weights()]
        self.pairs = [
            (Mover(generator, SquareTables(rules, weights)), Evaluation(generator, weights))
            for _, weights in unit_weights()
        ]

    def of(self, board: Board) -> list[float]:
        """The parts of a position, in the order of `names`."""
        found = []
        for mover, evaluation in self.pairs:
            mover.set_up(self.node, board.position, 0, NEVER)
            value = evaluation.plain(self.node)
            found.append((value if board.turn == "white" else -value) / UNIT)
        return found


def play(engine: Engine, nodes: int, source: random.Random) -> tuple[list[Board], float]:
    """A game from a random opening: some of its quiet positions and White's score (1, 0.5 or 0)."""
    board = Board(engine.ruleset, automatic_draws=True)
    for _ in range(source.randint(*RANDOM_PLIES)):
        if not board.legal_moves:
            break
        board.push(source.choice(board.legal_moves))
    kept: list[Board] = []
    while board.outcome() is None and board.ply < LONGEST:
        quiet = not board.legal_moves[0].captured
        if quiet and not source.randrange(SKIPPED):
            kept.append(Board(board.ruleset, board.fen()))
        move = engine.choose(board, nodes=nodes)
        if move is None:
            break
        board.push(move)
    outcome = board.outcome()
    winner = outcome.winner if outcome else None
    return kept, {"white": 1.0, "black": 0.0, None: 0.5}[winner]


def examples(rules: Ruleset, games: int, nodes: int) -> Iterator[Example]:
    """The parts of positions and the score of their game."""
    source = random.Random(SEED)  # noqa: S311 (the same games every time)
    parts, engine = Parts(rules), Engine(rules)
    for _ in range(games):
        engine.forget()
        kept, score = play(engine, nodes, source)
        for board in kept:
            yield parts.of(board), score


def fit(data: Sequence[Example]) -> list[float]:
    """Weights that tell the results best, by gradient descent with momentum on the whole set (Adam)."""
    count = len(data[0][0])
    spread = [max(1e-9, math.sqrt(sum(parts[i] ** 2 for parts, _ in data) / len(data))) for i in range(count)]
    rows = [
        ([value / each for value, each in zip(parts, spread, strict=True)], score) for parts, score in data
    ]
    weights, first, second = [0.0] * count, [0.0] * count, [0.0] * count
    for step in range(1, EPOCHS + 1):
        slope = [DECAY * weight for weight in weights]
        for parts, score in rows:
            total = sum(map(float.__mul__, parts, weights))
            error = 1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - score
            for index, value in enumerate(parts):
                slope[index] += error * value / len(rows)
        for index in range(count):
            first[index] = 0.9 * first[index] + 0.1 * slope[index]
            second[index] = 0.999 * second[index] + 0.001 * slope[index] ** 2
            momentum = first[index] / (1 - 0.9**step)
            weights[index] -= RATE * momentum / (math.sqrt(second[index] / (1 - 0.999**step)) + 1e-9)
    return [weight / each for weight, each in zip(weights, spread, strict=True)]


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit and print the weights in hundredths of a man; always 0."""
    parser = argparse.ArgumentParser(prog="python -m engine.search.tune", description="Tune the evaluation.")
    parser.add_argument("rulesets", nargs="+", metavar="KEY")
    parser.add_argument("--games", type=int, default=2000, help="for each ruleset (2000)")
    parser.add_argument("--nodes", type=int, default=1500, help="positions looked at for each move (1500)")
    arguments = parser.parse_args(argv)
    data: list[Example] = []
    for key in arguments.rulesets:
        data += examples(ruleset_of(key), arguments.games, arguments.nodes)
        print(f"{key}: {len(data)} positions so far", file=sys.stderr, flush=True)
    weights = fit(data)
    names = [name for name, _ in unit_weights()]
    unit = weights[names.index("man")] / 100
    for name, weight in zip(names, weights, strict=True):
        print(f"{name:12}{weight / unit:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
