"""Reading PDN: archives, conformance files, and each thing that stands in a game."""

import io
import time
import tracemalloc
from collections import deque
from itertools import islice
from pathlib import Path

import pytest

from engine import pdn

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "engine"
ARCHIVES = {
    "championship-2000-qualification": 40,
    "championship-2006": 44,
    "team-championship-2007": 72,
}
CONFORMANCE = sorted((GOLDEN / "pdn" / "conformance").glob("*.pdn"))


def read(text):
    return list(pdn.read_games(text))


def one(text):
    (game,) = read(text)
    return game


def codes(game):
    return [error.code for error in game.errors]


@pytest.mark.parametrize(("name", "count"), ARCHIVES.items())
def test_archives_replay_without_an_illegal_move(name, count):
    path = GOLDEN / "pdn" / f"{name}.pdn"
    games = read(path)
    assert len(games) == count
    verdicts = [pdn.verify(game, "czech") for game in games]
    assert [verdict.game.number for verdict in verdicts if not verdict.ok] == []
    assert [verdict.plies for verdict in verdicts] == [len(game.moves) for game in games]
    assert games == read(path.read_bytes())
    assert games == read(pdn.decode(path.read_bytes()))


@pytest.mark.parametrize("path", CONFORMANCE, ids=lambda path: path.stem)
def test_conformance_files_behave_as_their_names_say(path):
    games = read(path)
    assert games != []
    assert all(game.errors == () for game in games) == path.stem.startswith("succeed")


@pytest.mark.parametrize(
    ("name", "moves", "terminator"),
    [
        ("succeed_alphanumeric", ("a3b4",), ""),
        ("succeed_gameterminator", ("32-28",), "1/2-1/2"),
        ("succeed_linecomment", ("32-28", "19-23"), ""),
        ("succeed_movestrength", ("32-28", "19-23", "28x19"), "*"),
        ("succeed_string", ("32-28",), ""),
        ("succeed_unicode", ("32-28", "19-23"), ""),
        ("succeed_variation", ("32-28", "19-23", "28x19", "14x23"), ""),
    ],
)
def test_what_the_conformance_files_hold(name, moves, terminator):
    game = one(GOLDEN / "pdn" / "conformance" / f"{name}.pdn")
    assert game.moves == moves
    assert game.terminator == terminator


def test_tags_of_the_conformance_files():
    folder = GOLDEN / "pdn" / "conformance"
    assert one(folder / "succeed_string.pdn").tags == {
        "White": 'This is a string with an escaped character "'
    }
    assert one(folder / "succeed_unicode.pdn").tags == {"White": "Сергей Фадеев", "Black": "高文龙"}
    fens = [game.fen for game in read(folder / "succeed_fen.pdn")]
    assert fens == ["?:W29,13,11:B22,4,2", "W:W31,29,K15:B14,13,12,9", "W:W31-50:B1-20"]


def test_the_nested_variation():
    game = one(GOLDEN / "pdn" / "conformance" / "succeed_variation.pdn")
    (outer,) = game.variations
    assert outer.ply == 2
    assert outer.moves == ("18-23", "38-32", "12-18")
    (inner,) = outer.variations
    assert inner.ply == 2
    assert inner.moves == ("37-32", "23-29")
    assert [comment.text for comment in inner.comments] == ["Black wins"]


def test_the_nested_comment_is_a_fault_with_its_place():
    (error,) = one(GOLDEN / "pdn" / "conformance" / "fail_nested_comment.pdn").errors
    assert (error.code, error.line, error.column, error.game, error.ply) == ("unexpected-text", 1, 46, 1, 4)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end):
    text = '[White "A"]\n\n1. c3-d4 b6-a5\n1-0\n\n[White "B"]\n\n1. c3-b4 *\n'.replace("\n", end)
    for source in (text, text.encode(), io.StringIO(text, newline=""), io.BytesIO(text.encode())):
        first, second = read(source)
        assert first.moves == ("c3-d4", "b6-a5")
        assert (second.tags, second.line) == ({"White": "B"}, 6)


