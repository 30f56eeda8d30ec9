"""Groups by round robin, then a knockout of the best of each."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.domain.errors import DomainError, PairingError, gettext_noop
from tournaments.domain.pairing.base import PairingPlan, PlannedPairing, Reason, Section, whole
from tournaments.domain.pairing.bracket_chart import Bracket, chart, players_due
from tournaments.domain.pairing.bracket_stage import Stage, in_bracket
from tournaments.domain.pairing.common import require_next_round, require_players, require_results
from tournaments.domain.pairing.group_seeding import seeded_apart
from tournaments.domain.pairing.knockout import (
    KNOCKOUT_SETTINGS,
    bracket_is_drawn,
    field_of_play,
    knockout_stage,
    level_of_rest,
)
from tournaments.domain.pairing.knockout_rounds import knockout_round
from tournaments.domain.pairing.ranking import rank_by_rating
from tournaments.domain.pairing.round_robin import table_games, table_rounds
from tournaments.domain.pairing.settings import NumberSetting, Setting
from tournaments.domain.pairing.stages import number_of, part
from tournaments.domain.standings import standings
from tournaments.domain.state import FORFEITS_COUNT, TournamentState

GROUP_COUNT = NumberSetting(
    "group_count",
    gettext_noop("Groups"),
    gettext_noop("Players are dealt to them in the order of their ranking, back and forth."),
    default=4,
    least=2,
    most=16,
)
ADVANCE = NumberSetting(
    "advance",
    gettext_noop("Players who go on"),
    gettext_noop("So many of each group play the knockout."),
    default=2,
    least=1,
    most=8,
)
GROUP_TIEBREAKS = ("direct-encounter", "sonneborn-berger", "wins")
"""What ranks equal points of a group; after them the lot, drawn from the tournament's seed."""
_GROUP = gettext_noop("Group %(group)s")


