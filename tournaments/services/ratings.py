"""Rating finished tournaments; a correction replays every later event of the list in order."""

from __future__ import annotations

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from django.db import transaction

from tournaments.domain.ratings import RATING_SYSTEMS, RatingOutcome
from tournaments.models import Player, Rating, RatingChange, RatingList, Tournament
from tournaments.selectors.ratings import rated_events, rated_games, rated_players, standings
from tournaments.services.audit import log


@transaction.atomic
def rate_tournament(*, tournament_id: int) -> dict[str, Any]:
    """Rate a finished tournament on its list, and all later ones again; take back one that was reopened.

    Rating twice changes nothing: changes are unique per tournament and player and are computed from the
    standings before the event. Returns what was done, for the job's row.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    lists = set(RatingChange.objects.filter(tournament=tournament).values_list("rating_list_id", flat=True))
    if tournament.rating_list_id is not None:
        lists.add(tournament.rating_list_id)
    # Locked in one order, so that two jobs that share lists cannot wait for each other.
    for rating_list in RatingList.objects.select_for_update().filter(pk__in=lists).order_by("pk"):
        _replay(rating_list, _first_day(rating_list, tournament))
    changes = RatingChange.objects.filter(tournament=tournament)
    return {"rated": tournament.is_finished and bool(lists), "changes": changes.count()}


@transaction.atomic
def set_initial_rating(
    *, actor, rating_list: RatingList, player: Player, value: int | None, games: int = 0
) -> Rating | None:
    """Say what a player brings to a list; the events rated since are replayed from it.

    Returns the row, None when there is nothing left to list: no initial rating and no rated game.
    """
    rating_list = RatingList.objects.select_for_update().get(pk=rating_list.pk)
    rating, _created = Rating.objects.get_or_create(rating_list=rating_list, player=player)
    before = {"value": rating.initial_value, "games": rating.initial_games}
    rating.initial_value, rating.initial_games = value, games
    rating.save(update_fields=["initial_value", "initial_games"])
    first = rated_events(rating_list).first()
    if first is not None:
        _replay(rating_list, first.ends_on)
    _update_standings(rating_list, {player.pk})
    log(
        actor=actor,
        action="set-initial-rating",
        subject=player,
        before=before,
        after={"value": value, "games": games},
    )
    return Rating.objects.filter(rating_list=rating_list, player=player).first()


def _first_day(rating_list: RatingList, tournament: Tournament) -> date:
    """The day from which the list must be replayed: the tournament's last day, or the one it was rated by
    before that day was corrected, whichever is earlier."""
    rated = RatingChange.objects.filter(rating_list=rating_list, tournament=tournament)
    days = rated.order_by().values_list("rated_as_of", flat=True).distinct()
    return min([tournament.ends_on, *days])


def _replay(rating_list: RatingList, since: date) -> None:
    """Rate the events of the list from that day on, in order; each begins where the one before ended."""
    events = list(rated_events(rating_list).filter(ends_on__gte=since))
    gone = RatingChange.objects.filter(rating_list=rating_list, rated_as_of__gte=since).exclude(
        tournament__in=events
    )
    touched = set(gone.values_list("player_id", flat=True))
    gone.delete()
    for event in events:
        touched |= _rate_event(rating_list, event)
    if touched:
        _update_standings(rating_list, touched)
        rating_list.version += 1
        rating_list.save(update_fields=["version"])


def _rate_event(rating_list: RatingList, event: Tournament) -> set[int]:
    """Write the changes of one event where they differ; returns the players whose rating may have moved."""
    games = rated_games(event)
    players = {player for game in games for player in (game.white, game.black)}
    system = RATING_SYSTEMS[rating_list.system]
    outcomes = system.rate(
        rated_players(event, rating_list, players), games, system.settings(rating_list.settings)
    )
    stored = {change.player_id: change for change in event.rating_changes.filter(rating_list=rating_list)}
    touched = set()
    for player in stored.keys() - outcomes.keys():
        stored[player].delete()
        touched.add(player)
    for player, outcome in outcomes.items():
        values = {"rated_as_of": event.ends_on, **_values(outcome)}
        change = stored.get(player) or RatingChange(
            rating_list=rating_list, tournament=event, player_id=player
        )
        if change.pk is None or any(getattr(change, field) != value for field, value in values.items()):
            for field, value in values.items():
                setattr(change, field, value)
            change.save()
            touched.add(player)
    return touched


def _values(outcome: RatingOutcome) -> dict[str, Any]:
    """An outcome as the fields of a row, rounded as the columns are so that equal means equal."""
    return {
        "before": outcome.before,
        "after": outcome.after,
        "games": outcome.games,
        "score": _decimal(outcome.score, "score"),
        "expected": _decimal(outcome.expected, "expected"),
        "coefficient": _decimal(outcome.k, "coefficient"),
        "is_provisional": outcome.provisional,
        "derivation": outcome.derivation(),
    }


def _decimal(value: Fraction | None, field: str) -> Decimal | None:
    if value is None:
        return None
    step = Decimal(1).scaleb(-RatingChange._meta.get_field(field).decimal_places)
    return (Decimal(value.numerator) / value.denominator).quantize(step, ROUND_HALF_UP)


def _update_standings(rating_list: RatingList, players: set[int]) -> None:
    """Set where the players stand now: after their last event, or as they came; off the list with neither."""
    ratings = {r.player_id: r for r in Rating.objects.filter(rating_list=rating_list, player__in=players)}
    now = standings(rating_list, players)
    for player in players:
        rating = ratings.get(player) or Rating(rating_list=rating_list, player_id=player)
        standing = now[player]
        if (
            rating.pk is not None
            and standing.value is None
            and rating.initial_value is None
            and not standing.games
        ):
            rating.delete()
            continue
        rating.value, rating.games, rating.is_provisional = (
            standing.value,
            standing.games,
            standing.is_provisional,
        )
        rating.save()
