"""Read, write, read: records with everything in them, and bytes of any kind."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import RULESETS, fuzz, pdn
from engine.pdn import PdnComment, PdnGame, PdnVariation

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "engine"

MOVES = st.sampled_from(["c3-d4", "b6xd4", "22-18", "f4xd6xf8", "1-12", "huff f4 c5-d4"])
WORDS = st.sampled_from(
    ["good", "[%clk 0:01:02]", '[White "x"]', "1.", "c3-d4", "(", ")", "{", "*", "žluť", "%", ";"]
)
TEXTS = st.lists(WORDS, max_size=30).map(" ".join)
MARKS = st.sampled_from(["!", "??", "!?", "$1", "$142"])
GLUED = st.one_of(MARKS, st.sampled_from(["*", "*!", "!*"]))
NAMES = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: name.lower() != "fen")
VALUES = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)


@st.composite
def contents(draw, depth=2):
    """Moves, comments, variations and marks of a line."""
    moves = tuple(draw(st.lists(MOVES, max_size=5)))
    places = st.integers(0, len(moves))
    plies = sorted(draw(st.lists(places, max_size=3)))
    comments = tuple(PdnComment(ply, draw(TEXTS)) for ply in plies)
    marks = {
        ply: (draw(GLUED if ply else MARKS), *draw(st.lists(MARKS, max_size=2)))
        for ply in draw(st.sets(places, max_size=3))
    }
    variations = ()
    if depth:
        starts = sorted(draw(st.lists(st.integers(1, max(1, len(moves))), max_size=2)))
        variations = tuple(draw(lines(ply, depth - 1)) for ply in starts)
    return {"moves": moves, "comments": comments, "variations": variations, "marks": marks}


@st.composite
def lines(draw, ply, depth):
    result = draw(st.sampled_from(["", "1-0", "0-1", "1/2-1/2", "*"]))
    return PdnVariation(ply, **draw(contents(depth)), result=result)


@st.composite
def records(draw):
    tags = draw(st.dictionaries(NAMES, VALUES, max_size=4))
    fen = draw(st.sampled_from([None, "W:Wa1:Bb8", "B:Wa1:Bb8"]))
    if fen is not None and draw(st.booleans()):
        tags["FEN"] = fen
    terminator = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "0-0", "*"]))
    return PdnGame(1, tags, terminator=terminator, fen=fen, line=1, **draw(contents()))


def is_anything(game):
    """A record of nothing but `*` is a separator."""
    return fuzz.says_something(game) or game.terminator != "*"


@settings(max_examples=150, deadline=None)
@given(records().filter(is_anything))
def test_what_is_written_is_read_as_it_was(game):
    text = pdn.write_record(game)
    again, following = pdn.read_games(text + '[Event "the next"]\n\n*\n')
    assert following.tags == {"Event": "the next"}
    assert again.errors == ()
    assert again.tags == game.tags
    assert (again.moves, again.comments, again.marks) == (game.moves, game.comments, game.marks)
    assert again.variations == game.variations
    assert (again.terminator, again.fen) == (game.terminator, game.fen)
    assert again.clocks == game.clocks
    assert pdn.write_record(again) == text


FILES = sorted((GOLDEN / "pdn").rglob("*.pdn"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_archives_are_read_back(path):
    for game in pdn.read_games(path):
        written = pdn.write_record(game)
        assert max(len(line) for line in written.splitlines() if not line.startswith("[")) <= 80
        (again,) = pdn.read_games(written)
        assert fuzz.content(again) == fuzz.content(game)
        assert pdn.verify(again, "czech").plies == pdn.verify(game, "czech").plies
        assert pdn.write_record(again) == written


def test_a_record_with_everything():
    text = (
        '[White "A"]\n[Result "2-0"]\n[GameType "29,W,8,8,A0,0"]\n\n'
        '/FEN "B:Wc3:Bb6,h8"/ {first} 1... B6-A5!? $14 {[%clk 0:29:58]} (1... h8-g7 2. c3:d4 '
        "(2. c3-b4*) 0-1) 2. c3-d4* 2-0\n"
    )
    (game,) = pdn.read_games(text)
    assert game.errors == ()
    assert pdn.write_record(game) == (
        '[White "A"]\n[Result "2-0"]\n[GameType "29,W,8,8,A0,0"]\n\n'
        '/FEN "B:Wc3:Bb6,h8"/ {first} 1... b6-a5!? $14 {[%clk 0:29:58]} ( 1... h8-g7 2.\n'
        "c3xd4 ( 2. c3-b4* ) 0-1 ) 2. c3-d4* 1-0\n\n"
    )
    assert game.clocks == (pdn.PdnClock(1, "clk", None, 1798.0),)
    assert game.variations[0].result == "0-1"
    assert game.variations[0].variations[0].marks == {1: ("*",)}


def test_variations_as_deep_as_anybody_likes_are_written():
    (game,) = pdn.read_games("1. c3-d4 " + "(a3-b4 " * 5000 + ")" * 5000 + " b6-a5 *")
    written = pdn.write_record(game)
    (again,) = pdn.read_games(written)
    assert pdn.write_record(again) == written
    assert written.count("(") == 5000


PIECES = st.sampled_from(
    [
        *["{", "}", "(", ")", "[", "]", '"', "\\", "*", "%", ";", "x", "½", " ", "\n", "...", "1.", "$3"],
        *["c3-d4", "b6-a5", "22-18", "c3", "1-0", "1-1", "1-12", "(!)", "!?", '[Event "x"]', '[Date "'],
        *["huff f4 ", '[FEN "B:W50:B"]', '[GameType "20"]', '/FEN "W:Wa1:B"/'],
    ]
)


@settings(max_examples=250, deadline=None)
@given(st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=80)))
@example("{a}(b)!")
@example('[A "1"]/FEN ""/ c3-d4')
def test_no_text_breaks_reading_judging_or_writing(text):
    fuzz.check_pdn(text.encode("utf-8", "surrogatepass"))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_break_anything(data):
    fuzz.check(data)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.text(alphabet="WBKwbk:,.-? 0123456789abcdefghijkl", max_size=40))
def test_no_position_breaks_reading_and_writing(key, text):
    fuzz.check_fen(key, text)