def serpentine(numbers: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """Deal players to so many groups: the first to A, B, C, …, the next ones back from the last to A."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for at, number in enumerate(numbers):
        row, column = divmod(at, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(number)
    return tuple(tuple(group) for group in groups)


@dataclass(frozen=True)
class GroupStage:
    """The groups as they stand: ``groups`` are their members, in the order of their Berger tables."""

    state: TournamentState
    groups: tuple[tuple[int, ...], ...]

    @property
    def rounds(self) -> int:
        """How many rounds the longest of the tables has."""
        return max((table_rounds(len(group)) for group in self.groups), default=0)

    def part(self, members: Sequence[int]) -> TournamentState:
        """Return one group as a tournament of its own, in which forfeits count as games."""
        return part(self.state, members, first=1, last=self.rounds, options={FORFEITS_COUNT: True})

    def levels(self, members: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return a group by points and GROUP_TIEBREAKS, those together who are equal in all of them."""
        found: dict[int, list[int]] = {}
        for row in standings(self.part(members), GROUP_TIEBREAKS):
            found.setdefault(row.place, []).append(row.number)
        return tuple(tuple(level) for level in found.values())

    def order(self, members: Sequence[int]) -> tuple[int, ...]:
        """Return a group from the first to the last; who is equal in everything is ordered by lot."""
        lots = sorted(self.state.by_number)
        # A lot that can be drawn again from a stored seed, not a secret.
        random.Random(self.state.seed).shuffle(lots)  # noqa: S311
        return tuple(number for level in self.levels(members) for number in sorted(level, key=lots.index))

    def seeding(self, advance: int) -> tuple[int, ...]:
        """Return who goes on, the best seed first.

        The winners of the groups, then those who are second, and so on; among them by points a round, then by
        starting number, but such that players of one group meet as late as possible. Who withdrew gives
        his place to the next of his group.
        """
        going_on = [
            [n for n in self.order(group) if not self.state.by_number[n].has_withdrawn(self.rounds + 1)]
            for group in self.groups
        ]
        strength = {number: value for group in self.groups for number, value in self._strength(group)}
        bands = [
            sorted((group[rank] for group in going_on if rank < len(group)), key=strength.__getitem__)
            for rank in range(advance)
        ]
        return seeded_apart(bands, {n: at for at, group in enumerate(self.groups) for n in group})

    def _strength(self, members: Sequence[int]) -> list[tuple[int, tuple[Fraction, int]]]:
        points, rounds = self.part(members).points, max(len(members) - 1, 1)
        return [(number, (-Fraction(points[number], rounds), number)) for number in members]


@dataclass(frozen=True)
class GroupsKnockout:
    """Groups play at the same time, each by Berger's table; then the best of each play a knockout.

    In an odd group one player a round is free; who has played all games of a smaller group rests. Groups
    and the bracket are stored with their rounds: a result corrected later moves nobody.
    """

    key: str = "groups-knockout"
    label: str = gettext_noop("Groups, then knockout")
    default_tiebreaks: tuple[str, ...] = GROUP_TIEBREAKS
    options: Mapping[str, object] = field(default_factory=dict)
    settings: tuple[Setting, ...] = (GROUP_COUNT, ADVANCE, *KNOCKOUT_SETTINGS)
    plays_off: bool = True

    def total_rounds(self, state: TournamentState) -> int:
        """Return the rounds of the longest group's table and those of the bracket."""
        stage = _group_stage(state)
        if len(state.rounds) > stage.rounds:
            return stage.rounds + _knockout(state, stage).total_rounds
        going_on = sum(min(number_of(state, ADVANCE), len(group)) for group in stage.groups)
        return stage.rounds + (max(going_on, 1) - 1).bit_length()

    def rank(self, state: TournamentState) -> tuple[int, ...]:
        """Return the numbers by rating, then by name: the order in which groups are dealt."""
        return rank_by_rating(state)

    def sections(self, state: TournamentState) -> tuple[Section, ...]:
        """Return the groups; once the knockout has begun everybody, by how far he came, then by groups."""
        stage = _group_stage(state)
        if not state.rounds:
            return whole(state)
        if len(state.rounds) <= stage.rounds:
            return _group_sections(stage)
        levels = _knockout(state, stage).levels()
        on = {number for level in levels for number in level}
        ordered = [stage.order(group) for group in stage.groups]
        for rank in range(max(len(group) for group in ordered)):
            out = tuple(group[rank] for group in ordered if rank < len(group) and group[rank] not in on)
            levels += [out] if out else []
        return (Section(state, level_of_rest(state, levels)),)

    def group_labels(self, groups: Sequence[Sequence[int]]) -> tuple[Reason, ...]:
        """Return the groups' names; none in the knockout, whose rounds keep one group, its seeding."""
        if len(groups) < 2:
            return ()
        return tuple(Reason("group-name", _GROUP, {"group": group_name(at)}) for at in range(len(groups)))

    def late_entry_problem(self, state: TournamentState) -> DomainError | None:
        """Return why nobody can be entered: the groups are dealt."""
        return bracket_is_drawn() if state.rounds else None

    def numbers_frozen(self, state: TournamentState) -> bool:
        """Return whether the groups are dealt."""
        return bool(state.rounds)

    def pair(
        self, state: TournamentState, *, number: int, seed: int, time_limit: float | None = None
    ) -> PairingPlan:
        """Return round ``number``, of all groups or of the knockout.

        Raises ``PairingError``: ``too-few-for-groups``, ``too-few-go-on``, in the knockout as
        ``Knockout.pair``; the groups need no results of earlier rounds.
        """
        stage = _group_stage(state)
        if number == 1:
            require_players(state, number)
            _require_groups(state)
        require_next_round(state, number, self.total_rounds(state))
        if number <= stage.rounds:
            return _group_round(stage, number)
        require_results(state)
        knockout = _knockout(state, stage)
        _require_two(knockout)
        plan = knockout_round(state, knockout, number=number, seed=seed)
        return replace(plan, groups=(knockout.seeding,))

    def bracket(self, state: TournamentState) -> Bracket | None:
        """Return the bracket, None before the groups are finished and it is drawn."""
        stage = _group_stage(state)
        return chart(_knockout(state, stage)) if len(state.rounds) > stage.rounds else None

    def undecided(self, state: TournamentState) -> tuple[int, ...]:
        """Return the tables of the last round whose matches are tied and wait for play-off games."""
        stage = _group_stage(state)
        begun = len(state.rounds) > stage.rounds
        return tuple(_knockout(state, stage).undecided()) if begun else ()

    def due(self, state: TournamentState) -> frozenset[int]:
        """Return the numbers of those the next round is for: in the groups of all, then of the bracket."""
        stage, number = _group_stage(state), len(state.rounds) + 1
        if number <= stage.rounds:
            return frozenset(state.by_number)
        return players_due(_knockout(state, stage), number)

    def plays_off_in(self, groups: Sequence[object]) -> bool:
        """Return whether ties are played off in a round: in the knockout, whose rounds keep its seeding."""
        return len(groups) <= 1


def _group_stage(state: TournamentState) -> GroupStage:
    """The groups as they were stored with round 1, else as they would be dealt now."""
    stored = state.rounds[0].groups if state.rounds else ()
    return GroupStage(state, stored or serpentine(field_of_play(state), number_of(state, GROUP_COUNT)))


def _knockout(state: TournamentState, groups: GroupStage) -> Stage:
    """The knockout, seeded as it was stored with its first round, else by the groups as they stand."""
    first = groups.rounds + 1
    begun = next((each for each in state.rounds if each.number == first), None)
    if begun is None:
        return knockout_stage(state, groups.seeding(number_of(state, ADVANCE)), first_round=first)
    seeding = begun.groups[0] if begun.groups else groups.seeding(number_of(state, ADVANCE))
    # A first round paired by hand says itself who is in it.
    players = {player for row in in_bracket(begun) for player in row.players}
    others = sorted(players.difference(seeding))
    return knockout_stage(state, (*(n for n in seeding if n in players), *others), first_round=first)


def _require_groups(state: TournamentState) -> None:
    count, players = number_of(state, GROUP_COUNT), len(field_of_play(state))
    least = max(number_of(state, ADVANCE), 2)
    if players < count * least:
        raise PairingError(
            "too-few-for-groups",
            gettext_noop(
                "%(groups)s groups of at least %(least)s players need %(needed)s players, and there are"
                " %(players)s. Enter more players, or set fewer groups or fewer who go on."
            ),
            groups=count,
            least=least,
            needed=count * least,
            players=players,
        )


def _require_two(knockout: Stage) -> None:
    if len(knockout.seeding) < 2:
        raise PairingError(
            "too-few-go-on",
            gettext_noop(
                "All groups together have %(count)s players for the knockout, the others withdrew. Let"
                " players return, or finish the tournament."
            ),
            count=len(knockout.seeding),
        )


def _group_round(stage: GroupStage, number: int) -> PairingPlan:
    state = stage.state
    games: list[PlannedPairing] = []
    free: list[PlannedPairing] = []
    notes: list[Reason] = []
    for at, group in enumerate(stage.groups):
        if number <= table_rounds(len(group)):
            players = [state.by_number[member] for member in group]
            of_group, without = table_games(state, players, number, table_round=number)
            games += of_group
            free += without
        if number == 1:
            names = ", ".join(state.by_number[member].label for member in group)
            notes.append(
                Reason(
                    "group",
                    gettext_noop("Group %(group)s: %(names)s."),
                    {"group": group_name(at), "names": names},
                )
            )
    seated = {player for each in (*games, *free) for player in (each.white, each.black)}
    resting = frozenset(set(state.by_number) - seated)
    return PairingPlan(number, (*games, *free), tuple(notes), resting, stage.groups)


def group_name(index: int) -> str:
    """Return a group's letter, from A."""
    return chr(ord("A") + index)


def _group_sections(stage: GroupStage) -> tuple[Section, ...]:
    sections = [
        Section(stage.part(group), stage.levels(group), _GROUP, {"group": group_name(at)})
        for at, group in enumerate(stage.groups)
        if group
    ]
    rest = [n for n in stage.state.by_number if not any(n in group for group in stage.groups)]
    if rest:
        sections.append(Section(stage.part(rest), (tuple(rest),), gettext_noop("In no group")))
    return tuple(sections)
