"""Standings: points, then tie-breaks in order; who is fully tied shares the place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.sections import Section, whole
from tournaments.domain.state import CYCLES, HALF_RULE, EntryState, PairingState, TournamentState
from tournaments.domain.tiebreaks import TIEBREAKS, ScoreTable, TieBreakValue


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings.

    ``points`` are integer points of the tournament's scoring. ``wins``, ``draws``, ``losses`` and ``games``
    count games on the board. An ``excluded`` player withdrew with under half of his games done (FIDE C.05):
    his results are shown, count for nobody's points, and he stands last. ``section`` is the index of the
    system's section he is in (final A is before final B).
    """

    place: int
    number: int
    points: int
    tiebreaks: tuple[TieBreakValue, ...]
    wins: int
    draws: int
    losses: int
    games: int
    excluded: bool = False
    section: int = 0


@dataclass(frozen=True, slots=True)
class RankedSection:
    """A section of the standings with its rows, best first."""

    section: Section
    rows: tuple[StandingRow, ...]


def standings(
    state: TournamentState,
    tiebreaks: Sequence[str],
    *,
    after_round: int | None = None,
    sections: Callable[[TournamentState], Sequence[Section]] = whole,
) -> list[StandingRow]:
    """Return the rows of ``section_standings`` one after the other."""
    ranked = section_standings(state, tiebreaks, after_round=after_round, sections=sections)
    return [row for each in ranked for row in each.rows]


def section_standings(
    state: TournamentState,
    tiebreaks: Sequence[str],
    *,
    after_round: int | None = None,
    sections: Callable[[TournamentState], Sequence[Section]] = whole,
) -> list[RankedSection]:
    """Return the standings as they are, or as they were after a round, best section first.

    ``tiebreaks`` are keys of TIEBREAKS, ``sections`` is the pairing system's method: each section is ranked
    on its own, and its places follow those before it. Who had not joined by ``after_round`` is in none.
    Raises ``InputError`` (``tiebreak-unknown``) for a key that is not in the registry.
    """
    unknown = [key for key in tiebreaks if key not in TIEBREAKS]
    if unknown:
        raise InputError(
            "tiebreak-unknown",
            gettext_noop("There is no tie-break “%(key)s”. Choose from: %(keys)s."),
            key=unknown[0],
            keys=", ".join(TIEBREAKS),
        )
    found: list[RankedSection] = []
    ahead = 0
    for index, section in enumerate(sections(_joined(state.until(after_round), after_round))):
        rows = _section_rows(section, tiebreaks)
        placed = tuple(replace(row, place=row.place + ahead, section=index) for row in rows)
        found.append(RankedSection(section, placed))
        ahead += len(rows)
    return found


def _section_rows(section: Section, tiebreaks: Sequence[str]) -> list[StandingRow]:
    out = excluded_numbers(section.state)
    counted = without(section.state, out)
    found: list[Mapping[int, TieBreakValue]] = []
    groups = _levels(section, out) or _by_points(counted)
    scores = ScoreTable(counted)
    for key in tiebreaks:
        values = TIEBREAKS[key].values(scores, groups)
        found.append(values)
        groups = [tied for group in groups for tied in _split(group, values)]
    rows: list[StandingRow] = []
    for group in groups:
        place = len(rows) + 1
        rows += [_row(counted, place, number, tuple(each[number] for each in found)) for number in group]
    last = len(rows) + 1
    nothing = tuple(TieBreakValue(None) for _ in tiebreaks)
    rows += [replace(_row(section.state, last, number, nothing), excluded=True) for number in sorted(out)]
    return rows


def _levels(section: Section, out: frozenset[int]) -> list[list[int]]:
    levels = [[number for number in level if number not in out] for level in section.levels or ()]
    return [level for level in levels if level]


def require_final(state: TournamentState) -> None:
    """Raise ``ConflictError`` (``results-missing-at-end``) naming the games final standings still need."""
    missing = [f"{each.number}/{table}" for each in state.rounds for table in each.unfinished]
    if missing:
        raise ConflictError(
            "results-missing-at-end",
            gettext_noop(
                "Results still missing (round/table): %(tables)s. The final standings need all of them."
            ),
            tables=", ".join(missing),
        )


def excluded_numbers(state: TournamentState) -> frozenset[int]:
    """Return who withdrew with under half of his games done, where the tournament has that rule (C.05).

    Done is a game played, or won because the opponent did not come; he has one game with everybody else, in
    a double round robin two.
    """
    if not state.options.get(HALF_RULE):
        return frozenset()
    games = (len(state.entries) - 1) * state.number_option(CYCLES, 1)
    # A final has the rounds from its first to its last: their count is not the number of the last.
    last = state.rounds[-1].number if state.rounds else 0
    return frozenset(
        entry.number
        for entry in state.entries
        if _is_out(entry, last)
        and 2 * sum(part.played or part.forfeit_win for part in state.histories[entry.number]) < games
    )


def _is_out(entry: EntryState, last_round: int) -> bool:
    return entry.withdrawn_after is not None and entry.withdrawn_after <= last_round


def without(state: TournamentState, numbers: frozenset[int]) -> TournamentState:
    """Return the tournament as if ``numbers`` had not entered: their opponents were free in those rounds."""
    if not numbers:
        return state
    rounds = tuple(replace(each, pairings=tuple(_kept(each.pairings, numbers))) for each in state.rounds)
    entries = tuple(entry for entry in state.entries if entry.number not in numbers)
    return replace(state, entries=entries, rounds=rounds)


def _kept(pairings: Sequence[PairingState], numbers: frozenset[int]) -> list[PairingState]:
    kept = []
    for each in pairings:
        stay = [number for number in (each.white, each.black) if number is not None and number not in numbers]
        if each.black is None or len(stay) == 2:
            kept += [each] if stay else []
        elif stay:
            kept.append(PairingState(stay[0], None, "free"))
    return kept


def _joined(state: TournamentState, after_round: int | None) -> TournamentState:
    if after_round is None:
        return state
    return replace(
        state, entries=tuple(entry for entry in state.entries if entry.joined_round <= max(after_round, 1))
    )


def _by_points(state: TournamentState) -> list[list[int]]:
    levels = sorted(set(state.points.values()), reverse=True)
    return [[number for number in state.by_number if state.points[number] == level] for level in levels]


def _split(group: Sequence[int], values: Mapping[int, TieBreakValue]) -> list[list[int]]:
    levels = sorted({values[number].order for number in group}, reverse=True)
    return [[number for number in group if values[number].order == level] for level in levels]


def _row(
    state: TournamentState, place: int, number: int, tiebreaks: tuple[TieBreakValue, ...]
) -> StandingRow:
    sides = [game.side for part in state.histories[number] for game in part.games if game.played]
    return StandingRow(
        place,
        number,
        state.points[number],
        tiebreaks,
        wins=sides.count("win"),
        draws=sides.count("draw"),
        losses=sides.count("loss"),
        games=len(sides),
    )
