"""A large bracket on paper."""

import pytest

from tests.tournaments.views.test_bracket_page import knockout
from tournaments.services.rounds import pair_next_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UPRIGHT, ON_ITS_SIDE = 718, 1047
"""How wide a sheet of A4 is between its margins, in pixels."""


def test_its_matches_have_room_however_the_sheet_lies(page, address):
    pair_next_round(actor=None, tournament=knockout(None, 17, arbiters=[]))
    page.emulate_media(media="print")
    for width in (UPRIGHT, ON_ITS_SIDE):
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(address("tournament-bracket", "cup"))
        widths = page.eval_on_selector_all(".bracket-match", "(all) => all.map((each) => each.clientWidth)")
        assert (len(widths) > 16, min(widths) >= 200) == (True, True)
