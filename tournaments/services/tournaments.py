"""Creating and changing tournaments."""

from __future__ import annotations

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext

from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.settings import still_known, with_defaults
from tournaments.domain.tiebreaks.presets import preset_tiebreaks
from tournaments.models import Payment, Tournament
from tournaments.models.checked import stored_settings
from tournaments.selectors.state import pairing_system
from tournaments.services.audit import log
from tournaments.services.locking import lock_tournament, raise_version, require_version

EDITABLE = (
    "name",
    "federation",
    "club",
    "ruleset",
    "pairing_system",
    "system_settings",
    "planned_rounds",
    "games_per_round",
    "boards",
    "openings",
    "scoring",
    "tiebreaks",
    "time_control",
    "starts_on",
    "ends_on",
    "venue",
    "description",
    "rating_list",
    "players_submit",
    "players_report",
    "players_check_in",
    "entry_fee",
    "currency",
    "is_public",
    "initial_colour",
)
# What says nothing about the play, so that it may change after the end.
_ALWAYS_EDITABLE = {
    "name", "venue", "description", "is_public", "time_control", "club", "entry_fee"
}  # fmt: skip
# Addresses that pages of their own stand at: /tournaments/new/ makes a tournament.
RESERVED_SLUGS = frozenset({"new", "import", "import-trf", "restore"})
# What the rounds already paired rest on.
FIXED_BY_ROUNDS = ("ruleset", "pairing_system", "games_per_round", "boards", "initial_colour")


@transaction.atomic
def create_tournament(
    *,
    actor,
    name: str,
    ruleset: str = "czech",
    pairing_system: str = "swiss",
    rounds: int | None = None,
    **fields: Any,
) -> Tournament:
    """A new tournament with `actor` (None for a command) as its organiser and chief arbiter.

    `rounds` None: as many as the pairing system needs. `fields` are any others of `EDITABLE`; the tie-breaks
    default to those of `default_tiebreaks`. Raises Django's ValidationError naming the fields at fault.
    """
    tournament = Tournament(
        name=name.strip(),
        ruleset=ruleset,
        pairing_system=pairing_system,
        planned_rounds=rounds,
        created_by=actor,
        chief_arbiter=actor,
        **fields,
    )
    if "starts_on" in fields and "ends_on" not in fields:
        tournament.ends_on = tournament.starts_on
    tournament.full_clean(exclude=["slug"])
    if not tournament.tiebreaks:
        tournament.tiebreaks = default_tiebreaks(tournament)
    _save_with_free_slug(tournament)
    if actor is not None:
        tournament.arbiters.add(actor)
        tournament.organisers.add(actor)
    log(
        actor=actor,
        action="create-tournament",
        subject=tournament,
        tournament=tournament,
        after=facts(tournament),
    )
    return tournament


def default_tiebreaks(tournament: Tournament) -> list[str]:
    """What the federation's rules prescribe for the pairing system, else what the system begins with.

    In an event of teams the board points tell equal match points apart first.
    """
    boards = ["board-points"] if tournament.is_team_event else []
    rules = tournament.federation.tiebreak_rules if tournament.federation else ""
    prescribed = preset_tiebreaks(rules, tournament.pairing_system)
    return [*boards, *(prescribed or pairing_system(tournament).default_tiebreaks)]


def _save_with_free_slug(tournament: Tournament) -> None:
    """Save under the name's address, numbered when taken; the constraint decides between two at once."""
    base = slugify(tournament.name)[:70] or "tournament"
    taken = {
        *RESERVED_SLUGS,
        *Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True),
    }
    candidates = [base, *(f"{base}-{n}" for n in range(2, len(taken) + 10))]
    for slug in (candidate for candidate in candidates if candidate not in taken):
        tournament.slug = slug
        try:
            with transaction.atomic():
                tournament.save()
                return
        except IntegrityError:
            if not Tournament.objects.filter(slug=slug).exists():
                raise
    raise ConflictError(
        "address-taken", gettext_noop("Too many tournaments of this name: choose another name.")
    )


@transaction.atomic
def update_tournament(
    *,
    actor,
    tournament: Tournament,
    changes: dict[str, Any],
    version: int | None = None,
    seen: dict[str, Any] | None = None,
    reason: str = "",
) -> Tournament:
    """Change fields of `EDITABLE`; only those that really differ are written and logged.

    `system_settings` replace those stored: what is left out has its default. Under another pairing system
    the stored ones it knows too are kept where none are given.
    `seen` is what `plain_facts` said when the caller looked: while the fields still say so, a version that
    was raised by something else (a result, an entry) is not stale.
    Raises StaleError when `version` is not the current one, ConflictError when rounds already rest on a
    field, ValidationError naming the fields at fault.
    """
    locked = lock_tournament(tournament)
    if seen is None or seen != plain_facts(locked):
        require_version(locked.version, version)
    changed = _allowed_changes(locked, changes)
    if not changed:
        return locked
    before = facts(locked)
    for field, value in changed.items():
        setattr(locked, field, value)
    if not locked.tiebreaks:
        locked.tiebreaks = default_tiebreaks(locked)
    locked.full_clean()
    locked.save(update_fields=[*changed, "tiebreaks"])
    raise_version(locked)
    after = facts(locked)
    log(
        actor=actor,
        action="update-tournament",
        subject=locked,
        tournament=locked,
        reason=reason,
        before={key: before[key] for key in after if before[key] != after[key]},
        after={key: after[key] for key in after if before[key] != after[key]},
    )
    return locked


