"""The builder's move generator: the values of a ruleset as tables and numbers, for compiled loops.

Boards are bitboards of the squares alone, numbered as `Geometry.names` lists them. The lines of play, the
rows and the rules come out of the same values as `engine.movegen`'s, and the tests hold both to the same
moves. A move is `captured pieces << 12 | origin << 6 | target`; the same move may stand twice in a list.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from engine.endgame.jit import Table, compiled, table
from engine.endgame.material import MOST_PIECES, squares_of
from engine.geometry import DIRECTIONS, geometry_of
from engine.rulesets.base import Promotion, Ruleset

TAKEN, ORIGIN, SQUARE = 12, 6, 63
RAY = 12  # places for a line of play, its end marked by -1
PRIME = 67  # bit % 67 differs for all single bits of a word
SETS = MOST_PIECES + 1
MOST_MOVES = 4096


class Ground(NamedTuple):
    """What the loops know of the board and the rules.

    `rays`: the squares from each square in each direction. `square_of`: the square of a single bit by its
    remainder. `binomial[n * SETS + k]`. `sets`: all sets of k squares by rank, from `start[k]` on.
    `turned` and `turned_men`: the rank of each such set after half a turn of the board, of kings and of men
    (who have one row less). `row`: how many squares the first row has. `losing`: 1 when the side to move
    without a legal move loses, 0 when it wins. The rest are rules.
    """

    rays: Table
    square_of: Table
    binomial: Table
    sets: Table
    start: Table
    turned: Table
    turned_men: Table
    squares: int
    row: int
    last_white: int
    last_black: int
    crowned_white: int
    crowned_black: int
    backward: int
    king_priority: int
    strict: int
    one_or_all: int
    stops: int
    goes_on: int
    losing: int


def ground_of(rules: Ruleset) -> Ground:
    """The tables of a ruleset."""
    squares, men_squares = squares_of(rules)
    row = squares - men_squares
    last = ((1 << row) - 1) << men_squares
    goes_on = rules.promotion is Promotion.GOES_ON
    sets: list[int] = []
    start: list[int] = []
    for size in range(MOST_PIECES):
        start.append(len(sets))
        sets += _sets(squares, size)
    square_of = [0] * PRIME
    for square in range(squares):
        square_of[(1 << square) % PRIME] = square
    return Ground(
        rays=table(_rays(rules)),
        square_of=table(square_of),
        binomial=table(comb(n, k) for n in range(squares + 1) for k in range(SETS)),
        sets=table(sets),
        start=table(start),
        turned=table(_turned(sets, squares)),
        turned_men=table(_turned(sets, men_squares)),
        squares=squares,
        row=row,
        last_white=last,
        last_black=(1 << row) - 1,
        crowned_white=last >> row if goes_on else 0,
        crowned_black=((1 << row) - 1) << row if goes_on else 0,
        backward=int(rules.men_capture_backward),
        king_priority=int(rules.king_priority),
        strict=int(rules.strict_landing),
        one_or_all=int(rules.may_stop_after_one),
        stops=int(rules.promotion is Promotion.STOPS),
        goes_on=int(goes_on),
        losing=int(rules.no_pieces == "loses"),
    )


def _rays(rules: Ruleset) -> list[int]:
    board = geometry_of(rules)
    number = {board.bit[name]: square for square, name in enumerate(board.names)}
    rays: list[int] = []
    for name in board.names:
        for direction in DIRECTIONS:
            line = []
            bit = board.step(board.bit[name], direction)
            while bit:
                line.append(number[bit])
                bit = board.step(bit, direction)
            rays += line + [-1] * (RAY - len(line))
    return rays


def _sets(squares: int, size: int) -> list[int]:
    """All sets of `size` squares in the order of their ranks, which is that of the numbers they are."""
    if not size:
        return [0]
    return [1 << highest | rest for highest in range(size - 1, squares) for rest in _sets(highest, size - 1)]


def _turned(sets: list[int], squares: int) -> list[int]:
    """The rank of each set after half a turn of a board of so many squares; 0 for sets that do not fit."""
    ranks = []
    for board in sets:
        rank = count = 0
        for square in range(squares - 1, -1, -1):
            if board >> square & 1:
                count += 1
                rank += comb(squares - 1 - square, count)
        ranks.append(0 if board >> squares else rank)
    return ranks


@compiled
def king_captures(
    ground: Ground, out: Table, count: int, origin: int, at: int, opp: int, occupied: int, taken: int
) -> int:
    """Append the captures of a flying king that stands on `at` after taking `taken`; the new count."""
    if opp == 0:
        return count
    rays = ground.rays
    stops_here = ground.one_or_all if taken == 0 else 0
    for way in range(4):
        step = (at * 4 + way) * RAY
        while rays[step] >= 0 and not occupied >> rays[step] & 1:
            step += 1
        victim = rays[step]
        if victim < 0 or not opp >> victim & 1:
            continue
        bit = 1 << victim
        ends = 0
        goes_on = 0
        step += 1
        while rays[step] >= 0 and not occupied >> rays[step] & 1:
            more = king_captures(ground, out, count, origin, rays[step], opp ^ bit, occupied, taken | bit)
            if more == count or stops_here:
                ends |= 1 << rays[step]
            if more > count:
                goes_on = 1
            count = more
            step += 1
        if goes_on and ground.strict and not stops_here:
            continue
        while ends:
            end = ends & -ends
            ends ^= end
            out[count] = (taken | bit) << TAKEN | origin << ORIGIN | ground.square_of[end % PRIME]
            count += 1
    return count


@compiled
def man_captures(
    ground: Ground,
    out: Table,
    count: int,
    origin: int,
    at: int,
    opp: int,
    occupied: int,
    taken: int,
    white: int,
) -> int:
    """Append the captures of a man that stands on `at` after taking `taken`; the new count."""
    end = taken << TAKEN | origin << ORIGIN | at
    if taken and (ground.last_white if white else ground.last_black) >> at & 1:
        if ground.stops:
            out[count] = end
            return count + 1
        if ground.goes_on:
            more = king_captures(ground, out, count, origin, at, opp, occupied, taken)
            if more == count:
                out[count] = end
                more += 1
            return more
    before = count
    first = 0 if white or ground.backward else 2
    last = 2 if white and not ground.backward else 4
    for way in range(first, last):
        step = (at * 4 + way) * RAY
        victim = ground.rays[step]
        if victim < 0 or not opp >> victim & 1:
            continue
        landing = ground.rays[step + 1]
        if landing < 0 or occupied >> landing & 1:
            continue
        bit = 1 << victim
        if ground.one_or_all and taken == 0:
            out[count] = bit << TAKEN | origin << ORIGIN | landing
            count += 1
        count = man_captures(ground, out, count, origin, landing, opp ^ bit, occupied, taken | bit, white)
    if taken and count == before:
        out[count] = end
        count += 1
    return count


@compiled
def captures(ground: Ground, out: Table, men: int, kings: int, opp: int, white: int) -> int:
    """Write all legal captures of the side that owns `men` and `kings`; how many."""
    occupied = men | kings | opp
    count = 0
    while kings:
        bit = kings & -kings
        kings ^= bit
        at = ground.square_of[bit % PRIME]
        count = king_captures(ground, out, count, at, at, opp, occupied ^ bit, 0)
    if count and ground.king_priority:
        return count
    while men:
        bit = men & -men
        men ^= bit
        at = ground.square_of[bit % PRIME]
        count = man_captures(ground, out, count, at, at, opp, occupied ^ bit, 0, white)
    return count


@compiled
def quiet_moves(ground: Ground, out: Table, men: int, kings: int, opp: int, white: int) -> int:
    """Write the moves without a capture of the side that owns `men` and `kings`; how many."""
    rays = ground.rays
    occupied = men | kings | opp
    count = 0
    first = 0 if white else 2
    while men:
        bit = men & -men
        men ^= bit
        at = ground.square_of[bit % PRIME]
        for way in range(first, first + 2):
            target = rays[(at * 4 + way) * RAY]
            if target >= 0 and not occupied >> target & 1:
                out[count] = at << ORIGIN | target
                count += 1
    while kings:
        bit = kings & -kings
        kings ^= bit
        at = ground.square_of[bit % PRIME]
        for way in range(4):
            step = (at * 4 + way) * RAY
            while rays[step] >= 0 and not occupied >> rays[step] & 1:
                out[count] = at << ORIGIN | rays[step]
                count += 1
                step += 1
    return count
