"""The wall on a screen: it turns its pages, keeps up to date, and bears a lost network."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import RoundFactory, UserFactory
from tests.factories import TournamentFactory as Tournaments
from tests.tournaments.views.print_scenes import LONG_NAME, add_tables
from tournaments.models import Pairing, Player, Tournament
from tournaments.services.results import record_result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CUT = """() => {
  const bottom = document.querySelector("main").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("tbody tr")].filter((row) => row.offsetHeight
    && row.getBoundingClientRect().bottom > bottom + 1).map((row) => row.textContent);
}"""
LETTERS = "() => parseFloat(getComputedStyle(document.querySelector('tbody td')).fontSize)"


@pytest.fixture
def arbiter(transactional_db):
    return UserFactory(username="alena")


@pytest.fixture
def tournament(arbiter) -> Tournament:
    """Twenty tables of one round, without results."""
    tournament = Tournaments(slug="hall", name="Jarní turnaj", status="running", arbiters=[arbiter])
    add_tables(tournament, 20)
    for pairing in Pairing.objects.all():
        pairing.results.all().delete()
    return tournament


@pytest.fixture
def screen(page, address):
    """A large screen; called with a query it opens the wall."""
    page.set_viewport_size({"width": 1920, "height": 1080})

    def opened(query: str = ""):
        page.goto(address("wall", "hall") + query)
        return page

    return opened


def rows(page) -> list[str]:
    """The first cells of the rows that can be seen."""
    return page.locator("tbody tr:visible td:first-child, tbody tr:visible th:first-child").all_inner_texts()


def test_the_pages_turn_by_themselves_and_show_every_row_once(screen, tournament):
    page = screen("?show=pairings&seconds=3")
    where = page.locator("[data-where]")
    expect(where).to_have_text("1 / 2")
    first = rows(page)
    # Large enough for eight metres, and as many rows as a screen takes, none of them cut.
    assert (12 <= len(first) <= 16, page.evaluate(CUT), page.evaluate(LETTERS) >= 36) == (True, [], True)
    expect(where).to_have_text("2 / 2", timeout=6000)
    assert first + rows(page) == [str(table) for table in range(1, 21)]
    assert page.evaluate(CUT) == []


def test_a_long_name_takes_its_lines_and_no_row_is_cut(screen, tournament):
    Player.objects.filter(family_name="White3").update(family_name=LONG_NAME)
    page = screen("?show=pairings,names,standings")
    where = page.locator("[data-where]")
    expect(where).to_have_text(re.compile("1 / "))
    for _page in range(int(where.inner_text().split("/")[1])):
        assert page.evaluate(CUT) == []
        page.keyboard.press("ArrowRight")


def test_a_new_result_appears_by_itself(screen, tournament, arbiter):
    page = screen("?show=pairings&seconds=300")
    row = page.locator("tbody tr").first
    expect(row.locator(".result")).to_contain_text("…")
    page.evaluate("window.stayed = true")
    record_result(actor=arbiter, pairing=Pairing.objects.get(table=1), code="1-0")
    expect(row.locator(".result")).to_have_text("1–0", timeout=12_000)
    assert page.evaluate("window.stayed") is True
    assert [row.get_attribute("class"), page.locator("tr.fresh").count()] == ["fresh", 1]


def test_keys_turn_pause_and_change_the_theme(screen, tournament):
    page = screen("?show=pairings,standings&seconds=300&theme=dark")
    where, state = page.locator("[data-where]"), page.locator("[data-state]")
    expect(where).to_have_text(re.compile("^1 / "))
    last = where.inner_text().split("/")[1].strip()
    page.keyboard.press(" ")
    expect(where).to_have_text(f"2 / {last}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text(f"{last} / {last}")
    page.keyboard.press("p")
    expect(page.locator("[data-do=pause]")).to_have_attribute("aria-pressed", "true")
    expect(state).not_to_be_empty()
    page.keyboard.press("P")
    expect(state).to_be_empty()
    page.keyboard.press("t")
    expect(page.locator("html")).to_have_attribute("data-theme", "bright")
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement !== null")


def test_paused_no_page_turns(page, screen, tournament):
    page.clock.install()
    page = screen("?show=pairings&seconds=3")
    where = page.locator("[data-where]")
    page.clock.fast_forward(3500)
    expect(where).to_have_text("2 / 2")
    page.keyboard.press("p")
    page.clock.fast_forward(3500)
    expect(where).to_have_text("2 / 2")


def test_a_lost_network_is_said_and_what_is_known_stays(screen, tournament, arbiter):
    page = screen("?show=pairings&seconds=300")
    state = page.locator("[data-state]")
    expect(state).to_be_empty()
    page.context.set_offline(True)
    expect(state).not_to_be_empty(timeout=12_000)
    assert len(rows(page)) >= 12
    record_result(actor=arbiter, pairing=Pairing.objects.get(table=1), code="0-1")
    page.context.set_offline(False)
    expect(page.locator("tbody .result").first).to_have_text("0–1", timeout=12_000)
    expect(state).to_be_empty()


def test_who_wants_no_motion_gets_none(browser, address, tournament):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(address("wall", "hall"))
    names = "(all) => all.map((each) => getComputedStyle(each).animationName)"
    assert set(page.locator(".panel, .wall-time").evaluate_all(names)) == {"none"}
    context.close()


def test_without_scripts_all_rows_are_there(browser, address, tournament):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address("wall", "hall") + "?show=pairings,names,standings")
    assert page.locator("tbody tr:visible").count() == 20 + 40 + 40
    expect(page.locator("[data-tools]")).to_be_hidden()
    context.close()


def test_before_the_first_round_and_on_a_phone_nothing_breaks(phone, address, arbiter):
    tournament = Tournaments(slug="hall", name="Jarní turnaj")
    errors: list[str] = []
    phone.on("pageerror", lambda error: errors.append(str(error)))
    phone.goto(address("wall", "hall"))
    expect(phone.locator("h2")).to_be_visible()
    RoundFactory(tournament=tournament)
    add_tables(tournament, 2)
    phone.goto(address("wall", "hall"))
    wide = phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert (wide, errors) == (0, [])
