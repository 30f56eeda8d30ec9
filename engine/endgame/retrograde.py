"""The builder's inner loops: from the ends of the game backward, one material at a time.

A part's positions are numbered by the ranks of its four sets of squares. While a material is built, White
has the pieces of the side that names it, and each plane has two halves of `size` bytes: White to move, then
Black. Every move that captures or crowns leads to a material that is finished, so the first pass can look
it up; all others stay within the two halves and are walked backward.

A plane of values holds 0 for a draw (or not known yet), else the distance to the end of the game in plies
plus one. With the usual ending the side to move has lost at an even distance and won at an odd one, so the
distance alone tells which. A plane of forces has two bits: the side to move can force that it captures
(MINE), the other side can (THEIRS).

Method: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9 (3), 1986, with a counter of
open moves for each position.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.endgame.jit import Table, compiled
from engine.endgame.moves import (
    ORIGIN,
    PRIME,
    RAY,
    SETS,
    SQUARE,
    TAKEN,
    Ground,
    captures,
    quiet_moves,
)

NONE = 255  # no position: two pieces on one square
LONGEST = 250  # plies that a value may say
NEVER = 128  # on top of a counter: it must not reach zero
MINE, THEIRS = 1, 2
SLOTS = SETS**4


class Store(NamedTuple):
    """The finished parts: where each begins (by slot) in the planes of values and forces."""

    offset: Table
    value: Table
    force: Table


class Part(NamedTuple):
    """The material under work, White's pieces first, and how far apart the sets' neighbours are numbered."""

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int
    size: int
    white_men_stride: int
    black_men_stride: int
    white_kings_stride: int


class Planes(NamedTuple):
    """The work on a material.

    `open`: moves of a quiet position that stay within the material and may still save the side to move.
    `late`: the longest loss by crowning. `guard`: as `open`, for escaping from captures.
    """

    value: Table
    open: Table
    late: Table
    force: Table
    guard: Table


@compiled
def rank(ground: Ground, board: int) -> int:
    """The rank of a set of squares among those of its size."""
    total = 0
    count = 0
    while board:
        bit = board & -board
        board ^= bit
        count += 1
        total += ground.binomial[ground.square_of[bit % PRIME] * SETS + count]
    return total


@compiled
def size_of(board: int) -> int:
    """How many squares a set has."""
    count = 0
    while board:
        board &= board - 1
        count += 1
    return count


@compiled
def address(
    ground: Ground, store: Store, men: int, kings: int, other_men: int, other_kings: int, white: int
) -> int:
    """Where the store keeps a position, seen by the side to move, which is White or not."""
    own_men, own_kings = size_of(men), size_of(kings)
    others, rivals = size_of(other_men), size_of(other_kings)
    if white:
        first, second = rank(ground, men), rank(ground, other_men >> ground.row)
        third, fourth = rank(ground, kings), rank(ground, other_kings)
    else:
        start = ground.start
        first = ground.turned_men[start[own_men] + rank(ground, men >> ground.row)]
        second = ground.turned_men[start[others] + rank(ground, other_men)]
        third = ground.turned[start[own_kings] + rank(ground, kings)]
        fourth = ground.turned[start[rivals] + rank(ground, other_kings)]
    men_squares = (ground.squares - ground.row) * SETS
    number = first * ground.binomial[men_squares + others] + second
    number = number * ground.binomial[ground.squares * SETS + own_kings] + third
    number = number * ground.binomial[ground.squares * SETS + rivals] + fourth
    slot = ((own_men * SETS + own_kings) * SETS + others) * SETS + rivals
    return store.offset[slot] + number


@compiled
def first_pass(ground: Ground, store: Store, part: Part, planes: Planes, out: Table) -> int:
    """Judge every position by the moves that leave the material; how many got a value."""
    sets, start = ground.sets, ground.start
    men_squares = (ground.squares - ground.row) * SETS
    some = 0
    at = -1
    for white_men in range(ground.binomial[men_squares + part.white_men]):
        wm = sets[start[part.white_men] + white_men]
        for black_men in range(ground.binomial[men_squares + part.black_men]):
            bm = sets[start[part.black_men] + black_men] << ground.row
            for white_kings in range(ground.binomial[ground.squares * SETS + part.white_kings]):
                wk = sets[start[part.white_kings] + white_kings]
                clash = (wm & bm) | (wm & wk) | (bm & wk)
                for black_kings in range(ground.binomial[ground.squares * SETS + part.black_kings]):
                    at += 1
                    bk = sets[start[part.black_kings] + black_kings]
                    if clash or (wm | bm | wk) & bk:
                        planes.value[at] = NONE
                        planes.value[part.size + at] = NONE
                        continue
                    some += judge(ground, store, planes, out, at, wm, wk, bm, bk, 1)
                    some += judge(ground, store, planes, out, part.size + at, bm, bk, wm, wk, 0)
    return some


@compiled
def judge(
    ground: Ground,
    store: Store,
    planes: Planes,
    out: Table,
    at: int,
    men: int,
    kings: int,
    other_men: int,
    other_kings: int,
    white: int,
) -> int:
    """Judge one position by the moves that leave its material; 1 if that gave it a value."""
    opp = other_men | other_kings
    last = ground.last_white if white else ground.last_black
    crowned = ground.crowned_white if white else ground.crowned_black
    moves = captures(ground, out, men, kings, opp, white)
    capture = moves > 0
    if not capture:
        moves = quiet_moves(ground, out, men, kings, opp, white)
    inside = won = lost = drawn = 0
    mine = 1 if capture else 0
    theirs = 1
    for each in range(moves):
        taken = out[each] >> TAKEN
        origin = 1 << (out[each] >> ORIGIN & SQUARE)
        target = 1 << (out[each] & SQUARE)
        as_king = kings & origin or target & last or taken & crowned
        if not capture and (kings & origin or not as_king):
            inside += 1
            continue
        if opp == taken:
            value = 1
            force = 0
        else:
            own = men & ~origin
            own_kings = kings & ~origin
            if as_king:
                own_kings |= target
            else:
                own |= target
            child = address(
                ground, store, other_men & ~taken, other_kings & ~taken, own, own_kings, 1 - white
            )
            value = int(store.value[child])
            force = int(store.force[child])
        if value == 0:
            drawn = 1
        elif value & 1 == ground.losing:
            won = value + 1 if won == 0 else min(won, value + 1)
        else:
            lost = max(lost, value + 1)
        mine |= force >> 1 & 1
        theirs &= force & 1
    if moves == 0:
        planes.value[at] = 1
        return 1
    if inside:
        planes.value[at] = won
        planes.late[at] = lost
        planes.open[at] = inside | (NEVER if drawn else 0)
        planes.guard[at] = inside | (0 if theirs else NEVER)
        planes.force[at] = mine
        return 1 if won else 0
    planes.value[at] = won if won else 0 if drawn else lost
    planes.force[at] = mine | theirs << 1
    return 1 if planes.value[at] else 0


@compiled
def before(ground: Ground, part: Part, out: Table, at: int, black_moved: int) -> int:
    """Write the numbers of the positions one quiet move that crowns nobody before `at`; how many.

    `at` counts within its half; the numbers written count within the other half.
    """
    sets, start = ground.sets, ground.start
    rest = at
    men_rank = rest // part.white_men_stride
    rest -= men_rank * part.white_men_stride
    other_rank = rest // part.black_men_stride
    rest -= other_rank * part.black_men_stride
    kings_rank = rest // part.white_kings_stride
    rivals_rank = rest - kings_rank * part.white_kings_stride
    wm = sets[start[part.white_men] + men_rank]
    bm = sets[start[part.black_men] + other_rank] << ground.row
    wk = sets[start[part.white_kings] + kings_rank]
    bk = sets[start[part.black_kings] + rivals_rank]
    occupied = wm | bm | wk | bk
    if black_moved:
        return unmoves(
            ground,
            out,
            at,
            bm >> ground.row,
            bk,
            occupied,
            ground.row,
            0,
            at - other_rank * part.black_men_stride,
            part.black_men_stride,
            at - rivals_rank,
            1,
        )
    return unmoves(
        ground,
        out,
        at,
        wm,
        wk,
        occupied,
        0,
        2,
        at - men_rank * part.white_men_stride,
        part.white_men_stride,
        at - kings_rank * part.white_kings_stride,
        part.white_kings_stride,
    )


@compiled
def unmoves(
    ground: Ground,
    out: Table,
    at: int,
    men: int,
    kings: int,
    occupied: int,
    shift: int,
    back: int,
    men_base: int,
    men_stride: int,
    kings_base: int,
    kings_stride: int,
) -> int:
    """The part of `before` that is alike for both colours: men step back in two directions from `back` on.

    `men` are numbered from the first square where they can stand, `shift` squares above the board's first.
    """
    rays = ground.rays
    count = 0
    rest = men
    while rest:
        bit = rest & -rest
        rest ^= bit
        square = ground.square_of[bit % PRIME] + shift
        for way in range(back, back + 2):
            origin = rays[(square * 4 + way) * RAY]
            if origin >= 0 and not occupied >> origin & 1:
                moved = men ^ bit | 1 << (origin - shift)
                out[count] = men_base + rank(ground, moved) * men_stride
                count += 1
    rest = kings
    while rest:
        bit = rest & -rest
        rest ^= bit
        square = ground.square_of[bit % PRIME]
        for way in range(4):
            step = (square * 4 + way) * RAY
            while rays[step] >= 0 and not occupied >> rays[step] & 1:
                moved = kings ^ bit | 1 << rays[step]
                out[count] = kings_base + rank(ground, moved) * kings_stride
                count += 1
                step += 1
    return count


@compiled
def settle(ground: Ground, part: Part, planes: Planes, out: Table, open_ends: int) -> int:
    """Carry the values backward, ply by ply, from `open_ends` positions that have one.

    Returns the greatest value, or -1 when one would be too great to be written.
    """
    mark = 0
    last = 0
    while open_ends > 0:
        if mark == LONGEST:
            return -1
        mark += 1
        lost = mark & 1 == ground.losing
        for here in range(2 * part.size):
            if planes.value[here] != mark:
                continue
            open_ends -= 1
            last = mark
            half = here // part.size
            other = (1 - half) * part.size
            count = before(ground, part, out, here - half * part.size, 1 - half)
            for each in range(count):
                open_ends += carry(planes, other + out[each], mark + 1, lost)
    return last


@compiled
def carry(planes: Planes, there: int, mark: int, lost: int) -> int:
    """Tell a position that one of its moves leads to a lost or a won one; 1 if that gave it a value."""
    value = planes.value[there]
    still = planes.open[there]
    if still == 0:
        return 0
    if lost:
        if value == 0 or value > mark:
            planes.value[there] = mark
            return 1 if value == 0 else 0
        return 0
    if value:
        return 0
    planes.open[there] = still - 1
    if still != 1:
        return 0
    planes.value[there] = max(mark, planes.late[there])
    return 1


@compiled
def force_captures(ground: Ground, part: Part, planes: Planes, out: Table, stack: Table, white: int) -> None:
    """Find where White (or Black) can force that he captures, from the positions where he does at once."""
    top = 0
    for here in range(2 * part.size):
        bit = MINE if (here < part.size) == (white == 1) else THEIRS
        if planes.force[here] & bit:
            stack[top] = here
            top += 1
    while top:
        top -= 1
        here = stack[top]
        half = here // part.size
        other = (1 - half) * part.size
        # The half of the position before is that of who moved: 1 is Black's.
        forcing = (1 - half == 0) == (white == 1)
        count = before(ground, part, out, here - half * part.size, 1 - half)
        for each in range(count):
            there = other + out[each]
            if forcing:
                if planes.force[there] & MINE:
                    continue
                planes.force[there] |= MINE
            else:
                still = planes.guard[there]
                if still == 0:
                    continue
                planes.guard[there] = still - 1
                if still != 1:
                    continue
                planes.force[there] |= THEIRS
            stack[top] = there
            top += 1


@compiled
def hand_over(ground: Ground, part: Part, planes: Planes, store: Store, here: int, turned: int) -> None:
    """Copy both halves to the store, Black's turned round (not at all if `turned` is -1)."""
    at = 0
    turned_men, turned_kings, start = ground.turned_men, ground.turned, ground.start
    men_squares = (ground.squares - ground.row) * SETS
    own = ground.binomial[men_squares + part.white_men]
    kings = ground.binomial[ground.squares * SETS + part.white_kings]
    rivals = ground.binomial[ground.squares * SETS + part.black_kings]
    for first in range(own):
        for second in range(ground.binomial[men_squares + part.black_men]):
            men = turned_men[start[part.black_men] + second] * own + turned_men[start[part.white_men] + first]
            for third in range(kings):
                king = turned_kings[start[part.white_kings] + third]
                for fourth in range(rivals):
                    store.value[here + at] = planes.value[at]
                    store.force[here + at] = planes.force[at]
                    if turned >= 0:
                        rival = turned_kings[start[part.black_kings] + fourth]
                        to = turned + (men * rivals + rival) * kings + king
                        store.value[to] = planes.value[part.size + at]
                        store.force[to] = planes.force[part.size + at]
                    at += 1


@compiled
def tally(value: Table, force: Table, first: int, size: int, counts: Table) -> None:
    """Count a part's positions by value, and in the last place those where a capture can be forced.

    Empty places get what stands before them, so that they take no room when packed.
    """
    kept = 0
    forced = 0
    for at in range(first, first + size):
        if value[at] == NONE:
            value[at] = kept
            force[at] = forced
            continue
        kept = value[at]
        forced = force[at]
        counts[kept] += 1
        if forced:
            counts[NONE] += 1


@compiled
def pack(force: Table, first: int, size: int, packed: Table) -> None:
    """Put the two bits of four positions into each byte."""
    for at in range(size):
        packed[at >> 2] |= force[first + at] << 2 * (at & 3)
