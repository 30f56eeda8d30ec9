"""Writing PDN: standard, so that every reader takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.errors import EngineError, gettext_noop
from engine.pdn.results import normal_result

WIDTH = 80
_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN")


def write_game(tags: Mapping[str, str], moves: Sequence[str], result: str, fen: str | None = None) -> str:
    """One record as PDN, ending in an empty line.

    `moves` in PDN notation (`Board.notation` gives it) and `result` in any form `normal_result` reads;
    `fen` when the game does not start from the start. The tag Result always says `result`. EngineError for
    what is no result.
    """
    token = normal_result(result)
    if token is None:
        raise EngineError("unknown-result", gettext_noop("%(result)s is not a result."), result=result)
    values = {name: value for name, value in tags.items() if name not in ("Result", "FEN")}
    values["Result"] = token
    if fen is not None:
        values["FEN"] = fen
    names = [name for name in _ROSTER if name in values]
    names += [name for name in values if name not in _ROSTER]
    head = "".join(f'[{name} "{_quoted(values[name])}"]\n' for name in names)
    body = _folded([*_movetext(moves, _starts_second(values)), token])
    return f"{head}\n{body}\n"


def _quoted(value: str) -> str:
    plain = " ".join(str(value).split())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def _starts_second(tags: Mapping[str, str]) -> bool:
    """Whether the side that usually moves second makes the first move of the record."""
    gametype = tags.get("GameType", "").split(",")
    first = gametype[1].strip().upper() if len(gametype) > 1 else "W"
    turn = tags.get("FEN", first)[:1].upper()
    return turn in ("W", "B") and turn != first


def _movetext(moves: Sequence[str], starts_second: bool) -> Iterator[str]:
    for ply, move in enumerate(moves, int(starts_second)):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif ply == 1 and starts_second:
            yield "1..."
        yield move


def _folded(words: Sequence[str]) -> str:
    lines: list[str] = []
    current = ""
    for word in words:
        if current and len(current) + 1 + len(word) > WIDTH:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    lines.append(current)
    return "\n".join(lines) + "\n"
