"""TRF files: what is read is written as it was, and what is wrong is named."""

import copy
from contextlib import suppress
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.results import SCORINGS
from tournaments.domain.state import PairingState
from tournaments.domain.trf import Cell, PlayerRecord, TrfError, read_trf, to_state, write_trf

GOLDEN = Path(__file__).parents[2] / "golden" / "pairing"
NAMES = [path.stem for path in sorted(GOLDEN.glob("*.trf"))]
SPECIMEN = """\
### made by hand
012 Otevřené mistrovství Žiliny
022 Žilina
032 SVK
042 2026/03/07
052 8.3.2026
062 4 (3)
072 3
092 Individual: Swiss-System
102 IA Řehoř Kučera
112 Jan Novák
122 20 min + 5 s
132                                                                                        26/03/07  26/03/08
142 3
152 B
162  W 2.0    D 1.0
172 SVK FIDON
192 FIDE_DUTCH_2026
202 BH,SB
212 PTS,BH/C1,BH,DE
222 1200+5
001    1 m GM Žížala, Řehoř                     2203 CZE    14100034 1980/05/31  4.0    1     2 b 1     3 w +
001    2 w    Bílá, Anna                        1899 SVK             1999        1.0    3     1 w 0  0000 - H
001    3      Adam                                                               2.0    2     4 w W     1 b -
001    4      Novák, Jan                        1500                                    4     3 b L  0000 - U
240 F   3    2    4
250  1.0  0.0   1   1    1    2
260   1   3    1    2    4
310   1 Lokomotiva                       LOKO    1800    2.0    3.5   1     1    2
XYZ what nobody knows
"""


def problems(text):
    with pytest.raises(TrfError) as caught:
        read_trf(text)
    return [(each.line, each.column, str(each.reason)) for each in caught.value.problems]


def test_every_record_is_read_and_written_as_it_was():
    document = read_trf(SPECIMEN)
    assert write_trf(document) == SPECIMEN
    assert read_trf(write_trf(document)) == document
    assert [record.code for record in document.records] == [line[:3] for line in SPECIMEN.splitlines()]


def test_what_the_records_say():
    document = read_trf(SPECIMEN)
    assert document.players[1] == PlayerRecord(
        1,
        "Žížala, Řehoř",
        2203,
        "m",
        "GM",
        "CZE",
        14100034,
        "1980/05/31",
        Fraction(4),
        1,
        (Cell(2, "b", "1"), Cell(3, "w", "+")),
    )
    assert (document.total_rounds, document.columns, document.paired_rounds) == (3, 2, 2)
    assert document.initial_colour == "black"
    assert document.starts_on == date(2026, 3, 7)
    assert document.tiebreaks == ("BH/C1", "BH", "DE")
    assert document.text("012") == "Otevřené mistrovství Žiliny"


def test_the_tournament_the_records_describe():
    state = to_state(read_trf(SPECIMEN))
    assert state.scoring == SCORINGS["2-1-0"]
    assert (state.planned_rounds, state.initial_colour, state.on) == (3, "black", date(2026, 3, 7))
    assert [(each.number, each.rating, dict(each.byes)) for each in state.entries] == [
        (1, 2203, {}),
        (2, 1899, {3: "full-bye"}),
        (3, 0, {}),
        (4, 1500, {3: "full-bye"}),
    ]
    assert [each.pairings for each in state.rounds] == [
        (PairingState(2, 1, "0-1"), PairingState(3, 4, "1-0")),
        (PairingState(1, 3, "+/-"), PairingState(4, None, "bye"), PairingState(2, None, "half-bye")),
    ]
    assert dict(state.points) == {1: 4, 2: 1, 3: 2, 4: 2}
    assert [len(to_state(read_trf(SPECIMEN), rounds=n).rounds) for n in (0, 1, 2, 9)] == [0, 1, 2, 2]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250"])
def test_any_line_end_and_encoding(end, encoding):
    assert read_trf(SPECIMEN.replace("\n", end).encode(encoding)) == read_trf(SPECIMEN)


