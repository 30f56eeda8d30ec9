"""Counting related rows beside a list's own."""

from __future__ import annotations

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce


def row_count(rows: QuerySet, parent: str) -> Coalesce:
    """An annotation: how many of `rows` point at the row through the foreign key `parent`.

    A subquery, since counts over several joins at once would multiply each other.
    """
    counted = rows.filter(**{parent: OuterRef("pk")}).order_by().values(parent).annotate(rows=Count("pk"))
    return Coalesce(Subquery(counted.values("rows")[:1], output_field=IntegerField()), 0)
