"""Players and tournaments of odd names: every page, print, file and answer that shows them is right."""

from __future__ import annotations

import csv
import io
import json
import re
from decimal import Decimal
from html import unescape

import openpyxl
import pytest
from django.urls import reverse

from games.models import Game
from games.services.submission import submit_game
from tests.factories import PlayerFactory, TournamentFactory
from tests.games.snapshot_scenes import golden
from tests.tournaments.desk.conftest import signed_in
from tournaments.models import Entry
from tournaments.services import categories, check_in, fees, registration, results, rounds

EVENT = '=HYPERLINK("http://x","y")'
SCRIPT = "<script>alert(1)</script>"
LONG = "Ďábelskoodolavatelnějšímu".ljust(60, "ž")
NAMES = [
    ("Bye", "Jan"),
    ("O'Neill-Žák", "Ann"),
    (SCRIPT, "Eve"),
    (LONG, "Ota"),
    ("Samota", ""),
    ("-1+1", "@x"),
]
SHOWN = [f"{family} {given}".strip() for family, given in NAMES]

PUBLIC = [
    ("tournament", []),
    ("tournament-round", [1]),
    ("tournament-round-table", [1]),
    ("tournament-standings", []),
    ("tournament-crosstable", []),
    ("tournament-players", []),
    ("print-pairings", []),
    ("print-names", []),
    ("print-standings", []),
    ("print-crosstable", []),
    ("wall", []),
]
DESK = [
    ("desk-players", []),
    ("desk-check-in", []),
    ("desk-fees", []),
    ("desk-codes", []),
    ("desk-round", [1]),
    ("print-slips", []),
    ("print-cards", []),
]
ANSWERS = ["entries", "standings", "crosstable", "rounds/1", "check-in", "fees"]


@pytest.fixture
def desk(arbiter):
    return signed_in(arbiter)


@pytest.fixture
def event(arbiter):
    """One round with results, a game on record, money, a category."""
    tournament = TournamentFactory(
        name=EVENT, slug="odd", arbiters=[arbiter], planned_rounds=3, entry_fee=Decimal(100)
    )
    for family, given in NAMES:
        player = PlayerFactory(family_name=family, given_name=given)
        registration.add_entry(actor=arbiter, tournament=tournament, player=player)
    entries = list(tournament.entries.all())
    for entry in entries:
        check_in.check_in(actor=arbiter, entry=entry)
        fees.record_payment(actor=arbiter, entry=entry, amount=Decimal(100))
    made = categories.add_category(actor=arbiter, tournament=tournament, name=SCRIPT)
    categories.change_members(actor=arbiter, category=made, add=[entry.pk for entry in entries])
    paired = rounds.pair_next_round(actor=arbiter, tournament=tournament)
    first, *rest = paired.pairings.order_by("table")
    submit_game(actor=arbiter, pairing=first, pdn=golden("decided"), source=Game.Source.PDN)
    for pairing in rest:
        results.record_result(actor=arbiter, pairing=pairing, code="1-0")
    tournament.refresh_from_db()
    return tournament


def page_of(client, name, args) -> str:
    answer = client.get(reverse(name, args=["odd", *args]))
    assert (name, answer.status_code) == (name, 200)
    return answer.content.decode()


