"""Players from files and spreadsheets: looked at first, then all of them entered or nobody."""

from __future__ import annotations

import csv
import io
from datetime import date

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import ClubFactory, EntryFactory, FederationFactory, PlayerFactory
from tests.tournaments.desk.conftest import said, signed_in, with_players
from tournaments.models import AuditEntry, Category, Entry, Player

pytestmark = pytest.mark.both

FIVE = [
    ("Žížala, Řehoř", "1985", "Sokol; Kolín", "1500"),
    ("Bye", "", "", ""),
    ("O'Neill-Žák", "1990", "", "1300"),
    ("<script>alert(1)</script>, Jan", "2001", "Kolín, město", ""),
    ("Ď" * 60, "1975", "", "0"),
]
ENTERED = [
    ("Žížala", "Řehoř", 1985, "Sokol; Kolín", 1500),
    ("Bye", "", None, None, None),
    ("O'Neill-Žák", "", 1990, None, 1300),
    ("<script>alert(1)</script>", "Jan", 2001, "Kolín, město", None),
    ("Ď" * 60, "", 1975, None, 0),
]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "cp1250"]


def table(delimiter: str, rows=FIVE) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter).writerows(rows)
    return written.getvalue()


def workbook(rows) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def entered(tournament) -> list[tuple]:
    return [
        (
            entry.player.family_name,
            entry.player.given_name,
            entry.player.birth_year,
            entry.player.club.name if entry.player.club else None,
            entry.rating,
        )
        for entry in tournament.entries.select_related("player__club").order_by("pk")
    ]


@pytest.fixture
def tournament(arbiter):
    return with_players(arbiter, 0)


@pytest.fixture
def url(tournament):
    return reverse("desk-import", args=[tournament.slug])


def look(desk, url, content: bytes, name: str = "players.csv"):
    return desk.post(url, {"file": SimpleUploadedFile(name, content)})


def confirm(desk, url, page, **choices):
    """Press the page's button with what its lists say, some of them changed."""
    fields = {"text": page.context["text"], "version": page.context["tournament"].version, "confirm": "1"}
    for each in page.context["rows"]:
        if each["row"].candidates and not each["row"].is_undecided:
            fields[f"choice-{each['listed'].line}"] = "new" if each["is_new"] else each["chosen"]
    fields |= {f"choice-{line.removeprefix('line_')}": value for line, value in choices.items()}
    return desk.post(url, fields)


class TestFivePlayers:
    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    @pytest.mark.parametrize("encoding", ENCODINGS)
    def test_from_every_encoding_and_delimiter(self, desk, url, tournament, encoding, delimiter):
        page = look(desk, url, table(delimiter).encode(encoding))
        assert (page.status_code, [each["row"].kind for each in page.context["rows"]]) == (200, ["new"] * 5)
        assert tournament.entries.count() == 0
        assert confirm(desk, url, page)["Location"] == reverse("desk-players", args=[tournament.slug])
        assert entered(tournament) == ENTERED

    def test_from_a_workbook(self, desk, url, tournament):
        rows = [(name, int(year) if year else None, club, rating) for name, year, club, rating in FIVE]
        page = look(desk, url, workbook(rows), "players.xlsx")
        confirm(desk, url, page)
        assert entered(tournament) == ENTERED

    def test_pasted(self, desk, url, tournament):
        confirm(desk, url, desk.post(url, {"text": table("\t")}))
        assert entered(tournament) == ENTERED

    def test_the_pages_show_the_names_as_they_are(self, desk, url, tournament):
        page = look(desk, url, table(";").encode())
        shown = page.content.decode()
        assert ("<script>alert(1)" in shown, "&lt;script&gt;alert(1)" in shown) == (False, True)
        after = desk.get(confirm(desk, url, page)["Location"]).content.decode()
        assert ("<script>alert(1)" in after, "O&#x27;Neill-Žák" in after, "Ď" * 60 in after) == (
            False,
            True,
            True,
        )

    @pytest.mark.parametrize("bad", range(5))
    def test_one_bad_row_writes_nothing_and_names_the_line(self, desk, url, tournament, bad):
        rows = [*FIVE]
        rows[bad] = ("Nový, Jan", "včera", "", "")
        page = look(desk, url, table(";", rows).encode("cp1250"))
        assert (page.status_code, page.context["form"].errors["text"]) == (
            400,
            [f"Line {bad + 1}, column 2: “včera” should be a number from 1900 to 2100."],
        )
        assert page.context["form"]["text"].value() == table(";", rows)
        assert (Entry.objects.count(), Player.objects.count()) == (0, 0)


