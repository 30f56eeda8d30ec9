"""What a TRF file asks of the site: read and checked before anything is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.openings import read_opening
from tournaments.domain.pairing.settings import without_defaults
from tournaments.domain.results import SCORINGS
from tournaments.domain.state import TournamentState
from tournaments.domain.tiebreaks import MAX_TIEBREAKS, tiebreak_keys
from tournaments.domain.trf import (
    TrfDocument,
    TrfError,
    TrfProblem,
    pairing_system,
    read_trf,
    to_state,
)
from tournaments.domain.trf.decisions import is_adjustment
from tournaments.domain.trf.errors import Reason
from tournaments.domain.trf.fields import read_date
from tournaments.domain.trf.records import ByesRecord, DecisionRecord, ProhibitedRecord
from tournaments.models.desk import MAX_ADJUSTMENT
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.services.trf_players import FilePlayer
from tournaments.services.trf_teams import table_problems, team_problems

MAX_PLAYERS = 1000
"""Of one file: the tournament (on SQLite the whole site) waits while they are entered."""
_SEXES = {"w": "f", "f": "f", "m": "m"}
_FINAL = 999


@dataclass(frozen=True)
class TrfPlan:
    """A file as the site will have it; `prohibited` are pairs of numbers, `notes` what is left out."""

    document: TrfDocument
    state: TournamentState
    players: tuple[FilePlayer, ...]
    prohibited: tuple[tuple[int, int], ...]
    tiebreaks: tuple[str, ...]
    notes: tuple[Reason, ...]


def read_plan(source: bytes | str) -> TrfPlan:
    """Read a file. Raises TrfError naming every line that cannot be read, or not be kept here."""
    document = read_trf(source)
    if len(document.players) > MAX_PLAYERS:
        reason = Reason(
            gettext_noop("the file has %(count)s players; import at most %(most)s"),
            {"count": len(document.players), "most": MAX_PLAYERS},
        )
        raise TrfError([TrfProblem(document.line_of("001"), 1, reason)])
    state = _state(document)
    notes: list[Reason] = []
    problems = [
        *_kind_problems(document, state),
        *_round_problems(document),
        *team_problems(document),
        *table_problems(document, {each.number: len(each.pairings) for each in state.rounds}),
        *_acceleration_problems(document, state, notes),
        *_prohibition_problems(document, state, notes),
        *_bye_problems(document),
        *_decision_problems(document, state),
    ]
    if problems:
        raise TrfError(problems)
    return TrfPlan(
        document,
        state,
        tuple(_player(document, number) for number in document.players),
        tuple(_prohibited(state)),
        tuple(_tiebreaks(document, notes)),
        tuple(notes),
    )


def fields_of(plan: TrfPlan) -> dict[str, Any]:
    """What `create_tournament` takes, as far as the file says it."""
    document, state = plan.document, plan.state
    system = pairing_system(document)
    fields: dict[str, Any] = {
        "name": document.text("012"),
        "ruleset": document.remark("ruleset"),
        "pairing_system": system.key,
        "system_settings": dict(without_defaults(system.settings, _stored(plan))),
        "scoring": state.scoring.key,
        "tiebreaks": list(plan.tiebreaks),
        "time_control": document.text("122"),
        "starts_on": document.starts_on,
        "ends_on": read_date(document.text("052")),
        "venue": document.text("022"),
        "description": document.remark("about"),
        "openings": document.remark("openings"),
        "games_per_round": document.number("games"),
        "boards": document.number("boards"),
        "seed": document.number("seed"),
        "initial_colour": state.initial_colour,
        "rounds": _planned_rounds(plan),
    }
    return {name: value for name, value in fields.items() if value not in (None, "")}


def _stored(plan: TrfPlan) -> dict[str, Any]:
    system = pairing_system(plan.document)
    return {setting.key: plan.state.options[setting.key] for setting in system.settings}


def _planned_rounds(plan: TrfPlan) -> int | None:
    """The rounds the file says; without a word the usual number, unless it has more already."""
    document = plan.document
    usual = pairing_system(document).total_rounds(replace(plan.state, planned_rounds=None))
    return document.total_rounds or (document.columns if document.columns > usual else None)


def _state(document: TrfDocument) -> TournamentState:
    """The tournament of the file; what it says as a whole and is not known here is named by its record."""
    lines = {
        "trf-system-unknown": ("192", "092"),
        "trf-bye-points": ("162",),
        "trf-acceleration-points": ("250",),
    }
    try:
        return to_state(document)
    except InputError as error:
        line = document.line_of(*lines.get(error.code, ()))
        raise TrfError([TrfProblem(line, 5, Reason(error.template, error.params))]) from error


def _kind_problems(document: TrfDocument, state: TournamentState) -> Iterator[TrfProblem]:
    if state.scoring.key not in SCORINGS:
        template = gettext_noop(
            "a win, a draw and a loss cannot be worth %(points)s here; they can: %(known)s"
        )
        params = {"points": state.scoring.label, "known": ", ".join(SCORINGS)}
        yield TrfProblem(document.line_of("162"), 5, Reason(template, params))
    for number in (document.total_rounds or 0, document.columns, document.paired_rounds):
        if number > MAX_ROUNDS:
            reason = Reason(gettext_noop("a tournament has at most %(most)s rounds"), {"most": MAX_ROUNDS})
            yield TrfProblem(document.line_of("142", "XXR", "001"), 5, reason)
            return


def _round_problems(document: TrfDocument) -> Iterator[TrfProblem]:
    ruleset = str(document.remark("ruleset") or "czech")
    for line, opening in document.placed("opening"):
        try:
            read_opening(str(opening[1]), ruleset)
        except InputError as error:
            yield TrfProblem(line, 10, Reason(error.template, error.params))


def _acceleration_problems(
    document: TrfDocument, state: TournamentState, notes: list[Reason]
) -> Iterator[TrfProblem]:
    """Acceleration that is not Baku's is kept nowhere: it may not touch a round to come."""
    if any(each.rounds[1] > len(state.rounds) for each in state.virtual_points):
        template = gettext_noop("only Baku acceleration can be kept for rounds to come, and this is another")
        yield TrfProblem(document.line_of("250"), 1, Reason(template))
    elif state.virtual_points:
        notes.append(Reason(gettext_noop("The acceleration of rounds already paired is left out.")))


