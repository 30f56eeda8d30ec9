"""What is said of a Swiss round: why these two, why these colours, how each score group was paired."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.domain.errors import gettext_noop
from tournaments.domain.pairing.acceleration import virtual_of
from tournaments.domain.pairing.base import Reason
from tournaments.domain.pairing.dutch_brackets import DutchBracket
from tournaments.domain.state import Colour, Prohibition, TournamentState, VirtualPoints

_COLOUR_RULES: Mapping[str, str] = {
    "E.1": gettext_noop("Colours: both players get the colour they should have (5.2.1)."),
    "E.2": gettext_noop("Colours: the stronger colour preference is granted (5.2.2)."),
    "E.3": gettext_noop(
        "Colours: they alternate from the latest round in which one had White and the other Black (5.2.3)."
    ),
    "E.4": gettext_noop("Colours: the higher ranked player gets the colour due (5.2.4)."),
    "E.5": gettext_noop(
        "Colours: by the starting number of the higher ranked player and the initial colour (5.2.5)."
    ),
}
_CRITERIA: Mapping[str, str] = {
    "C9": gettext_noop(
        "Score group %(points)s, criterion C9: unplayed games of the player with the bye: %(count)s."
    ),
    "C10": gettext_noop(
        "Score group %(points)s, criterion C10: topscorers or their opponents whose colour difference becomes"
        " higher than +2 or lower than -2: %(count)s."
    ),
    "C11": gettext_noop(
        "Score group %(points)s, criterion C11: topscorers or their opponents who get the same colour three"
        " times in a row: %(count)s."
    ),
    "C12": gettext_noop(
        "Score group %(points)s, criterion C12: players who do not get their colour preference: %(count)s."
    ),
    "C13": gettext_noop(
        "Score group %(points)s, criterion C13: players who do not get their strong colour preference:"
        " %(count)s."
    ),
    "C14": gettext_noop(
        "Score group %(points)s, criterion C14: players of the group who move down and got a downfloat in the"
        " previous round: %(count)s."
    ),
    "C15": gettext_noop(
        "Score group %(points)s, criteria C15 and C19: opponents of moved-down players who got an upfloat in"
        " the previous round: %(count)s."
    ),
    "C16": gettext_noop(
        "Score group %(points)s, criterion C16: players of the group who move down and got a downfloat two"
        " rounds before: %(count)s."
    ),
    "C17": gettext_noop(
        "Score group %(points)s, criteria C17 and C21: opponents of moved-down players who got an upfloat two"
        " rounds before: %(count)s."
    ),
    "C18": gettext_noop(
        "Score group %(points)s, criterion C18: moved-down players who move down once more and got a"
        " downfloat in the previous round: %(count)s."
    ),
    "C20": gettext_noop(
        "Score group %(points)s, criterion C20: moved-down players who move down once more and got a"
        " downfloat two rounds before: %(count)s."
    ),
}
_INITIAL: Mapping[Colour, str] = {
    "white": gettext_noop("Initial colour: White."),
    "black": gettext_noop("Initial colour: Black."),
}
_DRAWN: Mapping[Colour, str] = {
    "white": gettext_noop("Initial colour drawn by lot: White."),
    "black": gettext_noop("Initial colour drawn by lot: Black."),
}


@dataclass(frozen=True)
class Scores:
    """What a round is paired by: points of the rounds as matches and virtual points in round ``number``."""

    state: TournamentState
    virtual: tuple[VirtualPoints, ...]
    number: int

    def virtual_of(self, player: int) -> int:
        """Return the player's virtual points in this round."""
        return virtual_of(self.virtual, player, self.number)

    def of(self, player: int) -> int:
        """Return the player's pairing score: points and virtual points."""
        return self.state.points[player] + self.virtual_of(player)

    def show(self, player: int) -> str:
        """Return the pairing score as people write it."""
        return self.state.scoring.show(self.of(player))

    def label(self, player: int) -> str:
        """Return the player's number and name."""
        return self.state.by_number[player].label


def pair_reasons(scores: Scores, white: int, black: int, colour_rule: str) -> tuple[Reason, ...]:
    """Say why two players meet and why they have their colours."""
    colours = Reason(f"colour-{colour_rule.lower().replace('.', '-')}", _COLOUR_RULES[colour_rule])
    return (_score_reason(scores, white, black), colours)


