"""What the pages of an event of teams show: matches with their scores, a team's rounds, what players did."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from tournaments.domain.results import RESULTS, Scoring, reversed_code
from tournaments.domain.state import Colour
from tournaments.domain.teams import match_score
from tournaments.models import Entry, Match, Pairing, Team, Tournament
from tournaments.permissions import User
from tournaments.selectors.teams import BoardLine, MatchLine, TeamSnapshot

EN_DASH = "–"


@dataclass(frozen=True)
class BoardRow:
    """A board of a round with what stands there, seen from the first team: a `code` of one game, or of the
    round's two games the `score` of both."""

    line: BoardLine
    code: str | None
    score: str
    is_own: bool

    @property
    def pairing(self) -> Pairing:
        return self.line.pairing


@dataclass(frozen=True)
class RoundMatch:
    """A match of a round: the teams' match points before it, and the board points so far."""

    line: MatchLine
    first_points: str
    second_points: str
    score: str
    rows: tuple[BoardRow, ...]


@dataclass(frozen=True)
class TeamRound:
    """A round of one team; `side` is won, drawn or lost, None while the match is not finished, and `score`
    begins with the team's own board points. `line` is None where the team was not paired at all."""

    number: int
    line: MatchLine | None
    opponent: Team | None
    side: str | None
    score: str


def round_matches(snapshot: TeamSnapshot, number: int, user: User) -> list[RoundMatch]:
    """The matches of a round in their order."""
    scoring = snapshot.state.scoring
    before = snapshot.state.until(number - 1).points
    points = {team.pk: scoring.show(before[number]) for number, team in snapshot.entries.items()}
    return [
        RoundMatch(
            line,
            points[line.first.pk],
            points[line.second.pk] if line.second else "",
            score_text(line.score.points, scoring),
            tuple(_board_row(board, scoring, user) for board in line.boards),
        )
        for line in snapshot.matches[number]
    ]


def _board_row(line: BoardLine, scoring: Scoring, user: User) -> BoardRow:
    code, score = line.board.codes[0], ""
    if line.board.alone:
        code = "-/+" if line.board.turned else "+/-"
    elif len(line.board.codes) > 1:
        games = match_score([line.board], scoring, line.pairing.round.games)
        code, score = games.code, score_text(games.points, scoring) if any(line.board.codes) else ""
    elif code and line.board.turned:
        code = reversed_code(code)
    sitting = [entry.player.user_id for entry in (line.first, line.second) if entry is not None]
    return BoardRow(line, code, score, user.is_authenticated and user.pk in sitting)


def score_text(points: tuple[int, int], scoring: Scoring) -> str:
    """Board points of both teams as people write them: `2½–1½`."""
    return f"{scoring.show(points[0])}{EN_DASH}{scoring.show(points[1])}"


def team_rounds(snapshot: TeamSnapshot, team: Team) -> list[TeamRound]:
    """What a team did in each round since it joined."""
    return [
        _team_round(snapshot, team, number, lines)
        for number, lines in snapshot.matches.items()
        if number >= team.joined_round
    ]


def _team_round(snapshot: TeamSnapshot, team: Team, number: int, lines: tuple[MatchLine, ...]) -> TeamRound:
    line = next((each for each in lines if team in (each.first, each.second)), None)
    if line is None:
        return TeamRound(number, None, None, None, "")
    colour: Colour = "white" if line.first == team else "black"
    points = line.score.points if colour == "white" else line.score.points[::-1]
    kind = RESULTS[line.score.code] if line.score.code else None
    side = None if kind is None else kind.white if colour == "white" else kind.black
    opponent = line.second if colour == "white" else line.first
    return TeamRound(number, line, opponent, side, score_text(points, snapshot.state.scoring))


@dataclass(frozen=True)
class IndividualLine:
    """What a player of a team has done over all rounds: integer points, games on the board, and the boards
    he sat at."""

    entry: Entry
    team: Team
    place: int
    played: int
    points: int
    boards: tuple[int, ...]


def individual_lines(snapshot: TeamSnapshot) -> list[IndividualLine]:
    """Every player of a team, the best first: by points, then fewer games, then the place in the team."""
    scoring = snapshot.state.scoring
    points: dict[int, int] = {}
    played: dict[int, int] = {}
    boards: dict[int, set[int]] = {}
    for line in (each for lines in snapshot.matches.values() for match in lines for each in match.boards):
        games = line.pairing.round.games
        score = match_score([line.board], scoring, games).points
        for side, entry in enumerate((line.first, line.second)):
            if entry is None:
                continue
            points[entry.pk] = points.get(entry.pk, 0) + score[side]
            count = sum(RESULTS[code].played for code in line.board.codes if code)
            played[entry.pk] = played.get(entry.pk, 0) + count
            boards.setdefault(entry.pk, set()).add(line.number)
    lines = [
        IndividualLine(
            member.entry,
            team,
            place,
            played.get(member.entry_id, 0),
            points.get(member.entry_id, 0),
            tuple(sorted(boards.get(member.entry_id, ()))),
        )
        for team in snapshot.entries.values()
        for place, member in enumerate(team.members.all(), start=1)
    ]
    return sorted(lines, key=lambda line: (-line.points, line.played, line.place, line.entry.player.name))


@dataclass(frozen=True)
class TeamListLine:
    """A team in the desk's list; `rating` is the average by which it is ranked, 0 when nobody has one."""

    team: Team
    players: int
    rating: int


def team_list(snapshot: TeamSnapshot) -> list[TeamListLine]:
    """The teams of the event by their numbers."""
    rating = {entry.number: entry.rating for entry in snapshot.state.entries}
    return [
        TeamListLine(team, len(team.members.all()), rating[number])
        for number, team in snapshot.entries.items()
    ]


def without_team(tournament: Tournament) -> list[Entry]:
    """Who is entered and plays for no team, in the order they came."""
    alone = tournament.entries.filter(membership=None)
    return list(alone.select_related("player__club").order_by("pk"))


def has_been_paired(team: Team) -> bool:
    """Whether the team is in a round, be it with a bye."""
    return Match.objects.filter(Q(white=team) | Q(black=team)).exists()


def sitting(line: MatchLine, team: Team, boards: int) -> list[Entry | None]:
    """Who of the team sits at each board of its match."""
    found = {each.number: each.first if team == line.first else each.second for each in line.boards}
    return [found.get(board) for board in range(1, boards + 1)]


def fixed_boards(line: MatchLine) -> frozenset[int]:
    """The boards of a match that have a result or a game: who sits there stays."""
    return frozenset(
        each.number
        for each in line.boards
        if each.pairing.game_id or (not each.board.alone and any(each.board.codes))
    )
