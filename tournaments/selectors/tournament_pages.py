"""What the pages of tournaments show: the home page, the list, a round, the games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from django.db.models import F, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from tournaments.domain.names import search_key
from tournaments.domain.results import SCORINGS
from tournaments.models import Entry, Pairing, Result, Round, Tournament
from tournaments.permissions import User, managed_tournaments, visible_tournaments
from tournaments.selectors.counting import row_count
from tournaments.selectors.state import pairing_system, play_off_codes, rounds_of, tournament_snapshot

ON_HOME_PAGE = 12


@dataclass(frozen=True)
class HomeLists:
    running: list[Tournament]
    coming: list[Tournament]
    finished: list[Tournament]
    managed: list[Tournament]
    own_pairings: list[Pairing]

    @property
    def is_empty(self) -> bool:
        return not (self.running or self.coming or self.finished)


@dataclass(frozen=True)
class PairingLine:
    """A pairing of a round with both players' points before it, and whether it is the reader's own game.

    `play_off` are the codes of the games after the round's own.
    """

    pairing: Pairing
    white_points: str
    black_points: str
    is_own: bool
    play_off: tuple[str, ...] = ()


def _latest_round() -> QuerySet[Round]:
    return Round.objects.published().filter(tournament=OuterRef("pk")).order_by("-number")


def with_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With `entry_count`, `round_count` (rounds paired), the federation, and of the latest round `starts_at`
    and `latest_status`. A draft is not counted."""
    return tournaments.select_related("federation").annotate(
        entry_count=row_count(Entry.objects.all(), "tournament"),
        round_count=row_count(Round.objects.published(), "tournament"),
        starts_at=Subquery(_latest_round().values("starts_at")[:1]),
        latest_status=Subquery(_latest_round().values("status")[:1]),
    )


def home_lists(user: User) -> HomeLists:
    """What is on, what is next and what was just played, and what waits for this reader.

    Three queries, five for somebody logged in.
    """
    visible = with_counts(visible_tournaments(user))
    status = Tournament.Status
    managed, own = [], []
    if user.is_authenticated:
        managed = list(
            with_counts(managed_tournaments(user))
            .exclude(status=status.FINISHED)
            .order_by("starts_on", "pk")[:ON_HOME_PAGE]
        )
        own = list(own_open_pairings(user))
    return HomeLists(
        running=list(visible.filter(status=status.RUNNING).order_by("-starts_on", "-pk")[:ON_HOME_PAGE]),
        coming=list(visible.filter(status=status.SETUP).order_by("starts_on", "pk")[:ON_HOME_PAGE]),
        finished=list(
            visible.filter(status=status.FINISHED).order_by("-ends_on", "-pk")[: ON_HOME_PAGE // 2]
        ),
        managed=managed,
        own_pairings=own,
    )


def own_open_pairings(user: User) -> QuerySet[Pairing]:
    """The reader's own games without a result, the newest round first."""
    return (
        Pairing.objects.published()
        .filter(seats__entry__player__user_id=user.pk)
        .unfinished()
        .select_related("round__tournament", "white__player", "black__player")
        .order_by("-round__created_at")
    )


def tournaments_found(
    user: User,
    *,
    text: str = "",
    status: str = "",
    year: int | None = None,
    federation: str = "",
) -> QuerySet[Tournament]:
    """The visible tournaments that match; empty values do not narrow."""
    found = with_counts(visible_tournaments(user))
    if status:
        found = found.filter(status=status)
    if year:
        found = found.filter(starts_on__lte=date(year, 12, 31), ends_on__gte=date(year, 1, 1))
    if federation:
        found = found.filter(federation__code=federation)
    words = search_key(text).split()
    if words:
        # Neither database folds diacritics without an extension; a site has few tournaments, so their
        # names are compared here.
        names = found.order_by().values_list("pk", "name", "venue")
        found = found.filter(
            pk__in=[
                pk
                for pk, name, venue in names
                if all(word in search_key(f"{name} {venue}") for word in words)
            ]
        )
    return found


def tournament_years(user: User) -> list[int]:
    """The years in which visible tournaments began, the newest first."""
    return [day.year for day in visible_tournaments(user).dates("starts_on", "year", order="DESC")]


def round_numbers(tournament: Tournament, *, drafts: bool = False) -> list[int]:
    """The numbers of the rounds, the draft among them only for who asks for it."""
    return list(rounds_of(tournament, drafts=drafts).values_list("number", flat=True))


def with_current_game(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """With `game_id` of the game on record and `second_game_id` of the round's second game, None where there
    is none."""
    current = Q(games__is_current=True)
    return pairings.alias(
        current=FilteredRelation("games", condition=current & Q(games__number=1)),
        second=FilteredRelation("games", condition=current & Q(games__number=2)),
    ).annotate(game_id=F("current__pk"), second_game_id=F("second__pk"))


def with_adjudication(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """With `adjudged`: why the arbiter adjudicated a game of the pairing, None where he did not."""
    decided = Result.objects.filter(
        pairing=OuterRef("pk"), status=Result.Status.CONFIRMED, is_adjudicated=True
    )
    return pairings.annotate(adjudged=Subquery(decided.order_by("game").values("reason")[:1]))


def round_lines(tournament: Tournament, number: int, user: User) -> list[PairingLine]:
    """The pairings of a round in table order, those without an opponent last. Five queries, six where ties
    are played off."""
    points = _points_before(tournament, number)
    pairings = (
        with_adjudication(
            with_current_game(Pairing.objects.filter(round__tournament=tournament, round__number=number))
        )
        .select_related("round", "white__player__club", "black__player__club")
        .order_by("table")
    )
    play_offs = play_off_codes(tournament, number)
    return [
        PairingLine(
            pairing,
            points[pairing.white_id],
            points.get(pairing.black_id, ""),
            _is_own(pairing, user),
            play_offs.get(pairing.pk, ()),
        )
        for pairing in pairings
    ]


def _points_before(tournament: Tournament, number: int) -> dict[int, str]:
    """What each entry, by its primary key, had before the round, in the part of the standings the round
    counts in: in a final the points of the preliminary are none."""
    snapshot = tournament_snapshot(tournament, before_round=number + 1, drafts=True)
    found: dict[int, int] = {}
    # From the last to the first: who is ranked in a final stands in the state of the preliminary too.
    for section in reversed(pairing_system(tournament).sections(snapshot.state)):
        state = section.state
        before = replace(state, rounds=tuple(each for each in state.rounds if each.number < number)).points
        levels = section.levels or (tuple(before),)
        found |= {each: before[each] for level in levels for each in level}
    scoring = SCORINGS[tournament.scoring]
    return {entry.pk: scoring.show(found.get(each, 0)) for each, entry in snapshot.entries.items()}


def _is_own(pairing: Pairing, user: User) -> bool:
    sitting = [entry.player.user_id for entry in (pairing.white, pairing.black) if entry is not None]
    return user.is_authenticated and user.pk in sitting


def recorded_games(tournament: Tournament) -> QuerySet[Pairing]:
    """A pairing for each of its games on record, with `game_id`, `game_number` and `game_plies`, in the order
    of rounds, tables and games."""
    current = FilteredRelation("games", condition=Q(games__is_current=True))
    return (
        Pairing.objects.filter(round__tournament=tournament)
        .alias(current=current)
        .annotate(game_id=F("current__pk"), game_number=F("current__number"), game_plies=F("current__plies"))
        .filter(game_id__isnull=False)
        .select_related("round", "white__player", "black__player")
        .order_by("round__number", "table", "game_number")
    )
