"""The board's scripts in a real browser: playing a game in, and stepping through one."""

import re

import pytest
from django.conf import settings
from django.test import Client

from games.models import Game
from games.services.submission import submit_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(page, live_server, user):
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url},
        ]
    )


def pieces(page):
    """The squares with a piece, in the order of their names."""
    return sorted(page.locator("#board .piece").evaluate_all("all => all.map((each) => each.dataset.square)"))


def click(page, *squares):
    """Press squares as a finger would, waiting for each to become a button."""
    for square in squares:
        page.locator(f'#board rect[data-square="{square}"][role="button"]').click()


def moves_in(page):
    return page.locator("textarea[name=pdn]").input_value()


@pytest.fixture
def errors(page, phone):
    """What the pages' scripts complained about; a test ends without any."""
    found = []
    for window in (page, phone):
        window.on("pageerror", lambda error: found.append(str(error)))
        window.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    yield found
    # Browsers ask for this by themselves; an answer of the site's own is not what is tested.
    assert [each for each in found if "favicon" not in each] == []


def test_a_player_plays_his_game_in_on_the_board(errors, page, live_server, player_user, pairing):
    sign_in(page, live_server, player_user)
    page.goto(f"{live_server.url}/pairings/{pairing.pk}/submit/")
    click(page, "c3", "d4", "f6", "e5", "d4", "f6", "g7", "e5")
    page.wait_for_function("document.querySelector('textarea[name=pdn]').value.endsWith('g7xe5')")
    assert moves_in(page) == "1. c3-d4 f6-e5 2. d4xf6 g7xe5"
    page.get_by_text("White to move", exact=True).wait_for()
    page.get_by_role("button", name="Take the last move back").click()
    page.get_by_text("Black to move", exact=True).wait_for()
    assert moves_in(page) == "1. c3-d4 f6-e5 2. d4xf6"
    click(page, "e7", "g5")
    page.get_by_text("White to move", exact=True).wait_for()
    page.select_option("select[name=result]", "1-0")
    page.get_by_role("button", name="Submit the game").click()
    page.get_by_text("The game is on record. Result: 1–0").wait_for()
    game = Game.objects.get()
    assert (game.moves, game.source, game.result) == (["c3-d4", "f6-e5", "d4xf6", "e7xg5"], "board", "1-0")


def test_the_board_is_played_by_keyboard_alone(errors, page, live_server, player_user, pairing):
    sign_in(page, live_server, player_user)
    page.goto(f"{live_server.url}/pairings/{pairing.pk}/submit/")
    page.locator('#board rect[data-square="c3"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    focused = "document.activeElement.dataset.square"
    target = page.evaluate(focused)
    assert target in ("b4", "d4")
    page.keyboard.press("Enter")
    page.get_by_text("Black to move", exact=True).wait_for()
    assert moves_in(page) == f"1. c3-{target}"


def test_a_pasted_fault_is_named_and_the_board_stands_before_it(
    errors, phone, live_server, player_user, pairing
):
    sign_in(phone, live_server, player_user)
    phone.goto(f"{live_server.url}/pairings/{pairing.pk}/submit/")
    phone.fill("textarea[name=pdn]", "1. c3-d4 f6-e5 2. d4-c5")
    phone.get_by_role("button", name="Show these moves on the board").click()
    phone.get_by_text("Ply 3, d4-c5: A capture is possible").wait_for()
    assert {"d4", "e5"} <= set(pieces(phone))
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    click(phone, "d4", "f6")
    phone.wait_for_function("document.querySelector('textarea[name=pdn]').value.endsWith('d4xf6')")
    phone.locator("#play-fault").wait_for(state="hidden")


def test_a_game_is_stepped_through_without_loading_the_page(
    errors, page, live_server, arbiter, pairing, decided
):
    game = submit_game(actor=arbiter, pairing=pairing, pdn=decided, source=Game.Source.PDN)
    sign_in(page, live_server, arbiter)
    page.goto(f"{live_server.url}/games/{game.pk}/")
    end = pieces(page)
    page.evaluate("window.stayed = true")
    page.keyboard.press("Home")
    page.get_by_text("Start of the game").wait_for()
    assert len(pieces(page)) == 24
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_text("Ply 3 of 36: d4xf6").wait_for()
    page.wait_for_function("document.querySelectorAll('#board .piece').length === 23")
    assert page.locator("#board .captured").count() == 1
    page.locator('.moves a[data-ply="36"]').click()
    page.wait_for_function(f"document.querySelectorAll('#board .piece').length === {len(end)}")
    assert pieces(page) == end
    page.keyboard.press("ArrowLeft")
    page.get_by_title("Turn the board").click()
    assert re.search(r"\?ply=35&flip=1$", page.url)
    drawn = page.locator("#board svg").evaluate(
        "svg => [svg.getAttribute('aria-label'), svg.children.length]"
    )
    transforms = "all => all.map((each) => each.dataset.square + each.getAttribute('transform')).sort()"
    by_script = page.locator("#board .piece").evaluate_all(transforms)
    assert page.evaluate("window.stayed") is True
    # The server draws the same picture as the script.
    page.reload()
    assert page.locator("#board .piece").evaluate_all(transforms) == by_script
    assert (
        page.locator("#board svg").evaluate("svg => [svg.getAttribute('aria-label'), svg.children.length]")
        == drawn
    )
