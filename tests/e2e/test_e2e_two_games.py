"""Rounds of two games and play-offs by keyboard, and a round by hand on a phone."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import log_in
from tests.factories import EntryFactory, PlayerFactory, TournamentFactory, UserFactory
from tournaments.models import Pairing, Result
from tournaments.services import rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RUNS_OFF = "document.documentElement.scrollWidth > window.innerWidth"
# Games that the next one would be drawn over.
LOWER_THAN_ITS_ROW = """[...document.querySelectorAll(".pairing")]
  .filter((game) => game.offsetHeight < game.firstElementChild.offsetHeight).map((game) => game.id)"""
NAMES = ["Nejnepravděpodobnější-Dlouhopříjmenná", "Žížala", "Černý", "Novák"]


@pytest.fixture
def arbiter(transactional_db):
    return UserFactory(username="alena")


def event(arbiter, **fields):
    tournament = TournamentFactory(slug="jarni", arbiters=[arbiter], initial_colour="white", **fields)
    for at, name in enumerate(NAMES):
        player = PlayerFactory(family_name=name, given_name="Konstantina")
        EntryFactory(tournament=tournament, player=player, rating=2000 - 100 * at)
    return tournament


def test_keys_pressed_one_after_the_other_fill_both_games(page, address, arbiter):
    tournament = event(arbiter, games_per_round=2)
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    log_in(page, address)
    page.goto(address("desk-round", "jarni", 1))
    expect(page.locator(".pairing")).to_have_count(4)
    for key in "1321":
        page.keyboard.press(key)
    expect(page.locator(".pairing[data-open], .busy")).to_have_count(0)
    found = [(p.result_code, p.second_code) for p in Pairing.objects.order_by("table")]
    assert found == [("1-0", "0-1"), ("1/2-1/2", "1-0")]
    expect(page.locator(".refused")).to_have_count(0)
    expect(page.locator(".score strong").first).to_have_text("4–0")


def test_a_tie_asks_for_the_next_game_without_a_new_page(page, address, arbiter):
    tournament = event(arbiter, pairing_system="knockout", planned_rounds=None)
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    log_in(page, address)
    page.goto(address("desk-round", "jarni", 1))
    expect(page.locator(".pairing")).to_have_count(2)
    page.keyboard.press("2")
    expect(page.locator(".pairing")).to_have_count(3)
    page.locator(".pairing.further button[value='1-0']").click()
    expect(page.locator(".busy")).to_have_count(0)
    expect(page.locator(".pairing.further").first.locator("[aria-pressed='true']")).to_have_text("1–0")
    assert Result.objects.filter(pairing__table=1, game=2, code="1-0").exists()


def test_a_round_by_hand_on_a_phone(phone, address, arbiter):
    event(arbiter)
    log_in(phone, address)
    phone.goto(address("desk-hand", "jarni", 1))
    white, black = phone.locator("[name=white]").first, phone.locator("[name=black]").first
    before = (white.input_value(), black.input_value())
    phone.locator("[data-swap]").first.click()
    assert (white.input_value(), black.input_value()) == before[::-1]
    assert not phone.evaluate(RUNS_OFF)
    phone.click("main form button.primary")
    expect(phone.locator(".notice.warning[role=alert]")).to_be_visible()
    assert not phone.evaluate(RUNS_OFF)
    phone.click("button[name=confirm]:not([value=''])")
    phone.wait_for_url("**/desk/rounds/1/")
    assert Pairing.objects.get(table=1).white.player.family_name != NAMES[0]


@pytest.mark.parametrize("name", ["desk-round", "tournament-round"])
def test_two_games_and_a_play_off_fit_a_phone(phone, address, arbiter, name):
    tournament = event(arbiter, pairing_system="knockout", planned_rounds=None, games_per_round=2)
    pairing = rounds.pair_next_round(actor=arbiter, tournament=tournament).pairings.get(table=1)
    for game, code in enumerate(["1/2+-1/2", "1/2-1/2", "+/-"], start=1):
        Result.objects.create(pairing=pairing, game=game, code=code)
    log_in(phone, address)
    phone.goto(address(name, "jarni", 1))
    assert not phone.evaluate(RUNS_OFF)
    assert phone.evaluate(LOWER_THAN_ITS_ROW) == []
