"""Tournaments and what is in them in the admin: facts through the service, the rest to look at."""

import datetime

import pytest

from games.models import Flag, Game
from tests.admin.conftest import address, seen_now
from tests.factories import (
    AuditEntryFactory,
    EntryFactory,
    FederationFactory,
    FlagFactory,
    GameFactory,
    JobFactory,
    PairingFactory,
    RatingChangeFactory,
    RequestedByeFactory,
    RoundFactory,
    TournamentFactory,
)
from tournaments.models import AuditEntry, Entry, Job, Pairing, RatingChange, Round, Tournament


@pytest.fixture
def tournament(czech, arbiter):
    return TournamentFactory(name="Open", federation=czech, arbiters=[arbiter], tiebreaks=["buchholz"])


def form(tournament: Tournament, **changes: object) -> dict[str, object]:
    return {
        "name": tournament.name,
        "federation": tournament.federation_id or "",
        "club": "",
        "ruleset": "czech",
        "pairing_system": "swiss",
        "system_settings": "",
        "planned_rounds": 5,
        "games_per_round": 1,
        "boards": "",
        "openings": "",
        "scoring": "2-1-0",
        "tiebreaks": '["buchholz"]',
        "time_control": "",
        "starts_on": "2026-03-07",
        "ends_on": "2026-03-08",
        "venue": "",
        "description": "",
        "rating_list": "",
        "players_submit": "on",
        "entry_fee": "0",
        "currency": "CZK",
        "is_public": "on",
        "initial_colour": "",
        "seen": seen_now(tournament) if tournament.pk else "",
        "arbiters": [user.pk for user in tournament.arbiters.all()] if tournament.pk else [],
    } | changes


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"system_settings": '{"luck": 1}'}, "system_settings"),
        ({"system_settings": "[1]"}, "system_settings"),
        ({"openings": "c3-e5"}, "openings"),
        ({"boards": 99}, "boards"),
    ],
)
def test_settings_and_openings_are_checked_as_elsewhere(as_staff, tournament, changes, field):
    answer = as_staff.post(address(Tournament, "change", tournament.pk), form(tournament, **changes))

    assert answer.status_code == 200
    assert list(answer.context["adminform"].form.errors) == [field]
    tournament.refresh_from_db()
    assert (tournament.version, tournament.system_settings, tournament.openings) == (1, {}, "")


def test_change_a_tournament(as_staff, tournament):
    answer = as_staff.post(address(Tournament, "change", tournament.pk), form(tournament, venue="Brno"))

    tournament.refresh_from_db()
    assert answer.status_code == 302
    assert (tournament.venue, tournament.version) == ("Brno", 2)
    entry = AuditEntry.objects.get()
    assert (entry.actor.username, entry.action, entry.after) == (
        "staff",
        "update-tournament",
        {"venue": "Brno"},
    )


@pytest.mark.parametrize("seen", [0, "", 7])
def test_a_stale_save_is_refused_and_keeps_what_was_typed(as_staff, tournament, seen):
    answer = as_staff.post(
        address(Tournament, "change", tournament.pk), form(tournament, venue="Brno", seen=seen)
    )

    tournament.refresh_from_db()
    said = "Somebody changed this meanwhile. Look at what stands there now, then try again."
    assert answer.status_code == 409
    assert answer.context["adminform"].errors == {"__all__": [said]}
    assert 'value="Brno"' in answer.content.decode()
    assert (tournament.venue, tournament.version) == ("", 1)
    assert AuditEntry.objects.count() == 0


def test_what_rounds_rest_on_is_refused(as_staff, tournament):
    RoundFactory(tournament=tournament)

    answer = as_staff.post(
        address(Tournament, "change", tournament.pk), form(tournament, pairing_system="round-robin")
    )

    (said,) = answer.context["adminform"].errors["__all__"]
    assert said.endswith("cannot change any more: rounds have been paired. Undo them first.")


def test_a_field_at_fault_is_named(as_staff, tournament):
    answer = as_staff.post(
        address(Tournament, "change", tournament.pk), form(tournament, ends_on="2026-03-01")
    )

    assert answer.context["adminform"].errors == {"ends_on": ["The last day is before the first."]}


