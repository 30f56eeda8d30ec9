"""What the pages of rating lists show."""

from __future__ import annotations

from django.db.models import Count, F, IntegerField, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Rating, RatingChange, RatingList
from tournaments.selectors.counting import row_count
from tournaments.selectors.people import players_matching


def rating_lists() -> QuerySet[RatingList]:
    """The lists by name, with their federation, `player_count` and `rated_until`, the last day rated."""
    last_day = (
        RatingChange.objects.filter(rating_list=OuterRef("pk"))
        .order_by()
        .values("rating_list")
        .annotate(last=Max("tournament__ends_on"))
        .values("last")
    )
    return RatingList.objects.select_related("federation").annotate(
        player_count=row_count(Rating.objects.filter(value__isnull=False), "rating_list"),
        rated_until=Subquery(last_day),
    )


def rating_lines(rating_list: RatingList, *, text: str = "") -> QuerySet[Rating]:
    """The rated players of a list, the strongest first, with their `place` in the whole list (shared by equal
    ratings) and `last_change`, what the last tournament did (None: nothing rated yet)."""
    lines = rating_list.ratings.filter(value__isnull=False).select_related("player__club")
    if text:
        lines = lines.filter(player__in=players_matching(text).select_related(None))
    return lines.annotate(place=_place(), last_change=_last_change()).order_by(
        "-value", "player__family_name", "player__given_name", "pk"
    )


def _place() -> Coalesce:
    """One more than the number of stronger players; a subquery, so that a search does not change places."""
    stronger = (
        Rating.objects.filter(rating_list=OuterRef("rating_list"), value__gt=OuterRef("value"))
        .order_by()
        .values("rating_list")
        .annotate(rows=Count("pk"))
        .values("rows")
    )
    return Coalesce(Subquery(stronger, output_field=IntegerField()), 0) + 1


def _last_change() -> Subquery:
    changes = RatingChange.objects.filter(
        rating_list=OuterRef("rating_list"), player=OuterRef("player"), before__isnull=False
    )
    latest = changes.order_by("-tournament__ends_on", "-tournament__starts_on", "-tournament_id")
    return Subquery(latest.values(change=F("after") - F("before"))[:1], output_field=IntegerField())
