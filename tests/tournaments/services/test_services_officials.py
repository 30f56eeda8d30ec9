"""Appointing and dismissing the people of an event."""

import pytest

from tests.factories import TournamentFactory, UserFactory
from tournaments.domain.errors import ConflictError, InputError, StaleError
from tournaments.models import AuditEntry, Tournament
from tournaments.rights import Role, roles_in
from tournaments.services.officials import appoint, dismiss, set_people
from tournaments.services.tournaments import create_tournament, set_arbiters

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(arbiter):
    return create_tournament(actor=arbiter, name="Jaro")


def people(tournament):
    fresh = Tournament.objects.get(pk=tournament.pk)
    return (
        fresh.chief_arbiter.username if fresh.chief_arbiter else None,
        sorted(user.username for user in fresh.arbiters.all()),
        sorted(user.username for user in fresh.organisers.all()),
    )


def test_who_makes_an_event_is_its_organiser_and_chief_arbiter(event):
    assert people(event) == ("arbiter", ["arbiter"], ["arbiter"])


def test_an_appointment_is_logged_and_raises_the_version(event, arbiter, other_user):
    done = appoint(actor=arbiter, tournament=event, user=other_user, role="arbiter")
    entry = AuditEntry.objects.get(action="set-people")
    assert people(event) == ("arbiter", ["arbiter", "other"], ["arbiter"])
    assert (entry.actor, entry.before, entry.after) == (
        arbiter,
        {"arbiters": ["arbiter"]},
        {"arbiters": ["arbiter", "other"]},
    )
    assert done.version == 2


def test_twice_is_once(event, arbiter, other_user):
    for _time in range(2):
        appoint(actor=arbiter, tournament=event, user=other_user, role="organiser")
    dismiss(actor=arbiter, tournament=event, user=other_user, role="arbiter")
    assert people(event) == ("arbiter", ["arbiter"], ["arbiter", "other"])
    assert AuditEntry.objects.filter(action="set-people").count() == 1


def test_a_new_chief_is_an_arbiter_and_the_old_one_stays_one(event, arbiter, other_user):
    appoint(actor=arbiter, tournament=event, user=other_user, role="chief")
    assert people(event) == ("other", ["arbiter", "other"], ["arbiter"])


def test_a_role_is_handed_over_in_one_step(event, arbiter, other_user):
    appoint(actor=arbiter, tournament=event, user=other_user, role="organiser", instead_of=arbiter)
    assert people(event) == ("arbiter", ["arbiter"], ["other"])


def test_the_chief_hands_over_before_he_goes(event, arbiter, other_user):
    appoint(actor=arbiter, tournament=event, user=other_user, role="arbiter")
    with pytest.raises(ConflictError, match="Make somebody else the chief first"):
        dismiss(actor=arbiter, tournament=event, user=arbiter, role="arbiter")
    with pytest.raises(ConflictError, match="Make somebody else the chief first"):
        set_arbiters(actor=arbiter, tournament=event, arbiters=[other_user])
    dismiss(actor=arbiter, tournament=event, user=arbiter, role="chief")
    dismiss(actor=arbiter, tournament=event, user=arbiter, role="arbiter")
    assert people(event) == (None, ["other"], ["arbiter"])


@pytest.mark.parametrize("is_active", [True, False])
def test_an_event_keeps_an_arbiter_who_can_log_in(arbiter, is_active):
    colleague = UserFactory(is_active=False)
    event = TournamentFactory(arbiters=[arbiter, colleague])
    if is_active:
        event.arbiters.remove(colleague)
    with pytest.raises(ConflictError, match="needs at least one arbiter"):
        dismiss(actor=arbiter, tournament=event, user=arbiter, role="arbiter")
    assert event.arbiters.filter(pk=arbiter.pk).exists()


def test_an_event_without_arbiters_gets_an_organiser_first(other_user):
    event = TournamentFactory()
    appoint(actor=None, tournament=event, user=other_user, role="organiser")
    assert people(event) == (None, [], ["other"])


def test_the_officers_are_not_the_events_to_appoint(event, arbiter, other_user):
    for act in (appoint, dismiss):
        with pytest.raises(InputError) as raised:
            act(actor=arbiter, tournament=event, user=other_user, role="officer")
        assert raised.value.code == "role-unknown"


def test_a_chief_whom_the_caller_did_not_see_is_not_replaced(event, arbiter, other_user):
    appoint(actor=arbiter, tournament=event, user=other_user, role="chief", seen_chief="arbiter")
    with pytest.raises(StaleError):
        appoint(actor=arbiter, tournament=event, user=arbiter, role="chief", seen_chief="arbiter")
    assert people(event)[0] == "other"


def test_everybody_is_replaced_at_once(event, arbiter, other_user):
    set_people(actor=None, tournament=event, arbiters=[], organisers=[arbiter], chief=other_user)
    assert people(event) == ("other", ["other"], ["arbiter"])


def test_without_a_chief_every_arbiter_has_his_rights(arbiter, other_user):
    event = TournamentFactory(arbiters=[arbiter, other_user])
    assert roles_in(other_user, event) == {Role.ARBITER, Role.CHIEF}
    appoint(actor=None, tournament=event, user=arbiter, role="chief")
    assert roles_in(other_user, event) == {Role.ARBITER}
