"""The board's scripts in a real browser: playing a game in, and stepping through one."""

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from games.models import Game
from games.services.submission import submit_game
from tournaments.models import Round

# Black's man on e5 can take f4 and f2, or d4 and d2: both captures end on e1.
TWO_WAYS = (
    "1. g3-h4 h6-g5 2. h2-g3 b6-c5 3. c3-b4 a7-b6 4. e3-f4 g5xe3 5. f2xd4 c5xe3 6. d2xf4 b6-c5 "
    "7. f4-g5 b8-a7 8. g3-f4 g7-h6 9. g1-h2 h8-g7 10. e1-f2 c7-b6 11. b4-a5 d8-c7 12. c1-d2 c5-b4 "
    "13. a3xc5 b6xd4 14. b2-c3 d4xb2 15. a1xc3 f6-e5 16. c3-d4"
)

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
    phone.get_by_text("Ply 3 (move 2, White): d4-c5 – A capture is possible").wait_for()
    assert {"d4", "e5"} <= set(pieces(phone))
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    click(phone, "d4", "f6")
    phone.wait_for_function("document.querySelector('textarea[name=pdn]').value.endsWith('d4xf6')")
    phone.locator("#play-fault").wait_for(state="hidden")


REFUSED = (
    "Ply 3 (move 2, White): d4-{} – A capture is possible and must be made: from d4. Legal moves: d4xf6."
)


@pytest.fixture
def forced(errors, page, phone, live_server, player_user, pairing):
    """A function that opens the board in a window after 1. c3-d4 f6-e5, where White must capture."""

    def opened(window):
        sign_in(window, live_server, player_user)
        window.goto(f"{live_server.url}/pairings/{pairing.pk}/submit/")
        click(window, "c3", "d4", "f6", "e5")
        window.get_by_text("White to move", exact=True).wait_for()
        return window

    return opened


def stands_as_before(window):
    """The refused move has left no trace on the board or in the text; the game goes on from there."""
    assert {"d4", "e5"} <= set(pieces(window))
    assert moves_in(window) == "1. c3-d4 f6-e5"
    click(window, "f6")
    window.wait_for_function("document.querySelector('textarea[name=pdn]').value.endsWith('d4xf6')")
    window.get_by_text("Black to move", exact=True).wait_for()
    assert window.locator("#play-refusal").inner_text() == ""


def test_a_wrong_move_by_mouse_is_refused_with_ply_and_reason(page, forced):
    window = forced(page)
    click(window, "d4", "c5")
    refusal = window.locator("#play-refusal")
    expect(refusal).to_have_text(REFUSED.format("c5"))
    assert (refusal.get_attribute("role"), refusal.get_attribute("aria-live")) == ("alert", "assertive")
    stands_as_before(window)


def test_a_piece_that_may_not_move_is_answered_too(page, forced):
    window = forced(page)
    refusal = window.locator("#play-refusal")
    click(window, "a3", "b4")
    expect(refusal).to_contain_text("a3-b4 – A capture is possible and must be made: from d4.")
    # The opponent's piece, from a board where nothing is taken up.
    click(window, "a3", "e5", "f4")
    expect(refusal).to_contain_text("e5-f4 – The piece on e5 is the opponent's.")
    click(window, "d4")
    stands_as_before(window)


def test_a_wrong_move_by_touch_is_refused_with_ply_and_reason(browser, forced):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    window = forced(context.new_page())
    for square in ("d4", "c5"):
        window.locator(f'#board rect[data-square="{square}"][role="button"]').tap()
    expect(window.locator("#play-refusal")).to_have_text(REFUSED.format("c5"))
    expect(window.locator("#play-refusal")).to_be_in_viewport()
    stands_as_before(window)
    context.close()


def test_a_wrong_move_by_keyboard_is_refused_and_the_focus_stays(page, forced):
    window = forced(page)
    window.locator('#board rect[data-square="d4"]').focus()
    window.keyboard.press("Enter")
    window.keyboard.press("ArrowUp")
    focused = "document.activeElement.dataset.square"
    assert window.evaluate(focused) == "c5"
    window.keyboard.press("Enter")
    expect(window.locator("#play-refusal")).to_have_text(REFUSED.format("c5"))
    assert window.evaluate(focused) == "c5"
    window.keyboard.press("ArrowRight")
    assert window.evaluate(focused) == "e5"
    stands_as_before(window)


