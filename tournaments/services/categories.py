"""Categories of a tournament: juniors, women, veterans; each has places of its own in the standings."""

from __future__ import annotations

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from tournaments.domain.errors import ConflictError, InputError, StaleError, gettext_noop
from tournaments.domain.names import search_key
from tournaments.models import Category, Tournament
from tournaments.services.audit import log
from tournaments.services.locking import lock_unfinished, raise_version, stale


@transaction.atomic
def add_category(*, actor, tournament: Tournament, name: str) -> Category:
    """A new category without players.

    Raises ValidationError at `name` for one that cannot be, ConflictError where another has it but for
    accents, or where the tournament is finished or of teams.
    """
    tournament = lock_unfinished(tournament)
    if tournament.is_team_event:
        raise ConflictError(
            "categories-of-teams", gettext_noop("In an event of teams it is the teams that are ranked.")
        )
    category = Category(tournament=tournament, name=_free_name(tournament, name))
    category.save()
    _note(actor, tournament, "add-category", category)
    return category


@transaction.atomic
def rename_category(*, actor, category: Category, name: str, seen: str | None = None) -> Category:
    """Give the category another name. `seen` is the one the caller looked at.

    Raises StaleError when it has another by now, and as `add_category`.
    """
    tournament, category = _lock(category)
    if seen is not None and seen != category.name:
        raise StaleError(
            "stale",
            gettext_noop("Somebody has renamed the category to “%(name)s” meanwhile."),
            name=category.name,
        )
    before, name = category.name, _free_name(tournament, name, category)
    if name != before:
        category.name = name
        category.save(update_fields=["name"])
        _note(actor, tournament, "rename-category", category, {"name": before}, {"name": name})
    return category


@transaction.atomic
def update_category(
    *,
    actor,
    category: Category,
    name: str | None = None,
    seen: str | None = None,
    add: Collection[int] = (),
    remove: Collection[int] = (),
) -> Category:
    """Both `rename_category`, where a name is given, and `change_members`, or neither. Raises as they do."""
    if name is not None:
        category = rename_category(actor=actor, category=category, name=name, seen=seen)
    return change_members(actor=actor, category=category, add=add, remove=remove)


@transaction.atomic
def remove_category(
    *, actor, category: Category, seen: str | None = None, seen_members: Collection[int] | None = None
) -> None:
    """The category is no more; its players stay in the tournament. Twice is once.

    `seen` is the name the caller looked at, `seen_members` the entries in it, by their primary keys. Raises
    StaleError when it has another name or others in it by now.
    """
    tournament = lock_unfinished(category.tournament_id)
    found = tournament.categories.filter(pk=category.pk).first()
    if found is None:
        return
    members = set(found.entries.values_list("pk", flat=True))
    if seen not in (None, found.name) or (seen_members is not None and set(seen_members) != members):
        raise stale()
    players = _names(found, members)
    found.delete()
    _note(actor, tournament, "remove-category", found, {"players": players}, None)


@transaction.atomic
def change_members(
    *, actor, category: Category, add: Collection[int] = (), remove: Collection[int] = ()
) -> Category:
    """Put entries into the category and take others out, by their primary keys; what others changed meanwhile
    stays. Entries that are gone, or in (out) already, are passed over.

    Raises InputError for an entry of another tournament, ConflictError when the category is gone or the
    tournament finished.
    """
    tournament, category = _lock(category)
    known = set(tournament.entries.filter(pk__in=[*add, *remove]).values_list("pk", flat=True))
    foreign = set(add) - known
    if foreign:
        raise InputError(
            "entry-unknown",
            gettext_noop("This tournament has no entry with the id %(entry)s."),
            entry=min(foreign),
        )
    present = set(category.entries.values_list("pk", flat=True))
    new, old = set(add) - present, (set(remove) - set(add)) & present
    if new or old:
        category.entries.add(*new)
        category.entries.remove(*old)
        changed = {"put_in": _names(category, new), "taken_out": _names(category, old)}
        _note(actor, tournament, "set-category", category, None, {k: v for k, v in changed.items() if v})
    return category


def _lock(category: Category) -> tuple[Tournament, Category]:
    tournament = lock_unfinished(category.tournament_id)
    found = tournament.categories.filter(pk=category.pk).first()
    if found is None:
        raise ConflictError("category-gone", gettext_noop("The category has been removed meanwhile."))
    return tournament, found


def _free_name(tournament: Tournament, name: str, category: Category | None = None) -> str:
    name = " ".join(name.split())
    Category(tournament=tournament, name=name).clean_fields()
    key = search_key(name)
    if not key:
        raise ValidationError({"name": gettext("A name has at least a letter or a digit.")})
    others = tournament.categories.exclude(pk=category.pk) if category else tournament.categories.all()
    for other in others:
        if search_key(other.name) == key:
            raise ConflictError(
                "category-name-taken",
                gettext_noop("There is a category “%(name)s” already."),
                name=other.name,
            )
    return name


def _names(category: Category, entries: Collection[int]) -> list[str]:
    found = category.tournament.entries.filter(pk__in=entries).select_related("player")
    return sorted(entry.player.name for entry in found)


def _note(actor, tournament: Tournament, action: str, category: Category, before=None, after=None) -> None:
    raise_version(tournament)
    log(actor=actor, action=action, subject=category, tournament=tournament, before=before, after=after)
