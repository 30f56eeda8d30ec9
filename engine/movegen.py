"""The move generator: one for every ruleset, driven by the ruleset's values, on bitboards.

A position is four bitboards (own men, own kings, the opponent's men and kings) and whose turn it is. A
generated move is two integers side by side: `origin << SHIFT | target` as bit indexes, and the bitboard of
the captured pieces. Squares in between are not kept: a move is known by origin, target and captured set, and
two routes with the same three are one move (`engine.routes` finds the squares when somebody asks).

The same source runs as plain Python and compiled by mypyc (`engine.build`), where `i64` is a machine word.
For that:
- Nothing is shifted to the left by a variable but an `i64`: mypyc makes `1 << n` a 32-bit shift. Bits come
  from the table `bits`.
- A board of 64 squares has its last square in the sign bit. Shifts to the right smear it, so what comes out
  of one is always masked; `generate` turns words into boards (non-negative integers) and back.
- `bit % PRIME` is different for every single bit up to 2**129 and for -2**63, so it finds a bit's index, or
  a whole move, in a list: that is fast in both forms.

The directions are written out on purpose: this is the hottest code of the engine.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from engine.geometry import Geometry, geometry_of
from engine.rulesets.base import Promotion, Ruleset

if TYPE_CHECKING:
    from mypy_extensions import i64

SHIFT: Final = 7
INDEX: Final = 127
HUFF_SHIFT: Final = 14
PRIME: Final = 131
WORD: Final = 64
ANYWHERE: Final = 4  # no direction: a capture that begins may go wherever it likes

Moves = list[int]
Taken = list[int]


def _word(board: int) -> int:
    """A board as compiled code holds it: the 64th bit is the sign."""
    if COMPILED and board >> (WORD - 1):
        return board - 18446744073709551616
    return board


def _board(word: int) -> int:
    """A board from a word of compiled code."""
    return word + 18446744073709551616 if word < 0 else word


def _size(board: i64) -> i64:
    count: i64 = 0
    while board:
        board ^= board & -board
        count += 1
    return count


COMPILED: Final = not isinstance(_word, FunctionType)


class MoveGenerator:
    """Generates the legal moves of one ruleset.

    With `routes_apart` two routes to the same origin, target and captured set are two moves.
    """

    def __init__(self, rules: Ruleset, routes_apart: bool = False) -> None:
        board = geometry_of(rules)
        self.board: Geometry = board
        self.rules: Ruleset = rules
        self.routes_apart: bool = routes_apart
        self.first: i64 = board.first
        self.second: i64 = board.second
        self.squares: i64 = _word(board.squares)
        self.up1: i64 = _word(board.into[0])
        self.up2: i64 = _word(board.into[1])
        self.down1: i64 = _word(board.into[2])
        self.down2: i64 = _word(board.into[3])
        self.fills_word: bool = COMPILED and board.squares >> (WORD - 1) != 0
        self.last_white: i64 = _word(board.rows[-1])
        self.last_black: i64 = board.rows[0]
        # A man can only capture a piece on the row before the last by passing the last row, so where
        # crowning does not end a capture the captured set itself tells that the man was crowned.
        self.goes_on: bool = rules.promotion is Promotion.GOES_ON
        self.stops: bool = rules.promotion is Promotion.STOPS
        self.crowned_by_white: i64 = board.rows[-2] if self.goes_on else 0
        self.crowned_by_black: i64 = board.rows[1] if self.goes_on else 0
        self._read_rules(rules)
        self._make_tables(board)

    def _read_rules(self, rules: Ruleset) -> None:
        self.sideways: bool = rules.every_square
        self.backward: bool = rules.men_capture_backward
        self.ways_white: i64 = self.ways_forward(True, capture=True)
        self.ways_black: i64 = self.ways_forward(False, capture=True)
        self.spares_kings: bool = not rules.men_capture_kings
        self.flying: bool = rules.flying_kings
        self.king_priority: bool = rules.king_priority
        self.most_pieces: bool = "pieces" in rules.preferences
        self.by_king: bool = "king" in rules.preferences
        self.most_kings: bool = "kings" in rules.preferences
        self.king_first: bool = "king-first" in rules.preferences
        self.strict: bool = rules.strict_landing
        self.one_or_all: bool = rules.may_stop_after_one
        self.vanishing: i64 = self.squares if rules.removed_at_once else 0
        self.huffing: bool = rules.huffing

    def ways_forward(self, white: bool, *, capture: bool) -> int:
        """The directions of a man's moves or captures: bit n for direction n of the geometry.

        On dark squares forward is up by both steps; on a full board the first step goes along the row.
        """
        if capture and self.backward:
            return 15
        if self.sideways:
            return 7 if white else 13
        return 3 if white else 12

    def _make_tables(self, board: Geometry) -> None:
        self.bits: list[int] = [_word(1 << index) for index in range(board.squares.bit_length())]
        self.index: list[int] = [0] * PRIME
        for bit in board.name:
            self.index[_word(bit) % PRIME] = bit.bit_length() - 1
        # Quiet moves of men by the bit of the target square: one look-up gives the whole move.
        self.man_up1: list[Any] = self._man_moves(0)
        self.man_up2: list[Any] = self._man_moves(1)
        self.man_down1: list[Any] = self._man_moves(2)
        self.man_down2: list[Any] = self._man_moves(3)

    def _man_moves(self, direction: int) -> list[Any]:
        moves: list[Any] = [0] * PRIME
        for bit in self.board.name:
            target = self.board.step(bit, direction)
            if target:
                code = (bit.bit_length() - 1) << SHIFT | (target.bit_length() - 1)
                moves[_word(target) % PRIME] = code
        return moves

    def generate(self, men: int, kings: int, omen: int, okings: int, white: bool) -> tuple[Moves, Taken]:
        """The legal moves of the side that owns `men` and `kings`.

        Returns two lists of equal length, moves and captured sets; the second is empty when no capture is
        possible. Where capturing is free (huffing) captures and quiet moves stand together; what a player
        may huff before his move is not looked at here but in `engine.position.legal`.
        """
        if self.fills_word:
            moves, taken = self.moves_of(_word(men), _word(kings), _word(omen), _word(okings), white)
            return moves, [_board(captured) for captured in taken]
        return self.moves_of(men, kings, omen, okings, white)

    def moves_of(self, men: i64, kings: i64, omen: i64, okings: i64, white: bool) -> tuple[Moves, Taken]:
        """As `generate`, with boards as words: for compiled code that calls it often."""
        opp = omen | okings
        empty = self.squares ^ (men | kings | opp)
        hits = self._may_capture(men, opp, empty, white)
        if hits or kings:
            moves, taken = self._captures(hits, kings, omen, okings, empty, white)
            if taken:
                if self.huffing:
                    quiet = self._quiet(men, kings, empty, white)
                    return quiet + moves, [0] * len(quiet) + taken
                return moves, taken
        return self._quiet(men, kings, empty, white), []

    def _quiet(self, men: i64, kings: i64, empty: i64, white: bool) -> Moves:
        moves: Moves = []
        if white:
            targets = men << self.first & empty & self.up1
            table = self.man_up1
            others = men << self.second & empty & self.up2
            table2 = self.man_up2
        else:
            targets = men >> self.first & empty & self.down1
            table = self.man_down1
            others = men >> self.second & empty & self.down2
            table2 = self.man_down2
        while targets:
            bit = targets & -targets
            targets ^= bit
            moves.append(table[bit % PRIME])
        while others:
            bit = others & -others
            others ^= bit
            moves.append(table2[bit % PRIME])
        if self.sideways:
            self._sidestep(moves, men, empty, white)
        while kings:
            king = kings & -kings
            kings ^= king
            index: i64 = self.index[king % PRIME]
            self._slide(moves, king, index, empty & self.up1, self.first, True)
            self._slide(moves, king, index, empty & self.down1, self.first, False)
            self._slide(moves, king, index, empty & self.up2, self.second, True)
            self._slide(moves, king, index, empty & self.down2, self.second, False)
        return moves

    def _sidestep(self, moves: Moves, men: i64, empty: i64, white: bool) -> None:
        """The steps along the row that `_quiet` does not make with those forward."""
        if white:
            targets = men >> self.first & empty & self.down1
            table = self.man_down1
        else:
            targets = men << self.first & empty & self.up1
            table = self.man_up1
        while targets:
            bit = targets & -targets
            targets ^= bit
            moves.append(table[bit % PRIME])

    def _slide(self, moves: Moves, king: i64, index: i64, empty: i64, step: i64, up: bool) -> None:
        """Quiet moves of a king along one line; `empty` is what can be stepped into in this direction."""
        base = index << SHIFT
        bit = king << step & empty if up else king >> step & empty
        while bit:
            index = index + step if up else index - step
            moves.append(base | index)
            if not self.flying:
                return
            bit = bit << step & empty if up else bit >> step & empty

    def _may_capture(self, men: i64, opp: i64, empty: i64, white: bool) -> i64:
        """The men next to a piece with an empty square behind it.

        On a full board also some men near an edge that cannot: it only has to miss none.
        """
        one, two = self.first, self.second
        hits: i64 = 0
        if white or self.backward:
            hits = men & ((opp >> one & empty >> 2 * one) | (opp >> two & empty >> 2 * two))
        if not white or self.backward:
            hits |= men & ((opp << one & empty << 2 * one) | (opp << two & empty << 2 * two))
        if self.sideways:
            hits |= men & ((opp >> one & empty >> 2 * one) | (opp << one & empty << 2 * one))
        return hits

    def _captures(
        self, men: i64, kings: i64, omen: i64, okings: i64, empty: i64, white: bool
    ) -> tuple[Moves, Taken]:
        """The captures of all kings and of those `men`; both lists are empty when there are none."""
        moves: Moves = []
        taken: Taken = []
        opp = omen | okings
        left = kings
        while left:
            bit = left & -left
            left ^= bit
            origin: i64 = self.index[bit % PRIME] << SHIFT
            if self.flying:
                self._king_jumps(moves, taken, origin, bit, opp, empty | bit, 0, ANYWHERE)
            else:
                self._short_jumps(moves, taken, origin, bit, opp, empty | bit, 0, 15, 0)
        if taken and self.king_priority:
            men = 0
        prey = omen if self.spares_kings else opp
        ways = self.ways_white if white else self.ways_black
        last = self.last_white if white else self.last_black
        while men:
            bit = men & -men
            men ^= bit
            origin = self.index[bit % PRIME] << SHIFT
            self._short_jumps(moves, taken, origin, bit, prey, empty | bit, 0, ways, last)
        if len(moves) > 1:
            return self._select(moves, taken, kings, okings, empty)
        return moves, taken

    def _short_jumps(  # noqa: C901 (a block for each direction)
        self,
        moves: Moves,
        taken: Taken,
        origin: i64,
        at: i64,
        opp: i64,
        empty: i64,
        got: i64,
        ways: i64,
        last: i64,
    ) -> None:
        """A piece that captures next to itself, in the directions of `ways` (see `ways_forward`).

        `last` is the row where a man is crowned; 0 for a king. Appends nothing when nothing can be
        captured from the start.
        """
        if at & last and got and not self._passes_last_row(moves, taken, origin, at, opp, empty, got):
            return
        more = False
        if ways & 1:
            victim = at << self.first & self.up1 & opp
            if victim:
                landing = victim << self.first & self.up1 & empty
                if landing:
                    more = True
                    self._land(moves, taken, origin, landing, opp, empty, got, ways, last, victim)
        if ways & 2:
            victim = at << self.second & self.up2 & opp
            if victim:
                landing = victim << self.second & self.up2 & empty
                if landing:
                    more = True
                    self._land(moves, taken, origin, landing, opp, empty, got, ways, last, victim)
        if ways & 4:
            victim = at >> self.first & self.down1 & opp
            if victim:
                landing = victim >> self.first & self.down1 & empty
                if landing:
                    more = True
                    self._land(moves, taken, origin, landing, opp, empty, got, ways, last, victim)
        if ways & 8:
            victim = at >> self.second & self.down2 & opp
            if victim:
                landing = victim >> self.second & self.down2 & empty
                if landing:
                    more = True
                    self._land(moves, taken, origin, landing, opp, empty, got, ways, last, victim)
        if got and not more:
            self._end(moves, taken, origin, at, got)

    def _land(
        self,
        moves: Moves,
        taken: Taken,
        origin: i64,
        at: i64,
        opp: i64,
        empty: i64,
        got: i64,
        ways: i64,
        last: i64,
        victim: i64,
    ) -> None:
        if self.one_or_all and not got:
            self._end(moves, taken, origin, at, victim)
        empty |= victim & self.vanishing
        self._short_jumps(moves, taken, origin, at, opp ^ victim, empty, got | victim, ways, last)

    def _end(self, moves: Moves, taken: Taken, origin: i64, at: i64, got: i64) -> None:
        index: i64 = self.index[at % PRIME]
        moves.append(origin | index)
        taken.append(got)

    def _passes_last_row(
        self, moves: Moves, taken: Taken, origin: i64, at: i64, opp: i64, empty: i64, got: i64
    ) -> bool:
        """What a man on the last row does in mid-capture; True when it goes on as a man."""
        if self.stops:
            self._end(moves, taken, origin, at, got)
            return False
        if not self.goes_on:
            return True
        before = len(moves)
        if self.flying:
            self._king_jumps(moves, taken, origin, at, opp, empty, got, ANYWHERE)
        else:
            self._short_jumps(moves, taken, origin, at, opp, empty, got, 15, 0)
        if len(moves) == before:
            self._end(moves, taken, origin, at, got)
        return False

    def _king_jumps(
        self, moves: Moves, taken: Taken, origin: i64, at: i64, opp: i64, empty: i64, got: i64, came: i64
    ) -> bool:
        """All captures of a flying king from `at`; False when there is none.

        It never turns back the way it came: a captured piece that stays would block it, and where pieces
        leave at once the rules forbid it.
        """
        found = False
        if came != 2:
            found |= self._ray(moves, taken, origin, at, opp, empty, got, self.first, self.up1, 0)
        if came != 0:
            found |= self._ray(moves, taken, origin, at, opp, empty, got, self.first, self.down1, 2)
        if came != 3:
            found |= self._ray(moves, taken, origin, at, opp, empty, got, self.second, self.up2, 1)
        if came != 1:
            found |= self._ray(moves, taken, origin, at, opp, empty, got, self.second, self.down2, 3)
        return found

    def _ray(
        self,
        moves: Moves,
        taken: Taken,
        origin: i64,
        at: i64,
        opp: i64,
        empty: i64,
        got: i64,
        step: i64,
        into: i64,
        way: i64,
    ) -> bool:
        """The captures of a flying king whose next piece stands on one line."""
        up = way < 2
        bit = at << step & into if up else at >> step & into
        while bit & empty:
            bit = bit << step & into if up else bit >> step & into
        if not bit & opp:
            return False
        at = bit << step & into if up else bit >> step & into
        if not at & empty:
            return False
        first = not got
        opp ^= bit
        got |= bit
        empty |= bit & self.vanishing
        landing = at
        ends: i64 = 0
        goes_on = False
        while at & empty:
            if self._king_jumps(moves, taken, origin, at, opp, empty, got, way):
                goes_on = True
                if first and self.one_or_all:
                    self._end(moves, taken, origin, at, got)
            else:
                ends |= at
            at = at << step & into if up else at >> step & into
        if goes_on and self.strict and not (first and self.one_or_all):
            return True
        while landing & empty:
            if landing & ends:
                self._end(moves, taken, origin, landing, got)
            landing = landing << step & into if up else landing >> step & into
        return True

    def _select(self, moves: Moves, taken: Taken, kings: i64, okings: i64, empty: i64) -> tuple[Moves, Taken]:
        """Apply the preferences and drop second routes to the same origin, target and captured set."""
        if self.most_pieces:
            moves, taken = _best(moves, taken, [_size(captured) for captured in taken])
        if self.by_king and len(moves) > 1:
            by_king = [1 if kings & self.bits[move >> SHIFT] else 0 for move in moves]
            moves, taken = _best(moves, taken, by_king)
        if self.most_kings and len(moves) > 1:
            moves, taken = _best(moves, taken, [_size(captured & okings) for captured in taken])
        if self.king_first and len(moves) > 1:
            moves, taken = self._king_met_first(moves, taken, okings, empty)
        if len(moves) < 2 or self.routes_apart:
            return moves, taken
        pairs = dict.fromkeys([(moves[index], taken[index]) for index in range(len(moves))])
        if len(pairs) == len(moves):
            return moves, taken
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]

    def _king_met_first(self, moves: Moves, taken: Taken, okings: i64, empty: i64) -> tuple[Moves, Taken]:
        ranks: list[int] = []
        for index in range(len(moves)):
            start: i64 = self.bits[moves[index] >> SHIFT]
            end: i64 = self.bits[moves[index] & INDEX]
            ranks.append(self._rank(start, end, taken[index], okings, empty | start, 0))
        return _best(moves, taken, ranks)

    def _rank(self, at: i64, end: i64, left: i64, okings: i64, empty: i64, met: i64) -> i64:
        """A number with a binary digit for each captured piece in turn, 1 for a king; the best of all routes.

        For kings that capture next to themselves; -1 when no route takes all of `left`.
        """
        if not left:
            return met if at == end else -1
        best: i64 = -1
        for way in range(4):
            victim = self._step(at, way) & left
            landing = self._step(victim, way) & empty
            if landing:
                digit = 1 if victim & okings else 0
                rank = self._rank(landing, end, left ^ victim, okings, empty, 2 * met + digit)
                best = max(best, rank)
        return best

    def _step(self, bit: i64, way: int) -> i64:
        if way == 0:
            return bit << self.first & self.up1
        if way == 1:
            return bit << self.second & self.up2
        if way == 2:
            return bit >> self.first & self.down1
        return bit >> self.second & self.down2

    def after(
        self, men: int, kings: int, omen: int, okings: int, white: bool, move: int, taken: int
    ) -> tuple[int, int, int, int]:
        """The same four boards after a generated move of the first two; a huff is not looked at."""
        origin = self.bits[move >> SHIFT & INDEX]
        target = self.bits[move & INDEX]
        if self.fills_word:
            origin, target = _board(origin), _board(target)
        last = self.last_white if white else self.last_black
        passed = self.crowned_by_white if white else self.crowned_by_black
        # The origin goes first: a capture may end where it began.
        own, crowned = men & ~origin, kings & ~origin
        if kings & origin or _word(target) & last or _word(taken) & passed:
            crowned |= target
        else:
            own |= target
        return own, crowned, omen & ~taken, okings & ~taken

    def path(self, kings: int, occupied: int, white: bool, move: int, taken: int) -> list[int]:
        """The squares (bit indexes, origin first) of one route of a generated capture.

        `kings` of the side that moves; without a capture, or where no route takes just those pieces, only
        the origin.
        """
        origin: i64 = self.bits[move >> SHIFT & INDEX]
        end: i64 = self.bits[move & INDEX]
        empty = self.squares & ~(_word(occupied) & ~origin)
        path: list[int] = [move >> SHIFT & INDEX]
        king = _word(kings) & origin != 0
        self._walk(path, origin, end, _word(taken), king, white, empty, ANYWHERE)
        return path

    def _walk(
        self, path: list[int], at: i64, end: i64, left: i64, king: bool, white: bool, empty: i64, came: i64
    ) -> bool:
        """Extend the path so that it takes all of `left`; False, and the path as it was, when it cannot."""
        if not left:
            return at == end
        flies = king and self.flying
        ways = 15 if king else self.ways_white if white else self.ways_black
        last = self.last_white if white else self.last_black
        for way in range(4):
            if not ways >> way & 1 or way == came ^ 2:
                continue
            victim = self._step(at, way)
            while flies and victim & empty:
                victim = self._step(victim, way)
            landing = self._step(victim & left, way)
            while landing & empty:
                path.append(self.index[landing % PRIME])
                crowned = king or (self.goes_on and landing & last != 0)
                free = empty | victim & self.vanishing
                if self._walk(path, landing, end, left ^ victim, crowned, white, free, way):
                    return True
                path.pop()
                landing = self._step(landing, way) if flies else 0
        return False

    def count_leaves(
        self, men: int, kings: int, omen: int, okings: int, white: bool, huffable: int, depth: int
    ) -> int:
        """Leaves of the move tree `depth` (at least 1) plies deep; `huffable` as in `Position`."""
        own, crowned, others, rivals = _word(men), _word(kings), _word(omen), _word(okings)
        if self.huffing:
            return self._count_huffing(own, crowned, others, rivals, white, _word(huffable), depth)
        return self._count(own, crowned, others, rivals, white, depth)

    def _count(self, men: i64, kings: i64, omen: i64, okings: i64, white: bool, depth: i64) -> i64:
        moves, taken = self.moves_of(men, kings, omen, okings, white)
        if depth == 1:
            return len(moves)
        if taken:
            return self._count_captures(moves, taken, men, kings, omen, okings, white, depth)
        total: i64 = 0
        last = self.last_white if white else self.last_black
        bits = self.bits
        for move in moves:
            origin: i64 = bits[move >> SHIFT]
            target: i64 = bits[move & INDEX]
            if kings & origin:
                total += self._count(omen, okings, men, kings ^ origin ^ target, not white, depth - 1)
            elif target & last:
                total += self._count(omen, okings, men ^ origin, kings | target, not white, depth - 1)
            else:
                total += self._count(omen, okings, men ^ origin ^ target, kings, not white, depth - 1)
        return total

    def _count_captures(
        self,
        moves: Moves,
        taken: Taken,
        men: i64,
        kings: i64,
        omen: i64,
        okings: i64,
        white: bool,
        depth: i64,
    ) -> i64:
        total: i64 = 0
        last = self.last_white if white else self.last_black
        passed = self.crowned_by_white if white else self.crowned_by_black
        bits = self.bits
        for index in range(len(moves)):
            origin: i64 = bits[moves[index] >> SHIFT]
            target: i64 = bits[moves[index] & INDEX]
            captured: i64 = taken[index]
            # The origin goes first: a capture may end where it began.
            own, crowned = men & ~origin, kings & ~origin
            if kings & origin or target & last or captured & passed:
                crowned |= target
            else:
                own |= target
            total += self._count(omen & ~captured, okings & ~captured, own, crowned, not white, depth - 1)
        return total

    def _count_huffing(
        self, men: i64, kings: i64, omen: i64, okings: i64, white: bool, huffable: i64, depth: i64
    ) -> i64:
        total = self._count_unhuffed(men, kings, omen, okings, white, depth)
        while huffable:
            bit = huffable & -huffable
            huffable ^= bit
            total += self._count_unhuffed(men, kings, omen & ~bit, okings & ~bit, white, depth)
        return total

    def _count_unhuffed(self, men: i64, kings: i64, omen: i64, okings: i64, white: bool, depth: i64) -> i64:
        moves, taken = self.moves_of(men, kings, omen, okings, white)
        if depth == 1:
            return len(moves)
        total: i64 = 0
        last = self.last_white if white else self.last_black
        able: i64 = 0
        for index in range(len(taken)):
            if taken[index]:
                able |= self.bits[moves[index] >> SHIFT]
        for index in range(len(moves)):
            origin: i64 = self.bits[moves[index] >> SHIFT]
            target: i64 = self.bits[moves[index] & INDEX]
            captured: i64 = taken[index] if taken else 0
            pending: i64 = 0
            if not captured:
                pending = able ^ origin | target if able & origin else able
            own, crowned = men & ~origin, kings & ~origin
            if kings & origin or target & last:
                crowned |= target
            else:
                own |= target
            total += self._count_huffing(
                omen & ~captured, okings & ~captured, own, crowned, not white, pending, depth - 1
            )
        return total


def _best(moves: Moves, taken: Taken, values: list[Any]) -> tuple[Moves, Taken]:
    """The moves whose value is the highest."""
    best = max(values)
    if min(values) == best:
        return moves, taken
    kept = [index for index in range(len(moves)) if values[index] == best]
    return [moves[index] for index in kept], [taken[index] for index in kept]
