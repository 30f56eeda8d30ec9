"""A board in play: legal moves, pushing and taking back, notation, outcome and draw claims."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from engine import draws
from engine import fen as fen_text
from engine.draws import Claim, Progress
from engine.errors import IllegalMoveError, MoveError, gettext_noop
from engine.explain import Explainer
from engine.generators import generator_of
from engine.geometry import Geometry, bits_of
from engine.move import Move
from engine.movegen import HUFF_SHIFT, INDEX, SHIFT, MoveGenerator
from engine.notation import read_squares, usual_names, write_move
from engine.position import Position, huffed_by, legal, play, start_position
from engine.resolve import Resolver
from engine.routes import path_of
from engine.rulesets import Colour, Ending, Ruleset, ruleset_of

__all__ = ["Board", "Claim", "Outcome"]

TAKEN_SHIFT = HUFF_SHIFT + SHIFT
_RESULTS: dict[Colour | None, str] = {"white": "1-0", "black": "0-1", None: "1/2-1/2"}
_OTHER: dict[Colour, Colour] = {"white": "black", "black": "white"}


class _Read(NamedTuple):
    """A written move in the terms of the generator: its ends, its squares, how it was written."""

    ends: int
    path: tuple[int, ...]
    capture: bool
    huffed: int


@lru_cache(maxsize=8192)
def _read(text: str, board: Geometry) -> _Read:
    written = read_squares(text, board)
    path = tuple([board.bit[square] for square in written.squares])
    ends = (path[0].bit_length() - 1) << SHIFT | (path[-1].bit_length() - 1)
    return _Read(ends, path, written.capture, board.bit.get(written.huffed, 0))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended on the board: the winner (None in a draw) and why.

    `reason` is "no-pieces", "blocked", or where draws are automatic the kind of the draw.
    """

    winner: Colour | None
    reason: str

    @property
    def result(self) -> str:
        """The result token: "1-0", "0-1" or "1/2-1/2"."""
        return _RESULTS[self.winner]


class _Played(NamedTuple):
    """What `pop` needs to take a move back."""

    move: Move
    position: Position
    progress: Progress


@cache
def _move_cache(generator: MoveGenerator) -> dict[int, Move]:
    """Moves whose route is the same in every position: quiet ones and captures of one piece."""
    return {}


