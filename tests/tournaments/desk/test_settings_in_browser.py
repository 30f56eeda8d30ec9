"""The settings of pairing systems follow the choice of the system in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.games.views.test_board_in_browser import sign_in
from tournaments.domain.pairing import PAIRING_SYSTEMS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_settings_are_those_of_the_chosen_system(page, live_server, arbiter):
    sign_in(page, live_server, arbiter)
    page.goto(f"{live_server.url}/tournaments/new/")
    page.locator("details.fold-away").first.locator("summary").click()
    for system in PAIRING_SYSTEMS.values():
        page.select_option("select[name=pairing_system]", system.key)
        for field in page.locator("[data-systems]").all():
            belongs = system.key in field.get_attribute("data-systems").split()
            expect(field).to_be_visible() if belongs else expect(field).to_be_hidden()
        named = {
            name.removeprefix("setting_")
            for name in page.locator("[data-systems]:not([hidden]) [name]").evaluate_all(
                "all => all.map((each) => each.name)"
            )
        }
        assert named == {setting.key for setting in system.settings}
