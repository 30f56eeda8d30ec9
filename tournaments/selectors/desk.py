"""What the arbiter's desk shows: the next step of the event, what is open, how the rating goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.domain.pairing import PairingSystem
from tournaments.domain.pairing.bracket_chart import BracketSystem
from tournaments.domain.pairing.stages import StagedSystem
from tournaments.domain.state import EntryState, TournamentState
from tournaments.models import Entry, Job, Pairing, RatingChange, Round, Team, Tournament
from tournaments.models.round import PairingQuerySet
from tournaments.selectors.check_in import missing_count
from tournaments.selectors.play_offs import boards_due
from tournaments.selectors.state import pairing_system, rounds_of
from tournaments.selectors.teams import competitors

ADD_PLAYERS, PAIR, RESULTS, FINISH, DONE = "add-players", "pair", "results", "finish", "done"
DRAFT = "draft"
LEAST_PLAYERS = 2


@dataclass(frozen=True)
class Absence:
    """Who will not be paired in the next round, a player or a team; `bye` is the code asked for, "" when
    withdrawn."""

    entry: Entry | Team
    bye: str


@dataclass(frozen=True)
class DeskState:
    """Where the event stands. `step` is one of the constants of this module.

    `last` is the last round; it is a draft only where drafts were asked for, and then `round_count` does not
    count it. Of `open_pairings` those `adjourned` may wait; those `tied` miss a game of their play-off.
    `present_count` are those the next round is for: in a bracket who is still in it. `stage` says which stage
    the round to be paired is of, in a system of several, as a round keeps its notes.
    `missing_count` are those who would be paired in it and are not checked in, where anybody is.
    """

    step: str
    entry_count: int
    round_count: int
    total_rounds: int
    open_pairings: list[Pairing]
    absences: list[Absence]
    present_count: int
    stage: Mapping[str, Any] | None = None
    last: Round | None = None
    adjourned: tuple[Pairing, ...] = ()
    tied: tuple[Pairing, ...] = ()
    missing_count: int = 0

    @property
    def next_round(self) -> int:
        return self.round_count + 1

    @property
    def rounds_left(self) -> bool:
        return self.round_count < self.total_rounds


def desk_state(tournament: Tournament, *, drafts: bool = True) -> DeskState:
    """The next step and what it rests on. Six queries; ten where teams are paired, which are counted.

    `drafts`: whether the reader may know of a round that is a draft.
    """
    snapshot = competitors(tournament)
    state = snapshot.state
    system = pairing_system(tournament)
    total = max(system.total_rounds(state), len(state.rounds))
    pairings = _pairings(tournament)
    tied = _tied(tournament, system, state)
    open_pairings = [*pairings.unfinished(), *tied]
    following = len(state.rounds) + 1
    absences = [
        Absence(snapshot.entries[entry.number], _bye(entry, following))
        for entry in state.entries
        if not entry.is_present(following)
    ]
    last = rounds_of(tournament, drafts=drafts).last()
    adjourned = tuple(each for each in open_pairings if each.is_adjourned)
    rounds = len(state.rounds)
    # Adjourned games wait as long as there are rounds to pair; at the end they are what is missing.
    can_wait = rounds < total and not isinstance(system, BracketSystem)
    has_open = len(open_pairings) > (len(adjourned) if can_wait else 0)
    step = _next_step(tournament, len(state.entries), rounds, total, has_open)
    if last is not None and last.is_draft:
        step = DRAFT
    staged = step == PAIR and isinstance(system, StagedSystem)
    # Who is out of a bracket has gone home; teams are asked at the table.
    asks_who_is_here = step == PAIR and not tournament.is_team_event
    asks_who_is_here = asks_who_is_here and not (rounds and isinstance(system, BracketSystem))
    return DeskState(
        step=step,
        entry_count=len(state.entries),
        round_count=len(state.rounds),
        total_rounds=total,
        open_pairings=open_pairings,
        absences=absences,
        present_count=len(_due(system, state, following)),
        stage=asdict(system.next_stage(state)) if staged else None,
        last=last,
        adjourned=adjourned,
        tied=tied,
        missing_count=missing_count(tournament, following) if asks_who_is_here else 0,
    )


def _pairings(tournament: Tournament) -> PairingQuerySet:
    found = Pairing.objects.published().filter(round__tournament=tournament)
    return found.select_related("round", "white__player", "black__player").order_by("round__number", "table")


def _tied(tournament: Tournament, system: PairingSystem, state: TournamentState) -> tuple[Pairing, ...]:
    """The tables of the last round at which the next game of a play-off is due. No query while none is."""
    tables = system.undecided(state) if isinstance(system, BracketSystem) else ()
    if not tables:
        return ()
    last = _pairings(tournament).filter(round__number=state.rounds[-1].number)
    if tournament.is_team_event:
        return tuple(last.filter(pk__in=boards_due(tournament, last[0].round)))
    return tuple(last.filter(table__in=tables))


def _due(system: PairingSystem, state: TournamentState, number: int) -> set[int]:
    """The numbers of those round `number` is for: who has not said that he is away and, once a bracket is
    drawn, is still in it."""
    present = {entry.number for entry in state.entries if entry.is_present(number)}
    return present & system.due(state) if isinstance(system, BracketSystem) else present


def _next_step(tournament: Tournament, entries: int, rounds: int, total: int, has_open: bool) -> str:
    if tournament.is_finished:
        return DONE
    if has_open:
        return RESULTS
    if entries < LEAST_PLAYERS:
        return ADD_PLAYERS
    return PAIR if rounds < total else FINISH


def _bye(entry: EntryState, round_number: int) -> str:
    return "" if entry.has_withdrawn(round_number) else entry.byes.get(round_number, "")


@dataclass(frozen=True)
class RatingState:
    """How far the rating of a finished tournament is. `state` is a Job.State, "" when it is not rated."""

    state: str
    error: str
    changed_players: int


def rating_job_key(tournament: Tournament) -> str:
    """The key of the job that rates the tournament as it stands at this version."""
    return f"{_rating_jobs(tournament)}{tournament.version}"


def _rating_jobs(tournament: Tournament) -> str:
    return f"rate:{tournament.pk}:"


def rating_state(tournament: Tournament) -> RatingState:
    """The newest rating job of the tournament and what came of it. Two queries."""
    job = Job.objects.filter(key__startswith=_rating_jobs(tournament)).order_by("-pk").first()
    if job is None:
        return RatingState("", "", 0)
    changed = RatingChange.objects.filter(tournament=tournament).count()
    return RatingState(job.state, job.error, changed)