class TestWorkbooks:
    def test_headings_dates_and_whole_numbers(self, desk, url, tournament):
        rows = [
            ("Příjmení", "Jméno", "Datum narození", "Oddíl", "ELO", "Kategorie", "Poznámka"),
            ("van Dyke", None, date(1985, 2, 3), "Sokol", 1500.0, "U15", "x"),
            (None,),
            ("Novák", "Jan", 1990.0, None, None, "U15", None),
        ]
        page = look(desk, url, workbook(rows), "x.xlsx")
        assert page.context["unread"] == ("Poznámka",)
        confirm(desk, url, page)
        assert entered(tournament) == [
            ("van Dyke", "", 1985, "Sokol", 1500),
            ("Novák", "Jan", 1990, None, None),
        ]
        assert [(c.name, c.entries.count()) for c in Category.objects.all()] == [("U15", 2)]

    def test_a_formula_without_a_result_names_its_cell(self, desk, url):
        page = look(desk, url, workbook([("Novák, Jan", 1990), ("Starý, Petr", "=1900+90")]), "x.xlsx")
        assert page.context["form"].errors["text"] == [
            "Line 2, column 2: Cell B2 is a formula without a result:"
            " open the file in a spreadsheet program and save it."
        ]
        # Sent again unmended it is refused again.
        assert desk.post(url, {"text": page.context["form"]["text"].value()}).status_code == 400

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"PK\x03\x04rubbish", "This file cannot be read as XLSX. Save it anew as XLSX or CSV."),
            (
                b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest",
                "This file is protected by a password, or of the old kind XLS."
                " Save it without a password as XLSX or CSV.",
            ),
            (
                b"\x89PNG\r\n\x1a\n\x00",
                "This is no table: choose a CSV or XLSX file, or paste the rows as text.",
            ),
            (b"\n \n\t\n", "There is nobody on the list."),
        ],
    )
    def test_what_is_no_table(self, desk, url, content, said):
        page = look(desk, url, content)
        assert (page.status_code, page.context["form"].errors["text"]) == (400, [said])

    def test_a_file_too_large(self, desk, url):
        page = look(desk, url, b"x" * (2 * 1024 * 1024 + 1))
        assert (page.status_code, list(page.context["form"].errors)) == (400, ["file"])


class TestMatches:
    def kinds(self, page) -> list[str]:
        return [each["row"].kind for each in page.context["rows"]]

    def test_what_each_row_would_do(self, desk, url, tournament):
        found = PlayerFactory(
            family_name="Novák", given_name="Jan", birth_year=1980, club=ClubFactory(name="Sokol")
        )
        probable = PlayerFactory(family_name="Rehor", given_name="Petr", birth_year=1970)
        for year in (1950, 1960):
            PlayerFactory(family_name="Malý", given_name="Jan", birth_year=year)
        here = EntryFactory(tournament=tournament, player__family_name="Zde").player
        text = f"Jan Novák;1980\nŘehoř, Petr;1970\nMalý, Jan\n{here.formal_name}\nÚplně, Nový\nÚplně, Nový"
        page = desk.post(url, {"text": text})
        assert self.kinds(page) == ["found", "probable", "several", "entered", "new", "twice"]
        assert (page.context["rows"][0]["row"].player, page.context["rows"][1]["row"].candidates) == (
            found,
            (probable,),
        )
        shown = page.content.decode()
        assert [
            each in shown for each in ("Novák, Jan *1980 (Sokol)", "probably the same as Rehor, Petr")
        ] == [
            True,
            True,
        ]
        refused = confirm(desk, url, page)
        assert (refused.status_code, tournament.entries.count()) == (400, 1)
        assert [bool(each["problem"]) for each in refused.context["rows"]] == [
            False, True, True, False, False, True,
        ]  # fmt: skip
        older = Player.objects.get(family_name="Malý", birth_year=1950)
        done = confirm(desk, url, page, line_2=probable.pk, line_3=older.pk, line_6="new")
        assert done.status_code == 302
        assert [entry.player for entry in tournament.entries.order_by("pk")][:4] == [
            here,
            found,
            probable,
            older,
        ]
        assert Player.objects.filter(family_name="Úplně").count() == 2

    def test_a_player_found_can_be_somebody_else(self, desk, url, tournament):
        PlayerFactory(family_name="Novák", given_name="Jan", birth_year=1980)
        page = desk.post(url, {"text": "Novák, Jan;1980"})
        confirm(desk, url, page, line_1="new")
        assert (Player.objects.filter(family_name="Novák").count(), tournament.entries.count()) == (2, 1)

    def test_two_rows_of_one_player_are_refused(self, desk, url, tournament):
        player = PlayerFactory(family_name="Novák", given_name="Jan", birth_year=1980)
        page = desk.post(url, {"text": "Novák, Jan;1980\nNovak, Jan;1980"})
        refused = confirm(desk, url, page, line_2=player.pk)
        assert (refused.status_code, refused.context["rows"][1]["problem"]) == (
            400,
            "Novak, Jan is the same player as in line 1.",
        )
        assert tournament.entries.count() == 0

    def test_a_choice_that_is_no_candidate_is_refused(self, desk, url, tournament):
        stranger = PlayerFactory(family_name="Jiný")
        page = desk.post(url, {"text": "Novák, Jan"})
        assert confirm(desk, url, page, line_1=stranger.pk).status_code == 400
        assert tournament.entries.count() == 0

    def test_the_federation_number_finds(self, desk, url, tournament):
        tournament.federation = FederationFactory()
        tournament.save()
        one, other = (
            PlayerFactory(
                family_name="Novák",
                given_name="Jan",
                federation=tournament.federation,
                federation_number=number,
            )
            for number in ("7", "8")
        )
        page = desk.post(url, {"text": "Name;Federation number\nNovák, Jan;8\nJiná, Eva;7"})
        assert self.kinds(page) == ["found", "number"]
        assert [each["row"].candidates[0] for each in page.context["rows"]] == [other, one]


