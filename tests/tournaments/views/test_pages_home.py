"""The home page and what stands around every page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, PairingFactory, PlayerFactory, TournamentFactory


def test_a_site_without_accounts_says_how_the_first_is_made(reader, db):
    page = reader.get("/").content.decode()
    assert ("manage.py createsuperuser" in page, "/accounts/login/?next=/tournaments/new/" in page) == (
        True,
        False,
    )


def test_an_empty_site_sends_a_stranger_to_the_login(reader, other_user):
    response = reader.get("/")
    assert response.status_code == 200
    assert response.context["lists"].is_empty
    assert f'href="/accounts/login/?next={reverse("tournament-new")}"' in response.content.decode()


def test_an_empty_site_offers_a_user_the_first_tournament(other_reader):
    page = other_reader.get("/").content.decode()
    assert "No tournament yet" in page
    assert f'<a class="button primary" href="{reverse("tournament-new")}">New tournament</a>' in page


def test_tournaments_stand_under_what_is_on_what_is_next_and_what_was_played(reader):
    running = TournamentFactory(status="running")
    coming = TournamentFactory(status="setup")
    finished = TournamentFactory(status="finished")
    TournamentFactory(status="running", is_public=False)
    lists = reader.get("/").context["lists"]
    assert (lists.running, lists.coming, lists.finished) == ([running], [coming], [finished])


@pytest.mark.parametrize("count", [1, 3])
def test_home_asks_three_queries_however_many_tournaments(reader, django_assert_num_queries, count):
    TournamentFactory.create_batch(count, status="running")
    TournamentFactory.create_batch(count, status="finished")
    with django_assert_num_queries(3):
        reader.get("/")


@pytest.mark.parametrize("count", [1, 3])
def test_home_of_a_user_asks_seven_queries(arbiter_reader, arbiter, django_assert_num_queries, count):
    TournamentFactory.create_batch(count, status="running", arbiters=[arbiter])
    me = PlayerFactory(user=arbiter)
    for _ in range(count):
        tournament = TournamentFactory(status="running")
        PairingFactory(round__tournament=tournament, white=EntryFactory(tournament=tournament, player=me))
    with django_assert_num_queries(7):
        arbiter_reader.get("/")


def test_a_player_sees_the_own_open_game_and_where_to_submit_it(other_reader, other_user):
    tournament = TournamentFactory(status="running")
    me = EntryFactory(tournament=tournament, player=PlayerFactory(user=other_user))
    finished = PairingFactory(round__tournament=tournament, white=me, result="1-0")
    pairing = PairingFactory(round__tournament=tournament, black=me)
    response = other_reader.get("/")
    assert response.context["lists"].own_pairings == [pairing]
    page = response.content.decode()
    assert reverse("game-submit", args=[pairing.pk]) in page
    assert reverse("game-submit", args=[finished.pk]) not in page


def test_only_its_arbiter_sees_a_tournament_among_his_own(arbiter_reader, other_reader, reader, arbiter):
    tournament = TournamentFactory(arbiters=[arbiter], is_public=False)
    assert arbiter_reader.get("/").context["lists"].managed == [tournament]
    assert other_reader.get("/").context["lists"].managed == []
    assert reader.get("/").context["lists"].managed == []


def test_the_language_is_chosen_in_the_header_and_kept(client, db):
    assert '<html lang="cs">' in client.get("/").content.decode()
    response = client.post(reverse("set_language"), {"language": "sk", "next": "/players/"})
    assert response.headers["Location"] == "/players/"
    assert '<html lang="sk">' in client.get("/players/").content.decode()


def test_an_unknown_address_gets_a_page_that_leads_on(reader):
    response = reader.get("/nothing-here/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()


def test_who_lacks_a_right_in_his_own_event_is_told_who_has_it(other_reader, other_user):
    tournament = TournamentFactory()
    address = reverse("desk-rounds", args=[tournament.slug])
    assert other_reader.get(address).status_code == 404
    tournament.organisers.add(other_user)
    response = other_reader.get(address)
    assert response.status_code == 403
    assert "Only the arbiters of this tournament may do this." in response.content.decode()


def test_a_form_from_a_page_before_the_login_is_refused_in_plain_words(db):
    response = Client(enforce_csrf_checks=True, headers={"Accept-Language": "cs"}).post(reverse("login"))
    assert response.status_code == 403
    assert "<h1>Formulář nebyl přijat</h1>" in response.content.decode()


def test_the_error_page_is_drawn_without_a_request(reader, rf):
    from django.views.defaults import server_error

    response = server_error(rf.get("/"))
    assert response.status_code == 500
    assert "<h1>" in response.content.decode()


def test_a_wrong_password_says_so_and_a_right_one_opens_the_page_asked_for(reader, other_user):
    other_user.set_password("tajne-heslo")
    other_user.save()
    wrong = reader.post("/accounts/login/?next=/clubs/", {"username": "other", "password": "x"})
    assert len(wrong.context["form"].non_field_errors()) == 1
    assert 'role="alert"' in wrong.content.decode()
    right = reader.post(
        "/accounts/login/", {"username": "other", "password": "tajne-heslo", "next": "/clubs/"}
    )
    assert (right.status_code, right.headers["Location"]) == (302, "/clubs/")