class Board:
    """A game being played under one ruleset.

    >>> board = Board("czech")
    >>> board.push_text("c3-d4")
    Move(from_square='c3', to_square='d4', captured=frozenset(), path=('c3', 'd4'), huffed='')
    >>> board.turn
    'black'
    """

    def __init__(
        self, ruleset: str | Ruleset = "czech", fen: str | None = None, *, automatic_draws: bool = False
    ) -> None:
        """Set up the start of a game, or a position; raises UnknownRulesetError or FenError.

        With `automatic_draws` a draw that can be claimed ends the game by itself.
        """
        self.ruleset = ruleset_of(ruleset)
        self.automatic_draws = automatic_draws
        self._generator = generator_of(self.ruleset)
        self._cache = _move_cache(self._generator)
        self._position = start_position(self.ruleset) if fen is None else fen_text.read(fen, self.ruleset)
        self._stack: list[_Played] = []
        self._progress = draws.at_start(self.ruleset, self._position)
        self._seen: dict[Position, int] = {self._position: 1}
        self._generated: tuple[list[int], list[int]] | None = None

    def __repr__(self) -> str:
        return f"Board({self.ruleset.key!r}, fen={self.fen()!r})"

    def copy(self) -> Board:
        """A board in the same position with the same history, which goes its own way from here."""
        other = Board(self.ruleset, automatic_draws=self.automatic_draws)
        other._position, other._progress = self._position, self._progress
        other._stack, other._seen = self._stack.copy(), self._seen.copy()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        made_anew = ("_generator", "_cache", "_generated")
        return {name: value for name, value in self.__dict__.items() if name not in made_anew}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._generator = generator_of(self.ruleset)
        self._cache = _move_cache(self._generator)
        self._generated = None

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

    @property
    def huffable(self) -> tuple[str, ...]:
        """The squares of the opponent's pieces that may be huffed before this move."""
        return tuple(self.geometry.names_of(self._position.huffable))

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
        cache = self._cache
        if taken:
            return [
                cache.get(captured << TAKEN_SHIFT | move) or self._move(move, captured)
                for move, captured in zip(moves, taken, strict=True)
            ]
        try:
            return [cache[move] for move in moves]
        except KeyError:
            return [self._move(move, 0) for move in moves]

    def parse(self, text: str) -> Move:
        """The legal move that a text means: `c3-d4`, `c3d4`, `f4xd6xf8`, `f4:f8`, `22-18` and the like.

        The squares between need not be given when from and to settle the move. Raises InvalidMoveError
        (unreadable), IllegalMoveError (with the rule that forbids it) or AmbiguousMoveError (with the
        squares that would settle it).
        """
        return self._move(*self._settle(text))

    def why_illegal(self, text: str) -> str | None:
        """Why a text is no legal move here, in English words; None when it is one."""
        try:
            self._settle(text)
        except MoveError as error:
            return str(error)
        return None

    def push(self, move: Move) -> None:
        """Play a move; IllegalMoveError when it is not legal in this very position."""
        try:
            code = self._code(move)
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
        return self.push_noted(text)[0]

    def push_noted(self, text: str) -> tuple[Move, str]:
        """Parse and play a move; the move and its shortest PDN form. Errors as in `parse`."""
        code, captured = self._settle(text)
        move = self._move(code, captured)
        numeric = not self.ruleset.algebraic
        notation = write_move(move, self._generator.board, full=self._is_ambiguous(code), numeric=numeric)
        self._advance(move, code, captured)
        return move, notation

    def pop(self) -> Move:
        """Take the last move back and return it; IndexError when there is none."""
        if not self._stack:
            raise IndexError("no move to take back")
        move, position, progress = self._stack.pop()
        self._seen[self._position] -= 1
        if not self._seen[self._position]:
            del self._seen[self._position]
        self._position, self._progress, self._generated = position, progress, None
        return move

    def fen(self, numeric: bool = False) -> str:
        """The position as FEN, algebraic or with square numbers."""
        return fen_text.write(self._position, self.ruleset, numeric=numeric)

    def notation(self, move: Move, numeric: bool | None = None, separator: str = "x") -> str:
        """The shortest PDN form of a legal move: from and to, the whole path only where that is ambiguous.

        Squares are named as the ruleset's GameType says, `numeric` asks for one form.
        """
        full = self._is_ambiguous(self._code(move))
        numeric = not self.ruleset.algebraic if numeric is None else numeric
        return write_move(move, self.geometry, full=full, numeric=numeric, separator=separator)

    def outcome(self) -> Outcome | None:
        """How the game has ended by itself, None while it goes on."""
        if self._legal()[0]:
            claims = self.claims() if self.automatic_draws else []
            return Outcome(None, claims[0].kind) if claims else None
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
        progress, repeated = self._progress, self._seen[self._position]
        if repeated == 1 and not progress.quiet and not progress.few:
            return []
        return draws.claims(self.ruleset, progress, repeated, len(self._stack))

    def _legal(self) -> tuple[list[int], list[int]]:
        generated = self._generated
        if generated is None:
            men, kings, omen, okings, white, huffable = position = self._position
            if huffable:
                generated = legal(self._generator, position)
            elif white:
                generated = self._generator.generate(men, kings, omen, okings, True)
            else:
                generated = self._generator.generate(omen, okings, men, kings, False)
            self._generated = generated
        return generated

    def _code(self, move: Move) -> int:
        """The generated form of a move; KeyError for squares that are none."""
        bit = self.geometry.bit
        ends = (bit[move.from_square].bit_length() - 1) << SHIFT | (bit[move.to_square].bit_length() - 1)
        return ends | (bit[move.huffed].bit_length() << HUFF_SHIFT if move.huffed else 0)

    def _is_ambiguous(self, code: int) -> bool:
        """Whether from and to leave it open which pieces are captured."""
        moves, taken = self._legal()
        return len(taken) > 1 and moves.count(code) > 1

    def _settle(self, text: str) -> tuple[int, int]:
        """The legal move that a text means, in its generated form; errors as in `parse`."""
        written = _read(text, self._generator.board)
        wanted, path, capture, _ = written
        moves, taken = self._legal()
        if not taken:
            if wanted in moves and len(path) == 2 and not capture:
                return wanted, 0
            raise self._illegal(text, written)
        huff = self._huff(written, text)
        fitting = [each for move, each in zip(moves, taken, strict=True) if move == huff | wanted]
        if 0 in fitting:
            # Where capturing is free, a quiet move and a capture may share their ends.
            if not capture and len(path) == 2:
                return huff | wanted, 0
            fitting.remove(0)
        if not fitting:
            raise self._illegal(text, written)
        position = self._position.without(huffed_by(huff)) if huff else self._position
        resolver = Resolver(self._generator, position, text.strip(), wanted, fitting)
        return huff | wanted, resolver.settle(path)

    def _huff(self, written: _Read, text: str) -> int:
        """The generated form of the huff before a written move, 0 for none."""
        if written.huffed & ~self._position.huffable:
            square = usual_names(self.ruleset)[written.huffed]
            template = gettext_noop("There is nothing to huff on %(square)s.")
            raise IllegalMoveError("nothing-to-huff", template, square=square, move=text.strip())
        return written.huffed.bit_length() << HUFF_SHIFT

    def _move(self, code: int, taken: int) -> Move:
        key = taken << TAKEN_SHIFT | code
        move = self._cache.get(key)
        if move is None:
            names = self.geometry.name
            origin, target = names[1 << (code >> SHIFT & INDEX)], names[1 << (code & INDEX)]
            huffed = names.get(huffed_by(code), "")
            captured = frozenset(self.geometry.names_of(taken))
            if len(captured) > 1:
                path = path_of(self._generator, self._position, code, taken)
                return Move(origin, target, captured, path, huffed)
            move = self._cache[key] = Move(origin, target, captured, (), huffed)
        return move

    def _advance(self, move: Move, code: int, taken: int) -> None:
        before, progress = self._position, self._progress
        self._stack.append(_Played(move, before, progress))
        self._position = position = play(self._generator, before, code, taken)
        by_king = (before[1] | before[3]) >> (code >> SHIFT & INDEX) & 1
        changed = taken or code >> HUFF_SHIFT
        quiet = progress.quiet + 1 if by_king and not changed else 0
        if progress.few:
            crowned = not by_king and (position[1] | position[3]) >> (code & INDEX) & 1
            self._progress = draws.after(
                self.ruleset, progress, position, quiet=quiet, changed=bool(changed or crowned)
            )
        else:
            self._progress = Progress(quiet)
        self._seen[position] = self._seen.get(position, 0) + 1
        self._generated = None

    def _illegal(self, text: str, written: _Read) -> IllegalMoveError:
        """The error for a move that is none of the legal ones."""
        huff = self._huff(written, text)
        position = self._position.without(huffed_by(huff)) if huff else self._position
        moves = self._generator.generate(*position.mine, position.white_to_move)
        return Explainer(self._generator, position, moves, written.path, text.strip()).error(written.capture)
