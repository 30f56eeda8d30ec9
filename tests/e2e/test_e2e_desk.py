"""The arbiter's desk in a browser: six steps to the first round, rounds by keyboard, without scripts."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.browsing import log_in
from tests.factories import UserFactory
from tournaments.models import Pairing, Tournament
from tournaments.services import reports, results, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = [
    "Žížala, Řehoř",
    "Nejnepravděpodobnější-Dlouhopříjmenná, Konstantina",
    "Černý, Karel",
    "Novák, Jan",
    "Dvořáková, Marie",
    "Svoboda, Petr",
    "O'Neill-Žák, Adam",
    "Bye, Jan",
]
KEYS = {"1": "1-0", "2": "1/2-1/2", "3": "0-1"}
# The page is wider than the window.
RUNS_OFF = "document.documentElement.scrollWidth > window.innerWidth"


@pytest.fixture
def arbiter(transactional_db):
    return UserFactory(username="alena")


def set_up(page, address, rounds: int) -> None:
    page.goto(address("tournaments"))
    page.click(f"a[href='{reverse('tournament-new')}']")
    page.fill("[name=name]", "Jarní cena")
    page.fill("[name=planned_rounds]", str(rounds))
    page.fill("[name=players]", "\n".join(NAMES))
    page.click("main form button.primary")


def pair(page, number: int) -> None:
    expect(page.locator("[name=expected_number]")).to_have_value(str(number))
    page.click("form[action$='/rounds/pair/'] button")
    page.wait_for_url(f"**/rounds/{number}/")
    expect(page.locator(".pairing")).to_have_count(4)


def recorded(number: int) -> list[str | None]:
    pairings = Pairing.objects.filter(round__number=number).order_by("table")
    return [pairing.result_code for pairing in pairings]


def test_six_steps_and_three_rounds_by_keyboard(page, address, arbiter):
    log_in(page, address)
    set_up(page, address, rounds=3)
    pair(page, 1)
    for number, keys in enumerate(["1231", "3123", "2312"], start=1):
        if number > 1:
            pair(page, number)
        expect(page.locator(".pairing.here th")).to_have_text("1")
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(".pairing[data-open]")).to_have_count(0)
        assert recorded(number) == [KEYS[key] for key in keys]
    page.click(f"#round-state a[href='{reverse('desk-finish', args=['jarni-cena'])}']")
    page.click("main form button.primary")
    expect(page.locator(".card.next a.button")).to_have_attribute(
        "href", reverse("tournament-standings", args=["jarni-cena"])
    )
    assert Tournament.objects.get().status == "finished"


def test_arrows_choose_the_table_and_0_clears(page, address, arbiter):
    log_in(page, address)
    set_up(page, address, rounds=3)
    pair(page, 1)
    expect(page.locator(".pairing.here th")).to_have_text("1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("3")
    expect(page.locator(".pairing.here th")).to_have_text("4")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    expect(page.locator(".busy")).to_have_count(0)
    assert recorded(1) == [None, None, None, None]
    page.keyboard.press("2")
    expect(page.locator(".pairing[data-open]")).to_have_count(3)
    assert recorded(1) == [None, None, "1/2-1/2", None]


def test_who_leaves_before_all_results_are_sent_is_asked(page, address, arbiter):
    log_in(page, address)
    set_up(page, address, rounds=3)
    pair(page, 1)
    held, asked = [], []
    page.route("**/results/**", lambda route: held.append(route))
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.keyboard.press("1")
    expect(page.locator(".busy")).to_have_count(1)
    page.evaluate("document.querySelector('nav.tabs a').click()")
    page.wait_for_timeout(300)
    assert (asked, page.url.endswith("/rounds/1/")) == (["beforeunload"], True)
    held[0].continue_()
    expect(page.locator(".busy")).to_have_count(0)
    assert recorded(1) == ["1-0", None, None, None]
    page.click("nav.tabs a")
    page.wait_for_url("**/desk/")
    assert asked == ["beforeunload"]


def test_a_colleague_was_first(page, address, arbiter):
    log_in(page, address)
    set_up(page, address, rounds=3)
    pair(page, 1)
    first = Pairing.objects.get(table=1)
    results.record_result(actor=arbiter, pairing=first, code="0-1")
    results.record_result(actor=arbiter, pairing=Pairing.objects.get(table=2), code="1/2-1/2")
    expect(page.locator(".pairing.here th")).to_have_text("1")
    page.keyboard.press("1")
    expect(page.locator(f"#pairing-{first.pk} .refused")).to_be_visible()
    assert recorded(1)[0] == "0-1"
    # The other screen's results have come along.
    expect(page.locator(".pairing[data-open]")).to_have_count(2)
    page.click(f"#pairing-{first.pk} .refused button")
    expect(page.locator(".refused")).to_have_count(0)
    assert recorded(1) == ["1-0", "1/2-1/2", None, None]


def test_what_another_screen_does_comes_along_and_what_is_written_stays(page, address, arbiter):
    log_in(page, address)
    set_up(page, address, rounds=3)
    Tournament.objects.update(players_report=True)
    pair(page, 1)
    first, _second, third, fourth = Pairing.objects.order_by("table")
    page.locator(f"#pairing-{third.pk} summary").click()
    page.fill(f"#reason-pairing-{third.pk}", "clock fell")
    for pairing in (first, third):
        results.record_result(actor=arbiter, pairing=pairing, code="0-1")
    reports.report_result(pairing=fourth, entry=fourth.white, code="1-0")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(f"#pairing-{first.pk} [aria-pressed='true']")).to_have_text("0–1")
    expect(page.locator("#live-reports .report")).to_have_count(1)
    assert page.input_value(f"#reason-pairing-{third.pk}") == "clock fell"
    # The game that was being written in is not silently another's: sent, it says who was first.
    page.select_option(f"#code-pairing-{third.pk}", "1-0")
    page.click(f"#pairing-{third.pk} form:has(select) .button")
    expect(page.locator(f"#pairing-{third.pk} .refused")).to_be_visible()
    assert page.input_value(f"#pairing-{third.pk} .refused [name=reason]") == "clock fell"
    assert recorded(1) == ["0-1", None, "0-1", None]


def test_everything_works_without_scripts(browser, address, arbiter):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    context.set_default_timeout(10_000)
    page = context.new_page()
    log_in(page, address)
    set_up(page, address, rounds=1)
    pair(page, 1)
    for table, code in enumerate(["1-0", "0-1", "1/2-1/2"]):
        page.locator(".pairing").nth(table).locator(f"button[value='{code}']").click()
    last = page.locator(".pairing").nth(3)
    last.locator("summary").click()
    last.locator("select").select_option("+/-")
    last.locator(".more-body form:has(select) button").click()
    expect(page.locator(".pairing[data-open]")).to_have_count(0)
    assert recorded(1) == ["1-0", "0-1", "1/2-1/2", "+/-"]
    context.close()


def test_nothing_runs_off_a_phone_or_breaks_the_security_policy(phone, address, arbiter):
    complaints: list[str] = []
    phone.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    log_in(phone, address)
    set_up(phone, address, rounds=3)
    tournament = Tournament.objects.get()
    rounds.pair_next_round(actor=arbiter, tournament=tournament)
    entry = tournament.entries.first().pk
    slug, runs_off = tournament.slug, []
    for name, *args in [
        ("tournament-new",), ("desk", slug), ("desk-players", slug), ("desk-entry", slug, entry),
        ("desk-round", slug, 1), ("desk-undo", slug, 1), ("desk-settings", slug), ("desk-log", slug),
        ("desk-finish", slug),
    ]:  # fmt: skip
        phone.goto(address(name, *args))
        for details in phone.locator("summary").all():
            details.click()
        if phone.evaluate(RUNS_OFF):
            runs_off.append(name)
    assert (runs_off, complaints) == ([], [])
