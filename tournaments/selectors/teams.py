"""Events of teams: the snapshot in which teams take the place of players, and matches with their boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Prefetch

from tournaments.domain.results import SCORINGS
from tournaments.domain.state import EntryState, PairingState, Prohibition, RoundState
from tournaments.domain.teams import (
    Board,
    MatchScore,
    average,
    first_has_white,
    match_play_off,
    match_score,
    unplayed_points,
)
from tournaments.models import Entry, Match, Pairing, Round, Team, TeamMember, Tournament
from tournaments.selectors.state import (
    GROUPS,
    Snapshot,
    codes_of,
    entry_state,
    numbered,
    play_off_codes,
    rounds_of,
    state_of,
    tournament_snapshot,
)
from tournaments.selectors.tournament_pages import with_current_game


@dataclass(frozen=True)
class BoardLine:
    """One board of a match: who plays for the first team and for the second, and the pairing of the two."""

    pairing: Pairing
    first: Entry | None
    second: Entry | None
    board: Board

    @property
    def number(self) -> int:
        return self.pairing.board or 0

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of the first team and of the second, in the first game."""
        return ("white", "black") if first_has_white(self.number) else ("black", "white")


@dataclass(frozen=True)
class MatchLine:
    """A match with its boards and what they make so far; `play_off` are the games that decided a tie, each of
    all boards together."""

    match: Match
    first: Team
    second: Team | None
    boards: tuple[BoardLine, ...]
    score: MatchScore
    play_off: tuple[str, ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether it is a match with games, not a bye or a team that did not come."""
        return not self.match.code


@dataclass(frozen=True)
class TeamSnapshot(Snapshot[Team]):
    """A team event as the rules see it, and its matches by round."""

    matches: dict[int, tuple[MatchLine, ...]] = field(default_factory=dict)

    def team(self, pk: int) -> Team | None:
        """The team with that primary key."""
        return next((team for team in self.entries.values() if team.pk == pk), None)


def teams_of(tournament: Tournament) -> list[Team]:
    """All teams by starting number, then those without one in the order they came, with members, their
    players and byes, and whom they may not meet. Five queries."""
    members = TeamMember.objects.select_related("entry__player__club").prefetch_related(
        "entry__requested_byes"
    )
    return list(
        tournament.teams.select_related("club").prefetch_related(
            Prefetch("members", members.order_by("board")), "requested_byes", "kept_apart"
        )
    )


def competitors(
    tournament: Tournament, *, before_round: int | None = None, to_pair: bool = False, drafts: bool = False
) -> Snapshot[Entry] | TeamSnapshot:
    """Who is paired and ranked: the teams of a team event, else the players."""
    read = team_snapshot if tournament.is_team_event else tournament_snapshot
    return read(tournament, before_round=before_round, to_pair=to_pair, drafts=drafts)


def team_snapshot(
    tournament: Tournament, *, before_round: int | None = None, to_pair: bool = False, drafts: bool = False
) -> TeamSnapshot:
    """The whole team event (or as it stood before a round was paired) in eight queries, without a draft
    unless `drafts` are asked for.

    One more where the system decides ties by further games. Only `to_pair` it counts who is kept apart, and
    an adjourned game as drawn.
    """
    teams = numbered(teams_of(tournament))
    numbers = {team.pk: number for number, team in teams.items()}
    paired = [
        each
        for each in rounds_of(tournament, drafts=drafts)
        if before_round is None or each.number < before_round
    ]
    lines = _match_lines(tournament, paired, {team.pk: team for team in teams.values()}, to_pair)
    rounds = tuple(
        RoundState(
            each.number,
            tuple(_match_state(line, numbers) for line in lines[each.number]),
            groups=tuple(tuple(group) for group in each.options.get(GROUPS, ())),
        )
        for each in paired
    )
    states = tuple(_team_state(number, team, tournament.boards or 0) for number, team in teams.items())
    prohibited = _kept_apart(teams.values(), numbers) if to_pair else ()
    return TeamSnapshot(state_of(tournament, states, rounds, prohibited), teams, lines)


def _team_state(number: int, team: Team, boards: int) -> EntryState:
    return entry_state(number, team, team.name, average(ratings(team, boards)))


def ratings(team: Team, boards: int) -> list[int]:
    """The ratings of who plays when all are there: the first members, those without a rating left out."""
    regular = list(team.members.all())[:boards]
    return [member.entry.rating for member in regular if member.entry.rating]


def available(team: Team, round_number: int) -> list[Entry]:
    """The players of a team who are there in a round, in the order of the team; the first ones play."""
    entries = [member.entry for member in team.members.all()]
    return [
        entry for entry in entries if entry_state(0, entry, entry.player.name, 0).is_present(round_number)
    ]


def _match_state(line: MatchLine, numbers: dict[int, int]) -> PairingState:
    return PairingState(
        numbers[line.first.pk],
        numbers[line.second.pk] if line.second else None,
        line.score.code,
        play_off=line.play_off,
        board_points=line.score.points,
    )


def _kept_apart(teams: Iterable[Team], numbers: dict[int, int]) -> tuple[Prohibition, ...]:
    found = {
        frozenset((numbers[team.pk], numbers[other.pk])) for team in teams for other in team.kept_apart.all()
    }
    return tuple(Prohibition(pair) for pair in found)


def _match_lines(
    tournament: Tournament, rounds: Iterable[Round], teams: dict[int, Team], to_pair: bool
) -> dict[int, tuple[MatchLine, ...]]:
    boards: dict[int | None, list[Pairing]] = {}
    pairings = (
        with_current_game(Pairing.objects.filter(round__tournament=tournament))
        .select_related("round", "white__player__club", "black__player__club")
        .order_by("board")
    )
    for pairing in pairings:
        boards.setdefault(pairing.match_id, []).append(pairing)
    play_offs = play_off_codes(tournament)
    side = {member.entry_id: team.pk for team in teams.values() for member in team.members.all()}
    found: dict[int, list[MatchLine]] = {each.number: [] for each in rounds}
    for match in Match.objects.filter(round__tournament=tournament).select_related("round").order_by("table"):
        if match.round.number in found:
            of_match = [_board_line(each, side, match, to_pair) for each in boards.get(match.pk, ())]
            line = _match_line(match, tuple(of_match), teams, play_offs, tournament)
            found[match.round.number].append(line)
    return {number: tuple(lines) for number, lines in found.items()}


def _match_line(
    match: Match,
    boards: tuple[BoardLine, ...],
    teams: dict[int, Team],
    play_offs: dict[int, tuple[str, ...]],
    tournament: Tournament,
) -> MatchLine:
    scoring = SCORINGS[tournament.scoring]
    games = match.round.games
    if match.code:
        points = unplayed_points(match.code, scoring, (tournament.boards or 0) * games)
        score = MatchScore(points, match.code)
    else:
        score = match_score([each.board for each in boards], scoring, games)
    # Set beforehand, or each would be read anew for its name.
    match.white, match.black = teams[match.white_id], teams.get(match.black_id) if match.black_id else None
    further = [play_offs.get(each.pairing.pk, ()) for each in boards]
    play_off = match_play_off([each.board for each in boards], further, scoring)
    return MatchLine(match, match.white, match.black, boards, score, play_off)


def _board_line(pairing: Pairing, side: dict[int, int], match: Match, to_pair: bool) -> BoardLine:
    """A board, with the team (`side`) of each player known."""
    white_is_first = side.get(pairing.white_id) == match.white_id
    if pairing.is_bye:
        first, second = (pairing.white, None) if white_is_first else (None, pairing.white)
        board = Board((pairing.result_code,), turned=not white_is_first, alone=True)
        return BoardLine(pairing, first, second, board)
    first, second = (pairing.white, pairing.black) if white_is_first else (pairing.black, pairing.white)
    codes = codes_of(pairing, to_pair=to_pair)[: pairing.round.games]
    return BoardLine(pairing, first, second, Board(codes, turned=not white_is_first))
