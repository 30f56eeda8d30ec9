"""Paper as the browser prints it: pages, heads, and nothing cut off."""

import pytest

from tests.e2e.browsing import log_in
from tests.e2e.pdf_text import Pdf
from tests.factories import (
    ClubFactory,
    EntryFactory,
    PairingFactory,
    PlayerFactory,
    RoundFactory,
    UserFactory,
)
from tests.factories import TournamentFactory as Tournaments
from tests.tournaments.views.print_scenes import LONG_NAME, ODD_NAMES, player
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

A4, TURNED = (595, 842), (842, 595)
LONG_EVENT = "Mistrovství České federace dámy jednotlivců " * 2 + "v rapidu a bleskové hře mužů i žen"
RUNS_OFF = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Boxes whose content does not fit them, and texts that lie outside of the box they are in.
CUT_OFF = """(boxes) => boxes.flatMap((box) => {
  const outer = box.getBoundingClientRect();
  const texts = [...box.querySelectorAll("p, span, strong, svg, td, th")].filter((each) => {
    const inner = each.getBoundingClientRect();
    return inner.width && (inner.left < outer.left - 1 || inner.right > outer.right + 1
      || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1);
  });
  return texts.map((each) => each.className + each.textContent);
})"""
OVER_EACH_OTHER = """(boxes) => boxes.flatMap((box) => {
  const kinds = "header, table, footer, .card-name, .card-club, .card-event, .card-code";
  const parts = [...box.querySelectorAll(kinds)]
    .map((each) => [each.className || each.tagName, each.getBoundingClientRect()]);
  return parts.flatMap(([one, a], i) => parts.slice(i + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => `${one} over ${other}`));
})"""


@pytest.fixture
def arbiter(transactional_db):
    return UserFactory(username="alena")


def event(arbiter, tables: int, names=(), **fields) -> Tournament:
    """A round of so many tables; the first players have these names, the others are Hráč01, Hráč02 …"""
    values = {"slug": "hall", "name": "Jarní turnaj", "status": "running", "players_report": True, **fields}
    tournament = Tournaments(arbiters=[arbiter], **values)
    club = ClubFactory(name="Klub dámy Nejdelší Název Republiky")
    shown = [*names, *(f"Hráč{n:02d}" for n in range(len(names), 2 * tables))]
    entries = [
        EntryFactory(
            tournament=tournament, number=n, rating=2000 - n,
            player=PlayerFactory(family_name=name, given_name="", club=club),
        )
        for n, name in enumerate(shown, start=1)
    ]  # fmt: skip
    this = RoundFactory(tournament=tournament, games=tournament.games_per_round)
    for table, (white, black) in enumerate(zip(entries[::2], entries[1::2], strict=True), start=1):
        PairingFactory(round=this, table=table, white=white, black=black)
    return tournament


def printed(page, address) -> Pdf:
    page.goto(address)
    return Pdf(page.pdf(prefer_css_page_size=True))


def on_each_page(pdf: Pdf, *words: str) -> list[list[bool]]:
    """Whether each page has the words, and its own number of all."""
    pages = len(pdf.texts)
    return [
        [word in text for word in (*words, f"{number}/{pages}")]
        for number, text in enumerate(pdf.texts, start=1)
    ]


@pytest.mark.parametrize(
    ("name", "title", "columns", "pages"),
    [
        ("print-pairings", "1.kolo", "Stůl", 1),
        ("print-names", "1.kolo", "Soupeř", 2),
        ("print-standings", "1.kol", "Hráč", 2),
        ("print-crosstable", "1", "Body", 2),
    ],
)
def test_sixty_players_on_sheets_that_each_have_their_head(
    page, address, arbiter, name, title, columns, pages
):
    event(arbiter, 30)
    pdf = printed(page, address(name, "hall"))
    assert pdf.sizes == [A4] * pages
    assert on_each_page(pdf, "Jarníturnaj", columns) == [[True] * 3] * pages
    # No row is lost at the end of a page, and none is cut in two: each name stands whole on one page.
    names = [f"Hráč{n:02d}" for n in range(60)]
    found = {each: sum(each in text for text in pdf.texts) for each in names}
    assert [each for each in names if not found[each]] == []
    if name != "print-names":  # there each stands twice: as player and as opponent
        assert set(found.values()) == {1}


def test_rows_are_whole_where_names_take_several_lines(page, address, arbiter):
    names = [f"{n:02d}{LONG_NAME}" for n in range(40)]
    event(arbiter, 20, names)
    pdf = printed(page, address("print-pairings", "hall"))
    assert len(pdf.texts) > 1
    assert [each for each in names if sum(each in text for text in pdf.texts) != 1] == []
    assert on_each_page(pdf, "Jarníturnaj") == [[True] * 2] * len(pdf.texts)


def test_no_navigation_is_printed(page, address, arbiter):
    event(arbiter, 2)
    log_in(page, address)
    for name in ("print-pairings", "print-standings"):
        text = printed(page, address(name, "hall")).texts[0]
        assert ("Tisk" in text, "Turnaje" in text, "alena" in text) == (False, False, False)


@pytest.mark.parametrize(("players", "sizes"), [(14, [TURNED]), (26, [TURNED] * 2)])
def test_a_wide_cross_table_is_turned_over(page, address, arbiter, players, sizes):
    tournament = Tournaments(
        slug="hall", name="Kruh", status="running", pairing_system="round-robin", planned_rounds=None
    )
    for number in range(1, players + 1):
        player(tournament, f"Hráč{number:02d}", number=number)
    RoundFactory(tournament=tournament)
    pdf = printed(page, address("print-crosstable", "hall"))
    assert pdf.sizes == sizes
    assert on_each_page(pdf, "Kruh", "Hráč01", f"Hráč{players:02d}") == [[True] * 4] * len(sizes)


@pytest.mark.parametrize(
    ("name", "query", "pages"),
    [
        ("print-slips", "", 2),
        ("print-slips", "?per_page=4", 2),
        ("print-slips", "?blank=1", 1),
        ("print-cards", "?codes=1", 7),
        ("print-cards", "?codes=1&per_page=4&round=1", 4),
        ("print-scoresheets", "", 14),
        ("print-scoresheets", "?for=player", 28),
    ],
)
def test_nothing_on_slips_cards_and_scoresheets_is_cut_off(page, address, arbiter, name, query, pages):
    event(arbiter, 7, ODD_NAMES, name=LONG_EVENT, games_per_round=2)
    log_in(page, address)
    pdf = printed(page, address(name, "hall") + query)
    assert pdf.sizes == [A4] * pages
    page.emulate_media(media="print")
    boxes = page.locator(".slip, .face, .scoresheet")
    assert boxes.count() > 0
    assert boxes.evaluate_all(CUT_OFF) == []
    assert boxes.evaluate_all(OVER_EACH_OTHER) == []
    if "blank" not in query:
        assert LONG_NAME in "".join(pdf.texts)


@pytest.mark.parametrize(
    "name", ["print-pairings", "print-names", "print-standings", "print-slips", "print-cards", "desk-prints"]
)
def test_prints_on_a_phone(phone, address, arbiter, name):
    event(arbiter, 4, ODD_NAMES, name=LONG_EVENT)
    log_in(phone, address)
    phone.goto(address(name, "hall"))
    assert phone.evaluate(RUNS_OFF) == 0