def test_a_file_in_any_encoding(tmp_path):
    text = '[White "Žížala, Řehoř"]\n\n1. c3-d4 1-0\n'
    for encoding in ("utf-8", "utf-8-sig", "cp1250"):
        path = tmp_path / f"{encoding}.pdn"
        path.write_bytes(text.encode(encoding))
        assert one(path).tags == {"White": "Žížala, Řehoř"}
        assert pdn.decode(text.encode(encoding)) == text
    assert pdn.decode(b"\xef") == "ď"
    # 0x81 and 0x90 stand for nothing in CP1250.
    assert pdn.decode(b"\x81\x90\xe9") == "\x81\x90é"


@pytest.mark.parametrize(
    ("movetext", "moves"),
    [
        ("1.c3-d4 b6-a5 2.d4-c5", ("c3-d4", "b6-a5", "d4-c5")),
        ("1. c3-d4 1... b6-a5", ("c3-d4", "b6-a5")),
        ("1.c3-d4 1...b6-a5 17. d4-c5", ("c3-d4", "b6-a5", "d4-c5")),
        ("c3d4 B6-A5", ("c3d4", "B6-A5")),
        ("1 c3-d4 b6-a5", ("c3-d4", "b6-a5")),
        ("22-18 9-13", ("22-18", "9-13")),
        ("f4:d6:f8 f4xd6xf8 22x15x8", ("f4:d6:f8", "f4xd6xf8", "22x15x8")),
        ("1. c3-d4! b6-a5?? 2. d4-c5(!?)", ("c3-d4", "b6-a5", "d4-c5")),
        ("1. c3-d4* b6-a5", ("c3-d4", "b6-a5")),
        ("1. c3-d4 $1 $23 b6-a5", ("c3-d4", "b6-a5")),
        ("1. c3-d4 % b6-a5\nd6-c5", ("c3-d4", "d6-c5")),
        ("1. c3-d4 ; b6-a5\nd6-c5", ("c3-d4", "d6-c5")),
        ("1. c3-d4 {two\nlines (and [so] on)} b6-a5", ("c3-d4", "b6-a5")),
        ("1. c3-d4 (1. a3-b4 (1. e3-f4 (c3-b4))) b6-a5", ("c3-d4", "b6-a5")),
        ("... b6-a5", ("b6-a5",)),
    ],
)
def test_movetext(movetext, moves):
    game = one(movetext)
    assert game.moves == moves
    assert game.errors == ()


def test_marks():
    game = one("1. c3-d4!? $14 b6-a5* (!!)")
    assert game.marks == {1: ("!?", "$14"), 2: ("*", "!!")}


@pytest.mark.parametrize("token", ["1-0", "0-1", "1/2-1/2", "0-0", "2-0", "1-1", "0-2", "½-½", "½", "*"])
def test_a_result_ends_a_record(token):
    first, second = read(f"1. c3-d4 {token} 1. a3-b4 {token}")
    assert (first.terminator, second.terminator) == (token, token)
    assert (first.moves, second.moves) == (("c3-d4",), ("a3-b4",))


def test_a_record_without_moves():
    game = one('[Result "0-2"]\n\n1. 0-2\n')
    assert game.moves == ()
    assert game.terminator == "0-2"
    assert game.errors == ()


def test_results_inside_variations_end_nothing():
    game = one("1. c3-d4 (1. a3-b4 1-0) b6-a5 0-1")
    assert game.moves == ("c3-d4", "b6-a5")
    assert game.terminator == "0-1"


@pytest.mark.parametrize(
    "text",
    [
        '[White "A"]\n1. c3-d4\n[White "B"]\n1. c3-b4',
        '[White "A"]\n\n[White "B"]\n',
        '[White "A"]\n*\n[White "B"]\n*',
        '[White "A"] 1-0 [White "B"] 0-1',
        '*\n[White "A"]\n1-0\n*\n\n[White "B"]',
    ],
)
def test_where_one_record_ends_and_the_next_begins(text):
    games = read(text)
    assert [game.tags for game in games] == [{"White": "A"}, {"White": "B"}]
    assert [game.number for game in games] == [1, 2]


def test_nothing_is_in_an_empty_text():
    assert read("") == []
    assert read(" \n\n*\n") == []


@pytest.mark.parametrize("text", ["(", "(a3-b4) *", "{talk}", "1-0", '[Event ""]'])
def test_what_says_anything_is_a_record(text):
    assert len(read(text)) == 1


@pytest.mark.parametrize("text", ['[a"]', '[a"', "{", "(", "1 ", '"', '/FEN "', "c3", "![", "½-", "\\"])
def test_a_long_line_of_nonsense_is_read_in_time_that_grows_with_it(text):
    start = time.perf_counter()
    for game in read(text * 20_000):
        pdn.verify(game)
    assert time.perf_counter() - start < 5


