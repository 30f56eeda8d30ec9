"""The move generator: one for every ruleset, driven by the ruleset's values, on bitboards.

A position is four bitboards (own men, own kings, the opponent's men and kings) and whose turn it is. A
generated move is two integers side by side: `origin << SHIFT | target` as bit indexes, and the bitboard of
the captured pieces. Squares in between are not kept: a move is known by origin, target and captured set, and
two routes with the same three are one move (`engine.routes` finds the squares when somebody asks).

The loops are written out for each direction on purpose: this is the hottest code of the engine.
"""

from __future__ import annotations

from functools import cache

from engine.geometry import Geometry, geometry_of
from engine.rulesets.base import Promotion, Ruleset

SHIFT = 7
INDEX = (1 << SHIFT) - 1

Moves = list[int]
Taken = list[int]


class MoveGenerator:
    """Generates the legal moves of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        board = geometry_of(rules.size)
        self.board: Geometry = board
        self.left = board.left
        self.right = board.right
        self.squares = board.squares
        self.last_white = board.rows[-1]
        self.last_black = board.rows[0]
        # A man can only capture a piece on the row before the last by passing the last row, so where
        # crowning does not end a capture the captured set itself tells that the man was crowned.
        goes_on = rules.promotion is Promotion.GOES_ON
        self.crowned_by_white = board.rows[-2] if goes_on else 0
        self.crowned_by_black = board.rows[1] if goes_on else 0
        self.stops = rules.promotion is Promotion.STOPS
        self.goes_on = goes_on
        self.backward = rules.men_capture_backward
        self.flying = rules.flying_kings
        self.king_priority = rules.king_priority
        self.majority = rules.majority
        self.strict = rules.strict_landing
        self.one_or_all = rules.may_stop_after_one
        # Quiet moves of men by the bit of the target square: one look-up gives the whole move.
        self.up_left = self._steps(board.left)
        self.up_right = self._steps(board.right)
        self.down_right = self._steps(-board.left)
        self.down_left = self._steps(-board.right)

    def _steps(self, step: int) -> dict[int, int]:
        moves: dict[int, int] = {}
        for bit in self.board.name:
            target = bit << step if step > 0 else bit >> -step
            if target & self.squares:
                moves[target] = (bit.bit_length() - 1) << SHIFT | (target.bit_length() - 1)
        return moves

    def generate(self, men: int, kings: int, omen: int, okings: int, white: bool) -> tuple[Moves, Taken]:
        """The legal moves of the side that owns `men` and `kings`.

        Returns two lists of equal length, moves and captured sets; the second is empty when the moves are
        quiet. A draughts player who can capture must (every ruleset here has it so).
        """
        opp = omen | okings
        empty = self.squares ^ (men | kings | opp)
        hits = self._men_that_capture(men, opp, empty, white)
        if hits or kings:
            moves, taken = self._captures(hits, kings, opp, empty, white)
            if taken:
                return moves, taken
        return self._quiet(men, kings, empty, white), []

    def _quiet(self, men: int, kings: int, empty: int, white: bool) -> Moves:
        moves: Moves = []
        add = moves.append
        if white:
            targets = men << self.left & empty
            table = self.up_left
            targets2 = men << self.right & empty
            table2 = self.up_right
        else:
            targets = men >> self.left & empty
            table = self.down_right
            targets2 = men >> self.right & empty
            table2 = self.down_left
        while targets:
            bit = targets & -targets
            targets ^= bit
            add(table[bit])
        while targets2:
            bit = targets2 & -targets2
            targets2 ^= bit
            add(table2[bit])
        while kings:
            bit = kings & -kings
            kings ^= bit
            self._quiet_king(moves, bit, empty)
        return moves

    def _quiet_king(self, moves: Moves, king: int, empty: int) -> None:
        index = king.bit_length() - 1
        base = index << SHIFT
        reach = self.board.size if self.flying else 1
        for step in (self.left, self.right):
            bit, target, steps = king << step, index + step, reach
            while bit & empty and steps:
                moves.append(base | target)
                bit, target, steps = bit << step, target + step, steps - 1
            bit, target, steps = king >> step, index - step, reach
            while bit & empty and steps:
                moves.append(base | target)
                bit, target, steps = bit >> step, target - step, steps - 1

    def _men_that_capture(self, men: int, opp: int, empty: int, white: bool) -> int:
        left, right = self.left, self.right
        if white or self.backward:
            hits = men & ((opp >> left & empty >> 2 * left) | (opp >> right & empty >> 2 * right))
            if not self.backward:
                return hits
            return hits | men & ((opp << left & empty << 2 * left) | (opp << right & empty << 2 * right))
        return men & ((opp << left & empty << 2 * left) | (opp << right & empty << 2 * right))

    def _captures(self, hits: int, kings: int, opp: int, empty: int, white: bool) -> tuple[Moves, Taken]:
        moves: Moves = []
        taken: Taken = []
        by_king = kings
        while kings:
            bit = kings & -kings
            kings ^= bit
            origin = (bit.bit_length() - 1) << SHIFT
            if self.flying:
                self._king_jumps(moves, taken, origin, bit, opp, empty | bit, 0)
            else:
                self._short_jumps(moves, taken, origin, bit, opp, empty | bit, 0, 0)
        if taken and self.king_priority:
            hits = 0
        man_hits = hits
        while hits:
            bit = hits & -hits
            hits ^= bit
            origin = (bit.bit_length() - 1) << SHIFT
            if self.backward:
                last = self.last_white if white else self.last_black
                self._short_jumps(moves, taken, origin, bit, opp, empty | bit, 0, last)
            else:
                self._man_jumps(moves, taken, origin, bit, opp, empty, 0, white)
        if self.one_or_all:
            self._first_jumps(moves, taken, by_king, man_hits, opp, empty, white)
        if len(moves) > 1:
            return self._select(moves, taken)
        return moves, taken

    def _select(self, moves: Moves, taken: Taken) -> tuple[Moves, Taken]:
        """Apply the majority rule and drop second routes to the same origin, target and captured set."""
        if self.majority:
            most = max([captured.bit_count() for captured in taken])
            pairs = [pair for pair in zip(moves, taken, strict=True) if pair[1].bit_count() == most]
        else:
            pairs = list(zip(moves, taken, strict=True))
        pairs = list(dict.fromkeys(pairs))
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]

    def _man_jumps(
        self, moves: Moves, taken: Taken, origin: int, at: int, opp: int, empty: int, got: int, white: bool
    ) -> None:
        """A man that captures forward only; the last row always ends its capture."""
        more = False
        for step in (self.left, self.right):
            victim = at << step if white else at >> step
            landing = victim << step if white else victim >> step
            if victim & opp and landing & empty:
                more = True
                self._man_jumps(moves, taken, origin, landing, opp ^ victim, empty, got | victim, white)
        if not more:
            moves.append(origin | (at.bit_length() - 1))
            taken.append(got)

    def _short_jumps(
        self, moves: Moves, taken: Taken, origin: int, at: int, opp: int, empty: int, got: int, last: int
    ) -> None:
        """A piece that captures next to itself in all four directions.

        `last` is the row where a man is crowned; 0 for a king. Appends nothing when nothing can be
        captured from the start.
        """
        if at & last and got:
            if self.stops:
                moves.append(origin | (at.bit_length() - 1))
                taken.append(got)
                return
            if self.goes_on:
                self._go_on_as_king(moves, taken, origin, at, opp, empty, got)
                return
        more = False
        for step in (self.left, self.right):
            victim = at << step
            if victim & opp and victim << step & empty:
                more = True
                self._short_jumps(
                    moves, taken, origin, victim << step, opp ^ victim, empty, got | victim, last
                )
            victim = at >> step
            if victim & opp and victim >> step & empty:
                more = True
                self._short_jumps(
                    moves, taken, origin, victim >> step, opp ^ victim, empty, got | victim, last
                )
        if not more and got:
            moves.append(origin | (at.bit_length() - 1))
            taken.append(got)

    def _go_on_as_king(
        self, moves: Moves, taken: Taken, origin: int, at: int, opp: int, empty: int, got: int
    ) -> None:
        before = len(moves)
        if self.flying:
            self._king_jumps(moves, taken, origin, at, opp, empty, got)
        else:
            self._short_jumps(moves, taken, origin, at, opp, empty, got, 0)
        if len(moves) == before:
            moves.append(origin | (at.bit_length() - 1))
            taken.append(got)

    def king_can_jump(self, at: int, opp: int, empty: int) -> bool:
        """Whether a flying king on `at` can capture something."""
        for step in (self.left, self.right):
            bit = at << step
            while bit & empty:
                bit <<= step
            if bit & opp and bit << step & empty:
                return True
            bit = at >> step
            while bit & empty:
                bit >>= step
            if bit & opp and bit >> step & empty:
                return True
        return False

    def _king_jumps(
        self, moves: Moves, taken: Taken, origin: int, at: int, opp: int, empty: int, got: int
    ) -> bool:
        """All captures of a flying king from `at`; False when there is none."""
        found = False
        for step in (self.left, self.right):
            bit = at << step
            while bit & empty:
                bit <<= step
            if bit & opp and bit << step & empty:
                found = True
                landings = []
                landing = bit << step
                while landing & empty:
                    landings.append(landing)
                    landing <<= step
                self._king_lands(moves, taken, origin, landings, opp ^ bit, empty, got | bit)
            bit = at >> step
            while bit & empty:
                bit >>= step
            if bit & opp and bit >> step & empty:
                found = True
                landings = []
                landing = bit >> step
                while landing & empty:
                    landings.append(landing)
                    landing >>= step
                self._king_lands(moves, taken, origin, landings, opp ^ bit, empty, got | bit)
        return found

    def _king_lands(
        self, moves: Moves, taken: Taken, origin: int, landings: list[int], opp: int, empty: int, got: int
    ) -> None:
        """Go on from each landing square; where none goes on (or each is free), the capture ends there."""
        ends = []
        for landing in landings:
            if not self._king_jumps(moves, taken, origin, landing, opp, empty, got):
                ends.append(landing)
        if len(ends) < len(landings) and self.strict:
            return
        for landing in ends:
            moves.append(origin | (landing.bit_length() - 1))
            taken.append(got)

    def _first_jumps(
        self, moves: Moves, taken: Taken, kings: int, men: int, opp: int, empty: int, white: bool
    ) -> None:
        """Add every capture of exactly one piece, for rules that let a player stop after it."""
        for pieces, king in ((kings, True), (men, False)):
            while pieces:
                bit = pieces & -pieces
                pieces ^= bit
                origin = (bit.bit_length() - 1) << SHIFT
                for victim, landings in self.jumps(bit, king, white, opp, empty):
                    for landing in landings:
                        moves.append(origin | (landing.bit_length() - 1))
                        taken.append(victim)

    def jumps(self, at: int, king: bool, white: bool, opp: int, empty: int) -> list[tuple[int, list[int]]]:
        """Single captures from `at`: pairs of the captured piece and the squares to land on.

        Plain rather than fast: it serves explanations and route finding.
        """
        found: list[tuple[int, list[int]]] = []
        for step, up in ((self.left, True), (self.right, True), (self.left, False), (self.right, False)):
            if not king and not self.backward and up != white:
                continue
            bit = at << step if up else at >> step
            while king and self.flying and bit & empty:
                bit = bit << step if up else bit >> step
            landing = bit << step if up else bit >> step
            landings = []
            while bit & opp and landing & empty:
                landings.append(landing)
                if not (king and self.flying):
                    break
                landing = landing << step if up else landing >> step
            if landings:
                found.append((bit, landings))
        return found


@cache
def generator_of(rules: Ruleset) -> MoveGenerator:
    """The move generator of a ruleset, made once."""
    return MoveGenerator(rules)
