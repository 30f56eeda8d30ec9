"""Which pieces stand on the board: the parts an endgame table is made of, and their order.

Everything is seen by the side to move, which moves up: a position with Black to move is turned round, so
one part serves both colours. The two parts of the same pieces (either side to move) are built together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from math import comb
from typing import NamedTuple

from engine.endgame.errors import TableError
from engine.errors import gettext_noop
from engine.geometry import geometry_of
from engine.rulesets import RULESETS, Ruleset

MOST_PIECES = 5
# What a ruleset says besides how pieces move and how a game ends on the board.
_BESIDE = {
    *("key", "label", "gametype", "other_gametypes", "algebraic"),
    *("mirrored", "numbers_from_below", "setup_rows", "setup_gap", "first"),
    *("threefold", "no_progress", "few_pieces"),
}
_USUAL = Ruleset(key="", label="")
# The values for which the builder has no code: what it demands instead.
_DEMANDED: dict[str, object] = {
    "size": 8,
    "every_square": False,
    "men_capture_kings": True,
    "flying_kings": True,
    "preferences": (),
    "removed_at_once": False,
    "huffing": False,
}


class Material(NamedTuple):
    """Men and kings of the side to move, then of the other."""

    men: int
    kings: int
    other_men: int
    other_kings: int

    @property
    def pieces(self) -> int:
        """All pieces of both sides."""
        return sum(self)

    @property
    def turned(self) -> Material:
        """The same pieces with the other side to move."""
        return Material(self.other_men, self.other_kings, self.men, self.kings)

    @property
    def stronger_first(self) -> Material:
        """The name-giving one of the two: more pieces, then more kings to move."""
        own, other = self.men + self.kings, self.other_men + self.other_kings
        return self if (own, self.kings) >= (other, self.other_kings) else self.turned

    @property
    def parts(self) -> tuple[Material, ...]:
        """This one and the turned one; only one where they are the same."""
        return (self,) if self == self.turned else (self, self.turned)

    def __str__(self) -> str:
        return f"{'k' * self.kings}{'m' * self.men}-{'k' * self.other_kings}{'m' * self.other_men}"

    def size(self, rules: Ruleset) -> int:
        """How many places the part has; places where two pieces share a square stay empty."""
        squares, men_squares = squares_of(rules)
        return (
            comb(men_squares, self.men)
            * comb(men_squares, self.other_men)
            * comb(squares, self.kings)
            * comb(squares, self.other_kings)
        )

    def leads_to(self) -> set[Material]:
        """The materials, stronger side first, that one crowning or the loss of one piece makes of this."""
        after = set()
        men, kings, other_men, other_kings = self
        if men:
            after.add(Material(men - 1, kings + 1, other_men, other_kings))
            after.add(Material(men - 1, kings, other_men, other_kings))
        if kings:
            after.add(Material(men, kings - 1, other_men, other_kings))
        if other_men:
            after.add(Material(men, kings, other_men - 1, other_kings + 1))
            after.add(Material(men, kings, other_men - 1, other_kings))
        if other_kings:
            after.add(Material(men, kings, other_men, other_kings - 1))
        return {each.stronger_first for each in after if min(each[0] + each[1], each[2] + each[3])}


def squares_of(rules: Ruleset) -> tuple[int, int]:
    """How many squares the board has, and on how many a man can stand (not where he would be crowned)."""
    board = geometry_of(rules)
    return len(board.names), len(board.names) - board.rows[-1].bit_count()


def materials(pieces: int) -> Iterator[Material]:
    """Every material of 2 to `pieces` pieces, stronger side first, after all that it can lead to."""
    for total in range(2, pieces + 1):
        found = set()
        for own in range(1, total):
            for men in range(own + 1):
                for other_men in range(total - own + 1):
                    material = Material(men, own - men, other_men, total - own - other_men)
                    found.add(material.stronger_first)
        yield from sorted(found, key=lambda each: (each.men + each.other_men, each))


def signature(rules: Ruleset) -> str:
    """The values that decide what is won and lost, as text: rulesets that agree in them share tables.

    Only what differs from the usual is named, so that a new rule does not outdate every table.
    """
    names = [field.name for field in fields(rules) if field.name not in _BESIDE]
    values = ((name, getattr(rules, name), getattr(_USUAL, name)) for name in names)
    return " ".join(f"{name}={value}" for name, value, usual in values if value != usual)


def owner(rules: Ruleset) -> Ruleset:
    """The first ruleset of the registry that plays alike: its key names the folder of the tables."""
    own = signature(rules)
    return next((each for each in RULESETS.values() if signature(each) == own), rules)


def check_supported(rules: Ruleset) -> None:
    """Raise TableError when the builder has no code for a value of the ruleset."""
    for name, value in _DEMANDED.items():
        if getattr(rules, name) != value:
            raise TableError(
                "unsupported-rules",
                gettext_noop(
                    "There are no endgame tables for %(ruleset)s: they need %(name)s to be %(value)s."
                ),
                ruleset=rules.key,
                name=name,
                value=str(value),
            )
    if rules.no_pieces == "draws" or rules.blocked != rules.no_pieces:
        raise TableError(
            "unsupported-rules",
            gettext_noop("There are no endgame tables for %(ruleset)s: its games end in several ways."),
            ruleset=rules.key,
        )
