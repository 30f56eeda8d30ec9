"""The search of one position to one depth: principal variation search with a transposition table.

Values are for the side to move, in hundredths of a man; a game won in n plies counts `WIN - n`. A side that
must capture is never quiet: below the horizon captures are played on until there are none.

With `selective` switched off it looks at every move to the same depth, so that its value is that of plain
minimax; switched on, late quiet moves are searched less deep and forced moves cost no depth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.movegen import MoveGenerator, Moves, Taken
from engine.rulesets.base import Ending

from .clock import Clock
from .evaluation import Evaluation
from .node import NEVER, Mover, Node
from .table import EXACT, LOWER, OFFSET, UPPER, TranspositionTable
from .tables import tables_of
from .weights import weights_of
from .words import size_of

if TYPE_CHECKING:
    from mypy_extensions import i64

WIN: Final = 30000
SURE: Final = 29000  # beyond this a value says in how many plies the game is won or lost
INFINITE: Final = 32000
DEEPEST: Final = 100  # plies from the root; a limit for the stack
REVERSIBLE: Final = 4  # a position can stand again after so many plies at the earliest
HASH_MOVE: Final = 2000000
KILLER: Final = 1000000
MOST_HISTORY: Final = 500000
CODES: Final = 16384  # origin and target together
LATE: Final = 3
LATER: Final = 8

_ENDINGS: dict[Ending, int] = {"loses": -1, "wins": 1, "draws": 0}


class Searcher:
    """Searches positions of one ruleset; keeps its table and its move ordering between searches."""

    def __init__(self, generator: MoveGenerator, table: TranspositionTable, selective: bool = True) -> None:
        rules = generator.rules
        self.mover: Mover = Mover(generator, tables_of(rules))
        self.evaluation: Evaluation = Evaluation(generator, weights_of(rules))
        self.table: TranspositionTable = table
        self.selective: bool = selective
        self.huffing: bool = rules.huffing
        self.no_progress: i64 = NEVER if rules.no_progress is None else rules.no_progress
        self.threefold: i64 = NEVER if rules.threefold is None else rules.threefold
        self.when_empty: i64 = _ENDINGS[rules.no_pieces]
        self.when_blocked: i64 = _ENDINGS[rules.blocked]
        self.line: list[Node] = [Node() for _ in range(DEEPEST + 2)]
        self.best_line: list[list[int]] = [[] for _ in range(DEEPEST + 2)]
        self.killers: list[int] = [-1] * (2 * DEEPEST + 4)
        self.history: list[int] = [0] * (2 * CODES)
        # Keys of the game's positions since the last move that cannot be undone, then of the line's.
        self.path: list[int] = []
        self.root: i64 = 0
        self.nodes: i64 = 0
        self.next_check: i64 = 0
        self.stopped: bool = False
        self.clock: Clock = Clock()

    def forget(self) -> None:
        """Forget the positions seen so far."""
        self.table.clear()
        self.history = [0] * (2 * CODES)

    def begin(self, earlier: list[int], clock: Clock) -> None:
        """Make ready for a search whose root has been put into `line[0]`.

        `earlier` are the keys of the game's positions before it, back to the last irreversible move.
        """
        self.path = [*earlier, *([0] * (DEEPEST + 2))]
        self.root = len(earlier)
        self.path[self.root] = self.line[0].key
        self.nodes = 0
        self.clock = clock
        self.next_check = clock.first_check()
        self.stopped = False
        self.table.grow_older()
        self.killers = [-1] * (2 * DEEPEST + 4)
        self.history = [value // 8 for value in self.history]

    def search(self, ply: i64, depth: i64, alpha: i64, beta: i64) -> i64:
        """The value of `line[ply]`, at least when it lies between alpha and beta; 0 when stopped."""
        if self.stopped:
            return 0
        self.nodes += 1
        if self.nodes > self.next_check:
            self._look_at_clock()
            if self.stopped:
                self.nodes -= 1
                return 0
        node = self.line[ply]
        moves, taken = self.mover.moves(node)
        if not moves:
            return self.ended(node, ply)
        self.path[self.root + ply] = node.key
        if self._is_draw(node, ply):
            return 0
        if ply >= DEEPEST:
            return self.evaluation.evaluate(node)
        if depth <= 0:
            if taken:
                return self._captures(ply, alpha, beta, moves, taken)
            return self.evaluation.evaluate(node)
        return self._full(ply, depth, alpha, beta, moves, taken)

    def ended(self, node: Node, ply: i64) -> i64:
        """The value when the side to move has no legal move."""
        sign = self.when_blocked if node.men | node.kings else self.when_empty
        return sign * (WIN - ply)

    def _captures(self, ply: i64, alpha: i64, beta: i64, moves: Moves, taken: Taken) -> i64:
        """Below the horizon: play the captures on. Where they are free, standing still is a choice too."""
        node, child = self.line[ply], self.line[ply + 1]
        best: i64 = -INFINITE
        if self.huffing:
            best = self.evaluation.evaluate(node)
            if best >= beta:
                return best
        for index in range(len(moves)):
            if not taken[index]:
                continue
            self.mover.play(node, child, moves[index], taken[index])
            value = -self.search(ply + 1, 0, -beta, -max(alpha, best))
            if self.stopped:
                return 0
            if value > best:
                best = value
                if best >= beta:
                    break
        return best

    def _full(self, ply: i64, depth: i64, alpha: i64, beta: i64, moves: Moves, taken: Taken) -> i64:
        """Above the horizon: the table, then every move."""
        if self.selective and len(moves) == 1:
            depth += 1
        key = self.line[ply].key
        entry = self.table.find(key)
        first: i64 = -1
        if entry:
            first = (entry >> 27 & 511) - 1
            known = entry >> 17 & 255
            # A deeper value is as good or better, but it is not the value of this depth.
            if beta - alpha == 1 and (known == depth or (known > depth and self.selective)):
                value = _from_table((entry & 131071) - OFFSET, ply)
                bound = entry >> 25 & 3
                if (value >= beta and bound & LOWER) or (value <= alpha and bound & UPPER):
                    return value
        best, at = self.best_of(ply, depth, alpha, beta, moves, taken, first)
        if self.stopped:
            return 0
        bound = EXACT
        if best >= beta:
            bound = LOWER
        elif best <= alpha:
            bound = UPPER
        self.table.store(key, depth, bound, _into_table(best, ply), at)
        return best

    def best_of(
        self, ply: i64, depth: i64, alpha: i64, beta: i64, moves: Moves, taken: Taken, first: i64
    ) -> tuple[i64, i64]:
        """The value of the best move and its index, trying the `first`th before the others.

        When stopped, the best of the moves it came to, with -1 for none.
        """
        node, child = self.line[ply], self.line[ply + 1]
        order = self._order(node, ply, moves, taken, first)
        wide = beta - alpha > 1
        best: i64 = -INFINITE
        at: i64 = -1
        for number in range(len(moves)):
            index = _next(order)
            captured: i64 = taken[index] if taken else 0
            self.mover.play(node, child, moves[index], captured)
            value = self._value(ply + 1, depth - 1, alpha, beta, number, captured == 0)
            if self.stopped:
                break
            if value > best:
                best, at = value, index
                if value > alpha:
                    alpha = value
                    if wide:
                        self.best_line[ply] = [index, *self.best_line[ply + 1]]
                    if value >= beta:
                        if not captured:
                            self._remember(node, ply, depth, moves[index])
                        break
        return best, at

    def _value(self, ply: i64, depth: i64, alpha: i64, beta: i64, number: i64, quiet: bool) -> i64:
        """The value of the move just played into `line[ply]`, the `number`th tried, for who played it."""
        self.best_line[ply].clear()
        if number == 0:
            return -self.search(ply, depth, -beta, -alpha)
        reduced = depth
        if self.selective and quiet and number >= LATE and depth >= 2:
            reduced -= 2 if number >= LATER and depth >= 4 else 1
        value = -self.search(ply, reduced, -alpha - 1, -alpha)
        if value > alpha and reduced < depth:
            value = -self.search(ply, depth, -alpha - 1, -alpha)
        if alpha < value < beta:
            value = -self.search(ply, depth, -beta, -alpha)
        return value

    def _order(self, node: Node, ply: i64, moves: Moves, taken: Taken, first: i64) -> list[int]:
        """How promising each move is."""
        side: i64 = CODES if node.white else 0
        killer, other = self.killers[2 * ply], self.killers[2 * ply + 1]
        order: list[int] = []
        for index in range(len(moves)):
            code = moves[index] & (CODES - 1)
            if index == first:
                order.append(HASH_MOVE)
            elif taken and taken[index]:
                order.append(size_of(taken[index]) + KILLER)
            elif code in (killer, other):
                order.append(KILLER)
            else:
                order.append(self.history[side + code])
        return order

    def _remember(self, node: Node, ply: i64, depth: i64, move: int) -> None:
        """A quiet move was too good for the opponent: try it early elsewhere."""
        code = move & (CODES - 1)
        if self.killers[2 * ply] != code:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = code
        at: i64 = code + (CODES if node.white else 0)
        self.history[at] = min(self.history[at] + depth * depth, MOST_HISTORY)

    def _is_draw(self, node: Node, ply: i64) -> bool:
        """Whether a draw could be claimed, or the line goes round."""
        if not ply:
            return False
        if node.left <= 0 or node.quiet >= self.no_progress:
            return True
        return node.quiet >= REVERSIBLE and self._repeats(node, ply)

    def _repeats(self, node: Node, ply: i64) -> bool:
        """Whether the position stood before in this line, or often enough in the game."""
        at = self.root + ply
        stop = max(at - node.quiet, 0)
        seen: i64 = 1
        at -= REVERSIBLE
        while at >= stop:
            if self.path[at] == node.key:
                seen += 1
                if at >= self.root or seen >= self.threefold:
                    return True
            at -= 2
        return False

    def _look_at_clock(self) -> None:
        self.next_check = self.clock.check(self.nodes)
        self.stopped = self.next_check < 0


def _next(order: list[int]) -> i64:
    """The index of the most promising move that has not been tried, which is then marked as tried."""
    best: i64 = 0
    most: i64 = -1
    for index in range(len(order)):
        if order[index] > most:
            most = order[index]
            best = index
    order[best] = -1
    return best


def _into_table(value: i64, ply: i64) -> i64:
    """A win counts from the root while searching, from the position itself in the table."""
    if value > SURE:
        return value + ply
    if value < -SURE:
        return value - ply
    return value


def _from_table(value: i64, ply: i64) -> i64:
    if value > SURE:
        return value - ply
    if value < -SURE:
        return value + ply
    return value
