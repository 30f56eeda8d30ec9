"""Knockout: who loses a match is out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.domain.errors import ConflictError, DomainError, PairingError, gettext_noop
from tournaments.domain.pairing.base import PairingPlan, Section, whole
from tournaments.domain.pairing.bracket_chart import Bracket, chart, players_due
from tournaments.domain.pairing.bracket_stage import Stage, in_bracket
from tournaments.domain.pairing.common import require_next_round, require_players, require_results
from tournaments.domain.pairing.knockout_rounds import knockout_round
from tournaments.domain.pairing.ranking import rank_by_rating
from tournaments.domain.pairing.settings import NumberSetting, Setting, SwitchSetting
from tournaments.domain.state import TournamentState

MAX_PLAYERS = 128
THIRD_PLACE_MATCH = "third_place"
"""Option: whether the losers of the semi-finals play for third place."""
PLAY_OFF_GAMES = "play_off_games"
"""Option: how many games at a shorter time decide a tied match before the better seed goes on."""
KNOCKOUT_SETTINGS: tuple[Setting, ...] = (
    SwitchSetting(
        THIRD_PLACE_MATCH,
        gettext_noop("Match for third place"),
        gettext_noop("Otherwise the losers of the semi-finals share third place."),
        default=True,
        changeable=True,
    ),
    NumberSetting(
        PLAY_OFF_GAMES,
        gettext_noop("Games of a play-off"),
        gettext_noop(
            "How many games at a shorter time decide a tied match; after them, or at once with 0, the better"
            " seed goes on."
        ),
        default=2,
        least=0,
        most=8,
        changeable=True,
    ),
)


def knockout_stage(state: TournamentState, seeding: tuple[int, ...], *, first_round: int = 1) -> Stage:
    """Return the knockout of a tournament that begins with round ``first_round``, by the state's options."""
    return Stage(
        seeding,
        state.scoring,
        tuple(each for each in state.rounds if each.number >= first_round),
        first_round,
        state.number_option(PLAY_OFF_GAMES, 0),
        bool(state.options.get(THIRD_PLACE_MATCH)),
    )


def field_of_play(state: TournamentState) -> tuple[int, ...]:
    """Return who takes part from round 1 on: entered by then, and not withdrawn before it."""
    return tuple(
        number
        for number, entry in state.by_number.items()
        if entry.has_joined(1) and not entry.has_withdrawn(1)
    )


def level_of_rest(state: TournamentState, levels: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return the levels and after them who is in none."""
    placed = {number for level in levels for number in level}
    rest = tuple(number for number in state.by_number if number not in placed)
    return (*levels, rest) if rest else tuple(levels)


@dataclass(frozen=True)
class Knockout:
    """Single elimination for 2 to 128 players, seeded by starting number.

    The number of rounds follows from that of the players; the planned rounds say nothing. The bracket has
    the next power of two of places, and the best seeds have byes in round 1. Who is absent in a round loses
    his match; a requested bye is no rest. Who withdrew and returns before his next match is paired plays it.
    """

    key: str = "knockout"
    label: str = gettext_noop("Knockout")
    default_tiebreaks: tuple[str, ...] = ("wins",)
    options: Mapping[str, object] = field(default_factory=dict)
    settings: tuple[Setting, ...] = KNOCKOUT_SETTINGS
    plays_off: bool = True

    def total_rounds(self, state: TournamentState) -> int:
        """Return the rounds of the bracket: log2 of its places."""
        return self._stage(state).total_rounds

    def rank(self, state: TournamentState) -> tuple[int, ...]:
        """Return the numbers by rating, then by name: they are the seeds."""
        return rank_by_rating(state)

    def sections(self, state: TournamentState) -> tuple[Section, ...]:
        """Return everybody, by how far he came."""
        if not state.rounds:
            return whole(state)
        return (Section(state, level_of_rest(state, self._stage(state).levels())),)

    def late_entry_problem(self, state: TournamentState) -> DomainError | None:
        """Return why nobody can be entered: the bracket is drawn."""
        return bracket_is_drawn() if state.rounds else None

    def numbers_frozen(self, state: TournamentState) -> bool:
        """Return whether the bracket is drawn: numbers are seeds."""
        return bool(state.rounds)

    def pair(
        self, state: TournamentState, *, number: int, seed: int, time_limit: float | None = None
    ) -> PairingPlan:
        """Return round ``number``; colours are drawn from ``seed`` where nothing else decides them.

        Raises ``PairingError``: ``round-out-of-order``, ``no-more-rounds``, ``too-few-players``,
        ``too-few-present``, ``too-many-players``, ``results-missing``, ``play-off-missing``, ``nobody-left``.
        """
        stage = self._stage(state)
        if number == 1:
            require_players(state, number)
            require_places(len(stage.seeding))
        require_next_round(state, number, stage.total_rounds)
        require_results(state)
        return knockout_round(state, stage, number=number, seed=seed)

    def bracket(self, state: TournamentState) -> Bracket | None:
        """Return the bracket, None before round 1 is paired."""
        return chart(self._stage(state)) if state.rounds else None

    def undecided(self, state: TournamentState) -> tuple[int, ...]:
        """Return the tables of the last round whose matches are tied and wait for play-off games."""
        return tuple(self._stage(state).undecided()) if state.rounds else ()

    def due(self, state: TournamentState) -> frozenset[int]:
        """Return the numbers of those the next round is for, once the results of the last one are in."""
        return players_due(self._stage(state), len(state.rounds) + 1)

    def plays_off_in(self, groups: Sequence[object]) -> bool:
        """Return whether ties are played off in a round: in all."""
        return True

    def _stage(self, state: TournamentState) -> Stage:
        if state.rounds:
            players = {player for row in in_bracket(state.rounds[0]) for player in row.players}
            return knockout_stage(state, tuple(sorted(players)))
        return knockout_stage(state, field_of_play(state))


def bracket_is_drawn() -> DomainError:
    """Return why nobody can be entered once a bracket is drawn."""
    return ConflictError(
        "late-entry-bracket-drawn",
        gettext_noop("The bracket is drawn and has no place for another player. Undo round 1 to enter one."),
    )


def require_places(players: int) -> None:
    """Raise ``PairingError`` (``too-many-players``) when a bracket has no place for so many."""
    if players > MAX_PLAYERS:
        raise PairingError(
            "too-many-players",
            gettext_noop(
                "A bracket has places for %(most)s players, not for %(players)s. Choose another system,"
                " or groups from which fewer go on."
            ),
            most=MAX_PLAYERS,
            players=players,
        )
