"""A draft is seen by who runs the play alone: for everybody else there is no such round, anywhere."""

import re

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, PlayerFactory, TournamentFactory, UserFactory
from tests.tournaments.desk.conftest import signed_in
from tests.tournaments.team_scenes import team_event
from tournaments.services import reports, results, round_drafts, rounds
from tournaments.views.codes import table_token

pytestmark = pytest.mark.django_db

PERSONS = ["nobody", "player", "arbiter of another event", "organiser"]


@pytest.fixture
def player():
    return UserFactory(username="player")


@pytest.fixture
def clients(player):
    TournamentFactory(arbiters=[elsewhere := UserFactory()])
    found = {
        "nobody": None,
        "player": player,
        "arbiter of another event": elsewhere,
        "organiser": UserFactory(),
    }
    return {name: (user, signed_in(user)) for name, user in found.items()}


def event(arbiter, player, clients, **fields):
    """Four players, a round that is played; the first has an account."""
    values = {"slug": "open", "planned_rounds": 4, "initial_colour": "white", "tiebreaks": ["buchholz"]}
    tournament = TournamentFactory(
        arbiters=[arbiter], players_report=True, players_submit=True, **values | fields
    )
    tournament.organisers.add(clients["organiser"][0])
    for number in range(4):
        more = {"user": player} if number == 0 else {}
        EntryFactory(tournament=tournament, rating=2000 - number, player=PlayerFactory(**more))
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    for pairing in tournament.rounds.get().pairings.all():
        results.record_result(actor=arbiter, pairing=pairing, code="1-0")
    return tournament


PAGES = [
    "home",
    "tournaments",
    "tournament",
    "tournament-standings",
    "tournament-crosstable",
    "tournament-bracket",
    "tournament-games",
    "tournament-players",
    "tournament-about",
    "tournament-pdn",
    "api-tournaments",
    "api-tournament",
    "api-entries",
    "api-rounds",
    "api-standings",
    "api-crosstable",
    "api-bracket",
    "api-trf",
    "api-games",
]


def addresses(tournament):
    """Every public address of the tournament and of who plays in it."""
    from_slug = {"home", "tournaments", "api-tournaments", "api-games"}
    found = [reverse(name, args=() if name in from_slug else [tournament.slug]) for name in PAGES]
    found += [
        reverse("tournament-round", args=["open", 1]),
        reverse("tournament-round-table", args=["open", 1]),
    ]
    found += [
        reverse("tournament-standing", args=["open", 1]),
        reverse("tournament-standings", args=["open"]) + "?final=1",
    ]
    found += [reverse("api-standings", args=["open"]) + "?format=csv"]
    for entry in tournament.entries.select_related("player"):
        found += [reverse("my", args=[entry.private_key]), reverse("player", args=[entry.player_id])]
        found += [
            reverse("api-player", args=[entry.player_id]),
            reverse("api-entry", args=["open", entry.pk]),
        ]
    return found


def text_of(response):
    """What is sent, without what is new in every page, and the number that every change raises."""
    text = response.content.decode()
    text = re.sub(r'name="(csrfmiddlewaretoken|idempotency_key)" value="[^"]*"', "", text)
    return response.status_code, re.sub(r'nonce="[^"]*"|"version":\s*\d+|v=\d+', "", text)


@pytest.mark.parametrize("person", PERSONS)
def test_every_page_is_the_same_as_without_it(arbiter, player, clients, person):
    tournament = event(arbiter, player, clients)
    client = clients[person][1]
    before = {address: text_of(client.get(address)) for address in addresses(tournament)}
    assert {status for status, _text in before.values()} <= {200, 404}
    rounds.pair_next_round(actor=arbiter, tournament=tournament, draft=True)
    for address, seen in before.items():
        assert text_of(client.get(address)) == seen, address


def of_draft(tournament, draft):
    """The addresses of a draft and what is in it, with the methods that could find it."""
    pairing = draft.pairings.filter(black__isnull=False).first()
    token = table_token(pairing)
    pages = [
        reverse("tournament-round", args=["open", draft.number]),
        reverse("tournament-round-table", args=["open", draft.number]),
        reverse("tournament-standings", args=["open"]) + f"?after={draft.number}",
        reverse("table", args=["open", draft.number, pairing.table, token]),
        reverse("game-report", args=[pairing.pk]),
        reverse("game-submit", args=[pairing.pk]),
        reverse("api-round", args=["open", draft.number]),
        reverse("api-matches", args=["open", draft.number]),
        reverse("api-pairing", args=[pairing.pk]),
    ]
    posts = [
        reverse("api-pairing-reports", args=[pairing.pk]),
        reverse("api-pairing-games", args=[pairing.pk]),
    ]
    return [("get", each) for each in pages] + [("post", each) for each in posts]


