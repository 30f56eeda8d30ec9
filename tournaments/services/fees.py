"""Entry fees: who owes how much, and money taken and given back. Payments are only ever added."""

from __future__ import annotations

from decimal import Decimal
from types import EllipsisType

from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.money import CENT, MAX_AMOUNT
from tournaments.models import Entry, Payment, Tournament
from tournaments.selectors.fees import fee_line
from tournaments.services.audit import log
from tournaments.services.locking import lock_tournament, raise_version, require_version, save_raised, stale

LONGEST_NOTE = 120


@transaction.atomic
def set_fee(
    *,
    actor,
    entry: Entry,
    fee: Decimal | None,
    seen: Decimal | EllipsisType | None = ...,
    reason: str = "",
    version: int | None = None,
) -> Entry:
    """The player owes so much: 0 is nothing, None the tournament's fee. Also after the end of the tournament.

    `seen` is the fee of his own the caller looked at, `version` the entry's. Raises StaleError when either is
    another now, InputError
    for a fee that cannot be, ConflictError when the entry is gone.
    """
    tournament, entry = _lock(entry)
    require_version(entry.version, version)
    fee = None if fee is None else _amount(fee)
    if fee is not None and fee < 0:
        raise InputError("fee-below-zero", gettext_noop("A fee is not below zero."))
    if seen is not ... and seen != entry.fee:
        raise stale()
    if fee != entry.fee:
        before = entry.fee
        entry.fee = fee
        save_raised(entry, "fee")
        raise_version(tournament)
        log(
            actor=actor,
            action="set-fee",
            subject=entry,
            tournament=tournament,
            before={"fee": before},
            after={"fee": fee},
            reason=reason,
        )
    return entry


@transaction.atomic
def record_payment(*, actor, entry: Entry, amount: Decimal, note: str = "") -> Payment:
    """Money was taken, or given back (below zero). Also after the end of the tournament.

    Raises InputError for no amount and for more given back than was taken, ConflictError when the entry is
    gone.
    """
    tournament, entry = _lock(entry)
    amount = _amount(amount)
    if not amount:
        raise InputError("amount-zero", gettext_noop("Write an amount other than zero."))
    paid = fee_line(tournament, entry).paid
    if paid + amount < 0:
        raise InputError(
            "more-than-paid",
            gettext_noop("%(player)s has paid %(paid)s: no more than that can be given back."),
            player=entry.player.name,
            paid=paid,
        )
    made = Payment.objects.create(
        entry=entry, amount=amount, note=note.strip()[:LONGEST_NOTE], recorded_by=actor
    )
    raise_version(tournament)
    log(
        actor=actor,
        action="record-payment",
        subject=entry,
        tournament=tournament,
        after={"amount": amount, "note": made.note},
    )
    return made


def _lock(entry: Entry) -> tuple[Tournament, Entry]:
    tournament = lock_tournament(entry.tournament_id)
    fresh = tournament.entries.select_related("player").filter(pk=entry.pk).first()
    if fresh is None:
        raise ConflictError("entry-gone", gettext_noop("This entry has been removed meanwhile."))
    return tournament, fresh


def _amount(amount: Decimal) -> Decimal:
    amount = Decimal(amount)
    if not amount.is_finite() or abs(amount) > MAX_AMOUNT or amount != amount.quantize(CENT):
        raise InputError(
            "amount-not-money",
            gettext_noop("An amount has at most two decimal places and is at most %(most)s."),
            most=MAX_AMOUNT,
        )
    return amount.quantize(CENT)
