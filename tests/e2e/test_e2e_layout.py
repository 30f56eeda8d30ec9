"""Where things stand on a phone and on a screen: nothing over something else, cut off or broken."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import log_in
from tests.factories import (
    ClubFactory,
    EntryFactory,
    GameFactory,
    PlayerFactory,
    TournamentFactory,
    UserFactory,
)
from tournaments.services import registration, results, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["Žížala", "Nejnepravděpodobnější", "Černý", "Novák", "Dvořáková"]
RUNS_OFF = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Pairs of cells of one table that lie over each other by more than a pixel.
OVERLAPS = """() => [...document.querySelectorAll(".pairing > tr:first-child")].flatMap((row) => {
  const cells = [...row.children].map((cell) => [cell.className, cell.getBoundingClientRect()]);
  return cells.flatMap(([one, a], i) => cells.slice(i + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => `${one} over ${other}`));
})"""
# How many rows the text takes with which an element begins.
TEXT_ROWS = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element.firstChild);
  return new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size;
}"""
MIDDLES = "(all) => all.map((each) => Math.round(each.getBoundingClientRect().top))"


@pytest.fixture
def arbiter(transactional_db):
    return UserFactory(username="alena")


@pytest.fixture
def tournament(arbiter):
    """Five players, one of them with a bye in round 1, one withdrawn after it."""
    tournament = TournamentFactory(slug="jarni", planned_rounds=3, arbiters=[arbiter])
    club = ClubFactory(name="Klub dámy Nejdelší Název Republiky")
    for name in NAMES:
        player = PlayerFactory(family_name=name, given_name="Konstantina", club=club)
        EntryFactory(tournament=tournament, player=player)
    pairings = rounds.pair_next_round(actor=arbiter, tournament=tournament).pairings.order_by("table")
    results.record_result(actor=arbiter, pairing=pairings[0], code="1-0")
    GameFactory(pairing=pairings[0])
    registration.withdraw_entry(actor=arbiter, entry=pairings[1].white)
    return tournament


@pytest.mark.parametrize("width", [390, 320])
def test_the_tables_of_a_round_on_a_phone(phone, address, arbiter, tournament, width):
    phone.set_viewport_size({"width": width, "height": 844})
    log_in(phone, address)
    phone.goto(address("desk-round", "jarni", 1))
    assert (phone.evaluate(OVERLAPS), phone.evaluate(RUNS_OFF)) == ([], 0)
    here = phone.locator(".pairing.here")
    expect(here.locator(".table-number")).to_have_text("2")
    # What is on top where the number stands is the number, and the frame of the button is not painted over.
    covered = here.evaluate(
        """(pairing) => {
          pairing.scrollIntoView({ block: "center" });
          const box = pairing.querySelector(".table-number").getBoundingClientRect();
          const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          const painted = [...pairing.querySelectorAll("tr > *")]
            .filter((cell) => getComputedStyle(cell).backgroundColor !== "rgba(0, 0, 0, 0)");
          return [found.className, painted.length];
        }"""
    )
    assert covered == ["num table-number", 0]


@pytest.mark.parametrize("name", ["desk-players", "tournament-players", "tournament-standings"])
def test_a_withdrawn_player_does_not_widen_a_phone(phone, address, tournament, name):
    log_in(phone, address)
    phone.goto(address(name, "jarni"))
    assert phone.evaluate(RUNS_OFF) == 0


@pytest.mark.parametrize("language", ["cs", "sk", "en"])
def test_a_requested_bye_does_not_widen_a_phone(phone, address, arbiter, tournament, language):
    phone.set_extra_http_headers({"accept-language": language})
    entry = tournament.entries.get(player__family_name="Černý")
    tournament.entries.update(rating=1500)
    registration.request_bye(actor=arbiter, entry=entry, round_number=2, code="half-bye")
    log_in(phone, address)
    phone.goto(address("desk-players", "jarni"))
    assert phone.evaluate(RUNS_OFF) == 0


@pytest.mark.parametrize("width", [390, 360])
def test_the_link_to_a_game_is_in_one_piece(phone, address, tournament, width):
    phone.set_viewport_size({"width": width, "height": 844})
    log_in(phone, address)
    phone.goto(address("tournament-round", "jarni", 1))
    links = phone.locator(".pairings td .fold-note a")
    assert [link.evaluate(TEXT_ROWS) for link in links.all()] == [1, 1]
    assert phone.evaluate(RUNS_OFF) == 0


@pytest.mark.parametrize("language", ["cs", "sk", "en"])
@pytest.mark.parametrize("width", [390, 360])
def test_the_navigation_is_one_row(phone, address, transactional_db, language, width):
    phone.set_viewport_size({"width": width, "height": 844})
    phone.set_extra_http_headers({"accept-language": language})
    phone.goto(address("players"))
    tops = phone.locator(".site-nav li").evaluate_all(MIDDLES)
    assert (len(tops), len(set(tops)), phone.evaluate(RUNS_OFF)) == (5, 1, 0)


@pytest.mark.parametrize("language", ["cs", "sk", "en"])
def test_the_first_questions_stand_in_line_and_are_readable(page, address, arbiter, language):
    page.set_extra_http_headers({"accept-language": language})
    log_in(page, address)
    page.goto(address("tournament-new"))
    row = page.locator("form .fields").first.locator("select")
    assert len(set(row.evaluate_all(MIDDLES))) == 1
    # The closed box shows the whole of what is chosen.
    room = page.locator("#id_pairing_system").evaluate(
        """(select) => {
          const style = getComputedStyle(select), probe = document.createElement("span");
          probe.style.cssText = `position:absolute;white-space:nowrap;font:${style.font}`;
          probe.textContent = select.selectedOptions[0].textContent;
          document.body.append(probe);
          const arrow = 24, padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
          return select.clientWidth - padding - arrow - probe.getBoundingClientRect().width;
        }"""
    )
    assert room >= 0


def test_a_print_button_prints(page, address, tournament):
    page.goto(address("tournament-standings", "jarni"))
    button = page.locator("[data-print]")
    expect(button).to_be_visible()
    page.evaluate("window.print = () => { window.printed = true; }")
    button.click()
    assert page.evaluate("window.printed") is True


def test_without_scripts_no_button_promises_to_print(browser, address, tournament):
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(address("tournament-standings", "jarni"))
    expect(plain.locator("[data-print]")).to_be_hidden()
    context.close()
