"""What the arbiter's desk shows: the next step of the event, what is open, how the rating goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.domain.pairing.bracket_chart import BracketSystem
from tournaments.domain.pairing.stages import StagedSystem
from tournaments.domain.state import EntryState
from tournaments.models import Entry, Job, Pairing, RatingChange, Round, Team, Tournament
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
    count it. Of `open_pairings` those `adjourned` may wait. `stage` says which stage the round to be paired
    is of, in a system of several, as a round keeps its notes.
    """

    step: str
    entry_count: int
    round_count: int
    total_rounds: int
    open_pairings: list[Pairing]
    absences: list[Absence]
    stage: Mapping[str, Any] | None = None
    last: Round | None = None
    adjourned: tuple[Pairing, ...] = ()

    @property
    def next_round(self) -> int:
        return self.round_count + 1

    @property
    def present_count(self) -> int:
        return self.entry_count - len(self.absences)

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
    open_pairings = list(
        Pairing.objects.published()
        .filter(round__tournament=tournament)
        .unfinished()
        .select_related("round", "white__player", "black__player")
        .order_by("round__number", "table")
    )
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
    return DeskState(
        step=step,
        entry_count=len(state.entries),
        round_count=len(state.rounds),
        total_rounds=total,
        open_pairings=open_pairings,
        absences=absences,
        stage=asdict(system.next_stage(state)) if staged else None,
        last=last,
        adjourned=adjourned,
    )


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