def _score_reason(scores: Scores, white: int, black: int) -> Reason:
    higher, lower = sorted((white, black), key=lambda number: (-scores.of(number), number))
    accelerated = any(scores.virtual_of(number) for number in (white, black))
    if scores.of(higher) == scores.of(lower):
        if accelerated:
            return Reason(
                "same-pairing-score",
                gettext_noop("Pairing score of both, with virtual points: %(points)s."),
                {"points": scores.show(higher)},
            )
        return Reason(
            "same-score", gettext_noop("Points of both: %(points)s."), {"points": scores.show(higher)}
        )
    params = {
        "higher": scores.label(higher),
        "lower": scores.label(lower),
        "higher_points": scores.show(higher),
        "lower_points": scores.show(lower),
    }
    if accelerated:
        return Reason(
            "float-pairing-score",
            gettext_noop(
                "%(higher)s (pairing score with virtual points: %(higher_points)s) floats down to meet"
                " %(lower)s (%(lower_points)s), who floats up."
            ),
            params,
        )
    return Reason(
        "float",
        gettext_noop(
            "%(higher)s (points: %(higher_points)s) floats down to meet %(lower)s"
            " (points: %(lower_points)s), who floats up."
        ),
        params,
    )


def bye_reason(scores: Scores, player: int) -> Reason:
    """Say why a player gets the pairing bye."""
    return Reason(
        "pairing-bye",
        gettext_noop(
            "The number of players is odd: the bye goes to the lowest score group that allows it, to a player"
            " who had none and no win without a game, here %(player)s (points: %(points)s)."
        ),
        {"player": scores.label(player), "points": scores.show(player)},
    )


def colour_note(state: TournamentState, colour: Colour) -> Reason:
    """Say which initial colour the round was paired with, and whether it was drawn just now."""
    if state.initial_colour or state.rounds:
        return Reason("initial-colour", _INITIAL[colour])
    return Reason("initial-colour-drawn", _DRAWN[colour])


def acceleration_notes(scores: Scores) -> tuple[Reason, ...]:
    """Say who has virtual points in this round."""
    return tuple(
        Reason(
            "acceleration",
            gettext_noop("Accelerated round: numbers %(first)s to %(last)s have virtual points: %(points)s."),
            {
                "first": each.players[0],
                "last": each.players[1],
                "points": scores.state.scoring.show(each.points),
            },
        )
        for each in scores.virtual
        if each.rounds[0] <= scores.number <= each.rounds[1]
    )


def prohibited_notes(scores: Scores) -> tuple[Reason, ...]:
    """Say which players could not be paired by the arbiter's decision, though they are present and new."""
    groups = prohibited_groups(scores)
    if not groups:
        return ()
    return (
        Reason(
            "prohibited-pairings",
            gettext_noop("Not allowed to meet in this round: %(players)s."),
            {"players": show_groups(scores, groups)},
        ),
    )


def prohibited_groups(scores: Scores) -> list[tuple[int, ...]]:
    """Return who may not meet by the arbiter's decision: groups of those present of whom two have not met."""
    state, number = scores.state, scores.number
    present = {player for player, entry in state.by_number.items() if entry.is_present(number)}
    met = {
        frozenset((each.white, each.black))
        for earlier in state.rounds
        for each in earlier.pairings
        if each.black is not None and each.kind is not None and each.kind.played
    }
    groups = sorted({tuple(sorted(each.players & present)) for each in _in_force(state.prohibited, number)})
    return [group for group in groups if any(frozenset(pair) not in met for pair in combinations(group, 2))]


def _in_force(prohibitions: Sequence[Prohibition], number: int) -> Iterable[Prohibition]:
    return (each for each in prohibitions if each.first <= number <= each.last)


def show_groups(scores: Scores, groups: Iterable[Sequence[int]]) -> str:
    """Return groups of players as one line: ``1 A – 4 B, 2 C – 3 D``."""
    return ", ".join(" – ".join(scores.label(player) for player in group) for group in groups)


def bracket_notes(scores: Scores, brackets: Sequence[DutchBracket]) -> tuple[Reason, ...]:
    """Say of each score group what became of it, then which criteria of C.04.3 art. 2.4 are not zero."""
    notes = []
    for bracket in brackets:
        points = scores.state.scoring.show(bracket.score)
        notes.append(_bracket_note(points, bracket))
        notes += [
            Reason(f"criterion-{code.lower()}", _CRITERIA[code], {"points": points, "count": count})
            for code, count in bracket.unmet
        ]
    return tuple(notes)


def _bracket_note(points: str, bracket: DutchBracket) -> Reason:
    params = {
        "points": points,
        "players": bracket.residents,
        "moved": bracket.moved_down,
        "pairs": bracket.pairs,
        "floating": bracket.floating,
    }
    if bracket.bye:
        return Reason(
            "score-group-bye",
            gettext_noop(
                "Score group %(points)s: players %(players)s, moved down to it %(moved)s, pairs %(pairs)s,"
                " and the bye."
            ),
            params,
        )
    return Reason(
        "score-group",
        gettext_noop(
            "Score group %(points)s: players %(players)s, moved down to it %(moved)s, pairs %(pairs)s, moved"
            " down from it %(floating)s."
        ),
        params,
    )
