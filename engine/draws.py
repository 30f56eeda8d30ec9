"""Draws that come about by the course of the game: repetition, no progress, endings of few pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.position import Position
from engine.rulesets.base import Ruleset

_ABSENT = -1


@dataclass(frozen=True, slots=True)
class Claim:
    """A draw the player to move may claim, and after how many plies.

    `kind` is "threefold", "no-progress", or the kind of a rule in `Ruleset.few_pieces`.
    """

    kind: str
    ply: int


class Progress(NamedTuple):
    """What the draw rules count.

    `quiet`: plies in a row without a capture or a man's move. `few`: for each rule of few pieces the plies
    since its material came about, or -1 while the board has another material.
    """

    quiet: int = 0
    few: tuple[int, ...] = ()


def at_start(rules: Ruleset, position: Position) -> Progress:
    """The counts of a game that begins with this position."""
    material = _material(position)
    return Progress(0, tuple(0 if rule.fits(*material) else _ABSENT for rule in rules.few_pieces))


def after(rules: Ruleset, before: Progress, position: Position, *, quiet: int, changed: bool) -> Progress:
    """The counts after a ply that led to `position`.

    `quiet` is the new count of quiet plies. `changed`: a piece was captured or crowned.
    """
    few = before.few
    if changed or max(few) != _ABSENT:
        few = _few(rules, few, position, changed)
    return Progress(quiet, few)


def claims(rules: Ruleset, progress: Progress, repeated: int, ply: int) -> list[Claim]:
    """The draws that can be claimed after `ply` plies in a position that stands for the `repeated`th time."""
    found = []
    if rules.threefold is not None and repeated >= rules.threefold:
        found.append(Claim("threefold", ply))
    if rules.no_progress is not None and progress.quiet >= rules.no_progress:
        found.append(Claim("no-progress", ply))
    for rule, count in zip(rules.few_pieces, progress.few, strict=True):
        if count >= rule.plies:
            found.append(Claim(rule.kind, ply))
    return found


def _few(rules: Ruleset, few: tuple[int, ...], position: Position, changed: bool) -> tuple[int, ...]:
    material = _material(position)
    counts = []
    for rule, count in zip(rules.few_pieces, few, strict=True):
        if not rule.fits(*material):
            counts.append(_ABSENT)
        elif count == _ABSENT or (changed and rule.anew):
            counts.append(0)
        else:
            counts.append(count + 1)
    return tuple(counts)


def _material(position: Position) -> tuple[tuple[int, int], tuple[int, int]]:
    """Men and kings of White, and of Black."""
    men, kings, other_men, other_kings = (board.bit_count() for board in position[:4])
    return (men, kings), (other_men, other_kings)
