"""Creating and changing tournaments."""

import datetime

import pytest
from django.core.exceptions import ValidationError

from tests.concurrency import run_together
from tests.factories import FederationFactory, RatingListFactory, RoundFactory, TournamentFactory
from tournaments.domain.errors import ConflictError, StaleError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.models import AuditEntry, Tournament
from tournaments.services.tournaments import create_tournament, set_arbiters, update_tournament

pytestmark = pytest.mark.django_db


def test_a_name_is_enough(arbiter):
    tournament = create_tournament(actor=arbiter, name="  Vánoční turnaj v Žďáru ")
    assert (tournament.name, tournament.slug) == ("Vánoční turnaj v Žďáru", "vanocni-turnaj-v-zdaru")
    assert (tournament.ruleset, tournament.pairing_system, tournament.scoring) == ("czech", "swiss", "2-1-0")
    assert tournament.tiebreaks == list(PAIRING_SYSTEMS["swiss"].default_tiebreaks)
    assert list(tournament.arbiters.all()) == [arbiter]


@pytest.mark.parametrize(
    ("rules", "system", "tiebreaks"),
    [
        ("czech", "swiss", ["buchholz", "direct-encounter"]),
        ("czech", "round-robin", ["sonneborn-berger", "direct-encounter"]),
        ("fmjd", "swiss", ["solkoff", "truncated-solkoff"]),
        ("fide", "double-round-robin", ["direct-encounter", "wins", "sonneborn-berger", "koya"]),
        ("", "swiss", list(PAIRING_SYSTEMS["swiss"].default_tiebreaks)),
    ],
)
def test_a_federations_rules_say_the_tie_breaks(arbiter, rules, system, tiebreaks):
    federation = FederationFactory(tiebreak_rules=rules)
    tournament = create_tournament(actor=arbiter, name="Open", pairing_system=system, federation=federation)
    assert tournament.tiebreaks == tiebreaks
    chosen = create_tournament(actor=arbiter, name="Open", federation=federation, tiebreaks=["wins"])
    assert chosen.tiebreaks == ["wins"]


@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("Open", ["open", "open-2", "open-3"]),
        ("New", ["new-2", "new-3"]),
        ("象棋", ["tournament", "tournament-2"]),
    ],
)
def test_equal_names_get_addresses_of_their_own(arbiter, name, slugs):
    assert [create_tournament(actor=arbiter, name=name).slug for _ in slugs] == slugs


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"name": " "}, "name"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"pairing_system": "lottery"}, "pairing_system"),
        ({"rounds": 0}, "planned_rounds"),
        ({"rounds": 100}, "planned_rounds"),
        ({"scoring": "5-3-1"}, "scoring"),
        ({"tiebreaks": ["coin"]}, "tiebreaks"),
        ({"tiebreaks": ["wins", "wins"]}, "tiebreaks"),
        ({"starts_on": datetime.date(2026, 5, 2), "ends_on": datetime.date(2026, 5, 1)}, "ends_on"),
    ],
)
def test_a_fault_names_its_field(arbiter, fields, at_fault):
    with pytest.raises(ValidationError) as caught:
        create_tournament(actor=arbiter, **{"name": "Open", **fields})
    assert list(caught.value.message_dict) == [at_fault]
    assert Tournament.objects.count() == 0


def test_a_list_of_another_board_is_refused(arbiter):
    with pytest.raises(ValidationError) as caught:
        create_tournament(actor=arbiter, name="Open", rating_list=RatingListFactory(discipline="100"))
    assert list(caught.value.message_dict) == ["rating_list"]


def test_only_what_differs_is_written_and_logged(arbiter):
    tournament = TournamentFactory(name="Open", venue="Kolín", arbiters=[arbiter], tiebreaks=["wins"])
    changed = update_tournament(
        actor=arbiter, tournament=tournament, version=1, changes={"name": "Open", "venue": "Praha"}
    )
    assert (changed.venue, changed.version) == ("Praha", 2)
    entry = AuditEntry.objects.get()
    assert (entry.before, entry.after) == ({"venue": "Kolín"}, {"venue": "Praha"})


def test_a_stale_change_is_refused(arbiter):
    tournament = TournamentFactory(arbiters=[arbiter])
    update_tournament(actor=arbiter, tournament=tournament, version=1, changes={"venue": "Praha"})
    with pytest.raises(StaleError):
        update_tournament(actor=arbiter, tournament=tournament, version=1, changes={"venue": "Brno"})
    assert Tournament.objects.get().venue == "Praha"


def test_rounds_fix_what_they_rest_on(arbiter):
    tournament = RoundFactory().tournament
    with pytest.raises(ConflictError) as caught:
        update_tournament(actor=arbiter, tournament=tournament, changes={"ruleset": "russian"})
    assert caught.value.code == "fixed-by-rounds"


def test_the_plan_keeps_room_for_the_rounds_paired(arbiter):
    tournament = RoundFactory(number=3).tournament
    RoundFactory(tournament=tournament, number=2)
    with pytest.raises(ConflictError) as caught:
        update_tournament(actor=arbiter, tournament=tournament, changes={"planned_rounds": 1})
    assert (caught.value.code, caught.value.params) == ("fewer-rounds-than-paired", {"paired": 2})


def test_a_tournament_keeps_an_arbiter(arbiter, other_user):
    tournament = TournamentFactory(arbiters=[arbiter])
    with pytest.raises(ConflictError) as caught:
        set_arbiters(actor=arbiter, tournament=tournament, arbiters=[])
    assert caught.value.code == "no-arbiter"
    set_arbiters(actor=arbiter, tournament=tournament, arbiters=[arbiter, other_user])
    assert set(tournament.arbiters.all()) == {arbiter, other_user}


@pytest.mark.django_db(transaction=True)
def test_equal_names_at_once(arbiter):
    made = run_together(lambda: create_tournament(actor=arbiter, name="Open").slug, 3)
    assert sorted(map(str, made)) == ["open", "open-2", "open-3"]
