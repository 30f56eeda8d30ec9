"""Entry fees at the desk: who owes, who has paid. Nobody else sees them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.errors import DomainError
from tournaments.forms.fees import FeeForm, PaymentForm
from tournaments.models import Entry, Tournament
from tournaments.selectors.fees import FeeSheet, fee_line, fee_sheet, payments_of
from tournaments.services.fees import record_payment, set_fee
from tournaments.templatetags.money import money
from tournaments.views.desk.access import for_entries, refuse, status_of
from tournaments.views.desk.entry import entry_of
from tournaments.views.desk.stale import problems_of
from tournaments.views.exports import FORMATS, table_file
from tournaments.views.my import private

BAD_REQUEST = 400


@private
@require_safe
@for_entries
def sheet(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _sheet_page(request, tournament)


def _sheet_page(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **more: Any
) -> HttpResponse:
    found = fee_sheet(tournament)
    context = {
        "tournament": tournament,
        "tab": "players",
        "sheet": found,
        "lines": [line for line in found.lines if _is_asked_for(request, line.state)],
        "show": request.GET.get("show", ""),
        "problems": (),
        **more,
    }
    return render(request, "tournaments/desk/fees.html", context, status=status)


def _is_asked_for(request: HttpRequest, state: str) -> bool:
    return request.GET.get("show") != "owing" or state in ("owes", "part")


@private
@require_safe
@for_entries
def fee(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return _fee_page(request, tournament, entry_of(tournament, pk))


def _fee_page(
    request: HttpRequest, tournament: Tournament, entry: Entry, *, status: int = 200, **forms: Any
) -> HttpResponse:
    """One player's fee with every payment; `forms` are those that were sent and refused."""
    line = fee_line(tournament, entry)
    context = {
        "tournament": tournament,
        "tab": "players",
        "entry": entry,
        "line": line,
        "payments": entry.payments.select_related("recorded_by"),
        "payment_form": PaymentForm(initial={"amount": line.outstanding or None}),
        "fee_form": FeeForm(initial={"fee": entry.fee, "seen": entry.fee}),
        **forms,
    }
    return render(request, "tournaments/desk/fee.html", context, status=status)


@private
@require_POST
@for_entries
def pay(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Take money, or give it back."""
    entry, form = entry_of(tournament, pk), PaymentForm(request.POST)
    is_from_list = request.POST.get("back") == "list"
    status = BAD_REQUEST
    if form.is_valid():
        try:
            made = record_payment(
                actor=request.user, entry=entry, amount=form.signed_amount, note=form.cleaned_data["note"]
            )
        except DomainError as error:
            status = refuse(form, error, "amount")
        else:
            said = _("%(amount)s taken from %(player)s.")
            if made.amount < 0:
                said = _("%(amount)s given back to %(player)s.")
            amount = money(abs(made.amount), tournament.currency)
            messages.success(request, said % {"amount": amount, "player": entry.player.name})
            if is_from_list:
                return redirect(f"{reverse('desk-fees', args=[tournament.slug])}#entry-{pk}")
            return redirect("desk-fee", tournament.slug, pk)
    return _fee_page(request, tournament, entry, payment_form=form, status=status)


@private
@require_POST
@for_entries
def change(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Give a player a fee of his own, or the tournament's again."""
    entry, form = entry_of(tournament, pk), FeeForm(request.POST)
    status = BAD_REQUEST
    if form.is_valid():
        try:
            set_fee(actor=request.user, entry=entry, **form.values())
        except DomainError as error:
            status = status_of(error)
            # What was typed stays; sent again, it counts against what stands there now.
            again = FeeForm(initial={**form.cleaned_data, "seen": entry.fee})
            problems = problems_of(request, error, entry)
            return _fee_page(request, tournament, entry, fee_form=again, problems=problems, status=status)
        messages.success(request, _("The fee of %(player)s is saved.") % {"player": entry.player.name})
        return redirect("desk-fee", tournament.slug, pk)
    return _fee_page(request, tournament, entry, fee_form=form, status=status)


@private
@require_safe
@for_entries
def receipts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every payment on paper, with a place to sign."""
    payments = list(payments_of(tournament))
    context = {
        "tournament": tournament,
        "tab": "players",
        "payments": payments,
        "total": sum((payment.amount for payment in payments), Decimal(0)),
    }
    return render(request, "tournaments/desk/receipts.html", context)


@private
@require_safe
@for_entries
def fee_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list as CSV or XLSX (`?kind=`)."""
    kind = request.GET.get("kind", FORMATS[0])
    if kind not in FORMATS:
        raise Http404(_("There is no such kind of file."))
    headers = [
        _("No."),
        _("Player"),
        _("Club"),
        _("Owed"),
        _("Paid"),
        _("Outstanding"),
        _("Paid too much"),
        _("Currency"),
        _("State"),
    ]
    return table_file(
        f"{tournament.slug}-fees", kind, headers, _rows(fee_sheet(tournament), tournament, kind)
    )


def _rows(found: FeeSheet, tournament: Tournament, kind: str) -> list[list[object]]:
    """A workbook has numbers; a text has them as the reader's own spreadsheet program reads them."""

    def shown(amount: Decimal) -> object:
        return amount if kind == "xlsx" else number_format(amount, 2, use_l10n=True, force_grouping=False)

    def row(number: object, name: str, club: object, of: Any, state: str) -> list[object]:
        amounts = [shown(each) for each in (of.owed, of.paid, of.outstanding, of.excess)]
        return [number, name, club, *amounts, tournament.currency, state]

    return [
        *(
            row(line.entry.number, line.entry.player.name, line.entry.player.club, line, _(line.state_label))
            for line in found.lines
        ),
        row(None, _("Total"), None, found, ""),
    ]
