"""The teams of a tournament as records of a TRF file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.domain.results import SCORINGS
from tournaments.domain.standings import standings
from tournaments.domain.trf.fields import one_line
from tournaments.domain.trf.records import Record, TeamRecord
from tournaments.domain.trf.remarks import remark
from tournaments.models import Entry, Pairing, Team, Tournament
from tournaments.selectors.state import pairing_system
from tournaments.selectors.teams import TeamSnapshot, team_snapshot

NAME_WIDTH = 32


@dataclass(frozen=True)
class TeamRecords:
    """Records 310, and the remarks that say the rest of the teams and their matches."""

    teams: tuple[TeamRecord, ...] = ()
    remarks: tuple[Record, ...] = ()


def team_records(tournament: Tournament, entries: Mapping[int, Entry]) -> TeamRecords:
    """What a file says of the teams; nothing where players play for themselves. `entries` are the players by
    their numbers in the file."""
    if not tournament.is_team_event:
        return TeamRecords()
    snapshot = team_snapshot(tournament)
    numbers = {entry.pk: number for number, entry in entries.items()}
    return TeamRecords(
        tuple(_records(tournament, snapshot, numbers)),
        (
            *(each for number, team in snapshot.entries.items() for each in _team_remarks(number, team)),
            *_apart(snapshot),
            *_matches(snapshot),
            *_tables(tournament),
        ),
    )


def team_name(team: Team) -> str:
    """The name on one line."""
    return " ".join(one_line(team.name).split())


def _records(
    tournament: Tournament, snapshot: TeamSnapshot, numbers: Mapping[int, int]
) -> Iterator[TeamRecord]:
    state, unit = snapshot.state, SCORINGS[tournament.scoring].unit
    rows = standings(state, tournament.tiebreaks, sections=pairing_system(tournament).sections)
    places = {row.number: row.place for row in rows}
    for number, team in snapshot.entries.items():
        boards = sum(each.board_points for each in state.histories[number])
        yield TeamRecord(
            number,
            team_name(team),
            "",
            state.by_number[number].rating,
            Fraction(state.points[number], unit),
            Fraction(boards, unit),
            places[number],
            tuple(numbers[member.entry_id] for member in team.members.all()),
        )


def _team_remarks(number: int, team: Team) -> Iterator[Record]:
    name = team_name(team)
    if name != name[:NAME_WIDTH].rstrip():
        yield remark("team", number, name)
    if team.joined_round != 1:
        yield remark("team-joined", number, team.joined_round)
    if team.withdrawn_after is not None:
        yield remark("team-withdrawn", number, team.withdrawn_after)
    for bye in sorted(team.requested_byes.all(), key=lambda each: each.round_number):
        yield remark("team-bye", number, bye.round_number, bye.code)


def _apart(snapshot: TeamSnapshot) -> Iterator[Record]:
    numbers = {team.pk: number for number, team in snapshot.entries.items()}
    pairs = {
        tuple(sorted((number, numbers[other.pk])))
        for number, team in snapshot.entries.items()
        for other in team.kept_apart.all()
    }
    return (remark("team-apart", *pair) for pair in sorted(pairs))


def _matches(snapshot: TeamSnapshot) -> Iterator[Record]:
    numbers = {team.pk: number for number, team in snapshot.entries.items()}
    for round_number, lines in sorted(snapshot.matches.items()):
        for line in lines:
            match = line.match
            black = numbers[match.black_id] if match.black_id else 0
            known = (match.code,) if match.code else ()
            yield remark("match", round_number, match.table, numbers[match.white_id], black, *known)


def _tables(tournament: Tournament) -> Iterator[Record]:
    """Tables are counted through the matches, and past a board at which nobody sits."""
    tables: dict[int, list[int]] = {}
    rows = Pairing.objects.published().filter(round__tournament=tournament).order_by("round__number", "table")
    for round_number, table in rows.values_list("round__number", "table"):
        tables.setdefault(round_number, []).append(table)
    return (remark("tables", number, *found) for number, found in tables.items())
