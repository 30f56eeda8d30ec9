"""The Swiss system, FIDE C.04.1-3: the edition in force since 1 February 2026."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.domain.errors import ConflictError, DomainError, PairingError, gettext_noop
from tournaments.domain.names import czech_sort_key
from tournaments.domain.pairing.base import PairingPlan, PlannedPairing, Reason, Section, whole
from tournaments.domain.pairing.common import (
    absences,
    require_next_round,
    require_players,
    require_results,
)
from tournaments.domain.pairing.dutch_engine import DutchGame, DutchPair, DutchProblem, solve
from tournaments.domain.pairing.settings import ChoiceSetting, Setting
from tournaments.domain.state import ACCELERATION, PAIRING_BYE, Colour, PairingState, TournamentState

FREEZE_AFTER = 4
"""Starting numbers stay as they are once this round is paired (C.04.2 art. 2.4)."""

PAIRING_BYE_SETTING = ChoiceSetting(
    PAIRING_BYE,
    gettext_noop("A bye is worth"),
    gettext_noop("For the player who is left over when the number of players is odd."),
    "bye",
    (("bye", gettext_noop("a win")), ("draw-bye", gettext_noop("a draw"))),
)
ACCELERATION_SETTING = ChoiceSetting(
    ACCELERATION,
    gettext_noop("Acceleration"),
    gettext_noop("In the first rounds of a large field the upper half gets virtual points (FIDE C.04.7)."),
    "none",
    (("none", gettext_noop("none")), ("baku", gettext_noop("Baku"))),
)

_LETTERS: Mapping[str, str] = {"win": "W", "draw": "D", "loss": "L"}
_BYE_LETTERS: Mapping[str, str] = {"bye": "P", "full-bye": "F", "half-bye": "H"}

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


@dataclass(frozen=True)
class Swiss:
    """FIDE Dutch. ``dutch_engine`` says who meets whom; the order of the boards is ours."""

    key: str = "swiss"
    label: str = gettext_noop("Swiss system (FIDE Dutch)")
    default_tiebreaks: tuple[str, ...] = ("buchholz", "direct-encounter", "sonneborn-berger", "wins")
    options: Mapping[str, object] = field(default_factory=dict)
    settings: tuple[Setting, ...] = (PAIRING_BYE_SETTING, ACCELERATION_SETTING)
    plays_off: bool = False

    def total_rounds(self, state: TournamentState) -> int:
        """Return the planned rounds, else enough to separate a winner: log2 of the players, 3 at least."""
        players = max(len(state.entries), 2)
        return state.planned_rounds or min(max((players - 1).bit_length(), 3), players - 1 + players % 2)

    def sections(self, state: TournamentState) -> tuple[Section, ...]:
        """Return everybody, by points."""
        return whole(state)

    def rank(self, state: TournamentState) -> tuple[int, ...]:
        """Return the numbers by rating, then alphabetically as in Czech (C.04.2 art. 2.2)."""
        order = sorted(state.entries, key=lambda each: (-each.rating, czech_sort_key(each.name), each.number))
        return tuple(entry.number for entry in order)

    def late_entry_problem(self, state: TournamentState) -> DomainError | None:
        """Return why nobody can be entered: no round is left to be paired."""
        if len(state.rounds) < self.total_rounds(state):
            return None
        return ConflictError(
            "late-entry-no-round-left",
            gettext_noop("All %(rounds)s rounds are paired, so a new player would have no game."),
            rounds=len(state.rounds),
        )

    def numbers_frozen(self, state: TournamentState) -> bool:
        """Return whether round 4 is paired; before, a late entry is ranked in."""
        return len(state.rounds) >= FREEZE_AFTER

    def pair(
        self, state: TournamentState, *, number: int, seed: int, time_limit: float | None = None
    ) -> PairingPlan:
        """Return round ``number``; the initial colour is the state's, else drawn from ``seed``.

        Raises ``PairingError``: ``round-out-of-order``, ``no-more-rounds``, ``too-few-players``,
        ``too-few-present``, ``results-missing``, ``no-legal-pairing``, ``pairing-timeout``.
        """
        total = self.total_rounds(state)
        require_next_round(state, number, total)
        require_players(state, number)
        require_results(state)
        colour = initial_colour(state, seed)
        place = {entry: index for index, entry in enumerate(state.by_number, start=1)}
        entry_at = {index: entry for entry, index in place.items()}
        answer = solve(_problem(state, number, total, colour, place), time_limit)
        if answer.failed:
            raise _no_legal_pairing(state, number)
        pairs = [
            DutchPair(entry_at[each.white], entry_at.get(each.black, 0), each.colour_rule)
            for each in answer.pairs
        ]
        planned = tuple(_planned(state, pair) for pair in board_order(state, pairs))
        return PairingPlan(number, planned + absences(state, number), (_drawn_note(state, colour),))


def initial_colour(state: TournamentState, seed: int) -> Colour:
    """Return the colour of the first player in round 1 (C.04.3 art. 1.4).

    It is the state's, else what round 1 shows, else drawn by lot from ``seed``.
    """
    # A lot that can be drawn again from a stored seed, not a secret.
    drawn: Colour = "white" if random.Random(seed).random() < 0.5 else "black"  # noqa: S311
    return state.initial_colour or _colour_of_round_one(state) or drawn


def _colour_of_round_one(state: TournamentState) -> Colour | None:
    games = [each for each in state.rounds[0].pairings if each.black is not None] if state.rounds else []
    if not games:
        return None
    first = min(min(each.white, each.black or each.white) for each in games)
    return "white" if any(each.white == first for each in games) else "black"


def board_order(state: TournamentState, pairs: Sequence[DutchPair]) -> list[DutchPair]:
    """Return pairs in board order (C.04.2 art. 4.2), the bye last.

    By the score of the higher ranked player, then the sum of both scores, both descending, then by the
    starting number of the higher ranked player. Higher ranked is more points, then the lower number.
    """

    def key(pair: DutchPair) -> tuple[bool, int, int, int]:
        both = [number for number in (pair.white, pair.black) if number]
        scores = [state.points[number] for number in both]
        higher = min(both, key=lambda number: (-state.points[number], number))
        return not pair.black, -max(scores), -sum(scores), higher

    return sorted(pairs, key=key)


def _problem(
    state: TournamentState, number: int, total: int, colour: Colour, place: Mapping[int, int]
) -> DutchProblem:
    scoring = state.scoring
    return DutchProblem(
        players=len(place),
        present=tuple(place[each] for each, entry in state.by_number.items() if entry.is_present(number)),
        games=tuple(game for each in state.rounds for game in _games(each.number, each.pairings, place)),
        number=number,
        total_rounds=total,
        top_colour=colour[0],
        points={"W": scoring.win, "D": scoring.draw, "L": scoring.loss, "Z": scoring.loss},
    )


def _games(number: int, pairings: Sequence[PairingState], place: Mapping[int, int]) -> list[DutchGame]:
    games = []
    for each in pairings:
        kind = each.kind
        if kind is None:
            continue
        if each.black is None:
            letter = _BYE_LETTERS.get(kind.code, "Z")
            games.append(DutchGame(number, place[each.white], 0, letter, "Z", played=letter == "P"))
        else:
            white, black = _LETTERS[kind.white], _LETTERS[kind.black or "loss"]
            games.append(
                DutchGame(number, place[each.white], place[each.black], white, black, played=kind.played)
            )
    return games


def _no_legal_pairing(state: TournamentState, number: int) -> PairingError:
    return PairingError(
        "no-legal-pairing",
        gettext_noop(
            "Round %(number)s cannot be paired: with %(present)s players present there is no way to give"
            " everybody a new opponent whose colours allow it, or a first bye. Let an absent"
            " player return, enter a requested bye for somebody, or end the tournament after round %(last)s."
        ),
        number=number,
        present=sum(1 for entry in state.entries if entry.is_present(number)),
        last=number - 1,
    )


def _planned(state: TournamentState, pair: DutchPair) -> PlannedPairing:
    if not pair.black:
        return PlannedPairing(pair.white, None, "bye", (_bye_reason(state, pair.white),))
    return PlannedPairing(
        pair.white, pair.black, None, (*_score_reasons(state, pair), _colour_reason(pair.colour_rule))
    )


def _score_reasons(state: TournamentState, pair: DutchPair) -> tuple[Reason, ...]:
    show, points = state.scoring.show, state.points
    higher, lower = sorted((pair.white, pair.black), key=lambda number: (-points[number], number))
    if points[higher] == points[lower]:
        return (
            Reason(
                "same-score",
                gettext_noop("Points of both: %(points)s."),
                {"points": show(points[higher])},
            ),
        )
    params = {
        "higher": state.by_number[higher].label,
        "lower": state.by_number[lower].label,
        "higher_points": show(points[higher]),
        "lower_points": show(points[lower]),
    }
    return (
        Reason(
            "float",
            gettext_noop(
                "%(higher)s (points: %(higher_points)s) floats down to meet %(lower)s"
                " (points: %(lower_points)s), who floats up."
            ),
            params,
        ),
    )


def _colour_reason(rule: str) -> Reason:
    return Reason(f"colour-{rule.lower().replace('.', '-')}", _COLOUR_RULES[rule])


def _bye_reason(state: TournamentState, number: int) -> Reason:
    return Reason(
        "pairing-bye",
        gettext_noop(
            "The number of players is odd: the bye goes to the lowest score group that allows it, to a player"
            " who had none and no win without a game, here %(player)s (points: %(points)s)."
        ),
        {"player": state.by_number[number].label, "points": state.scoring.show(state.points[number])},
    )


def _drawn_note(state: TournamentState, colour: Colour) -> Reason:
    if state.initial_colour or state.rounds:
        return Reason("initial-colour", _INITIAL[colour])
    return Reason("initial-colour-drawn", _DRAWN[colour])


_INITIAL: Mapping[Colour, str] = {
    "white": gettext_noop("Initial colour: White."),
    "black": gettext_noop("Initial colour: Black."),
}
_DRAWN: Mapping[Colour, str] = {
    "white": gettext_noop("Initial colour drawn by lot: White."),
    "black": gettext_noop("Initial colour drawn by lot: Black."),
}
