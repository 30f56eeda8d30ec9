"""Check-in: by list, by the player's code, by the player himself; byes for who is not here."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.concurrency import run_together
from tests.factories import EntryFactory, PlayerFactory, RequestedByeFactory
from tests.tournaments.desk.conftest import pair, said, signed_in, with_players
from tournaments.domain.errors import ConflictError
from tournaments.models import AuditEntry, RequestedBye
from tournaments.services import check_in, registration
from tournaments.views.codes import door_token


@pytest.fixture
def url(tournament):
    return lambda name, *args: reverse(name, args=[tournament.slug, *args])


@pytest.fixture
def entries(tournament):
    return list(tournament.entries.order_by("pk"))


def absences(tournament):
    return list(
        RequestedBye.objects.filter(entry__tournament=tournament, for_absence=True).values_list(
            "entry__player__family_name", "round_number", "code"
        )
    )


class TestList:
    def test_it_counts_and_says_who_is_missing(self, desk, url, entries):
        desk.post(url("desk-check-in-note", entries[0].pk), {"here": "1"})
        page = desk.get(url("desk-check-in"))
        assert "1 of 4 here" in page.content.decode()
        missing = desk.get(url("desk-check-in"), {"show": "missing"}).context["sheet"]
        assert [entry.player.family_name for entry in missing.shown] == ["Bartoš", "Cibulka", "Dvořák"]
        assert (missing.here, missing.total) == (1, 4)

    @pytest.mark.both
    @pytest.mark.parametrize("text", ["bartos", "JAN bartos", "Bartoš"])
    def test_it_is_searched_without_accents_in_any_order(self, desk, url, text):
        sheet = desk.get(url("desk-check-in"), {"q": text}).context["sheet"]
        assert [entry.player.family_name for entry in sheet.shown] == ["Bartoš"]
        assert sheet.total == 4

    def test_nobody_found(self, desk, url):
        assert "Nobody here is called “xyz”." in desk.get(url("desk-check-in"), {"q": "xyz"}).content.decode()

    def test_nobody_entered(self, desk, url, tournament):
        tournament.entries.all().delete()
        assert "No player yet" in desk.get(url("desk-check-in")).content.decode()

    def test_a_tap_checks_in_and_another_takes_it_back(self, desk, url, entries):
        place = url("desk-check-in-note", entries[0].pk)
        response = desk.post(place, {"here": "1"}, follow=True)
        assert response.redirect_chain[-1][0] == f"{url('desk-check-in')}#entry-{entries[0].pk}"
        assert said(response) == ["Adam Jan is here."]
        entries[0].refresh_from_db()
        first = entries[0].checked_in_at
        # The other arbiter taps too: it stays as it is, and is logged once.
        desk.post(place, {"here": "1"})
        entries[0].refresh_from_db()
        assert (first is not None, entries[0].checked_in_at, entries[0].version) == (True, first, 2)
        desk.post(place, {"here": "0"})
        entries[0].refresh_from_db()
        assert (entries[0].checked_in_at, entries[0].version) == (None, 3)
        actions = AuditEntry.objects.filter(action__contains="check-in").order_by("pk")
        assert list(actions.values_list("action", flat=True)) == ["check-in", "undo-check-in"]

    def test_after_a_search_the_next_search_begins(self, desk, url, entries):
        response = desk.post(url("desk-check-in-note", entries[0].pk), {"here": "1", "q": "adam"})
        assert response["Location"] == url("desk-check-in")
        response = desk.post(url("desk-check-in-note", entries[1].pk), {"here": "1", "show": "missing"})
        assert response["Location"] == url("desk-check-in") + "?show=missing"

    def test_from_the_players_own_page_of_the_desk(self, desk, url, entries):
        place = url("desk-entry", entries[0].pk)
        assert "not here yet" in desk.get(place).content.decode()
        response = desk.post(url("desk-check-in-note", entries[0].pk), {"here": "1", "back": "entry"})
        assert response["Location"] == place
        assert "Take the check-in back" in desk.get(place).content.decode()

    def test_an_incomplete_page(self, desk, url, entries):
        assert desk.post(url("desk-check-in-note", entries[0].pk), {"here": "2"}).status_code == 400
        assert desk.post(url("desk-absent"), {}).status_code == 400

    def test_who_has_withdrawn_is_not_counted_and_not_checked_in(self, desk, url, arbiter, entries):
        registration.withdraw_entry(actor=arbiter, entry=entries[0])
        assert desk.get(url("desk-check-in")).context["sheet"].total == 3
        response = desk.post(url("desk-check-in-note", entries[0].pk), {"here": "1"})
        assert (response.status_code, response.context["problems"]) == (
            409,
            ["Adam Jan has withdrawn. The arbiter can let the player return."],
        )

    @pytest.mark.parametrize("count", [1, 3])
    def test_queries(self, arbiter, desk, count, django_assert_num_queries):
        tournament = with_players(arbiter, count, slug="other", name="Other")
        for entry in tournament.entries.all():
            RequestedByeFactory(entry=entry, round_number=1)
        with django_assert_num_queries(8):
            desk.get(reverse("desk-check-in", args=[tournament.slug]))


class TestAbsent:
    def test_who_is_not_here_gets_no_game_and_a_latecomer_does(self, desk, url, arbiter, tournament, entries):
        for entry in entries[:2]:
            check_in.check_in(actor=arbiter, entry=entry)
        RequestedByeFactory(entry=entries[2], round_number=1, code="half-bye")
        page = desk.get(url("desk-check-in")).content.decode()
        assert "1 player is not here and would be paired:" in page
        response = desk.post(url("desk-absent"), {"round_number": 1}, follow=True)
        assert said(response) == ["1 player gets no game in round 1."]
        assert absences(tournament) == [("Dvořák", 1, "zero-bye")]
        desk.post(url("desk-check-in-note", entries[3].pk), {"here": "1"})
        assert absences(tournament) == []
        assert entries[2].requested_byes.get().code == "half-bye"

    def test_it_is_taken_back(self, desk, url, arbiter, tournament, entries):
        check_in.check_in(actor=arbiter, entry=entries[0])
        desk.post(url("desk-absent"), {"round_number": 1})
        desk.post(url("desk-absent"), {"round_number": 1})
        assert len(absences(tournament)) == 3
        response = desk.post(url("desk-absent"), {"round_number": 1, "undo": "1"}, follow=True)
        assert said(response)[-1] == "3 players will be paired in round 1 again."
        assert absences(tournament) == []
        log = AuditEntry.objects.filter(action__contains="mark-absent").order_by("pk")
        assert [(entry.action, entry.after["players"]) for entry in log] == [
            ("mark-absent", ["Bartoš Jan", "Cibulka Jan", "Dvořák Jan"]),
            ("unmark-absent", ["Bartoš Jan", "Cibulka Jan", "Dvořák Jan"]),
        ]

    def test_the_round_is_paired_without_them(self, desk, url, arbiter, tournament, entries):
        for entry in entries[:2]:
            check_in.check_in(actor=arbiter, entry=entry)
        desk.post(url("desk-absent"), {"round_number": 1})
        pairings = pair(arbiter, tournament)
        games = [pairing for pairing in pairings if pairing.black_id]
        assert [{pairing.white_id, pairing.black_id} for pairing in games] == [{entries[0].pk, entries[1].pk}]
        # From a page that still speaks of round 1.
        response = desk.post(url("desk-absent"), {"round_number": 1})
        assert (response.status_code, response.context["problems"]) == (
            409,
            ["Round 1 has been paired meanwhile. Look at who is here for round 2."],
        )
        # Coming late changes nothing about the round that is on.
        desk.post(url("desk-check-in-note", entries[3].pk), {"here": "1"})
        assert absences(tournament) == [("Cibulka", 1, "zero-bye"), ("Dvořák", 1, "zero-bye")]

    def test_nobody_here_is_refused(self, desk, url, tournament):
        response = desk.post(url("desk-absent"), {"round_number": 1})
        assert (response.status_code, response.context["problems"]) == (
            409,
            ["Nobody is checked in: there would be nobody to pair."],
        )
        assert absences(tournament) == []

    def test_a_bye_asked_for_meanwhile_stays(self, arbiter, tournament, entries):
        check_in.check_in(actor=arbiter, entry=entries[0])
        check_in.mark_absent(actor=arbiter, tournament=tournament, round_number=1)
        registration.request_bye(actor=arbiter, entry=entries[1], round_number=1, code="half-bye")
        check_in.check_in(actor=arbiter, entry=entries[1])
        assert entries[1].requested_byes.get().code == "half-bye"

    def test_a_finished_tournament(self, desk, url, arbiter, tournament, entries):
        tournament.status = "finished"
        tournament.save()
        assert desk.post(url("desk-check-in-note", entries[0].pk), {"here": "1"}).status_code == 409
        assert desk.post(url("desk-absent"), {"round_number": 1}).status_code == 409
        assert "desk-absent" not in desk.get(url("desk-check-in")).content.decode()


class TestCodes:
    def test_an_arbiter_who_scans_a_players_code_checks_him_in(self, desk, entries):
        place = reverse("my", args=[entries[0].private_key])
        assert "Adam Jan is here" in desk.get(place).content.decode()
        assert desk.post(f"{place}check-in/", {"here": "1"})["Location"] == place
        entries[0].refresh_from_db()
        assert entries[0].checked_in_at is not None
        assert "Take the check-in back" in desk.get(place).content.decode()
        desk.post(f"{place}check-in/", {"here": "0"})
        entries[0].refresh_from_db()
        assert entries[0].checked_in_at is None

    @pytest.mark.parametrize("who", ["nobody", "other"])
    def test_switched_off_a_direct_request_is_refused(self, who, client, other_user, entries):
        sender = client if who == "nobody" else signed_in(other_user)
        place = reverse("my", args=[entries[0].private_key])
        assert "check-in" not in sender.get(place).content.decode()
        response = sender.post(f"{place}check-in/", {"here": "1"}, headers={"accept-language": "en"})
        assert (response.status_code, response.context["problems"]) == (
            409,
            ["Players do not check themselves in at this tournament. Tell the arbiter."],
        )
        entries[0].refresh_from_db()
        assert entries[0].checked_in_at is None

    def test_switched_on_the_player_checks_himself_in_and_cannot_take_it_back(
        self, client, tournament, entries
    ):
        tournament.players_check_in = True
        tournament.save()
        place = reverse("my", args=[entries[0].private_key])
        page = client.get(place, headers={"accept-language": "en"})
        assert "I am here" in page.content.decode()
        client.post(f"{place}check-in/", {"here": "1"})
        client.post(f"{place}check-in/", {"here": "0"})
        entries[0].refresh_from_db()
        assert entries[0].checked_in_at is not None
        entry = AuditEntry.objects.get(action="check-in")
        assert (entry.actor, entry.via) == (None, "link")

    def test_the_code_on_the_door_knows_the_phone_that_opened_its_link(self, client, tournament, entries):
        tournament.players_check_in = True
        tournament.save()
        door = reverse("door", args=[tournament.slug, door_token(tournament)])
        place = reverse("my", args=[entries[0].private_key])
        unknown = client.get(door, headers={"accept-language": "en"})
        assert (unknown.status_code, "This phone does not know" in unknown.content.decode()) == (200, True)
        client.get(place)
        assert client.get(door)["Location"] == place

    def test_and_the_account_of_a_player(self, other_user, tournament, entries):
        tournament.players_check_in = True
        tournament.save()
        entries[0].player.user = other_user
        entries[0].player.save()
        door = reverse("door", args=[tournament.slug, door_token(tournament)])
        assert signed_in(other_user).get(door)["Location"] == reverse("my", args=[entries[0].private_key])

    def test_the_code_on_the_door_opens_nothing_else(self, client, desk, url, tournament, entries):
        door = reverse("door", args=[tournament.slug, door_token(tournament)])
        assert client.get(door).status_code == 404
        tournament.players_check_in = True
        tournament.save()
        assert client.get(reverse("door", args=[tournament.slug, "x"])).status_code == 404
        assert client.get(reverse("my-check-in", args=["x"])).status_code == 405
        assert client.post(reverse("my-check-in", args=["x"])).status_code == 404
        # An arbiter's phone opens many links and is nobody's.
        desk.get(reverse("my", args=[entries[0].private_key]))
        assert desk.get(door).status_code == 200
        assert "<svg" in desk.get(url("desk-check-in-poster")).content.decode()


class TestAccess:
    @pytest.mark.parametrize(
        ("name", "args", "data"),
        [
            ("desk-check-in-note", ["entry"], {"here": "1"}),
            ("desk-absent", [], {"round_number": 1}),
        ],
    )
    def test_strangers_change_nothing(self, client, other_user, url, entries, name, args, data):
        place = url(name, *(entries[0].pk for _ in args))
        before = AuditEntry.objects.count()
        assert signed_in(other_user).post(place, data).status_code == 404
        assert client.post(place, data).status_code == 302
        assert AuditEntry.objects.count() == before

    @pytest.mark.parametrize("name", ["desk-check-in", "desk-check-in-poster"])
    def test_strangers_see_nothing(self, client, other_user, desk, url, name):
        answers = [each.get(url(name)).status_code for each in (desk, signed_in(other_user), client)]
        assert answers == [200, 404, 302]

    def test_another_tournaments_player(self, desk, url):
        assert desk.post(url("desk-check-in-note", EntryFactory().pk), {"here": "1"}).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_arbiters_at_once_check_in_once(arbiter):
    tournament = with_players(arbiter, 2)
    entry = tournament.entries.first()
    done = run_together(lambda: check_in.check_in(actor=arbiter, entry=entry).checked_in_at is not None)
    assert done == [True, True]
    assert AuditEntry.objects.filter(action="check-in").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_latecomer_and_the_byes_at_once_leave_no_bye_to_who_is_here(arbiter):
    tournament = with_players(arbiter, 3)
    first, late = tournament.entries.all()[:2]
    check_in.check_in(actor=arbiter, entry=first)
    work = iter(
        [
            lambda: check_in.check_in(actor=arbiter, entry=late),
            lambda: check_in.mark_absent(actor=arbiter, tournament=tournament, round_number=1),
        ]
    )
    answers = run_together(lambda: next(work)())
    assert not any(isinstance(answer, ConflictError) for answer in answers)
    assert not late.requested_byes.exists()


def test_a_player_of_any_name_is_checked_in(desk, url, tournament):
    entry = EntryFactory(
        tournament=tournament, player=PlayerFactory(family_name="<script>alert(1)</script>", given_name="")
    )
    page = desk.get(url("desk-check-in")).content.decode()
    assert ("<script>alert(1)" in page, "&lt;script&gt;alert(1)" in page) == (False, True)
    response = desk.post(url("desk-check-in-note", entry.pk), {"here": "1"}, follow=True)
    assert "<script>alert(1)" not in response.content.decode()
