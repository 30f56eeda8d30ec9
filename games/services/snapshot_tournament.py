"""The tournament's own row out of a snapshot's file."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError

from engine import RULESETS
from games.domain.errors import Said
from games.domain.snapshot_text import wrong
from games.selectors.snapshot_kinds import TOURNAMENT
from games.services.snapshot_people import Register, Site
from games.services.snapshot_rows import Keys, read_row, texts
from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.models import Club, Federation, RatingList, Tournament
from tournaments.permissions import usable_rating_lists
from tournaments.services.tournaments import RESERVED_SLUGS

# What is of the site and not of the play: at home it stays as it is there.
KEPT_AT_HOME = frozenset({"slug", "federation", "rating_list", "created_by", "created_at"})
LONGEST_SLUG = 70


def key_of(content: Mapping[str, Any]) -> uuid.UUID:
    """The key that all copies of the tournament share."""
    text = texts(content[TOURNAMENT.name], TOURNAMENT.name, "snapshot_key")["snapshot_key"]
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise wrong(
            "tournament.snapshot_key", gettext_noop("this is not what a site writes here.")
        ) from error


def own_keys(site: Site, register: Register, content: Mapping[str, Any]) -> Keys:
    """How the file's names of accounts, federations, clubs and rating lists become keys of this site."""
    keys = Keys()
    keys.named[get_user_model()] = site.user
    keys.named[Federation] = register.federation_key
    keys.named[RatingList] = lambda slug: _rating_list(site, content, slug)
    named = [content[TOURNAMENT.name].get("club"), *(team.get("club") for team in content["teams"])]
    numbers = {number for number in named if type(number) is int and number in register.club_numbers}
    keys.ids[Club] = {number: register.club(number).pk for number in sorted(numbers)}
    return keys


def _rating_list(site: Site, content: Mapping[str, Any], slug: str) -> int | None:
    ruleset = RULESETS.get(str(content[TOURNAMENT.name].get("ruleset")))
    lists = RatingList.objects.all() if site.actor is None else usable_rating_lists(site.actor)
    found = lists.filter(slug=slug, discipline=str(ruleset.size**2)).first() if ruleset else None
    if found is None:
        said = gettext_noop("You have no rating list %(slug)s here: the tournament is not rated.")
        site.remarks.append(Said(said, {"slug": slug}))
    return found.pk if found else None


def new_tournament(content: Mapping[str, Any], keys: Keys) -> Tournament:
    """The tournament as the file has it, saved under its address or a free one like it.

    Raises ConflictError when somebody restored it at the same moment.
    """
    row = read_row(TOURNAMENT, content[TOURNAMENT.name], TOURNAMENT.name, keys, Tournament())
    row.slug = _free_slug(row.slug)
    try:
        row.save_base(raw=True)
    except IntegrityError as error:
        raise ConflictError(
            "snapshot-at-once",
            gettext_noop(
                "The tournament was restored by somebody else at this moment. Look for it, then try again."
            ),
        ) from error
    return row


def _free_slug(slug: str) -> str:
    base = slug[:LONGEST_SLUG]
    taken = {
        *RESERVED_SLUGS,
        *Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True),
    }
    candidates = [slug, *(f"{base}-{number}" for number in range(2, len(taken) + 3))]
    return next(candidate for candidate in candidates if candidate not in taken)


def renewed(home: Tournament, content: Mapping[str, Any], keys: Keys) -> Tournament:
    """The tournament that stands here with the file's settings; what is of the site is kept."""
    before = home.version
    row = read_row(TOURNAMENT, content[TOURNAMENT.name], TOURNAMENT.name, keys, home, KEPT_AT_HOME)
    # Above both: whatever was cached or opened of either is out of date.
    row.version = max(before, row.version) + 1
    row.save()
    return row
