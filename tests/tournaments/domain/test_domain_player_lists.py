"""Lists of players as tables: encodings, delimiters, headings, values, faults."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.errors import InputError
from tournaments.domain.list_headings import HEADINGS
from tournaments.domain.player_lists import (
    ListedPlayer,
    PlayerList,
    read_players,
    read_rating,
    read_year,
)
from tournaments.domain.text_tables import TableRow, decode_table, find_delimiter, read_table


def listed(text: str) -> PlayerList:
    return read_players(read_table(text, HEADINGS))


def names(text: str) -> list[tuple[str, str]]:
    return [(player.family_name, player.given_name) for player in listed(text).players]


def faults(text: str) -> list[tuple[int, int, str]]:
    return [
        (fault.params["line"], fault.params["column"], fault.params["problem"].code)
        for fault in listed(text).faults
    ]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1250"]
)
def test_a_text_in_every_encoding(encoding):
    text = "Žížala, Řehoř;1985;Šťáhlavy\n"
    assert decode_table(text.encode(encoding)).lstrip("\ufeff") == text


@pytest.mark.parametrize("content", [bytes(range(256)), b"a\x00b", b"caf\x81\xe9"])
def test_what_is_no_text(content):
    with pytest.raises(InputError) as caught:
        decode_table(content)
    assert caught.value.code == "not-text"


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Novák, Jan;1990\nStarý, Petr", ";"),
        ("Novák, Jan\nStarý, Petr\nMalá, Eva", "\t"),
        ("Novák, Jan\t1990\nStarý, Petr", "\t"),
        ("Novák Jan,1990\nStarý Petr,", ","),
        ('"Novák, Jan",1990,"Sokol; Kolín"\n"Starý, Petr",1980,"Sokol; Brno"', ","),
        ("Name,Club\nNovák,Sokol", ","),
        ("Příjmení,Jméno\nNovák,Jan", ","),
        ("Novák Jan;1990;Sokol;1500,0", ";"),
        ("Bye", "\t"),
    ],
)
def test_the_delimiter(text, delimiter):
    assert find_delimiter(text, HEADINGS) == delimiter


def test_rows_keep_their_lines():
    text = '\ufeffJméno;Klub\r\n\r\n"Novák,\r\nJan";Sokol;;\r\n;;\r\nStarý;\rMalý'
    assert read_table(text, HEADINGS) == [
        TableRow(1, ("Jméno", "Klub")),
        TableRow(3, ("Novák, Jan", "Sokol")),
        TableRow(6, ("Starý",)),
        TableRow(7, ("Malý",)),
    ]


def test_a_spreadsheet_programs_own_first_line():
    assert read_table("sep=,\r\nNovák,Jan") == [TableRow(2, ("Novák", "Jan"))]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "list-empty"),
        (" \n\t\n", "list-empty"),
        ('Novák;1\n"Starý;2\nMalý;3', "quote-open"),
        ("A\n" * 502, "list-too-long"),
        (";".join("ab" for _column in range(31)), "list-too-wide"),
    ],
)
def test_what_is_no_list(text, code):
    with pytest.raises(InputError) as caught:
        read_table(text, HEADINGS)
    assert caught.value.code == code


def test_a_quotation_mark_that_is_not_closed_names_its_line():
    with pytest.raises(InputError) as caught:
        read_table('Novák;1\n"Starý;2\nMalý;3')
    assert caught.value.params["line"] == 2


def test_a_nickname_in_quotes_is_no_fault():
    assert names('"Honza" Novák;1990\nPetr Starý;1980') == [("Novák", "Honza"), ("Starý", "Petr")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jméno\nJan Novák", ("Novák", "Jan")),
        ("Příjmení;Jméno\nNovák;Jan", ("Novák", "Jan")),
        ("Jméno;Příjmení\nJan;Novák", ("Novák", "Jan")),
        ("Meno;Priezvisko;Ročník\nJán;Novák;1990", ("Novák", "Ján")),
        ("Příjmení a jméno;Klub\nNovák Jan;Sokol", ("Novák", "Jan")),
        ("Family name,Given name\nvan Dyke,", ("van Dyke", "")),
        ('Surname;Club\n"Novák, Jan";Sokol', ("Novák", "Jan")),
        ("Player;Note\nNovák, Jan;late", ("Novák", "Jan")),
        ("PLAYER;BORN\nNovák, Jan;1990", ("Novák", "Jan")),
        ("Bye", ("Bye", "")),
    ],
)
def test_headings(text, expected):
    assert names(text) == [expected]


def test_every_column():
    text = (
        "Hráč;Rok narození;Oddíl;ELO;Registrační číslo;Kategorie;Zaplaceno\n"
        "Novák, Jan;1990;Sokol;1500;A7;U15;100"
    )
    assert listed(text) == PlayerList(
        (ListedPlayer(2, "Novák", "Jan", True, 1990, "Sokol", 1500, "A7", "U15"),), (), ("Zaplaceno",)
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Klub;Rok\nA;1990", "no-names"),
        ("Jméno;Rok;Ročník\nA;1990;1990", "heading-twice"),
        ("Jméno;Rok", "list-empty"),
    ],
)
def test_headings_that_cannot_be_read(text, code):
    with pytest.raises(InputError) as caught:
        listed(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A, A;x\nB, B;1990\nC, C;;;9999", [(1, 2, "number-expected"), (3, 4, "number-expected")]),
        ("Name;Born\nA;1990\n;1990", [(3, 1, "name-missing")]),
        ("Klub;Jméno\nA;1990\nB;...", [(3, 2, "name-missing")]),
        ("A;1990;B;1500;x", [(1, 5, "cell-beyond")]),
        ("Name;Born\nA;1990;x", [(2, 3, "cell-beyond")]),
        (f"{'x' * 81};1990", [(1, 1, "text-too-long")]),
        (f"A;1990;{'x' * 121}", [(1, 3, "text-too-long")]),
    ],
)
def test_faults_name_line_and_column(text, expected):
    assert faults(text) == expected


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("1990", 1990),
        ("1990.0", 1990),
        ("1990,0", 1990),
        ("17. 5. 1990", 1990),
        ("17.5.1990", 1990),
        ("5/17/1990", 1990),
        ("1990-05-17", 1990),
        ("1990-05-17 00:00:00", 1990),
        ("1990-05-17T00:00:00", 1990),
        ("", None),
        ("-", None),
    ],
)
def test_years(text, year):
    assert read_year(text) == year


@pytest.mark.parametrize("text", ["90", "1899", "2101", "včera", "1990.5", "1.1.90", "１９９０", "9" * 5000])
def test_what_is_no_year(text):
    with pytest.raises(InputError) as caught:
        read_year(text)
    assert caught.value.code == "number-expected"


def test_ratings():
    assert [read_rating(text) for text in ("0", "1500", "1500.0", "4000", "–")] == [0, 1500, 1500, 4000, None]


# Letters and what stands in names and clubs; no digits, which could make a heading's year of a club.
words = st.text(st.sampled_from("aáčďžŁøß'-,;\" "), min_size=1, max_size=12).map(lambda text: f"x{text}x")
rows = st.tuples(words, st.integers(1900, 2100).map(str), words, st.integers(0, 4000).map(str))


@settings(deadline=None, max_examples=40)
@given(
    table=st.lists(rows, min_size=1, max_size=6),
    delimiter=st.sampled_from(",;\t"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    ending=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_what_a_spreadsheet_saves_is_read_back(table, delimiter, encoding, ending):
    written = io.StringIO()
    heads = ("Family name", "Born", "Club", "Rating")
    csv.writer(written, delimiter=delimiter, lineterminator=ending).writerows([heads, *table])
    read = read_table(decode_table(written.getvalue().encode(encoding)), HEADINGS)
    assert [row.cells for row in read[1:]] == [tuple(" ".join(cell.split()) for cell in row) for row in table]


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        found = listed(text)
    except InputError:
        return
    assert found.players or found.faults


@pytest.mark.parametrize(
    ("heading", "meaning"),
    [
        *((each, "fee") for each in ("Fee", "Entry fee", "Startovné", "Vklad", "Štartovné", "Poplatok")),
        *((each, "number") for each in ("Federation number", "Reg. číslo", "Registračné číslo", "ID")),
        *((each, "category") for each in ("Category", "Kategorie", "Kategória")),
    ],
)
def test_the_headings_of_fees_numbers_and_categories(heading, meaning):
    found = listed(f"Name;{heading}\nBye;200")
    shown = "200.00" if meaning == "fee" else "200"
    assert (found.unread, str(getattr(found.players[0], meaning))) == ((), shown)


@pytest.mark.parametrize(("text", "fee"), [("200,5", "200.50"), ("0", "0.00"), ("", "None"), ("-", "None")])
def test_fees(text, fee):
    assert str(listed(f"Name;Fee\nBye;{text}").players[0].fee) == fee


@pytest.mark.parametrize(
    ("text", "code"), [("x", "amount-expected"), ("-5", "fee-below-zero"), ("1,234", "amount-expected")]
)
def test_a_fee_at_fault(text, code):
    assert faults(f"Name;Born;Fee\nBye;1990;200\nZak;1990;{text}") == [(3, 3, code)]


def test_a_federation_number_stands_once():
    assert faults("Name;ID\nBye;7\nZak;8\nZuk;7") == [(4, 2, "number-twice")]
