"""Boards as SVG pictures.

Colours are presentation attributes and every part has a class: the picture stands on its own under a strict
content security policy, and a page's style sheet can still restyle it. Marks differ by shape, not only by
colour: corners where a move began, a frame where it ended, a crossed ring where a piece was captured.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from engine.board import Board
from engine.errors import gettext_noop
from engine.move import Move

CELL = 100
_LIGHT, _DARK = "#efdfbf", "#a8764e"
_ON_LIGHT, _ON_DARK = "#7a4e2c", "#f6e9cf"
_MARK, _CAPTURED, _ARROW = "#f2c230", "#7d1f14", "#1f6f54"
# fill, edge, crown
_COLOURS = {"w": ("#fbf6ea", "#4b3423", "#8c3b17"), "b": ("#2d2623", "#0f0b09", "#f5c542")}
_SIDES = {"w": "white", "b": "black"}
_KINDS = {"m": "man", "k": "king"}
# A crown of three points around the centre of a piece, wide enough to be seen at 20 pixels a square.
_CROWN = "M-25 19L-29 -15L-13 1L0 -24L13 1L29 -15L25 19Z"


def description(board: Board) -> tuple[str, dict[str, str]]:
    """The words for a picture of the board: a template to translate and the values to fill in."""
    if board.turn == "white":
        template = gettext_noop("Draughts board, White to move. White: %(white)s. Black: %(black)s.")
    else:
        template = gettext_noop("Draughts board, Black to move. White: %(white)s. Black: %(black)s.")
    sides: dict[str, list[str]] = {"w": [], "b": []}
    for square, piece in board.pieces().items():
        sides[piece[0]].append(("K" if piece[1] == "k" else "") + square)
    return template, {_SIDES[side]: ", ".join(names) or "-" for side, names in sides.items()}


def board(
    board: Board,
    *,
    last_move: Move | None = None,
    arrows: Sequence[tuple[str, str]] = (),
    flipped: bool = False,
    coordinates: bool = True,
    size: int | None = None,
    title: str | None = None,
) -> str:
    """A whole `<svg>` of the position.

    `last_move` is marked, with ghosts of what it captured or huffed; `arrows` are pairs of squares, drawn
    over everything from the first to the second (ValueError for what is no square of the board); `flipped`
    puts Black's side below; `size` is the width in pixels (without it the picture fills its box); `title`
    are the words for screen readers, by default `description` in English.
    """
    if title is None:
        template, values = description(board)
        title = template % values
    drawing = _Drawing(board, flipped)
    parts = list(drawing.squares())
    if last_move is not None:
        parts += drawing.marks(last_move)
    if coordinates:
        parts += drawing.coordinates()
    parts += drawing.pieces()
    if last_move is not None:
        parts += drawing.ghosts(last_move)
    parts += [drawing.arrow(start, end) for start, end in arrows]
    side = board.ruleset.size * CELL
    dimensions = f' width="{size}" height="{size}"' if size is not None else ""
    words = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {side} {side}"{dimensions}'
        f' role="img" aria-label="{words}"><title>{words}</title>{"".join(parts)}</svg>'
    )


class _Drawing:
    """Where things stand in the picture."""

    def __init__(self, board: Board, flipped: bool) -> None:
        self.board = board
        self.flipped = flipped
        self.rows = board.ruleset.size
        self.numbers = board.geometry.number

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The upper left corner of a square, counted from the `a` file and White's first row."""
        if self.flipped != self.board.geometry.mirrored:
            column = self.rows - 1 - column
        return column * CELL, (row if self.flipped else self.rows - 1 - row) * CELL

    def at(self, square: str) -> tuple[int, int]:
        """The upper left corner of a named square."""
        return self.corner(ord(square[0]) - ord("a"), int(square[1:]) - 1)

    def centre(self, square: str) -> tuple[int, int]:
        x, y = self.at(square)
        return x + CELL // 2, y + CELL // 2

    def squares(self) -> Iterator[str]:
        side = self.rows * CELL
        yield f'<rect class="light" width="{side}" height="{side}" fill="{_LIGHT}"/>'
        # Where every square is played on, lines tell them apart.
        lines = f' stroke="{_ON_LIGHT}" stroke-width="3"' if self.board.geometry.every_square else ""
        for square in self.numbers:
            x, y = self.at(square)
            yield (
                f'<rect class="dark" data-square="{square}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"'
                f' fill="{_DARK}"{lines}/>'
            )

    def coordinates(self) -> Iterator[str]:
        size = 19 if self.board.ruleset.algebraic else 16
        yield (
            '<g class="coordinates" aria-hidden="true" font-family="system-ui, sans-serif" font-weight="600"'
            f' font-size="{size}">'
        )
        yield from self._letters() if self.board.ruleset.algebraic else self._square_numbers()
        yield "</g>"

    def _letters(self) -> Iterator[str]:
        """Row numbers down the left edge, file letters along the lower one, each inside its square."""
        left, low = (self.rows - 1, self.rows - 1) if self.flipped else (0, 0)
        for index in range(self.rows):
            x, y = self.corner(left, index)
            yield self._label(x + 8, y + 22, "start", str(index + 1), left, index)
            x, y = self.corner(index, low)
            yield self._label(x + CELL - 8, y + CELL - 8, "end", chr(ord("a") + index), index, low)

    def _label(self, x: int, y: int, anchor: str, text: str, column: int, row: int) -> str:
        light = (column + row) % 2 and not self.board.geometry.every_square
        ink = _ON_LIGHT if light else _ON_DARK
        return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{ink}">{text}</text>'

    def _square_numbers(self) -> Iterator[str]:
        for square, number in self.numbers.items():
            x, y = self.at(square)
            yield f'<text x="{x + 4}" y="{y + 18}" fill="{_ON_DARK}">{number}</text>'

    def marks(self, move: Move) -> Iterator[str]:
        x, y = self.at(move.from_square)
        near, far, arm = 7, CELL - 7, 24
        corners = "".join(
            f"M{x + a} {y + b + up}V{y + b}H{x + a + side}"
            for a, side in ((near, arm), (far, -arm))
            for b, up in ((near, arm), (far, -arm))
        )
        yield f'<path class="move-from" d="{corners}" fill="none" stroke="{_MARK}" stroke-width="8"/>'
        x, y = self.at(move.to_square)
        yield (
            f'<rect class="move-to" x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}"'
            f' fill="none" stroke="{_MARK}" stroke-width="6"/>'
        )
        if len(move.path) > 2:
            points = " ".join("{},{}".format(*self.centre(square)) for square in move.path)
            yield (
                f'<polyline class="move-path" points="{points}" fill="none" stroke="{_MARK}" stroke-width="7"'
                ' stroke-dasharray="4 14" stroke-linecap="round" stroke-linejoin="round"/>'
            )

    def pieces(self) -> Iterator[str]:
        for square, piece in self.board.pieces().items():
            x, y = self.centre(square)
            fill, edge, crown = _COLOURS[piece[0]]
            yield (
                f'<g class="piece {_SIDES[piece[0]]} {_KINDS[piece[1]]}" data-square="{square}"'
                f' transform="translate({x} {y})">'
                f'<circle r="36" fill="{fill}" stroke="{edge}" stroke-width="5"/>'
            )
            if piece[1] == "k":
                yield f'<path class="crown" d="{_CROWN}" fill="{crown}"/>'
            yield "</g>"

    def ghosts(self, move: Move) -> Iterator[str]:
        gone = {*move.captured, move.huffed} - {""}
        for square in sorted(gone, key=self.numbers.__getitem__):
            x, y = self.centre(square)
            yield (
                f'<g class="captured" transform="translate({x} {y})" fill="none" stroke="{_CAPTURED}">'
                '<circle r="30" stroke-width="5" stroke-dasharray="9 8"/>'
                '<path d="M-13 -13L13 13M13 -13L-13 13" stroke-width="9" stroke-linecap="round"/></g>'
            )

    def arrow(self, start: str, end: str) -> str:
        """An arrow from the middle of one square to that of another; a ring when they are the same."""
        for square in (start, end):
            if square not in self.numbers:
                raise ValueError(f"{square!r} is not a playing square of this board")
        (x, y), (to_x, to_y) = self.centre(start), self.centre(end)
        length = math.hypot(to_x - x, to_y - y)
        style = f'class="arrow" data-from="{start}" data-to="{end}" opacity="0.8"'
        if not length:
            ring = f'fill="none" stroke="{_ARROW}" stroke-width="8"'
            return f'<circle {style} cx="{x}" cy="{y}" r="42" {ring}/>'
        along = ((to_x - x) / length, (to_y - y) / length)

        def point(forward: float, aside: float) -> str:
            across = (x + along[0] * forward - along[1] * aside, y + along[1] * forward + along[0] * aside)
            return f"{across[0]:.1f},{across[1]:.1f}"

        shaft, wing = 7, 24
        outline = [(20, -shaft), (length - 40, -shaft), (length - 40, -wing), (length, 0)]
        outline += [(length - 40, wing), (length - 40, shaft), (20, shaft)]
        points = " ".join(point(*corner) for corner in outline)
        return f'<polygon {style} points="{points}" fill="{_ARROW}"/>'
