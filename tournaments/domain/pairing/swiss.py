"""The Swiss system, FIDE C.04.1-3: the edition in force since 1 February 2026."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.domain.errors import ConflictError, DomainError, PairingError, gettext_noop
from tournaments.domain.pairing.acceleration import virtual_points
from tournaments.domain.pairing.base import PairingPlan, PlannedPairing, Section, whole
from tournaments.domain.pairing.common import (
    absences,
    require_next_round,
    require_players,
    require_results,
)
from tournaments.domain.pairing.dutch_engine import DutchGame, DutchPair, DutchProblem, solve
from tournaments.domain.pairing.ranking import rank_by_rating
from tournaments.domain.pairing.settings import ChoiceSetting, Setting
from tournaments.domain.pairing.swiss_reasons import (
    Scores,
    acceleration_notes,
    bracket_notes,
    bye_reason,
    colour_note,
    pair_reasons,
    prohibited_groups,
    prohibited_notes,
    show_groups,
)
from tournaments.domain.state import (
    ACCELERATION,
    PAIRING_BYE,
    Colour,
    PairingState,
    TournamentState,
    VirtualPoints,
)

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
_BYE_LETTERS: Mapping[str, str] = {"full-bye": "F", "half-bye": "H"}


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
        return rank_by_rating(state)

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
        ``too-few-present``, ``results-missing``, ``no-legal-pairing``, ``prohibited-leave-none``,
        ``pairing-timeout``, ``pairing-broke``.
        """
        total = self.total_rounds(state)
        require_next_round(state, number, total)
        require_players(state, number)
        require_results(state)
        state = state.as_matches
        scores = Scores(state, virtual_points(state, total), number)
        colour = initial_colour(state, seed)
        problem = _problem(scores, total, colour)
        answer = solve(problem, time_limit)
        if answer.failed:
            raise _no_pairing(scores, problem, time_limit)
        entry_at = dict(enumerate(state.by_number, start=1))
        pairs = [
            DutchPair(entry_at[each.white], entry_at.get(each.black, 0), each.colour_rule)
            for each in answer.pairs
        ]
        planned = tuple(_planned(scores, pair) for pair in board_order(state, pairs))
        notes = (
            colour_note(state, colour),
            *acceleration_notes(scores),
            *prohibited_notes(scores),
            *bracket_notes(scores, answer.brackets),
        )
        return PairingPlan(number, planned + absences(state, number), notes)


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
    starting number of the higher ranked player. Higher ranked is more points, then the lower number. Points
    are real ones in accelerated rounds too: virtual points are for pairing alone.
    """

    def key(pair: DutchPair) -> tuple[bool, int, int, int]:
        both = [number for number in (pair.white, pair.black) if number]
        scores = [state.points[number] for number in both]
        higher = min(both, key=lambda number: (-state.points[number], number))
        return not pair.black, -max(scores), -sum(scores), higher

    return sorted(pairs, key=key)


def _problem(scores: Scores, total: int, colour: Colour) -> DutchProblem:
    state, scoring = scores.state, scores.state.scoring
    place = {entry: index for index, entry in enumerate(state.by_number, start=1)}
    return DutchProblem(
        players=len(place),
        present=tuple(
            place[each] for each, entry in state.by_number.items() if entry.is_present(scores.number)
        ),
        games=tuple(game for each in state.rounds for game in _games(each.number, each.pairings, place)),
        number=scores.number,
        total_rounds=total,
        top_colour=colour[0],
        points={"W": scoring.win, "D": scoring.draw, "L": scoring.loss, "Z": scoring.loss},
        virtual=tuple(_virtual(scores.virtual, place)),
        prohibited=tuple(tuple(place[player] for player in group) for group in prohibited_groups(scores)),
        adjustments=tuple(
            (place[each.number], each.round, each.points)
            for each in state.adjustments_in_force
            if each.number in place
        ),
    )


def _virtual(
    ranges: Sequence[VirtualPoints], place: Mapping[int, int]
) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield the ranges with places instead of numbers; one without a player is left out."""
    for each in ranges:
        places = [index for number, index in place.items() if each.players[0] <= number <= each.players[1]]
        if places:
            yield (each.points, *each.rounds, places[0], places[-1])


def _games(number: int, pairings: Sequence[PairingState], place: Mapping[int, int]) -> list[DutchGame]:
    games = []
    for each in pairings:
        kind = each.kind
        if kind is None:
            continue
        white = _LETTERS[kind.white]
        if each.black is None:
            letter = white if kind.pairing_bye else _BYE_LETTERS.get(kind.code, "Z")
            games.append(DutchGame(number, place[each.white], 0, letter, "Z", played=kind.pairing_bye))
        else:
            black = _LETTERS[kind.black or "loss"]
            games.append(
                DutchGame(number, place[each.white], place[each.black], white, black, played=kind.played)
            )
    return games


def _no_pairing(scores: Scores, problem: DutchProblem, time_limit: float | None) -> PairingError:
    """Return why there is no round: because of the prohibited pairings alone, or in any case."""
    present = len(problem.present)
    if problem.prohibited and _can_be_paired(replace(problem, prohibited=()), time_limit):
        return PairingError(
            "prohibited-leave-none",
            gettext_noop(
                "Round %(number)s cannot be paired while these players are not allowed to meet: %(players)s."
                " Allow one of these pairings, pair this round by hand, or enter a requested bye for one of"
                " the players."
            ),
            number=scores.number,
            players=show_groups(scores, prohibited_groups(scores)),
        )
    return PairingError(
        "no-legal-pairing",
        gettext_noop(
            "Round %(number)s cannot be paired: with %(present)s players present there is no way to give"
            " everybody a new opponent whose colours allow it, or a first bye. Let an absent"
            " player return, enter a requested bye for somebody, or end the tournament after round %(last)s."
        ),
        number=scores.number,
        present=present,
        last=scores.number - 1,
    )


def _can_be_paired(problem: DutchProblem, time_limit: float | None) -> bool:
    """Whether a round can be paired; not known in time counts as no."""
    try:
        return not solve(problem, time_limit).failed
    except PairingError:
        return False


def _planned(scores: Scores, pair: DutchPair) -> PlannedPairing:
    if not pair.black:
        code = str(scores.state.options.get(PAIRING_BYE, PAIRING_BYE_SETTING.default))
        return PlannedPairing(pair.white, None, code, (bye_reason(scores, pair.white),))
    return PlannedPairing(
        pair.white, pair.black, None, pair_reasons(scores, pair.white, pair.black, pair.colour_rule)
    )