def test_latin_1_where_it_can_be_nothing_else():
    document = read_trf("012 M\x81ller\n001    1      Müller\n".encode("latin-1"))
    assert document.players[1].name == "Müller"


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_file_is_written_as_it_was(name):
    text = (GOLDEN / f"{name}.trf").read_text()
    document = read_trf((GOLDEN / f"{name}.trf").read_bytes())
    assert write_trf(document).splitlines() == [line.rstrip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("name", NAMES)
def test_the_points_of_a_golden_file_are_those_of_its_results(name):
    document = read_trf((GOLDEN / f"{name}.trf").read_bytes())
    state = to_state(document)
    assert state.scoring.key == ("2-1-0" if name.startswith("t1077") else "1-0.5-0")
    paper = {number: Fraction(points, state.scoring.unit) for number, points in state.points.items()}
    assert paper == {number: player.points for number, player in document.players.items()}


PLAYERS = """\
001    1      Anna                              1800                             1.0    1     2 w 1
001    2      Bela                              1700                             0.0    2     1 b 0
"""


@pytest.mark.parametrize(
    ("wrong", "place", "reason"),
    [
        (("   1      Anna", "   x      Anna"), (1, 5), "“x” is not a whole number"),
        (("   1      Anna", "          Anna"), (1, 5), "“” is not a whole number"),
        (("   1      Anna", "   0      Anna"), (1, 5), "the number must be at least 1"),
        (
            ("   1      Anna", "   1x     Anna"),
            (1, 9),
            "“x” stands where a space should be, so the columns are shifted",
        ),
        (("1800 ", "1800x"), (1, 53), "“x” stands where a space should be, so the columns are shifted"),
        (("1.0    1", "1,x    1"), (1, 81), "“1,x” is not a number of points"),
        (("1.0    1", "1.0    ?"), (1, 86), "“?” is not a whole number"),
        (("2 w 1", "3 w 1"), (1, 92), "round 1: there is no player 3"),
        (("2 w 1", "1 w 1"), (1, 92), "round 1: player 1 does not have player 1 there"),
        (("2 w 1", "2 x 1"), (1, 97), "“x” is not a colour: w, b or -"),
        (("2 w 1", "2 - 1"), (1, 97), "a game was played, so a colour is needed: w or b"),
        (("2 w 1", "2 b 1"), (1, 97), "round 1: the colours of players 1 and 2 do not fit"),
        (("2 w 1", "2 w ?"), (1, 99), "“?” is not a result against an opponent"),
        (("2 w 1", "0 - 1"), (1, 99), "“1” is not a result without an opponent"),
        (("2 w 1", "2 w ="), (1, 99), "round 1: the results of players 1 and 2 do not fit"),
    ],
)
def test_a_bad_field_is_named_by_line_column_and_reason(wrong, place, reason):
    text = PLAYERS.replace(*wrong)
    assert text != PLAYERS
    assert problems(text)[0] == (*place, reason)


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        ("12 short", 1, "“12 s” is not a record: three characters and a space"),
        ("042 2026/02/30", 5, "“2026/02/30” is no day of the calendar"),
        ("142 many", 5, "“many” is not a whole number"),
        ("152 white", 5, "“white” is not a colour: W or B"),
        ("162  W 2.0    Q 1.0", 15, "“Q 1.0” is not a letter of W, D, L, P, A, X with its points"),
        ("240 X   1    1", 5, "“X” is not a kind of bye: F, H or Z"),
        ("240 H        1", 7, "“” is not a whole number"),
        ("250  1.0  0.0   1   1    x    2", 23, "“x” is not a whole number"),
        ("260   1   3    1   2x", 18, "“2x” is not a whole number"),
        ("310   x Team", 5, "“x” is not a whole number"),
    ],
)
def test_a_bad_record_is_named_by_line_column_and_reason(line, column, reason):
    assert problems(PLAYERS + line) == [(3, column, reason)]


def test_a_number_twice_is_named_with_the_line_it_is_on():
    assert problems(PLAYERS.replace("   2      Bela", "   1      Bela"))[1] == (
        2,
        5,
        "player 1 is already on line 1",
    )


def test_all_bad_lines_are_named_at_once():
    text = PLAYERS.replace("1800", "18??").replace("1 b 0", "1 b ?") + "142 x\n"
    assert [(line, column) for line, column, _ in problems(text)] == [(1, 49), (2, 99), (3, 5)]
    with pytest.raises(TrfError) as caught:
        read_trf(text)
    assert str(caught.value).startswith(
        "The TRF file cannot be read: line 1, column 49: “18??” is not a whole number; line 2, column 99:"
    )
    again = copy.copy(caught.value)
    assert (again.problems, str(again)) == (caught.value.problems, str(caught.value))


def test_a_file_without_players_is_no_tournament():
    assert problems("012 Nobody\n") == [(1, 1, "the file has no players (records 001)")]
    assert problems("") == [(1, 1, "the file has no players (records 001)")]


edits = st.lists(st.tuples(st.integers(0, len(SPECIMEN) - 1), st.text(max_size=3)), max_size=6)


@settings(max_examples=100, deadline=None)
@given(edits)
def test_whatever_a_file_holds_it_is_read_whole_or_refused(changes):
    text = SPECIMEN
    for at, new in changes:
        text = text[:at] + new + text[at + len(new) :]
    with suppress(TrfError):
        document = read_trf(text)
        written = write_trf(document)
        again = read_trf(written.encode())
        assert (again, write_trf(again)) == (document, written)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    with suppress(TrfError):
        document = read_trf(PLAYERS.encode() + data)
        assert document.players[1].name == "Anna"
        assert read_trf(write_trf(document)) == document
