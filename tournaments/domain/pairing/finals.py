"""A Swiss preliminary that ends for whom a balance of wins qualifies, then finals by round robin.

The form of the Czech championship. Nothing of the preliminary counts in a final.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.domain.errors import ConflictError, DomainError, PairingError, gettext_noop
from tournaments.domain.pairing.base import PairingPlan, PlannedPairing, Reason, Section
from tournaments.domain.pairing.common import absences, require_next_round, require_players, require_results
from tournaments.domain.pairing.round_robin import table_games, table_rounds
from tournaments.domain.pairing.settings import Setting
from tournaments.domain.pairing.stages import (
    A_SIZE,
    B_SIZE,
    BALANCE,
    ROUNDS,
    Preliminary,
    groups,
    number_of,
    part,
    preliminary,
    preliminary_end,
)
from tournaments.domain.pairing.swiss import PAIRING_BYE_SETTING, Swiss
from tournaments.domain.state import FORFEITS_COUNT, HALF_RULE, EntryState, TournamentState

NAMES = (gettext_noop("Final A"), gettext_noop("Final B"))
_FINAL_OPTIONS: Mapping[str, object] = {FORFEITS_COUNT: True, HALF_RULE: True}
_SWISS = Swiss()


@dataclass(frozen=True)
class PreliminaryFinals:
    """A Swiss preliminary, then finals A and B at the same time, each a round robin by Berger's table.

    Final A takes who has qualified, by the round of it and then by place; beyond its size they go to final
    B, and where they are fewer it is filled by the order of the preliminary. The numbers of the Berger table
    follow the same order. Who withdrew before the finals is in none. From their first round on the members
    are those stored with the rounds, whatever result of the preliminary is corrected.
    """

    key: str = "preliminary-finals"
    label: str = gettext_noop("Preliminary and finals (Czech championship)")
    default_tiebreaks: tuple[str, ...] = ("sonneborn-berger", "direct-encounter", "wins")
    options: Mapping[str, object] = field(default_factory=dict)
    settings: tuple[Setting, ...] = (ROUNDS, BALANCE, A_SIZE, B_SIZE, PAIRING_BYE_SETTING)
    plays_off: bool = False

    def total_rounds(self, state: TournamentState) -> int:
        """Return the rounds of the preliminary and of the longer final, fewer when fewer are planned.

        The preliminary counts with all its rounds until it has ended.
        """
        end = preliminary_end(state)
        rounds = number_of(state, ROUNDS) if end is None else end
        total = rounds + max((table_rounds(len(group)) for group in groups(state, rounds)), default=0)
        return min(state.planned_rounds or total, total)

    def rank(self, state: TournamentState) -> tuple[int, ...]:
        """Return the numbers by rating, as in a Swiss."""
        return _SWISS.rank(state)

    def sections(self, state: TournamentState) -> tuple[Section, ...]:
        """Return the finals, then the others by the preliminary; before them, who has qualified first."""
        end = preliminary_end(state)
        if end is None or end == len(state.rounds):
            return _preliminary_sections(preliminary(state, len(state.rounds)))
        return _final_sections(state, end)

    def next_stage(self, state: TournamentState) -> Reason:
        """Say which stage the next round is of, and who plays in it."""
        end, number = preliminary_end(state), len(state.rounds) + 1
        if end is None:
            before = preliminary(state, len(state.rounds))
            playing = sum(
                entry.is_present(number) and entry.number not in before.qualified for entry in state.entries
            )
            return Reason(
                "preliminary-next",
                gettext_noop(
                    "Preliminary, round %(round)s of %(rounds)s. Players: %(players)s, qualified for final A:"
                    " %(qualified)s."
                ),
                {
                    "round": number,
                    "rounds": number_of(state, ROUNDS),
                    "players": playing,
                    "qualified": len(before.qualified),
                },
            )
        finals = groups(state, end)
        return Reason(
            "finals-next",
            gettext_noop("Finals, round %(round)s of %(rounds)s. Players of final A and B: %(players)s."),
            {
                "round": number - end,
                "rounds": self.total_rounds(state) - end,
                "players": " + ".join(str(len(final)) for final in finals),
            },
        )

    def group_labels(self, groups: Sequence[Sequence[int]]) -> tuple[Reason, ...]:
        """Return the names of the finals."""
        return tuple(Reason("final", name) for name, _members in zip(NAMES, groups, strict=False))

    def late_entry_problem(self, state: TournamentState) -> DomainError | None:
        """Return why nobody can be entered: the preliminary has ended."""
        if preliminary_end(state) is None:
            return None
        return ConflictError(
            "late-entry-preliminary-over",
            gettext_noop("The preliminary is over, and finals are played by who was in it."),
        )

    def numbers_frozen(self, state: TournamentState) -> bool:
        """Return whether round 4 is paired or the finals have begun: their groups are kept by number."""
        end = preliminary_end(state)
        return _SWISS.numbers_frozen(state) or (end is not None and end < len(state.rounds))

    def pair(
        self, state: TournamentState, *, number: int, seed: int, time_limit: float | None = None
    ) -> PairingPlan:
        """Return round ``number``: of the preliminary, by the Swiss rules, or of both finals.

        Raises ``PairingError`` as the Swiss does. Where the rest of a preliminary cannot be paired any more
        because all have met, it has ended, and the round is the first of the finals.
        """
        require_players(state, number)
        require_next_round(state, number, self.total_rounds(state))
        end = preliminary_end(state)
        if end is not None:
            return _final_round(state, number, end)
        try:
            return _preliminary_round(state, number, seed, time_limit)
        except PairingError as error:
            if error.code != "no-legal-pairing" or number == 1:
                raise
            return _final_round(state, number, number - 1)


def _preliminary_sections(before: Preliminary) -> tuple[Section, ...]:
    if not before.qualified:
        return (Section(before.state, before.levels(before.order)),)
    qualified = [number for number in before.order if number in before.qualified]
    others = [number for number in before.order if number not in before.qualified]
    return (
        Section(before.state, before.levels(qualified), gettext_noop("Qualified for final A")),
        Section(before.state, before.levels(others), gettext_noop("Preliminary")),
    )


def _final_sections(state: TournamentState, end: int) -> tuple[Section, ...]:
    finals, before = groups(state, end), preliminary(state, end)
    sections = [
        Section(
            part(state, final, first=end + 1, last=end + table_rounds(len(final)), options=_FINAL_OPTIONS),
            label=name,
        )
        for name, final in zip(NAMES, finals, strict=False)
    ]
    placed = {number for final in finals for number in final}
    others = [number for number in before.order if number not in placed]
    if others:
        sections.append(Section(before.state, before.levels(others), gettext_noop("Preliminary only")))
    return tuple(sections)


def _preliminary_round(
    state: TournamentState, number: int, seed: int, time_limit: float | None
) -> PairingPlan:
    """Return a round of the Swiss in which who has qualified is absent."""
    qualified = preliminary(state, number - 1).qualified
    entries = tuple(
        replace(entry, byes={**entry.byes, number: "free"}) if entry.number in qualified else entry
        for entry in state.entries
    )
    of_stage = replace(state, entries=entries, planned_rounds=number_of(state, ROUNDS))
    plan = _SWISS.pair(of_stage, number=number, seed=seed, time_limit=time_limit)
    pairings = tuple(
        replace(each, reasons=(_has_qualified(state, each.white, qualified[each.white]),))
        if each.result == "free"
        else each
        for each in plan.pairings
    )
    return replace(plan, pairings=pairings)


def _final_round(state: TournamentState, number: int, end: int) -> PairingPlan:
    require_results(preliminary(state, end).state)
    finals, table_round = groups(state, end), number - end
    games: list[PlannedPairing] = []
    free: list[PlannedPairing] = []
    notes: list[Reason] = []
    for index, final in enumerate(finals):
        players = [state.by_number[each] for each in final]
        if table_round > table_rounds(len(final)):
            free += [_without_a_game(entry, _FINISHED[index], "final-finished") for entry in players]
            continue
        of_final, without = table_games(state, players, number, table_round=table_round)
        of_this = Reason("final-game", _GAMES[index])
        games += [replace(game, reasons=(of_this, *game.reasons)) for game in of_final]
        free += without
        notes += _final_notes(players, index, table_round)
    return PairingPlan(number, (*games, *free, *_others(state, number, finals)), tuple(notes), groups=finals)


def _others(
    state: TournamentState, number: int, finals: Sequence[Sequence[int]]
) -> tuple[PlannedPairing, ...]:
    placed = {each for final in finals for each in final}
    others = [entry for each, entry in state.by_number.items() if each not in placed]
    here = [
        _without_a_game(entry, _IN_NO_FINAL, "in-no-final")
        for entry in others
        if not entry.has_withdrawn(number)
    ]
    gone = replace(state, entries=tuple(entry for entry in others if entry.has_withdrawn(number)))
    return (*here, *absences(gone, number))


def _without_a_game(entry: EntryState, template: str, code: str) -> PlannedPairing:
    reason = Reason(code, template, {"player": entry.label, "number": entry.number})
    return PlannedPairing(entry.number, None, "free", (reason,))


_GAMES = (gettext_noop("A game of final A."), gettext_noop("A game of final B."))
_FINISHED = (
    gettext_noop("%(player)s has no game: all games of final A are played."),
    gettext_noop("%(player)s has no game: all games of final B are played."),
)
_IN_NO_FINAL = gettext_noop("%(player)s has no game: he is in none of the finals.")
_ROUND_NOTES = (
    gettext_noop("Final A: round %(round)s of the Berger table for %(players)s players."),
    gettext_noop("Final B: round %(round)s of the Berger table for %(players)s players."),
)
_MEMBER_NOTES = (
    gettext_noop(
        "Final A, by the numbers of its table: %(names)s. Who has qualified comes first, by the round of it;"
        " then the order is that of the preliminary: points, Buchholz, direct encounter, Sonneborn-Berger,"
        " wins, starting number."
    ),
    gettext_noop("Final B, by the numbers of its table: %(names)s. The order is that of final A."),
)


def _final_notes(players: Sequence[EntryState], index: int, table_round: int) -> list[Reason]:
    notes = []
    if table_round == 1:
        names = ", ".join(entry.label for entry in players)
        notes.append(Reason("final-players", _MEMBER_NOTES[index], {"names": names}))
    params = {"round": table_round, "players": len(players)}
    return [*notes, Reason("final-round", _ROUND_NOTES[index], params)]


def _has_qualified(state: TournamentState, number: int, after: int) -> Reason:
    return Reason(
        "qualified",
        gettext_noop(
            "%(player)s has no game: he qualified for final A with a balance of +%(balance)s after round"
            " %(round)s."
        ),
        {
            "player": state.by_number[number].label,
            "number": number,
            "balance": number_of(state, BALANCE),
            "round": after,
        },
    )
