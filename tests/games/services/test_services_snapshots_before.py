"""What is kept before the first round is carried to another installation and brought home."""

from decimal import Decimal

import pytest

from games.services.snapshot_read import restore_snapshot
from games.services.snapshot_write import snapshot_file
from tests.games.snapshot_scenes import content_of, wipe
from tests.tournaments.desk.conftest import with_players
from tournaments.models import Tournament
from tournaments.selectors.fees import fee_sheet
from tournaments.services import categories, check_in, fees

pytestmark = pytest.mark.django_db


def before_the_first_round(arbiter):
    tournament = with_players(arbiter, 4, entry_fee=Decimal("200.00"), currency="EUR", players_check_in=True)
    first, second, third, fourth = tournament.entries.order_by("pk")
    check_in.check_in(actor=arbiter, entry=first)
    check_in.mark_absent(actor=arbiter, tournament=tournament, round_number=1)
    fees.set_fee(actor=arbiter, entry=second, fee=Decimal("0"))
    fees.record_payment(actor=arbiter, entry=third, amount=Decimal("150.50"), note="cash")
    fees.record_payment(actor=arbiter, entry=third, amount=Decimal("-50.50"))
    juniors = categories.add_category(actor=arbiter, tournament=tournament, name="Juniors")
    categories.change_members(actor=arbiter, category=juniors, add=[third.pk, fourth.pk])
    return tournament


def facts(tournament):
    sheet = fee_sheet(tournament)
    entries = tournament.entries.order_by("player__family_name")
    return {
        "settings": (tournament.entry_fee, tournament.currency, tournament.players_check_in),
        "here": [entry.checked_in_at for entry in entries],
        "absences": [[bye.for_absence for bye in entry.requested_byes.all()] for entry in entries],
        "fees": [(line.owed, line.paid, line.state) for line in sheet.lines],
        "payments": [[(p.amount, p.note, p.recorded_at) for p in entry.payments.all()] for entry in entries],
        "categories": [
            (each.name, [str(entry) for entry in each.entries.order_by("player__family_name")])
            for each in tournament.categories.all()
        ],
    }


def test_it_is_the_same_elsewhere_and_can_be_gone_on_with(arbiter):
    tournament = before_the_first_round(arbiter)
    before, content = facts(tournament), content_of(tournament)
    file = snapshot_file(actor=arbiter, tournament=tournament)
    wipe()
    restore_snapshot(actor=arbiter, source=file)
    there = Tournament.objects.get()
    assert facts(there) == before
    assert [row["amount"] for row in content["payments"]] == ["150.50", "-50.50"]
    # The latecomer's bye is known as one that checking in takes back.
    late = there.entries.get(player__family_name="Bartoš")
    check_in.check_in(actor=arbiter, entry=late)
    assert not late.requested_byes.exists()
