"""A board in play: legal moves, pushing and taking back, notation, outcome and draw claims."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from engine import fen as fen_text
from engine.errors import IllegalMoveError, gettext_noop
from engine.explain import Explainer
from engine.geometry import Geometry, bits_of
from engine.move import Move
from engine.movegen import INDEX, SHIFT, MoveGenerator, generator_of
from engine.notation import WrittenMove, read_squares, write_move
from engine.position import Position, play, start_position
from engine.resolve import Resolver
from engine.routes import path_of
from engine.rulesets import Colour, Ending, Ruleset, ruleset_of

TAKEN_SHIFT = 2 * SHIFT
_RESULTS: dict[Colour | None, str] = {"white": "1-0", "black": "0-1", None: "1/2-1/2"}
_OTHER: dict[Colour, Colour] = {"white": "black", "black": "white"}

_read = lru_cache(maxsize=8192)(read_squares)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended on the board: the winner (None in a draw) and why, "no-pieces" or "blocked"."""

    winner: Colour | None
    reason: str

    @property
    def result(self) -> str:
        """The result token: "1-0", "0-1" or "1/2-1/2"."""
        return _RESULTS[self.winner]


@dataclass(frozen=True, slots=True)
class Claim:
    """A draw the player to move may claim, "threefold" or "no-progress", and after how many plies."""

    kind: str
    ply: int


class _Played(NamedTuple):
    """What `pop` needs to take a move back."""

    move: Move
    position: Position
    quiet: int


@cache
def _move_cache(generator: MoveGenerator) -> dict[int, Move]:
    """Moves whose route is the same in every position: quiet ones and captures of one piece."""
    return {}


