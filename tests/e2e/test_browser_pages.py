"""Pages in a real browser: nothing blocked or broken, and nothing wider than the window."""

from __future__ import annotations

import pytest

from tests.factories import (
    ClubFactory,
    EntryFactory,
    GameFactory,
    PairingFactory,
    RatingFactory,
    RatingListFactory,
    TournamentFactory,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def addresses() -> list[str]:
    """The public pages of a tournament with one game, and of the people in it."""
    rating_list = RatingListFactory()
    tournament = TournamentFactory(slug="jarni-turnaj", status="running", rating_list=rating_list)
    club = ClubFactory()
    white, black = (
        EntryFactory(tournament=tournament, number=number, player__club=club) for number in (1, 2)
    )
    RatingFactory(rating_list=rating_list, player=white.player)
    game = GameFactory(
        pairing=PairingFactory(round__tournament=tournament, white=white, black=black, result="1-0")
    )
    tabs = ["", "rounds/1/", "standings/", "crosstable/", "games/", "players/", "about/"]
    return [
        "/", "/tournaments/", *[f"/tournaments/jarni-turnaj/{tab}" for tab in tabs], "/players/",
        f"/players/{white.player_id}/", "/clubs/", f"/clubs/{club.pk}/", "/federations/", "/ratings/",
        f"/ratings/{rating_list.slug}/", f"/games/{game.pk}/", "/accounts/login/", "/api/v1/docs/",
    ]  # fmt: skip


@pytest.mark.parametrize("window", ["page", "phone"])
def test_every_page_is_whole(request, window, live_server, addresses):
    view = request.getfixturevalue(window)
    complaints: list[str] = []
    view.on("pageerror", lambda error: complaints.append(f"{view.url}: {error}"))
    view.on(
        "console",
        lambda message: complaints.append(f"{view.url}: {message.text}") if message.type == "error" else None,
    )
    wide = []
    for address in addresses:
        response = view.goto(live_server.url + address)
        assert response.status == 200, address
        beyond = view.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if beyond > 0:
            wide.append((address, beyond))
    assert (complaints, wide) == ([], [])
