"""Entry fees and payments: for who runs the event, for nobody else."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import AmountField, ApiView, VersionField, found
from tournaments.api.entries import EntryView
from tournaments.api.errors import errors
from tournaments.models import Entry, Tournament
from tournaments.permissions import Right, tournament_for_managing
from tournaments.selectors.fees import STATES, fee_line, fee_sheet
from tournaments.services.fees import LONGEST_NOTE, record_payment, set_fee


class FeeLineSerializer(serializers.Serializer):
    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.player.name")
    fee = AmountField(source="entry.fee", allow_null=True, help_text="His own; null: the tournament's.")
    owed = AmountField()
    paid = AmountField(help_text="Less what was given back.")
    outstanding = AmountField()
    excess = AmountField(help_text="Paid too much.")
    state = serializers.ChoiceField(list(STATES))


class FeesSerializer(serializers.Serializer):
    entry_fee = AmountField(help_text="The tournament's.")
    currency = serializers.CharField()
    owed = AmountField()
    paid = AmountField()
    outstanding = AmountField()
    excess = AmountField()
    players = FeeLineSerializer(many=True)


class FeeInput(serializers.Serializer):
    fee = AmountField(min_value=0, allow_null=True, help_text="0: owes nothing; null: the tournament's fee.")
    seen = AmountField(
        min_value=0, allow_null=True, required=False, help_text="The fee you looked at: another now is 409."
    )
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    version = VersionField(required=False, help_text="The entry's version you looked at.")


class PaymentSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    amount = AmountField(help_text="Below zero: given back.")
    note = serializers.CharField()
    recorded_at = serializers.DateTimeField()


class PaymentInput(serializers.Serializer):
    amount = AmountField(help_text="Below zero: given back. A comma will do.")
    note = serializers.CharField(max_length=LONGEST_NOTE, required=False, allow_blank=True, default="")


class FeesView(ApiView):
    @extend_schema(
        operation_id="fees_retrieve", tags=["entries"], responses={200: FeesSerializer, **errors(403)}
    )
    def get(self, request: Request, slug: str) -> Response:
        """Who owes and who has paid how much, and the sums."""
        tournament = _tournament(request, slug)
        sheet = fee_sheet(tournament)
        shown = {
            "entry_fee": tournament.entry_fee,
            "currency": tournament.currency,
            "owed": sheet.owed,
            "paid": sheet.paid,
            "outstanding": sheet.outstanding,
            "excess": sheet.excess,
            "players": sheet.lines,
        }
        return Response(FeesSerializer(shown).data)


class EntryFeeView(ApiView):
    stands_at = EntryView

    @extend_schema(
        operation_id="fees_update",
        tags=["entries"],
        request=FeeInput,
        responses={200: FeeLineSerializer, **errors(409)},
    )
    def put(self, request: Request, slug: str, pk: int) -> Response:
        """Give a player a fee of his own, or the tournament's again."""
        tournament = _tournament(request, slug)
        entry = set_fee(actor=request.user, entry=_entry(tournament, pk), **self.read(FeeInput))
        return Response(FeeLineSerializer(fee_line(tournament, entry)).data)


class PaymentsView(ApiView):
    @extend_schema(
        operation_id="payments_list",
        tags=["entries"],
        responses={200: PaymentSerializer(many=True), **errors(403)},
    )
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """A player's payments, the oldest first."""
        entry = _entry(_tournament(request, slug), pk)
        return Response(PaymentSerializer(entry.payments.all(), many=True).data)

    @extend_schema(
        operation_id="payments_create",
        tags=["entries"],
        request=PaymentInput,
        responses={201: PaymentSerializer, **errors(409)},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Take money, or give it back. Send an `Idempotency-Key`, so that it is done once."""
        entry = _entry(_tournament(request, slug), pk)
        made = record_payment(actor=request.user, entry=entry, **self.read(PaymentInput))
        return Response(PaymentSerializer(made).data, status.HTTP_201_CREATED)


def _tournament(request: Request, slug: str) -> Tournament:
    return tournament_for_managing(request.user, slug, Right.ENTRIES)


def _entry(tournament: Tournament, pk: int) -> Entry:
    return found(tournament.entries.all(), _("There is no such entry."), pk=pk)