def test_of_two_captures_to_one_square_the_player_chooses(errors, page, live_server, player_user, pairing):
    sign_in(page, live_server, player_user)
    page.goto(f"{live_server.url}/pairings/{pairing.pk}/submit/")
    page.fill("textarea[name=pdn]", TWO_WAYS)
    page.get_by_role("button", name="Show these moves on the board").click()
    page.get_by_text("Black to move", exact=True).wait_for()
    click(page, "e5", "e1")
    ways = page.get_by_role("group", name="Which move?").get_by_role("button")
    expect(ways).to_have_text(["e5xg3xe1", "e5xc3xe1"])
    expect(page.get_by_text("More than one move ends there. Choose one.")).to_be_visible()
    ways.nth(1).click()
    page.get_by_text("White to move", exact=True).wait_for()
    assert moves_in(page).split()[-1] == "e5xc3xe1"
    # Taken on the way over c3; what stood on the way over g3 is still there.
    assert set(pieces(page)) & {"d4", "d2", "f4", "f2", "e1"} == {"f4", "f2", "e1"}


def test_a_huff_is_told_from_the_same_move_without_one(errors, page, live_server, player_user, pairing):
    pairing.round.tournament.ruleset = "slovak"
    pairing.round.tournament.save()
    sign_in(page, live_server, player_user)
    page.goto(f"{live_server.url}/pairings/{pairing.pk}/submit/")
    # Black's man on f6 could have taken g5.
    page.fill("textarea[name=pdn]", "d2-c3 c7-b6 f2-e3 e7-d6 e3-f4 g7-f6 f4-g5 d6-e5")
    page.get_by_role("button", name="Show these moves on the board").click()
    page.locator("#play-undo:enabled").wait_for()
    click(page, "e1", "d2")
    ways = page.get_by_role("group", name="Which move?").get_by_role("button")
    expect(ways).to_have_text(["e1-d2", "huff f6 e1-d2"])
    ways.nth(1).click()
    page.get_by_text("Black to move", exact=True).wait_for()
    assert moves_in(page).endswith("huff f6 e1-d2")
    assert "f6" not in pieces(page)


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
    page.get_by_text("Ply 3 of 36: 2. d4xf6").wait_for()
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


def test_the_board_starts_from_the_drawn_set_up(errors, page, live_server, player_user, pairing):
    Round.objects.update(games=2, opening="Ending: B:Wa1,c1,e1,Kg1:Bb8,d8,f8,h8")
    sign_in(page, live_server, player_user)
    page.goto(f"{live_server.url}/pairings/{pairing.pk}/submit/?game=2")
    assert pieces(page) == ["a1", "b8", "c1", "d8", "e1", "f8", "g1", "h8"]
    click(page, "b8", "a7")
    page.get_by_text("White to move", exact=True).wait_for()
    click(page, "a1", "b2")
    page.get_by_text("Black to move", exact=True).wait_for()
    assert moves_in(page) == "1... b8-a7 2. a1-b2"
    # Taken back, the position is the drawn one again.
    undo = page.get_by_role("button", name="Take the last move back")
    undo.click()
    page.get_by_text("White to move", exact=True).wait_for()
    undo.click()
    page.get_by_text("Black to move", exact=True).wait_for()
    assert (pieces(page)[:2], moves_in(page)) == (["a1", "b8"], "")
    click(page, "b8", "a7")
    page.get_by_text("White to move", exact=True).wait_for()
    page.get_by_role("button", name="Submit the game").click()
    page.get_by_text("The game is on record. No result is recorded yet.").wait_for()
    game = Game.objects.get()
    assert (game.number, game.start_fen, game.moves) == (2, "B:Wa1,c1,e1,Kg1:Bb8,d8,f8,h8", ["b8-a7"])