class TestMeanwhile:
    def test_a_stale_list_is_looked_at_again(self, desk, url, tournament):
        PlayerFactory(family_name="Novák", given_name="Jan", birth_year=1980)
        page = desk.post(url, {"text": "Novák, Jan;1980\nStarý, Petr"})
        EntryFactory(tournament=tournament)
        tournament.version += 1
        tournament.save()
        stale = confirm(desk, url, page, line_1="new")
        assert (stale.status_code, tournament.entries.count()) == (409, 1)
        assert (stale.context["rows"][0]["is_new"], stale.context["text"]) == (True, page.context["text"])
        assert confirm(desk, url, stale, line_1="new").status_code == 302

    def test_a_double_enter_enters_once(self, desk, url, tournament):
        page = desk.post(url, {"text": "Nový, Jan"})
        fields = {"text": "Nový, Jan", "version": tournament.version, "confirm": "1", "idempotency_key": "k"}
        answers = [desk.post(url, fields, follow=True) for _time in range(2)]
        assert page.status_code == 200
        assert (tournament.entries.count(), [said(answer) for answer in answers]) == (
            1,
            [["Nový, Jan is entered."], ["This was sent twice; it was done once."]],
        )

    def test_without_a_version_nobody_is_entered(self, desk, url, tournament):
        assert desk.post(url, {"text": "Nový, Jan", "confirm": "1"}).status_code == 409
        assert tournament.entries.count() == 0

    def test_nobody_comes_after_the_end(self, desk, url, arbiter, tournament):
        page = desk.post(url, {"text": "Nový, Jan"})
        tournament.status = "finished"
        tournament.save()
        refused = confirm(desk, url, page)
        assert (refused.status_code, len(refused.context["problems"])) == (409, 1)

    def test_the_list_can_be_mended(self, desk, url):
        page = desk.post(url, {"text": "Nový, Jan", "edit": "1"})
        assert (page.status_code, page.context["form"]["text"].value()) == (200, "Nový, Jan")


def test_three_persons(desk, client, other_user, tournament, url):
    people = (client, signed_in(other_user), desk)
    fields = {"text": "Nový, Jan", "version": tournament.version, "confirm": "1"}
    assert [each.get(url).status_code for each in people] == [302, 404, 200]
    before = AuditEntry.objects.count()
    assert [each.post(url, fields).status_code for each in people[:2]] == [302, 404]
    assert (AuditEntry.objects.count(), Player.objects.count()) == (before, 0)
    tournament.is_public = False
    tournament.save()
    assert [each.get(url).status_code for each in people] == [404, 404, 200]
    assert desk.post(url, fields).status_code == 302


@pytest.mark.parametrize("rows", [1, 3])
def test_the_query_count_with_1_and_3_rows(desk, url, django_assert_num_queries, rows):
    for number in range(rows):
        PlayerFactory(family_name=f"Novák{number}", given_name="Jan", club=ClubFactory())
    text = "\n".join(f"Novák{number}, Jan" for number in range(rows))
    with django_assert_num_queries(7):
        page = desk.post(url, {"text": text})
    assert [each["row"].kind for each in page.context["rows"]] == ["found"] * rows