def _allowed_changes(tournament: Tournament, changes: dict[str, Any]) -> dict[str, Any]:
    """Those of the changes that really differ. Raises ConflictError for what may not change any more."""
    changed = {
        field: value
        for field, value in _with_settings(tournament, changes).items()
        if field in EDITABLE and getattr(tournament, field) != value
    }
    _require_not_fixed(tournament, changed)
    _require_open(tournament, changed)
    _require_room_for_rounds(tournament, changed)
    _require_no_payments(tournament, changed)
    _require_boards_for_teams(tournament, changed)
    return changed


def _with_settings(tournament: Tournament, changes: dict[str, Any]) -> dict[str, Any]:
    """The changes with the settings of the pairing system as they would be stored."""
    system = changes.get("pairing_system", tournament.pairing_system)
    if "system_settings" in changes:
        return changes | {"system_settings": stored_settings(system, changes["system_settings"])}
    if system == tournament.pairing_system or system not in PAIRING_SYSTEMS:
        return changes
    kept = still_known(PAIRING_SYSTEMS[system].settings, tournament.system_settings)
    return changes | {"system_settings": stored_settings(system, kept)}


def _require_not_fixed(tournament: Tournament, changed: dict[str, Any]) -> None:
    names = [
        str(Tournament._meta.get_field(field).verbose_name) for field in FIXED_BY_ROUNDS if field in changed
    ]
    if "system_settings" in changed and "pairing_system" not in changed:
        settings = pairing_system(tournament).settings
        before = with_defaults(settings, tournament.system_settings)
        after = with_defaults(settings, changed["system_settings"])
        names += [
            gettext(setting.label)
            for setting in settings
            if not setting.changeable and before[setting.key] != after[setting.key]
        ]
    if names and tournament.rounds.exists():
        raise ConflictError(
            "fixed-by-rounds",
            gettext_noop("%(fields)s cannot change any more: rounds have been paired. Undo them first."),
            fields=", ".join(names),
        )


def _require_open(tournament: Tournament, changed: dict[str, Any]) -> None:
    if tournament.is_finished and set(changed) - _ALWAYS_EDITABLE:
        raise ConflictError(
            "tournament-finished", gettext_noop("The tournament is finished. Reopen it to change anything.")
        )


def _require_room_for_rounds(tournament: Tournament, changed: dict[str, Any]) -> None:
    planned, paired = changed.get("planned_rounds"), tournament.rounds.count()
    if planned is not None and planned < paired:
        raise ConflictError(
            "fewer-rounds-than-paired",
            gettext_noop("Rounds paired already: %(paired)s. The plan cannot have fewer; undo rounds first."),
            paired=paired,
        )


def _require_boards_for_teams(tournament: Tournament, changed: dict[str, Any]) -> None:
    if "boards" in changed and not changed["boards"] and tournament.teams.exists():
        raise ConflictError(
            "boards-of-teams",
            gettext_noop(
                "Teams are entered, so their matches need boards. Remove the teams before players play for"
                " themselves."
            ),
        )


def _require_no_payments(tournament: Tournament, changed: dict[str, Any]) -> None:
    if "currency" in changed and Payment.objects.filter(entry__tournament=tournament).exists():
        raise ConflictError(
            "currency-of-payments",
            gettext_noop("Payments were recorded in %(currency)s: the currency cannot change any more."),
            currency=tournament.currency,
        )


@transaction.atomic
def set_arbiters(*, actor, tournament: Tournament, arbiters) -> Tournament:
    """Replace the arbiters. Raises ConflictError when none would be left, or the chief would be none."""
    locked = lock_tournament(tournament)
    arbiters = list(arbiters)
    if not arbiters:
        raise ConflictError("no-arbiter", gettext_noop("A tournament needs at least one arbiter."))
    if locked.chief_arbiter_id not in (None, *(user.pk for user in arbiters)):
        raise ConflictError(
            "chief-is-an-arbiter",
            gettext_noop("The chief arbiter is one of the arbiters. Make somebody else the chief first."),
        )
    before = sorted(user.get_username() for user in locked.arbiters.all())
    locked.arbiters.set(arbiters)
    after = sorted(user.get_username() for user in arbiters)
    if before != after:
        raise_version(locked)
        log(actor=actor, action="set-arbiters", subject=locked, tournament=locked, before=before, after=after)
    return locked


def facts(tournament: Tournament) -> dict[str, Any]:
    """The editable fields in a form for the log."""
    values = {}
    for field in EDITABLE:
        value = getattr(tournament, field)
        values[field] = str(value) if hasattr(value, "_meta") else value
    return values


def plain_facts(tournament: Tournament) -> dict[str, Any]:
    """The same as JSON gives them back."""
    return json.loads(json.dumps(facts(tournament), cls=DjangoJSONEncoder))