@pytest.mark.parametrize("person", ["player", "arbiter of another event", "organiser"])
def test_its_addresses_answer_404(arbiter, player, clients, person):
    tournament = event(arbiter, player, clients)
    draft = rounds.pair_next_round(actor=arbiter, tournament=tournament, draft=True)
    for method, address in of_draft(tournament, draft):
        assert getattr(clients[person][1], method)(address).status_code == 404, address


def test_nobody_finds_them_either(arbiter, player, clients, client):
    tournament = event(arbiter, player, clients)
    draft = rounds.pair_next_round(actor=arbiter, tournament=tournament, draft=True)
    for method, address in of_draft(tournament, draft):
        assert getattr(client, method)(address).status_code in (401, 404), address
        if method == "get":
            assert client.get(address).status_code == 404, address


def test_the_arbiter_finds_it(arbiter, player, clients):
    tournament = event(arbiter, player, clients)
    draft = rounds.pair_next_round(actor=arbiter, tournament=tournament, draft=True)
    desk = signed_in(arbiter)
    for name in ("tournament-round", "desk-round", "desk-hand", "api-round"):
        assert desk.get(reverse(name, args=["open", 2])).status_code == 200, name
    assert desk.get(reverse("api-pairing", args=[draft.pairings.first().pk])).status_code == 200
    assert [each["status"] for each in desk.get(reverse("api-rounds", args=["open"])).json()] == [
        "playing",
        "draft",
    ]
    # What everybody sees is what everybody sees.
    assert desk.get(reverse("tournament", args=["open"])).context["rounds"] == [1]


def test_a_player_reports_nothing_in_it(arbiter, player, clients):
    tournament = event(arbiter, player, clients)
    draft = rounds.pair_next_round(actor=arbiter, tournament=tournament, draft=True)
    entry = tournament.entries.get(player__user=player)
    pairing = draft.pairings.get(seats__entry=entry)
    sent = {"pairing": pairing.pk, "game": 1, "code": "1-0"}
    assert signed_in(None).post(reverse("my", args=[entry.private_key]), sent).status_code == 400
    assert pairing.reports.count() == 0
    round_drafts.publish_draft(actor=arbiter, tournament=tournament, number=2)
    assert reports.report_result(pairing=pairing, entry=entry, code="1-0").code == "1-0"


def test_the_desk_of_an_organiser_does_not_name_it(arbiter, player, clients):
    tournament = event(arbiter, player, clients)
    desk = reverse("desk", args=["open"])
    before = text_of(clients["organiser"][1].get(desk))
    rounds.pair_next_round(actor=arbiter, tournament=tournament, draft=True)
    assert text_of(clients["organiser"][1].get(desk)) == before
    assert b"is a draft" in signed_in(arbiter).get(desk).content


def test_a_draft_of_teams(arbiter, clients):
    tournament = team_event(arbiter, "ABCD")
    this = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    for pairing in this.pairings.all():
        results.record_result(actor=arbiter, pairing=pairing, code="1-0")
    stranger = clients["arbiter of another event"][1]
    found = [
        reverse(name, args=["league"])
        for name in ("tournament", "tournament-individual", "api-teams", "api-trf")
    ]
    found += [reverse("tournament-team", args=["league", team.pk]) for team in tournament.teams.all()]
    before = {address: text_of(stranger.get(address)) for address in found}
    rounds.pair_next_round(actor=arbiter, tournament=tournament, draft=True)
    for address, seen in before.items():
        assert text_of(stranger.get(address)) == seen, address
    assert stranger.get(reverse("api-matches", args=["league", 2])).status_code == 404
    desk = signed_in(arbiter)
    assert len(desk.get(reverse("api-matches", args=["league", 2])).json()) == 2
    assert desk.get(reverse("desk-round", args=["league", 2])).status_code == 200
    match = tournament.rounds.get(number=2).matches.first()
    assert desk.get(reverse("desk-line-up", args=["league", 2, match.pk])).status_code == 200
