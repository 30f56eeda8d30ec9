"""Positions as text: `W:Wa1,Kc3:Bb8`, or with square numbers and ranges `W:W21-32:B1-12`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.errors import FenError, gettext_noop
from engine.geometry import Geometry, geometry_of
from engine.notation import usual_names
from engine.position import Position
from engine.rulesets.base import Ruleset

_SIDES = {"w": "white", "b": "black"}
_PIECE = re.compile(r"(k?)([a-j]\d{1,2}|\d{1,3})(?:-(k?)(\d{1,3}))?")
# A board of twelve files has a file k: there only a capital K marks a king.
_LARGE_PIECE = re.compile(r"(K?)([a-l]\d{1,2}|\d{1,3})(?:-(K?)(\d{1,3}))?")
_LARGE = 11


def read(text: str, rules: Ruleset) -> Position:
    """Read a position of a ruleset, in either notation, the sides in either order.

    Lower case, spaces, an empty side and a full stop at the end are read; `?` as the side to move stands for
    whoever begins a game. Raises FenError with the reason when the text is no FEN or the position cannot be:
    unknown squares, two pieces on a square, a man on the row where it would be crowned, too many pieces.
    """
    plain = re.sub(r"\s+", "", text).rstrip(".")
    plain = plain.lower() if rules.size < _LARGE else _lower_but_kings(plain)
    parts = plain.split(":")
    if len(parts) != 3 or parts[0] not in ("w", "b", "?"):
        raise FenError(
            "unreadable-fen",
            gettext_noop("%(fen)s is not a position. Write it like W:Wa1,Kc3:Bb8 or W:W21-32:B1-12."),
            fen=text.strip() or "''",
        )
    sides: dict[str, tuple[int, int]] = {}
    for part in parts[1:]:
        letter = part[:1]
        if letter not in _SIDES or letter in sides:
            raise FenError(
                "fen-sides",
                gettext_noop("%(fen)s must list White's pieces once (W...) and Black's once (B...)."),
                fen=text.strip(),
            )
        sides[letter] = _read_side(part[1:], letter, rules)
    _check_apart(sides, rules)
    white_to_move = (rules.first == "white") if parts[0] == "?" else parts[0] == "w"
    return Position(*sides["w"], *sides["b"], white_to_move)


def write(position: Position, rules: Ruleset, *, numeric: bool = False) -> str:
    """Write a position, algebraic from White's first row up or numeric from square 1."""
    board = geometry_of(rules)
    white = _write_side(position.white_men, position.white_kings, board, numeric)
    black = _write_side(position.black_men, position.black_kings, board, numeric)
    return f"{'W' if position.white_to_move else 'B'}:W{white}:B{black}"


def _lower_but_kings(text: str) -> str:
    return "".join(letter if letter == "K" else letter.lower() for letter in text)


def _write_side(men: int, kings: int, board: Geometry, numeric: bool) -> str:
    names = board.names_of(men | kings)
    if numeric:
        names.sort(key=board.number.__getitem__)
    mark = {name: "K" if board.bit[name] & kings else "" for name in names}
    return ",".join(mark[name] + (str(board.number[name]) if numeric else name) for name in names)


def _read_side(text: str, letter: str, rules: Ruleset) -> tuple[int, int]:
    board = geometry_of(rules)
    men = kings = 0
    for item in text.split(",") if text else []:
        for name, king in _read_item(item, board):
            bit = board.bit[name]
            if bit & (men | kings):
                raise _two_on(_usual_name(bit, rules))
            if king:
                kings |= bit
            else:
                men |= bit
    last = board.rows[-1] if letter == "w" else board.rows[0]
    if men & last:
        raise FenError(
            "man-on-last-row",
            gettext_noop("A man cannot stand on %(square)s: it would have been crowned there."),
            square=_usual_name(men & last, rules),
        )
    count = (men | kings).bit_count()
    if count > rules.men_a_side:
        raise FenError(
            "too-many-pieces",
            gettext_noop("One side has %(count)d pieces; it can have at most %(limit)d."),
            count=count,
            limit=rules.men_a_side,
        )
    return men, kings


def _read_item(item: str, board: Geometry) -> Iterator[tuple[str, bool]]:
    match = (_PIECE if board.size < _LARGE else _LARGE_PIECE).fullmatch(item)
    if match is None:
        raise FenError(
            "unreadable-piece", gettext_noop("%(piece)s is not a piece on a square."), piece=item or "''"
        )
    king, first, last_king, last = match.groups()
    if last is None:
        yield _square(first, board), bool(king)
        return
    if not first.isdigit() or int(first) > int(last) or (king != last_king and last_king):
        raise FenError(
            "bad-range", gettext_noop("%(range)s is not a range of squares like 1-12."), range=item
        )
    _square(last, board)
    for number in range(int(first), int(last) + 1):
        yield _square(str(number), board), bool(king)


def _square(text: str, board: Geometry) -> str:
    name = board.by_number.get(int(text)) if text.isdecimal() else text
    if name is None or name not in board.bit:
        raise FenError(
            "no-such-square", gettext_noop("%(square)s is not a playing square of this board."), square=text
        )
    return name


def _usual_name(squares: int, rules: Ruleset) -> str:
    """The first of these squares as moves of the ruleset are written."""
    return usual_names(rules)[squares & -squares]


def _two_on(name: str) -> FenError:
    return FenError("two-pieces", gettext_noop("Two pieces stand on %(square)s."), square=name)


def _check_apart(sides: dict[str, tuple[int, int]], rules: Ruleset) -> None:
    both = (sides["w"][0] | sides["w"][1]) & (sides["b"][0] | sides["b"][1])
    if both:
        raise _two_on(_usual_name(both, rules))