def words(page: str) -> str:
    """The page's text."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_pages_and_prints(event, desk):
    for name, args in PUBLIC + DESK:
        page = page_of(desk, name, args)
        assert (name, SCRIPT in page) == (name, False)
        seen = words(page)
        missing = [each for each in NAMES if any(part not in seen for part in each)]
        assert (name, missing) == (name, [])


@pytest.mark.parametrize("query", ["", f"?category={SCRIPT}"])
def test_a_category_of_an_odd_name(event, client, query):
    page = client.get(reverse("tournament-standings", args=["odd"]) + query).content.decode()
    assert (SCRIPT in page, "&lt;script&gt;" in page) == (False, True)


def test_pages_of_each_player(event, desk):
    for entry in Entry.objects.select_related("player"):
        for place in (
            entry.player.get_absolute_url(),
            reverse("my", args=[entry.private_key]),
            reverse("desk-entry", args=["odd", entry.pk]),
            reverse("desk-fee", args=["odd", entry.pk]),
            reverse("tournament-standing", args=["odd", entry.number]),
        ):
            answer = desk.get(place)
            page = answer.content.decode()
            assert (place, answer.status_code, SCRIPT in page) == (place, 200, False)
            name = entry.player.name
            assert (place, name in words(page) or entry.player.formal_name in words(page)) == (place, True)


def test_a_player_called_bye_is_no_bye(event, desk):
    bye = Entry.objects.get(player__family_name="Bye")
    assert bye.seats.count() == 1
    assert not any(pairing.is_bye for pairing in event.rounds.get().pairings.all())


def test_they_are_found(event, client):
    for text, name in (
        ("bye", "Bye Jan"),
        ("oneill", "O'Neill-Žák Ann"),
        ("zak o neill", "O'Neill-Žák Ann"),
        ("script alert", f"{SCRIPT} Eve"),
        ("dabelsko", f"{LONG} Ota"),
        ("samota", "Samota"),
    ):
        found = client.get("/api/v1/players/", {"search": text}).json()["results"]
        assert [(each["family_name"] + " " + each["given_name"]).strip() for each in found] == [name]


def test_answers_of_the_api(event, desk):
    for path in ANSWERS:
        answer = desk.get(f"/api/v1/tournaments/odd/{path}/")
        assert (path, answer.status_code, answer["Content-Type"]) == (path, 200, "application/json")
        said = json.dumps(answer.json(), ensure_ascii=False).replace('\\"', '"')
        assert (path, [each for each in SHOWN if each not in said]) == (path, [])
    assert desk.get("/api/v1/tournaments/odd/").json()["name"] == EVENT


def test_tables_for_spreadsheets_have_no_formula(event, desk):
    for name in ("desk-fees-file", "desk-log-file"):
        answer = desk.get(reverse(name, args=["odd"]))
        harmless_headers(answer)
        table = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
        assert [cell for row in table for cell in row if cell.startswith(("=", "+", "@", "-"))] == []
    answer = desk.get(reverse("desk-fees-file", args=["odd"]), {"kind": "xlsx"})
    harmless_headers(answer)
    sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).active
    assert "f" not in {cell.data_type for row in sheet for cell in row}


def harmless_headers(answer) -> None:
    assert answer.status_code == 200
    assert re.fullmatch(r'attachment; filename="[\w.-]+"', answer["Content-Disposition"])


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_trf(event, desk, edition):
    answer = desk.get(reverse("tournament-trf", args=["odd", edition]))
    harmless_headers(answer)
    text = answer.content.decode("utf-8", errors="replace")
    assert EVENT in text
    # Each player is one line that begins with its number, whatever the name.
    assert len([line for line in text.splitlines() if line.startswith("001 ")]) == len(NAMES)


def test_pdn(event, client):
    game = Game.objects.get()
    for place in (reverse("tournament-pdn", args=["odd"]), reverse("game-pdn", args=[game.pk])):
        answer = client.get(place)
        harmless_headers(answer)
        text = answer.content.decode()
        assert '[Event "=HYPERLINK(\\"http://x\\",\\"y\\")"]' in text
        white = game.pairing.white.player.name
        assert f'[White "{white}"]' in text or f'[White "{game.pairing.white.player.formal_name}"]' in text


def test_the_whole_event_as_a_file(event, desk):
    answer = desk.get(reverse("tournament-snapshot", args=["odd"]))
    harmless_headers(answer)
    assert json.loads(answer.content)["tournament"]["tournament"]["name"] == EVENT


def test_the_feed(event, client):
    answer = client.get(reverse("tournament-feed", args=["odd"]))
    assert (answer.status_code, SCRIPT in answer.content.decode()) == (200, False)
