"""Categories: who is in them, and the places within one."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, QuerySet

from tournaments.domain.names import search_key
from tournaments.models import Category, Tournament
from tournaments.selectors.standings import StandingLine


def categories_of(tournament: Tournament) -> QuerySet[Category]:
    """By name, each with its `entry_count`."""
    return tournament.categories.annotate(entry_count=Count("entries")).order_by("name", "pk")


def category_named(categories: Iterable[Category], text: str) -> Category | None:
    """The category of that name, accents or not, else of that primary key; None where there is none."""
    categories, key = list(categories), search_key(text)
    for category in categories:
        if category.name == text or (key and search_key(category.name) == key):
            return category
    return next((category for category in categories if str(category.pk) == text), None)


def members_of(category: Category) -> frozenset[int]:
    """The primary keys of the entries in the category. One query."""
    return frozenset(category.entries.values_list("pk", flat=True))


def places_within(lines: Iterable[StandingLine], members: frozenset[int]) -> dict[int, int]:
    """The places of the members among themselves by their starting numbers; `lines` are all, best first. Who
    shares a place in the standings shares it here."""
    places: dict[int, int] = {}
    place, before = 0, None
    for line in lines:
        if line.team is not None or line.entry.pk not in members:
            continue
        if line.row.place != before:
            place, before = len(places) + 1, line.row.place
        places[line.row.number] = place
    return places
