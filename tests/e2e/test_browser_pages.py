"""The public pages in a browser: nothing runs off a phone, nothing breaks the security policy."""

import pytest
from playwright.sync_api import expect

from tests.factories import (
    GameFactory,
    PairingFactory,
    PlayerTitleFactory,
    RatingChangeFactory,
    RatingFactory,
    RatingListFactory,
    RoundFactory,
    TournamentFactory,
)
from tests.tournaments.views.scenes import entry, four_players
from tournaments.models import Tournament
from tournaments.services.results import record_result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ADDRESSES = [
    "/",
    "/tournaments/",
    "/tournaments/four/",
    "/tournaments/four/standings/",
    "/tournaments/four/standings/3/",
    "/tournaments/four/crosstable/?by=rounds",
    "/tournaments/four/games/",
    "/tournaments/four/players/",
    "/tournaments/four/about/",
    "/players/",
    "/players/{player}/",
    "/clubs/",
    "/federations/",
    "/ratings/",
    "/ratings/cr/",
    "/accounts/login/",
    "/nothing-here/",
]

# The page is wider than the window, or a table reaches into the margin (a cross table scrolls in its frame).
RUNS_OFF = """
    document.documentElement.scrollWidth > window.innerWidth
    || [...document.querySelectorAll("main > *, table:not(.scroll-x table)")].some(
         part => part.getBoundingClientRect().right > window.innerWidth - 15)
"""


@pytest.fixture
def player(db):
    """A player of the tournament "four" with a long name, a title, a game and a rating history."""
    tournament = four_players()
    pairing = tournament.rounds.get(number=1).pairings.get(table=1)
    GameFactory(pairing=pairing)
    found = pairing.white.player
    found.family_name, found.given_name = "Nejnepravděpodobnější-Dlouhopříjmenná", "Konstantina"
    found.save()
    PlayerTitleFactory(player=found)
    rating_list = RatingListFactory(slug="cr")
    RatingFactory(rating_list=rating_list, player=found, is_provisional=True)
    RatingChangeFactory(rating_list=rating_list, player=found, tournament=tournament)
    return found


def listen(window):
    """The errors the browser reports, the security policy's among them."""
    errors = []
    window.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    window.on("pageerror", lambda error: errors.append(str(error)))
    return errors


@pytest.mark.parametrize("window", ["page", "phone"])
def test_no_page_scrolls_sideways_or_breaks_the_security_policy(request, live_server, player, window):
    browser_page = request.getfixturevalue(window)
    errors = listen(browser_page)
    wide = []
    for address in ADDRESSES:
        browser_page.goto(live_server.url + address.format(player=player.pk))
        if browser_page.evaluate(RUNS_OFF):
            wide.append(address)
    assert wide == []
    assert [error for error in errors if "404" not in error] == []


def test_a_wide_cross_table_scrolls_inside_itself_and_keeps_the_names(live_server, phone, db):
    tournament = TournamentFactory(slug="wide", status="running", planned_rounds=20)
    RoundFactory(tournament=tournament)
    for number in range(1, 21):
        entry(tournament, number, f"Player {number}")
    phone.goto(f"{live_server.url}/tournaments/wide/crosstable/")
    frame = phone.locator(".scroll-x")
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth")
    assert not phone.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    frame.evaluate("frame => { frame.scrollLeft = 300 }")
    expect(frame.get_by_role("rowheader", name="Player 7", exact=True)).to_be_in_viewport(ratio=1)


def test_the_keyboard_skips_to_the_content_and_sees_where_it_is(live_server, page, player):
    page.goto(f"{live_server.url}/tournaments/four/")
    page.keyboard.press("Tab")
    skip = page.locator(".skip-link")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_everything_works_without_javascript(browser, live_server, player):
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    window = context.new_page()
    window.goto(f"{live_server.url}/tournaments/")
    window.get_by_role("button", name="English").click()
    window.get_by_label("Name or place").fill("ctyri")
    window.get_by_role("button", name="Show").click()
    window.get_by_role("link", name="Čtyři").click()
    window.get_by_role("link", name="Standings").click()
    window.get_by_role("row", name="C", exact=False).locator("a[href*='/standings/3/']").first.click()
    expect(window.get_by_role("heading", name="Why C is in place 3")).to_be_visible()
    context.close()


def test_a_result_appears_on_an_open_page(live_server, page, arbiter, player):
    tournament = Tournament.objects.get(slug="four")
    pairing = PairingFactory(round=RoundFactory(tournament=tournament))
    page.clock.install()
    page.goto(f"{live_server.url}/tournaments/four/")
    row = page.locator("table.pairings tbody tr").first
    expect(row.locator(".result")).to_contain_text("…")
    record_result(actor=arbiter, pairing=pairing, code="0-1")
    page.clock.run_for(21_000)
    expect(row.locator(".result")).to_have_text("0–1")


def test_paper_gets_the_table_alone(live_server, page, player):
    page.goto(f"{live_server.url}/tournaments/four/standings/")
    page.emulate_media(media="print")
    for part in (".site-header", ".site-footer", ".tabs", ".steps"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("table.standings")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