class Board:
    """A game being played under one ruleset.

    >>> board = Board("czech")
    >>> board.push_text("c3-d4")
    Move(from_square='c3', to_square='d4', captured=frozenset(), path=('c3', 'd4'))
    >>> board.turn
    'black'
    """

    def __init__(self, ruleset: str | Ruleset = "czech", fen: str | None = None) -> None:
        """Set up the start of a game, or a position; raises UnknownRulesetError or FenError."""
        self.ruleset = ruleset_of(ruleset)
        self._generator = generator_of(self.ruleset)
        self._cache = _move_cache(self._generator)
        self._position = start_position(self.ruleset) if fen is None else fen_text.read(fen, self.ruleset)
        self._stack: list[_Played] = []
        self._quiet = 0
        self._seen: dict[Position, int] = {self._position: 1}
        self._generated: tuple[list[int], list[int]] | None = None

    def __repr__(self) -> str:
        return f"Board({self.ruleset.key!r}, fen={self.fen()!r})"

    def copy(self) -> Board:
        """A board in the same position with the same history, which goes its own way from here."""
        other = Board(self.ruleset)
        other._position, other._quiet = self._position, self._quiet
        other._stack, other._seen = self._stack.copy(), self._seen.copy()
        return other

    @property
    def geometry(self) -> Geometry:
        """The squares of this board: names, numbers, bits."""
        return self._generator.board

    @property
    def position(self) -> Position:
        """The position as bitboards."""
        return self._position

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return self._position.turn

    @property
    def ply(self) -> int:
        """How many moves have been pushed."""
        return len(self._stack)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves pushed so far."""
        return tuple(played.move for played in self._stack)

    def piece_at(self, square: str) -> str | None:
        """The piece on a square: "wm", "wk", "bm", "bk", or None. ValueError for no square of the board."""
        bit = self.geometry.bit.get(square)
        if bit is None:
            raise ValueError(f"{square!r} is not a playing square of this board")
        for board, piece in zip(self._position[:4], ("wm", "wk", "bm", "bk"), strict=True):
            if board & bit:
                return piece
        return None

    def pieces(self) -> dict[str, str]:
        """Every piece by its square, from White's first row up."""
        found: dict[int, str] = {}
        for board, piece in zip(self._position[:4], ("wm", "wk", "bm", "bk"), strict=True):
            found.update(dict.fromkeys(bits_of(board), piece))
        return {self.geometry.name[bit]: found[bit] for bit in sorted(found)}

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, in an order that depends on the position alone."""
        moves, taken = self._legal()
        if not taken:
            cache = self._cache
            return [cache[move] if move in cache else self._move(move, 0) for move in moves]
        return [self._move(move, captured) for move, captured in zip(moves, taken, strict=True)]

    def parse(self, text: str) -> Move:
        """The legal move that a text means: `c3-d4`, `c3d4`, `f4xd6xf8`, `f4:f8`, `22-18` and the like.

        The squares between need not be given when from and to settle the move. Raises InvalidMoveError
        (unreadable), IllegalMoveError (with the rule that forbids it) or AmbiguousMoveError (with the
        squares that would settle it).
        """
        written = _read(text, self.geometry)
        bit = self.geometry.bit
        path = [bit[square] for square in written.squares]
        wanted = (path[0].bit_length() - 1) << SHIFT | (path[-1].bit_length() - 1)
        moves, taken = self._legal()
        if not taken:
            if wanted in moves and len(path) == 2 and not written.capture:
                return self._move(wanted, 0)
            raise self._illegal(text, written)
        fitting = [captured for move, captured in zip(moves, taken, strict=True) if move == wanted]
        if not fitting:
            raise self._illegal(text, written)
        resolver = Resolver(self._generator, self._position, text.strip(), wanted, fitting)
        return self._move(wanted, resolver.settle(path))

    def push(self, move: Move) -> None:
        """Play a move; IllegalMoveError when it is not legal in this very position."""
        try:
            bit = self.geometry.bit
            code = (bit[move.from_square].bit_length() - 1) << SHIFT | (bit[move.to_square].bit_length() - 1)
            captured = self.geometry.board_of(move.captured)
        except KeyError:
            code, captured = -1, 0
        moves, taken = self._legal()
        if code not in moves or (code, captured) not in zip(moves, taken or [0] * len(moves), strict=True):
            template = gettext_noop("%(move)s is not a legal move here.")
            raise IllegalMoveError("not-legal", template, move=str(move))
        self._advance(move, code, captured)

    def push_text(self, text: str) -> Move:
        """Parse and play a move; errors as in `parse`."""
        move = self.parse(text)
        self.push(move)
        return move

    def pop(self) -> Move:
        """Take the last move back and return it; IndexError when there is none."""
        if not self._stack:
            raise IndexError("no move to take back")
        move, position, quiet = self._stack.pop()
        self._seen[self._position] -= 1
        if not self._seen[self._position]:
            del self._seen[self._position]
        self._position, self._quiet, self._generated = position, quiet, None
        return move

    def fen(self, numeric: bool = False) -> str:
        """The position as FEN, algebraic or with square numbers."""
        return fen_text.write(self._position, self.ruleset, numeric=numeric)

    def notation(self, move: Move, numeric: bool = False, separator: str = "x") -> str:
        """The shortest PDN form of a legal move: from and to, the whole path only where that is ambiguous."""
        same = (move.from_square, move.to_square)
        rivals = [other for other in self.legal_moves if (other.from_square, other.to_square) == same]
        return write_move(move, self.geometry, full=len(rivals) > 1, numeric=numeric, separator=separator)

    def outcome(self) -> Outcome | None:
        """How the game has ended by itself, None while the player to move has a legal move."""
        if self._legal()[0]:
            return None
        men, kings, _, _ = self._position.mine
        reason = "blocked" if men | kings else "no-pieces"
        ending = self.ruleset.blocked if men | kings else self.ruleset.no_pieces
        winners: dict[Ending, Colour | None] = {
            "loses": _OTHER[self.turn],
            "wins": self.turn,
            "draws": None,
        }
        return Outcome(winners[ending], reason)

    def claims(self) -> list[Claim]:
        """The draws that can be claimed now. A claim ends nothing by itself."""
        found = []
        rules = self.ruleset
        if rules.threefold is not None and self._seen[self._position] >= rules.threefold:
            found.append(Claim("threefold", self.ply))
        if rules.no_progress is not None and self._quiet >= rules.no_progress:
            found.append(Claim("no-progress", self.ply))
        return found

    def _legal(self) -> tuple[list[int], list[int]]:
        if self._generated is None:
            position = self._position
            self._generated = self._generator.generate(*position.mine, position.white_to_move)
        return self._generated

    def _move(self, code: int, taken: int) -> Move:
        key = taken << TAKEN_SHIFT | code
        move = self._cache.get(key)
        if move is None:
            names = self.geometry.name
            origin, target = names[1 << (code >> SHIFT)], names[1 << (code & INDEX)]
            captured = frozenset(self.geometry.names_of(taken))
            if len(captured) > 1:
                path = path_of(self._generator, self._position, code, taken)
                return Move(origin, target, captured, path)
            move = self._cache[key] = Move(origin, target, captured)
        return move

    def _advance(self, move: Move, code: int, taken: int) -> None:
        before = self._position
        self._stack.append(_Played(move, before, self._quiet))
        men = before.white_men | before.black_men
        self._quiet = 0 if taken or men & (1 << (code >> SHIFT)) else self._quiet + 1
        self._position = play(self._generator, before, code, taken)
        self._seen[self._position] = self._seen.get(self._position, 0) + 1
        self._generated = None

    def _illegal(self, text: str, written: WrittenMove) -> IllegalMoveError:
        path = [self.geometry.bit[square] for square in written.squares]
        explainer = Explainer(self._generator, self._position, self._legal(), path, text.strip())
        return explainer.error(written.capture)
