"""Entry fees: who owes, who has paid; money is added up exactly and only who runs the event sees it."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import openpyxl
import pytest
from django.urls import reverse

from tests.concurrency import run_together
from tests.factories import EntryFactory, PaymentFactory, PlayerFactory
from tests.tournaments.desk.conftest import said, signed_in, with_players
from tournaments.domain.errors import InputError
from tournaments.models import AuditEntry, Payment
from tournaments.selectors.fees import fee_sheet
from tournaments.services import fees, registration


@pytest.fixture
def tournament(arbiter):
    return with_players(arbiter, 4, entry_fee=Decimal("200.00"))


@pytest.fixture
def url(tournament):
    return lambda name, *args: reverse(name, args=[tournament.slug, *args])


@pytest.fixture
def entries(tournament):
    return list(tournament.entries.order_by("pk"))


def amounts(tournament):
    sheet = fee_sheet(tournament)
    return [str(each) for each in (sheet.owed, sheet.paid, sheet.outstanding, sheet.excess)]


class TestSums:
    def test_each_state(self, desk, url, arbiter, tournament, entries):
        fees.set_fee(actor=arbiter, entry=entries[0], fee=Decimal(0))
        fees.record_payment(actor=arbiter, entry=entries[1], amount=Decimal("50.10"))
        fees.record_payment(actor=arbiter, entry=entries[2], amount=Decimal("250"))
        assert [line.state for line in fee_sheet(tournament).lines] == ["exempt", "part", "overpaid", "owes"]
        assert amounts(tournament) == ["600.00", "300.10", "349.90", "50.00"]
        page = desk.get(url("desk-fees")).content.decode()
        assert ("600.00\u00a0CZK" in page, "349.90\u00a0CZK" in page, "has paid a part" in page) == (
            True,
            True,
            True,
        )
        owing = desk.get(url("desk-fees"), {"show": "owing"}).context["lines"]
        assert [line.entry for line in owing] == [entries[1], entries[3]]

    def test_ten_times_ten_cents_is_one(self, arbiter, tournament, entries):
        for _ in range(10):
            fees.record_payment(actor=arbiter, entry=entries[0], amount=Decimal("0.10"))
        assert str(fee_sheet(tournament).paid) == "1.00"

    def test_nobody_owes_anything(self, desk, arbiter):
        with_players(arbiter, 1, slug="free")
        assert "Nobody owes anything" in desk.get(reverse("desk-fees", args=["free"])).content.decode()

    def test_nobody_is_entered(self, desk, url, tournament):
        tournament.entries.all().delete()
        assert "No player yet" in desk.get(url("desk-fees")).content.decode()
        assert "No payment yet." in desk.get(url("desk-receipts")).content.decode()

    def test_in_czech_amounts_have_a_comma(self, desk, url, arbiter, entries):
        fees.record_payment(actor=arbiter, entry=entries[0], amount=Decimal("1250.50"))
        page = desk.get(url("desk-fees"), headers={"accept-language": "cs"}).content.decode()
        assert "1\u00a0250,50\u00a0CZK" in page

    @pytest.mark.parametrize("count", [1, 3])
    def test_queries(self, arbiter, desk, count, django_assert_num_queries):
        tournament = with_players(arbiter, count, slug="other")
        for entry in tournament.entries.all():
            PaymentFactory(entry=entry)
        for page, queries in (("desk-fees", 7), ("desk-receipts", 6), ("desk-fees-file", 6)):
            with django_assert_num_queries(queries):
                desk.get(reverse(page, args=[tournament.slug]))


class TestPay:
    @pytest.mark.parametrize("text", ["150,50", "150.50", " 150,50 "])
    def test_with_a_comma_or_a_point(self, desk, url, arbiter, entries, text):
        place = url("desk-pay", entries[0].pk)
        response = desk.post(place, {"amount": text, "direction": "taken", "note": "cash"}, follow=True)
        assert said(response) == ["150.50\u00a0CZK taken from Adam Jan."]
        made = Payment.objects.get()
        assert (made.amount, made.note, made.recorded_by) == (Decimal("150.50"), "cash", arbiter)
        entry = AuditEntry.objects.get(action="record-payment")
        assert entry.after == {"amount": "150.50", "note": "cash"}
        assert "150.50" in desk.get(url("desk-log")).content.decode()

    @pytest.mark.parametrize("text", ["", "0", "-5", "abc", "1,234", "NaN", "1e5", "99999999"])
    def test_no_amount(self, desk, url, entries, text):
        response = desk.post(url("desk-pay", entries[0].pk), {"amount": text, "direction": "taken"})
        assert (response.status_code, Payment.objects.count()) == (400, 0)
        assert response.context["payment_form"].errors["amount"]

    def test_given_back_and_no_more_than_was_taken(self, desk, url, arbiter, tournament, entries):
        fees.record_payment(actor=arbiter, entry=entries[0], amount=Decimal(200))
        place = url("desk-pay", entries[0].pk)
        response = desk.post(place, {"amount": "200,01", "direction": "back"})
        assert (response.status_code, response.context["payment_form"].errors["amount"]) == (
            400,
            ["Adam Jan has paid 200.00: no more than that can be given back."],
        )
        response = desk.post(place, {"amount": "200", "direction": "back"}, follow=True)
        assert said(response) == ["200.00\u00a0CZK given back to Adam Jan."]
        assert list(Payment.objects.values_list("amount", flat=True)) == [Decimal(200), Decimal(-200)]
        assert amounts(tournament) == ["800.00", "0.00", "800.00", "0.00"]

    def test_a_double_enter_is_one_payment(self, desk, url, entries):
        sent = {"amount": "200", "direction": "taken", "idempotency_key": "once"}
        first, second = (desk.post(url("desk-pay", entries[0].pk), sent) for _ in range(2))
        assert (first["Location"], second["Location"], Payment.objects.count()) == (
            url("desk-fee", entries[0].pk),
            url("desk-fee", entries[0].pk),
            1,
        )

    def test_the_buttons_of_the_list_have_keys_of_their_own(self, desk, url, entries):
        page = desk.get(url("desk-fees")).content.decode()
        assert (page.count('name="idempotency_key"'), page.count('value="200.00"')) == (4, 4)
        sent = {"amount": "200.00", "direction": "taken", "back": "list"}
        response = desk.post(url("desk-pay", entries[0].pk), sent, headers={"accept-language": "cs"})
        assert response["Location"] == f"{url('desk-fees')}#entry-{entries[0].pk}"

    def test_after_the_end_too(self, desk, url, tournament, entries):
        tournament.status = "finished"
        tournament.save()
        assert desk.post(url("desk-pay", entries[0].pk), {"amount": "200"}).status_code == 302

    def test_an_entry_with_money_is_not_removed(self, desk, url, arbiter, tournament, entries):
        fees.record_payment(actor=arbiter, entry=entries[0], amount=Decimal(200))
        response = desk.post(url("desk-remove", entries[0].pk), {})
        assert (response.status_code, response.context["problems"]) == (
            409,
            [
                "Money of Adam Jan stands in the books, which must not lose it."
                " Give it back there and withdraw the player instead."
            ],
        )
        assert tournament.entries.count() == 4
        registration.remove_entry(actor=arbiter, entry=entries[1])
        assert tournament.entries.count() == 3


class TestOwnFee:
    def test_it_is_set_and_taken_back(self, desk, url, tournament, entries):
        place = url("desk-fee-change", entries[0].pk)
        desk.post(place, {"fee": "100,50", "seen": "", "reason": "junior"})
        entries[0].refresh_from_db()
        assert (str(entries[0].fee), amounts(tournament)[0]) == ("100.50", "700.50")
        desk.post(place, {"fee": "", "seen": "100.50"})
        entries[0].refresh_from_db()
        assert entries[0].fee is None
        log = AuditEntry.objects.filter(action="set-fee").order_by("pk")
        assert [(entry.before, entry.after, entry.reason) for entry in log] == [
            ({"fee": None}, {"fee": "100.50"}, "junior"),
            ({"fee": "100.50"}, {"fee": None}, ""),
        ]

    def test_a_stale_page_is_refused_and_keeps_what_was_typed(self, desk, url, arbiter, entries):
        fees.set_fee(actor=arbiter, entry=entries[0], fee=Decimal(0))
        response = desk.post(url("desk-fee-change", entries[0].pk), {"fee": "50", "seen": ""})
        entries[0].refresh_from_db()
        assert (response.status_code, entries[0].fee) == (409, Decimal(0))
        assert response.context["fee_form"]["fee"].value() == "50.00"
        assert response.context["fee_form"]["seen"].value() == "0.00"

    def test_below_zero(self, desk, url, entries):
        response = desk.post(url("desk-fee-change", entries[0].pk), {"fee": "-1", "seen": ""})
        assert response.context["fee_form"].errors["fee"] == ["A fee is not below zero."]
        with pytest.raises(InputError):
            fees.set_fee(actor=None, entry=entries[0], fee=Decimal("0.001"))


class TestSettings:
    def test_the_fee_is_set_with_a_comma_and_shown_so(self, desk, url, tournament):
        page = desk.get(url("desk-settings"), headers={"accept-language": "cs"})
        form = page.context["form"]
        assert form["entry_fee"].value() == "200,00"
        sent = {name: form[name].value() for name in form.fields}
        sent = {name: value for name, value in sent.items() if value not in (None, False)}
        sent |= {"entry_fee": "250,50", "currency": "EUR", "seen": form["seen"].value()}
        response = desk.post(url("desk-settings"), sent, headers={"accept-language": "cs"})
        assert response.status_code == 302
        tournament.refresh_from_db()
        assert (str(tournament.entry_fee), tournament.currency) == ("250.50", "EUR")

    def test_the_currency_stays_once_money_was_taken(self, desk, url, arbiter, tournament, entries):
        fees.record_payment(actor=arbiter, entry=entries[0], amount=Decimal(200))
        form = desk.get(url("desk-settings")).context["form"]
        sent = {name: form[name].value() for name in form.fields}
        sent = {name: value for name, value in sent.items() if value not in (None, False)}
        response = desk.post(url("desk-settings"), sent | {"currency": "EUR"})
        assert response.status_code == 409
        assert "Payments were recorded in CZK" in response.content.decode()


class TestFiles:
    def test_csv_and_xlsx(self, desk, url, arbiter, tournament, entries):
        evil = PlayerFactory(family_name='=HYPERLINK("http://x","y")', given_name="")
        EntryFactory(tournament=tournament, player=evil)
        fees.record_payment(actor=arbiter, entry=entries[0], amount=Decimal("1200.50"))
        answer = desk.get(url("desk-fees-file"), {"kind": "csv"})
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        assert answer["Content-Disposition"] == 'attachment; filename="open-fees.csv"'
        assert rows[0][:4] == ["No.", "Player", "Club", "Owed"]
        adam = next(row for row in rows if row[1] == "Adam Jan")
        assert adam[3:] == ["200.00", "1200.50", "0.00", "1000.50", "CZK", "has paid too much"]
        assert rows[-1][1:7] == ["Total", "", "1000.00", "1200.50", "800.00", "1000.50"]
        assert '\'=HYPERLINK("http://x","y")' in [row[1] for row in rows]
        czech = desk.get(url("desk-fees-file"), headers={"accept-language": "cs"}).content.decode()
        assert '"1200,50"' in czech
        book = openpyxl.load_workbook(
            io.BytesIO(desk.get(url("desk-fees-file"), {"kind": "xlsx"}).content)
        ).active
        cells = {cell.value: cell.data_type for row in book for cell in row}
        assert "f" not in cells.values()
        assert cells[1200.5] == "n"
        assert desk.get(url("desk-fees-file"), {"kind": "pdf"}).status_code == 404

    def test_the_list_of_payments(self, desk, url, arbiter, entries):
        fees.record_payment(actor=arbiter, entry=entries[0], amount=Decimal(200), note="<b>cash</b>")
        page = desk.get(url("desk-receipts")).content.decode()
        assert ("&lt;b&gt;cash" in page, "<b>cash" in page, "Signature" in page) == (True, False, True)


class TestNobodyElseSeesThem:
    @pytest.mark.parametrize(
        ("name", "args"),
        [("desk-fees", []), ("desk-fees-file", []), ("desk-receipts", []), ("desk-fee", ["entry"])],
    )
    def test_pages(self, client, other_user, desk, url, entries, name, args):
        place = url(name, *(entries[0].pk for _ in args))
        answers = [each.get(place).status_code for each in (desk, signed_in(other_user), client)]
        assert answers == [200, 404, 302]

    def test_actions(self, client, other_user, url, entries):
        for name, data in (("desk-pay", {"amount": "5"}), ("desk-fee-change", {"fee": "5", "seen": ""})):
            place = url(name, entries[0].pk)
            answers = [each.post(place, data).status_code for each in (signed_in(other_user), client)]
            assert answers == [404, 302]
        assert (Payment.objects.count(), AuditEntry.objects.count()) == (0, 0)

    def test_public_pages_and_answers_say_nothing_of_money(self, client, arbiter, tournament, entries):
        tournament.entry_fee = Decimal("731.00")
        tournament.save()
        fees.set_fee(actor=arbiter, entry=entries[0], fee=Decimal("732.00"))
        fees.record_payment(actor=arbiter, entry=entries[0], amount=Decimal("733.00"))
        for place in (
            *(reverse(name, args=["open"]) for name in ("tournament", "tournament-players")),
            reverse("tournament-about", args=["open"]),
            reverse("my", args=[entries[0].private_key]),
            "/api/v1/tournaments/open/",
            "/api/v1/tournaments/open/entries/",
            f"/api/v1/tournaments/open/entries/{entries[0].pk}/",
        ):
            answer = client.get(place)
            text = answer.content.decode()
            assert (place, answer.status_code, "731" in text, "732" in text, "733" in text) == (
                place,
                200,
                False,
                False,
                False,
            )


@pytest.mark.django_db(transaction=True)
def test_money_given_back_twice_at_once_is_given_back_once(arbiter):
    entry = with_players(arbiter, 1).entries.get()
    fees.record_payment(actor=arbiter, entry=entry, amount=Decimal(200))
    answers = run_together(lambda: fees.record_payment(actor=arbiter, entry=entry, amount=Decimal(-200)))
    assert sorted(type(answer).__name__ for answer in answers) == ["InputError", "Payment"]