def test_set_ups():
    assert one('[FEN "W:Wa1:Bb8"]\n\n*').fen == "W:Wa1:Bb8"
    assert one('[Fen "W:Wa1:Bb8"]\n\n*').fen == "W:Wa1:Bb8"
    assert one('/FEN "B:Wa1:Bb8"/ 1... b8-a7').fen == "B:Wa1:Bb8"
    late = one('1. c3-d4 /FEN "B:Wa1:Bb8"/ b8-a7')
    assert (late.fen, codes(late)) == (None, ["late-setup"])


def test_clocks():
    game = one(
        "1. c3-d4 {[%clk 0:29:58]} b6-a5 {slow [%emt 0:01:02.5]} 2. d4-c5 {[%clock w0:00:10 B0:00:03]}"
    )
    assert game.clocks == (
        pdn.PdnClock(1, "clk", None, 1798.0),
        pdn.PdnClock(2, "emt", None, 62.5),
        pdn.PdnClock(3, "clock", "white", 10.0),
        pdn.PdnClock(3, "clock", "black", 3.0),
    )


@pytest.mark.parametrize(
    ("broken", "code", "line", "column", "ply"),
    [
        ("1. c3-d4 {never closed", "unclosed-comment", 3, 10, 2),
        ("1. c3-d4 (1. a3-b4", "unclosed-variation", 3, 10, 2),
        ("1. c3-d4 b6-a5 ) 2. d4-c5", "stray-parenthesis", 3, 16, 3),
        ("1. c3-d4 resigns", "unexpected-text", 3, 10, 2),
        ("1. c3-d4\n[White missing]", "unreadable-tag", 4, 1, 2),
        ("1. c3-d4 }", "unexpected-text", 3, 10, 2),
    ],
)
def test_a_broken_record_has_its_place_and_never_hides_the_next(broken, code, line, column, ply):
    bad, good = read(f'[White "A"]\n\n{broken}\n\n[White "B"]\n\n1. c3-d4 1-0\n')
    (error,) = bad.errors
    assert (error.code, error.line, error.column, error.game, error.ply) == (code, line, column, 1, ply)
    assert bad.moves[0] == "c3-d4"
    assert (good.number, good.tags, good.moves, good.errors) == (2, {"White": "B"}, ("c3-d4",), ())


def test_a_tag_twice_and_a_loose_quote_are_warnings():
    game = one('[White "A"]\n[White "B"]\n[Black "the "Fox""]\n\n*')
    assert game.tags == {"White": "A", "Black": 'the "Fox"'}
    assert [warning.code for warning in game.warnings] == ["duplicate-tag", "loose-quote"]
    assert game.errors == ()


def test_backslashes_in_a_tag():
    assert one(r'[Event "a \"b\" \\ \n"]' + "\n*").tags == {"Event": r'a "b" \ \n'}


def test_variations_as_deep_as_anybody_likes():
    game = one("1. c3-d4 " + "(a3-b4 " * 5000 + ")" * 5000 + " b6-a5")
    assert game.moves == ("c3-d4", "b6-a5")
    assert game.errors == ()


def test_a_stream_is_read_as_it_comes():
    def endless():
        while True:
            yield from ('[White "A"]\n', "\n", "1. c3-d4 b6-a5 {talk} 1-0\n", "\n")

    count = 3000
    tracemalloc.start()
    try:
        last = deque(islice(pdn.read_games(endless()), count), maxlen=1)[0]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert last.number == count
    # One record is about a kilobyte; all of them together would be a few megabytes.
    assert peak < 200_000


def test_a_missing_file():
    with pytest.raises(FileNotFoundError):
        read(Path("no-such-file.pdn"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2-0", "1-0"),
        ("1-0", "1-0"),
        ("1:0", "1-0"),
        ("0-2", "0-1"),
        ("0-1", "0-1"),
        ("1-1", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("1/2-1/2", "1/2-1/2"),
        (" 1/2 – 1/2 ", "1/2-1/2"),
        ("0-0", "0-0"),
        ("*", "*"),
        ("", None),
        ("1-2", None),
        ("won", None),
    ],
)
def test_results(text, expected):
    assert pdn.normal_result(text) == expected
