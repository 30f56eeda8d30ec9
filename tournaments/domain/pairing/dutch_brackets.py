"""What became of each score group of a FIDE Dutch round, read from the pairing library's plain data.

Criteria are counted from the finished pairs, as C.04.3 art. 2.4 words them: the library's own numbers are
weights of its search, which it leaves out where a quick way found the pairs.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Player = Mapping[str, Any]

_DOWNFLOAT, _UPFLOAT, _DOWNFLOAT_BEFORE, _UPFLOAT_BEFORE = 1, 2, 4, 8
"""Bits of the library's ``flt``: the float of the previous round, and of the round before that."""


@dataclass(frozen=True)
class DutchBracket:
    """What became of a score group: its pairing ``score`` (integer points) and numbers of players and pairs.

    ``residents`` have that score, ``moved_down`` came from above, ``floating`` go on to the next group;
    ``bye``: the one left over in the last group gets the pairing bye. ``unmet`` are the quality criteria of
    C.04.3 art. 2.4 that are not zero, each with the number of players concerned (C9: of unplayed games).
    C6 and C7 are in ``floating``, C8 in that of the next group; C19 and C21 concern the players of C15 and
    C17.
    """

    score: int
    residents: int
    moved_down: int
    pairs: int
    floating: int
    bye: bool
    unmet: tuple[tuple[str, int], ...] = ()


def read_brackets(
    brackets: Sequence[Mapping[str, Any]], players: Sequence[Player], scores: Sequence[int], rounds: int
) -> tuple[DutchBracket, ...]:
    """Return the score groups from above; ``scores`` are those of the levels, ``rounds`` are paired so far.

    The library's level 0 is no score group: it has the player who gets the bye.
    """
    byes = [pair["w"] for bracket in brackets for pair in bracket["pairs"] if not pair["b"]]
    return tuple(
        _bracket(bracket, players, scores, byes, rounds) for bracket in brackets if bracket["scorelevel"]
    )


def _bracket(
    bracket: Mapping[str, Any],
    players: Sequence[Player],
    scores: Sequence[int],
    byes: Sequence[int],
    rounds: int,
) -> DutchBracket:
    level, numbers, floating = bracket["scorelevel"], bracket["competitors"], bracket["downfloaters"]
    residents = [number for number in numbers if players[number]["scorelevel"] == level]
    # Of the last group nobody floats: who is left over there gets the bye.
    bye = level == 1 and bool(byes)
    counted = Counter(
        {"C9": sum(rounds - int(players[number]["num"]["val"]) for number in byes if number in residents)}
    )
    counted.update(_colour_criteria(bracket["pairs"], players))
    counted.update(_float_criteria(level, bracket["pairs"], floating, players))
    return DutchBracket(
        scores[level],
        len(residents),
        len(numbers) - len(residents),
        len(bracket["pairs"]),
        len(floating) - bye,
        bye,
        tuple(sorted(((code, count) for code, count in counted.items() if count), key=_by_number)),
    )


def _by_number(criterion: tuple[str, int]) -> int:
    return int(criterion[0][1:])


def _colour_criteria(pairs: Sequence[Mapping[str, Any]], players: Sequence[Player]) -> Iterator[str]:
    """Yield a criterion for each player for whom it is not met: C10 to C13."""
    for pair in pairs:
        white, black = players[pair["w"]], players[pair["b"]]
        for player, colour, balance in ((white, "w", 1), (black, "b", -1)):
            due, strength = player["cop"]
            if white["top"] or black["top"]:
                if abs(player["cod"] + balance) > 2:
                    yield "C10"
                if player["csq"][-2:] == 2 * colour:
                    yield "C11"
            if due in "wb" and due != colour:
                yield "C12"
                if strength != "0":
                    yield "C13"


def _float_criteria(
    level: int, pairs: Sequence[Mapping[str, Any]], floating: Sequence[int], players: Sequence[Player]
) -> Iterator[str]:
    """Yield a criterion for each player for whom it is not met: C14 to C18 and C20."""
    for number in floating:
        resident = players[number]["scorelevel"] == level
        if players[number]["flt"] & _DOWNFLOAT:
            yield "C14" if resident else "C18"
        if players[number]["flt"] & _DOWNFLOAT_BEFORE:
            yield "C16" if resident else "C20"
    for pair in pairs:
        higher, lower = sorted(
            (players[pair["w"]], players[pair["b"]]), key=lambda each: -int(each["scorelevel"])
        )
        if higher["scorelevel"] > lower["scorelevel"]:
            if lower["flt"] & _UPFLOAT:
                yield "C15"
            if lower["flt"] & _UPFLOAT_BEFORE:
                yield "C17"
