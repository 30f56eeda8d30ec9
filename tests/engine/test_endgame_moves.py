"""The builder's move generator against the engine's, for every ruleset it knows."""

import random

import pytest

from engine import RULESETS
from engine.endgame import TableError
from engine.endgame.jit import room
from engine.endgame.material import check_supported
from engine.endgame.moves import MOST_MOVES, ORIGIN, SQUARE, TAKEN, captures, ground_of, quiet_moves
from engine.generators import generator_of
from engine.geometry import geometry_of
from engine.movegen import INDEX, SHIFT
from engine.position import Position, legal


def is_supported(rules):
    try:
        check_supported(rules)
    except TableError:
        return False
    return True


SUPPORTED = [key for key, rules in RULESETS.items() if is_supported(rules)]


def random_boards(source, board):
    """Men and kings of White, then of Black, two to ten pieces, as squares."""
    sides = [[], [], [], []]
    for square in source.sample(range(len(board.names)), source.randint(2, 10)):
        kind = source.randrange(4)
        bit = board.bit[board.names[square]]
        if (kind == 0 and bit & board.rows[-1]) or (kind == 2 and bit & board.rows[0]):
            kind += 1
        sides[kind].append(square)
    return sides


def engines_moves(rules, sides, white):
    board = geometry_of(rules)
    bits = [board.bit[name] for name in board.names]
    position = Position(*(sum(bits[square] for square in side) for side in sides), white)
    moves, taken = legal(generator_of(rules), position)
    names = board.name
    return {
        (names[1 << (move >> SHIFT)], names[1 << (move & INDEX)], tuple(board.names_of(captured)))
        for move, captured in zip(moves, taken or [0] * len(moves), strict=True)
    }


def builders_moves(rules, ground, sides, white):
    names = geometry_of(rules).names
    men, kings, other_men, other_kings = (sum(1 << square for square in side) for side in sides)
    if not white:
        men, kings, other_men, other_kings = other_men, other_kings, men, kings
    out = room(MOST_MOVES)
    count = captures(ground, out, men, kings, other_men | other_kings, int(white))
    if not count:
        count = quiet_moves(ground, out, men, kings, other_men | other_kings, int(white))
    return {
        (
            names[int(move) >> ORIGIN & SQUARE],
            names[int(move) & SQUARE],
            tuple(name for square, name in enumerate(names) if int(move) >> TAKEN >> square & 1),
        )
        for move in out[:count]
    }


def test_the_czech_rulesets_are_supported():
    assert {"czech", "czech-one-or-all", "czech-free-landing", "cech-dama"} <= set(SUPPORTED)


@pytest.mark.parametrize("key", SUPPORTED)
def test_both_generators_give_the_same_moves(key):
    rules = RULESETS[key]
    ground = ground_of(rules)
    source = random.Random(key)
    capturing = 0
    for _ in range(400):
        sides = random_boards(source, geometry_of(rules))
        white = source.random() < 0.5
        wanted = engines_moves(rules, sides, white)
        assert builders_moves(rules, ground, sides, white) == wanted
        capturing += any(taken for _, _, taken in wanted)
    assert capturing > 100
