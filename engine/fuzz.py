"""Throws bytes at everything that reads text: `python -m engine.fuzz [ATHERIS OPTIONS]`.

Needs the package atheris, which is no requirement of the project: `pip install atheris` in an environment of
its own, then run this from the project's folder, for example with `-max_total_time=60`. The tests run the
same checks on texts made by Hypothesis.
"""

from __future__ import annotations

import importlib
import sys

from engine import RULESETS, Board, FenError, MoveError, pdn
from engine.errors import EncodingError
from engine.pdn import PdnGame

_KEYS = tuple(RULESETS)


def check_fen(key: str, text: str) -> None:
    """A text is a position that is written and read back the same, or a FenError."""
    try:
        board = Board(key, text)
    except FenError:
        return
    for numeric in (False, True):
        again = Board(key, board.fen(numeric=numeric))
        if again.position != board.position:
            raise AssertionError(f"{text!r} is read back as {again.fen()!r}")


def check_move(key: str, text: str) -> None:
    """A text is a legal move of the start or a MoveError."""
    board = Board(key)
    try:
        move = board.parse(text)
    except MoveError:
        return
    if move not in board.legal_moves:
        raise AssertionError(f"{text!r} is read as {move}, which is not legal")


def check_pdn(data: bytes) -> None:
    """Any bytes are records; each is judged, written, and read back the same."""
    try:
        games = list(pdn.read_games(data))
    except EncodingError:
        return
    for game in games:
        pdn.verify(game).as_dict()
        written = pdn.write_record(game)
        again = list(pdn.read_games(written))
        if not again and not says_something(game):
            continue  # nothing but faults was in it
        if len(again) != 1 or content(again[0]) != content(game) or pdn.write_record(again[0]) != written:
            raise AssertionError(f"{written!r} is not read back as it was")


def says_something(game: PdnGame) -> bool:
    """Whether anything but a result stands in a record."""
    return bool(game.tags or game.moves or game.comments or game.variations or game.marks or game.fen)


def content(game: PdnGame) -> tuple[object, ...]:
    """What a record says, apart from where it stood and how it was spelled."""
    tags = {name: " ".join(value.split()) for name, value in game.tags.items()}
    moves = tuple(move.lower() for move in game.moves)
    return tags, game.fen, len(moves), len(game.comments), len(game.variations), game.marks, game.clocks


def check(data: bytes) -> None:
    """Every check on one input; its first byte chooses the ruleset."""
    key = _KEYS[data[0] % len(_KEYS)] if data else _KEYS[0]
    text = data[1:].decode("utf-8", "replace")
    check_fen(key, text)
    check_move(key, text)
    check_pdn(data[1:])


def main() -> None:
    """Run until an input breaks something, or as long as the options say."""
    atheris = importlib.import_module("atheris")
    for name in [name for name in sys.modules if name.startswith("engine")]:
        for value in vars(sys.modules[name]).values():
            if getattr(value, "__module__", None) == name and hasattr(value, "__code__"):
                atheris.instrument_func(value)
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