def _prohibition_problems(
    document: TrfDocument, state: TournamentState, notes: list[Reason]
) -> Iterator[TrfProblem]:
    """A prohibition is kept from now on to the end: one of some rounds to come alone cannot be."""
    following, last = len(state.rounds) + 1, _last_round(state)
    for line, record in zip(document.lines, document.records, strict=True):
        if isinstance(record, ProhibitedRecord):
            first, until = record.rounds
            if any(number not in document.players for number in record.players):
                yield _no_player(document, line, 13, record.players)
            elif following <= until < last or first > following:
                template = gettext_noop(
                    "pairings can be prohibited for the whole tournament alone, not for rounds %(first)s to"
                    " %(last)s"
                )
                yield TrfProblem(line, 5, Reason(template, {"first": first, "last": until}))
            elif until < following:
                notes.append(
                    Reason(gettext_noop("Pairings prohibited in rounds already paired are left out."))
                )


def _bye_problems(document: TrfDocument) -> Iterator[TrfProblem]:
    for line, record in zip(document.lines, document.records, strict=True):
        if isinstance(record, ByesRecord) and any(each not in document.players for each in record.players):
            yield _no_player(document, line, 11, record.players)


def _no_player(document: TrfDocument, line: int, column: int, players: Sequence[int]) -> TrfProblem:
    """The first of the numbers, which stand in fields of five columns, that no player has."""
    at, number = next((at, each) for at, each in enumerate(players) if each not in document.players)
    reason = Reason(gettext_noop("there is no player %(number)s"), {"number": number})
    return TrfProblem(line, column + 5 * at, reason)


def _last_round(state: TournamentState) -> int:
    return max(state.planned_rounds or 0, len(state.rounds) + 1)


def _prohibited(state: TournamentState) -> Iterable[tuple[int, int]]:
    kept = [each for each in state.prohibited if each.last > len(state.rounds)]
    return dict.fromkeys(pair for each in kept for pair in combinations(sorted(each.players), 2))


def _decision_problems(document: TrfDocument, state: TournamentState) -> Iterator[TrfProblem]:
    for line, record in zip(document.lines, document.records, strict=True):
        if not isinstance(record, DecisionRecord):
            continue
        points = record.points * state.scoring.unit
        if not is_adjustment(record, state.scoring.unit) or record.round > MAX_ROUNDS:
            template = gettext_noop("only points given or taken from a round on can be kept")
            yield TrfProblem(line, 5, Reason(template))
        elif abs(points) > MAX_ADJUSTMENT or any(each not in document.players for each in record.players):
            yield TrfProblem(line, 5, Reason(gettext_noop("the points or the players cannot be such")))


def _tiebreaks(document: TrfDocument, notes: list[Reason]) -> list[str]:
    """The tie-breaks that are known here; the others are left out, with a word about it."""
    keys: dict[str, None] = {}
    for name in document.tiebreaks:
        try:
            keys |= dict.fromkeys(tiebreak_keys([name]))
        except InputError:
            notes.append(
                Reason(
                    gettext_noop("The tie-break %(name)s is not known here and is left out."), {"name": name}
                )
            )
    return list(keys)[:MAX_TIEBREAKS]


def _player(document: TrfDocument, number: int) -> FilePlayer:
    record = document.players[number]
    federation = document.numbered("federation").get(number, (record.federation,))[0]
    identity = document.numbered("id").get(number, (str(record.fide_id or ""),))[0]
    name = document.numbered("name").get(number, (record.name,))[0]
    return FilePlayer(
        number,
        document.line_of_player(number),
        str(name),
        _birth_year(record.birth),
        _SEXES.get(record.sex.lower(), ""),
        str(federation),
        str(identity),
    )


def _birth_year(text: str) -> int | None:
    """The year of a date in whatever form; nothing where there is none that can be."""
    try:
        day = read_date(text)
    except ValueError:
        day = None
    year = day.year if day else int(text[:4]) if text[:4].isascii() and text[:4].isdigit() else 0
    return year if 1900 <= year <= 2100 else None