def test_create_a_tournament(as_staff, czech):
    new = Tournament(name="Spring", federation=czech)

    answer = as_staff.post(address(Tournament, "add"), form(new, seen=""))

    tournament = Tournament.objects.get()
    assert answer.status_code == 302
    assert (tournament.slug, tournament.starts_on) == ("spring", datetime.date(2026, 3, 7))
    assert [user.username for user in tournament.arbiters.all()] == ["staff"]
    assert AuditEntry.objects.get().action == "create-tournament"


def test_arbiters_are_chosen_by_superusers(as_root, as_staff, tournament, arbiter, other_user):
    page = address(Tournament, "change", tournament.pk)
    chosen = [arbiter.pk, other_user.pk]

    as_staff.post(page, form(tournament, arbiters=[other_user.pk]))
    assert list(tournament.arbiters.all()) == [arbiter]
    as_root.post(page, form(tournament, arbiters=chosen))
    assert set(tournament.arbiters.all()) == {arbiter, other_user}
    assert AuditEntry.objects.get().action == "set-arbiters"
    tournament.refresh_from_db()
    nobody = as_root.post(page, form(tournament, arbiters=[]))
    assert nobody.context["adminform"].errors == {"__all__": ["A tournament needs at least one arbiter."]}


def test_no_tournament_is_deleted_here(as_root, tournament):
    assert as_root.post(address(Tournament, "delete", tournament.pk), {"post": "yes"}).status_code == 403
    assert Tournament.objects.count() == 1


def test_three_persons(as_root, as_staff, as_clerk, tournament):
    elsewhere = TournamentFactory()
    pages = [address(Tournament, "change", each.pk) for each in (tournament, elsewhere)]

    assert [as_root.get(page).status_code for page in pages] == [200, 200]
    assert [as_staff.get(page).status_code for page in pages] == [200, 404]
    assert [as_clerk.get(page).status_code for page in pages] == [404, 404]
    assert as_clerk.get(address(Tournament, "changelist")).status_code == 403


@pytest.fixture
def records(tournament):
    """One row of everything that only services write."""
    entry = EntryFactory(tournament=tournament)
    RequestedByeFactory(entry=entry)
    pairing = PairingFactory(round=RoundFactory(tournament=tournament), white=entry, result="1-0")
    game = GameFactory(pairing=pairing)
    return {
        Entry: entry,
        Round: pairing.round,
        Pairing: pairing,
        RatingChange: RatingChangeFactory(tournament=tournament),
        AuditEntry: AuditEntryFactory(tournament=tournament),
        Game: game,
        Flag: FlagFactory(game=game),
        Job: JobFactory(),
    }


@pytest.mark.parametrize("model", [Entry, Round, Pairing, RatingChange, AuditEntry, Game, Flag, Job])
def test_records_are_read_only(as_root, as_staff, as_clerk, records, model):
    row = records[model]
    shown = address(model, "change", row.pk)

    assert as_root.get(shown).status_code == 200
    assert as_root.get(address(model, "changelist"), {"q": "open"}).status_code == 200
    assert as_root.post(shown, {}).status_code == 403
    assert as_root.get(address(model, "add")).status_code == 403
    assert as_root.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert as_staff.get(shown).status_code == (404 if model is Job else 200)
    assert as_clerk.get(shown).status_code == 404
    assert model.objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("model", [Entry, Round, Pairing, RatingChange, AuditEntry, Game, Flag])
def test_staff_do_not_see_the_records_of_others(as_staff, czech, records, model):
    Tournament.objects.update(federation=None)

    assert as_staff.get(address(model, "change", records[model].pk)).status_code == 404
    assert list(as_staff.get(address(model, "changelist")).context["cl"].result_list) == []


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(
    ("model", "make", "queries"),
    [
        (Tournament, lambda: TournamentFactory(federation=FederationFactory()), 8),
        (Entry, EntryFactory, 5),
        (Round, RoundFactory, 5),
        (Pairing, PairingFactory, 5),
        (RatingChange, RatingChangeFactory, 6),
        (AuditEntry, AuditEntryFactory, 8),
        (Game, GameFactory, 5),
        (Flag, FlagFactory, 5),
        (Job, JobFactory, 6),
    ],
)
def test_lists_cost_the_same(as_root, django_assert_num_queries, model, make, queries, rows):
    for _ in range(rows):
        make()

    with django_assert_num_queries(queries):
        as_root.get(address(model, "changelist"))
