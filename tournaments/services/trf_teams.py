"""The teams of a TRF file: checked with the rest of it, and written with their matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournaments.domain.errors import gettext_noop
from tournaments.domain.trf import TrfDocument, TrfProblem
from tournaments.domain.trf.errors import Reason
from tournaments.models import Entry, Match, Round, Team, TeamBye, TeamMember, Tournament
from tournaments.models.tournament import MAX_BOARDS, MAX_ROUNDS

Matches = Mapping[tuple[int, int], Match]
"""By the numbers of the round and of the match."""


def team_problems(document: TrfDocument) -> Iterator[TrfProblem]:
    """What of the teams cannot be kept: a file of teams needs our remarks to say which match is which."""
    boards = document.number("boards")
    if boards is None:
        if document.teams:
            reason = Reason(
                gettext_noop("only a tournament of teams that was exported here can be read from a file")
            )
            yield TrfProblem(document.line_of("310"), 1, reason)
        return
    if not 1 <= boards <= MAX_BOARDS:
        reason = Reason(gettext_noop("a match has 1 to %(most)s boards"), {"most": MAX_BOARDS})
        yield from (TrfProblem(line, 10, reason) for line, _ in document.placed("boards"))
        return
    yield from _member_problems(document)
    yield from _name_problems(document)
    yield from _match_problems(document, boards)


def _member_problems(document: TrfDocument) -> Iterator[TrfProblem]:
    team_of: dict[int, int] = {}
    for number, team in document.teams.items():
        for player in team.players:
            if player not in document.players:
                reason = Reason(gettext_noop("there is no player %(number)s"), {"number": player})
                yield TrfProblem(document.line_of("310"), 74, reason)
            elif team_of.setdefault(player, number) != number or team.players.count(player) > 1:
                reason = Reason(gettext_noop("player %(number)s is named twice"), {"number": player})
                yield TrfProblem(document.line_of("310"), 74, reason)


def _name_problems(document: TrfDocument) -> Iterator[TrfProblem]:
    seen: set[str] = set()
    for number in document.teams:
        name = team_name(document, number)
        most = Team._meta.get_field("name").max_length or 0
        if not name or name in seen or len(name) > most:
            reason = Reason(
                gettext_noop("a team needs a name of its own of at most %(most)s characters"), {"most": most}
            )
            yield TrfProblem(document.line_of("310"), 9, reason)
        seen.add(name)


def _match_problems(document: TrfDocument, boards: int) -> Iterator[TrfProblem]:
    """Every pairing needs a table of a match; a table, a team and a bye are of a round once."""
    matches: dict[int, set[object]] = {}
    taken: dict[int, set[object]] = {}
    for line, (number, match, *teams) in document.placed("match"):
        sitting = [team for team in teams[:2] if team]
        at = int(str(number))
        known, twice = matches.setdefault(at, set()), taken.setdefault(at, set())
        if not match or match in known or twice & set(sitting):
            reason = Reason(gettext_noop("a match or a team stands twice in round %(round)s"), {"round": at})
            yield TrfProblem(line, 10, reason)
        known.add(match)
        twice |= set(sitting)
    for line, (number, *tables) in document.placed("tables"):
        known = matches.get(int(str(number)), set())
        wrong = [table for table in tables if not table or (int(str(table)) - 1) // boards + 1 not in known]
        if wrong or len(set(tables)) < len(tables):
            reason = Reason(gettext_noop("a table is of no match, or stands twice"))
            yield TrfProblem(line, 10, reason)
    for line, (_, round_number, _code) in document.placed("team-bye"):
        if int(str(round_number)) > MAX_ROUNDS:
            reason = Reason(gettext_noop("a tournament has at most %(most)s rounds"), {"most": MAX_ROUNDS})
            yield TrfProblem(line, 10, reason)


def table_problems(document: TrfDocument, pairings: Mapping[int, int]) -> Iterator[TrfProblem]:
    """Rounds in which there are not as many tables as pairings (by round); only of teams."""
    if document.number("boards") is None:
        return
    tables = document.numbered("tables")
    for number, count in pairings.items():
        if len(tables.get(number, ())) != count:
            line = next((line for line, values in document.placed("tables") if values[0] == number), 1)
            reason = Reason(
                gettext_noop("round %(round)s has %(count)s pairings and another number of tables"),
                {"round": number, "count": count},
            )
            yield TrfProblem(line, 10, reason)


def team_name(document: TrfDocument, number: int) -> str:
    return str(document.numbered("team").get(number, (document.teams[number].name,))[0])


def write_teams(
    tournament: Tournament, document: TrfDocument, entries: Mapping[int, Entry]
) -> dict[int, Team]:
    """Write the teams with their players, byes and whom they may not meet; numbers stand once it began."""
    joined, withdrawn = document.numbered("team-joined"), document.numbered("team-withdrawn")
    teams = {
        number: Team(
            tournament=tournament,
            name=team_name(document, number),
            number=number if document.paired_rounds else None,
            joined_round=joined.get(number, (1,))[0],
            withdrawn_after=withdrawn.get(number, (None,))[0],
        )
        for number in document.teams
    }
    Team.objects.bulk_create(teams.values())
    TeamMember.objects.bulk_create(
        TeamMember(team=teams[number], entry=entries[player], board=board)
        for number, record in document.teams.items()
        for board, player in enumerate(record.players, start=1)
    )
    TeamBye.objects.bulk_create(
        TeamBye(team=teams[int(str(number))], round_number=round_number, code=code)
        for number, round_number, code in document.remarks("team-bye")
    )
    for one, other in document.remarks("team-apart"):
        teams[int(str(one))].kept_apart.add(teams[int(str(other))])
    return teams


def write_matches(document: TrfDocument, rounds: Mapping[int, Round], teams: Mapping[int, Team]) -> Matches:
    """Write the matches of all rounds."""
    matches = {
        (int(str(number)), int(str(table))): Match(
            round=rounds[int(str(number))],
            table=table,
            white=teams[int(str(white))],
            black=teams[int(str(black))] if black else None,
            code=code[0] if code else "",
        )
        for number, table, white, black, *code in document.remarks("match")
    }
    Match.objects.bulk_create(matches.values())
    return matches
