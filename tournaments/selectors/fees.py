"""Entry fees: what each player owes and has paid."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from tournaments.domain.money import CENT
from tournaments.models import Entry, Payment, Tournament

ZERO = Decimal("0.00")
EXEMPT, OWES, PART, PAID, OVERPAID = "exempt", "owes", "part", "paid", "overpaid"
STATES = {
    EXEMPT: gettext_noop("owes nothing"),
    OWES: gettext_noop("has not paid"),
    PART: gettext_noop("has paid a part"),
    PAID: gettext_noop("has paid"),
    OVERPAID: gettext_noop("has paid too much"),
}


@dataclass(frozen=True)
class FeeLine:
    """An entry with what it owes and has paid (less what was given back)."""

    entry: Entry
    owed: Decimal
    paid: Decimal

    @property
    def outstanding(self) -> Decimal:
        return max(self.owed - self.paid, ZERO)

    @property
    def excess(self) -> Decimal:
        """What was paid too much."""
        return max(self.paid - self.owed, ZERO)

    @property
    def state(self) -> str:
        """A key of `STATES`."""
        if self.paid > self.owed:
            return OVERPAID
        if not self.owed:
            return EXEMPT
        if self.paid == self.owed:
            return PAID
        return PART if self.paid else OWES

    @property
    def state_label(self) -> str:
        return STATES[self.state]


@dataclass(frozen=True)
class FeeSheet:
    """The lines of a tournament by name, and their sums."""

    lines: tuple[FeeLine, ...]

    @property
    def owed(self) -> Decimal:
        return sum((line.owed for line in self.lines), ZERO)

    @property
    def paid(self) -> Decimal:
        return sum((line.paid for line in self.lines), ZERO)

    @property
    def outstanding(self) -> Decimal:
        return sum((line.outstanding for line in self.lines), ZERO)

    @property
    def excess(self) -> Decimal:
        return sum((line.excess for line in self.lines), ZERO)

    @property
    def has_money(self) -> bool:
        return any(line.owed or line.paid for line in self.lines)


def fee_sheet(tournament: Tournament) -> FeeSheet:
    """Everybody who is entered, those who withdrew too. Two queries: money is added up exactly, as databases
    do not."""
    entries = (
        tournament.entries.select_related("player__club")
        .prefetch_related("payments")
        .order_by("player__family_name", "player__given_name", "pk")
    )
    return FeeSheet(tuple(fee_line(tournament, entry) for entry in entries))


def fee_line(tournament: Tournament, entry: Entry) -> FeeLine:
    """One entry. A query, unless its payments were fetched before."""
    owed = tournament.entry_fee if entry.fee is None else entry.fee
    paid = sum((payment.amount for payment in entry.payments.all()), ZERO)
    return FeeLine(entry, Decimal(owed).quantize(CENT), Decimal(paid).quantize(CENT))


def payments_of(tournament: Tournament) -> QuerySet[Payment]:
    """Every payment of the tournament, the oldest first, with its player and who recorded it."""
    found = Payment.objects.filter(entry__tournament=tournament)
    return found.select_related("entry__player", "recorded_by").order_by("pk")
