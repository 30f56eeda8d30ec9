"""From rows to what the rating systems are given."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import F, Max, Q, QuerySet

from tournaments.domain.ratings import RATING_SYSTEMS, RatedGame, RatedPlayer
from tournaments.domain.results import RESULTS
from tournaments.models import Player, Rating, RatingChange, RatingList, Result, Tournament

_SCORES = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}


@dataclass(frozen=True)
class Standing:
    """Where a player stands on a list at some moment."""

    value: int | None
    games: int
    is_provisional: bool


def rated_events(rating_list: RatingList) -> QuerySet[Tournament]:
    """The finished tournaments of a list in the order in which they are rated: by their last day, then id."""
    return rating_list.tournaments.filter(status=Tournament.Status.FINISHED).order_by("ends_on", "pk")


def _from_event_on(tournament: Tournament) -> Q:
    """The tournaments that are rated with or after this one."""
    return Q(ends_on__gt=tournament.ends_on) | Q(ends_on=tournament.ends_on, pk__gte=tournament.pk)


def rated_games(tournament: Tournament) -> list[RatedGame]:
    """The games on the board, with the ids of their players; byes and forfeits are not among them, nor are
    play-offs, which are played at a shorter time. Both games of a two-game round are rated."""
    results = Result.objects.filter(
        pairing__round__tournament=tournament,
        status=Result.Status.CONFIRMED,
        game__lte=F("pairing__round__games"),
        code__in=[code for code, kind in RESULTS.items() if kind.rated],
    ).order_by("pairing__round__number", "pairing__table", "game")
    players = ("pairing__white__player_id", "pairing__black__player_id")
    games = []
    for first, second, game, code in results.values_list(*players, "game", "code"):
        white, black = (first, second) if game % 2 else (second, first)
        games.append(RatedGame(white, black, _SCORES[RESULTS[code].white]))
    return games


def standings(
    rating_list: RatingList, players: set[int], *, before: Tournament | None = None
) -> dict[int, Standing]:
    """Each player's standing on the list now, or as the tournament `before` begins: after his last event
    until then, else as he came."""
    limit = RATING_SYSTEMS[rating_list.system].settings(rating_list.settings).provisional_games
    found = {player: Standing(None, 0, False) for player in players}
    for rating in Rating.objects.filter(rating_list=rating_list, player__in=players):
        value, games = rating.initial_value, rating.initial_games
        found[rating.player_id] = Standing(value, games, value is not None and games < limit)
    for change in _changes(rating_list, players, before).order_by("tournament__ends_on", "tournament_id"):
        games = found[change.player_id].games + change.games
        found[change.player_id] = Standing(change.after, games, change.is_provisional)
    return found


def _changes(rating_list: RatingList, players: set[int], before: Tournament | None) -> QuerySet[RatingChange]:
    changes = RatingChange.objects.filter(rating_list=rating_list, player__in=players)
    if before is None:
        return changes
    return changes.exclude(tournament__in=Tournament.objects.filter(_from_event_on(before)))


def rated_players(
    tournament: Tournament, rating_list: RatingList, players: set[int]
) -> dict[int, RatedPlayer]:
    """What the rating system is told of each player: rating, games, age at the event, best rating ever."""
    now = standings(rating_list, players, before=tournament)
    born = dict(Player.objects.filter(pk__in=players).values_list("pk", "birth_year"))
    best = dict(_changes(rating_list, players, tournament).values_list("player").annotate(Max("after")))
    rated = {}
    for player in players:
        value, year = now[player].value, born[player]
        rated[player] = RatedPlayer(
            rating=value,
            games=now[player].games,
            age=tournament.ends_on.year - year if year is not None else None,
            highest=max((r for r in (best.get(player), value) if r is not None), default=None),
        )
    return rated
