"""Lists of openings: reading them, following them, drawing from them."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Board
from tournaments.domain.errors import InputError
from tournaments.domain.openings import (
    MAX_LINE,
    OpeningsError,
    draw_opening,
    opening_lines,
    read_opening,
    read_openings,
)

CITY = "City game: c3-d4 d6-c5 b2-c3"
SET_UP = "W:Wa1,c1:Bb8,d8"


@pytest.mark.parametrize(
    ("line", "name", "moves"),
    [
        ("c3-d4 d6-c5", "", ("c3-d4", "d6-c5")),
        ("1. c3-d4 d6-c5 2. b2-c3", "", ("c3-d4", "d6-c5", "b2-c3")),
        ("City game: c3d4 d6c5", "City game", ("c3-d4", "d6-c5")),
        ("12: g3-f4", "12", ("g3-f4",)),
        ("a3-b4 b6-c5 g3-f4 c5:a3", "", ("a3-b4", "b6-c5", "g3-f4", "c5xa3")),
    ],
)
def test_moves_with_and_without_name_and_numbers(line, name, moves):
    opening = read_opening(line, "czech")
    assert (opening.text, opening.name, opening.moves) == (line, name, moves)
    board = Board("czech")
    for move in moves:
        board.push_noted(move)
    assert opening.position == board.fen()


def test_moves_by_numbers_where_squares_are_numbered():
    assert read_opening("Dutch: 32-28 19-23 28x19 14x23", "international").moves[:2] == ("32-28", "19-23")


@pytest.mark.parametrize("line", [SET_UP, f"Ending: {SET_UP}", "w: wA1, c1 : b b8,d8"])
def test_a_set_up_has_no_moves(line):
    opening = read_opening(line, "czech")
    assert (opening.moves, opening.position, opening.numbered) == ((), SET_UP, "")


def test_moves_are_shown_as_on_a_score_sheet():
    assert read_opening(CITY, "czech").numbered == "1. c3-d4 d6-c5 2. b2-c3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("c3-c4", "c3-c4 cannot be played – c4 is not a playing square of this board."),
        ("c3-d4 e9", "This is neither a move nor anything else that stands in a game: e9"),
        ("City game:", "There are no moves in it."),
        ("W:Wa1,a1:Bb8", "Two pieces stand on a1."),
        ("W:W:Bb8", "The game is over in this position."),
        ("x" * (MAX_LINE + 1), f"It is longer than {MAX_LINE} characters."),
    ],
)
def test_what_cannot_be_played_is_said_with_its_line(text, said):
    with pytest.raises(OpeningsError) as caught:
        read_openings(f"g3-f4\n\n{text}\n", "czech")
    assert [str(problem) for problem in caught.value.problems] == [f"Line 3: {said}"]
    assert [str(each) for each in pickle.loads(pickle.dumps(caught.value)).problems] == [f"Line 3: {said}"]  # noqa: S301


def test_every_bad_line_is_named_and_no_opening_stands_twice():
    with pytest.raises(OpeningsError) as caught:
        read_openings("c3-d4\nd6-c5\nAgain: 1. c3d4", "czech")
    assert [problem.params["line"] for problem in caught.value.problems] == [2, 3]
    assert str(caught.value.problems[1]) == "Line 3: It is the same as line 1."


def test_an_opening_of_one_ruleset_may_be_none_of_another():
    assert len(read_openings("e3-d4 d6-c5", "czech")) == 1
    with pytest.raises(InputError):
        read_openings("e3-d4 d6-c5", "international")


@pytest.mark.parametrize(
    ("line", "start", "moves", "ply"),
    [
        (CITY, "", "c3-d4 d6-c5 b2-c3 f6-e5", None),
        (CITY, "", "c3-d4 d6-c5 a1-b2", 3),
        (CITY, "", "c3-d4 d6-c5", 3),
        (CITY, "", "", 1),
        (CITY, SET_UP, "a1-b2", 0),
        (SET_UP, SET_UP, "a1-b2", None),
        (SET_UP, "", "c3-d4", 0),
    ],
)
def test_where_a_game_leaves_the_opening(line, start, moves, ply):
    assert read_opening(line, "czech").differs_at(start, moves.split()) == ply


def test_a_game_may_start_where_the_opening_leads():
    opening = read_opening(CITY, "czech")
    assert opening.differs_at(opening.position, ["f6-e5"]) is None


@settings(deadline=None, max_examples=30)
@given(
    lines=st.lists(st.integers(0, 99).map(str), min_size=1, max_size=7, unique=True),
    seed=st.integers(0, 2**31),
    rounds=st.integers(1, 15),
)
def test_none_comes_twice_before_each_has_come_once(lines, seed, rounds):
    used: list[str] = []
    for number in range(1, rounds + 1):
        drawn = draw_opening(lines, seed=seed, round_number=number, used=used)
        assert drawn == draw_opening(lines, seed=seed, round_number=number, used=used)
        used.append(drawn)
    times = [used.count(line) for line in lines]
    assert max(times) - min(times) <= 1


def test_seeds_draw_differently_and_no_list_draws_nothing():
    lines = [str(number) for number in range(20)]
    drawn = {draw_opening(lines, seed=seed, round_number=1, used=()) for seed in range(30)}
    assert len(drawn) > 5
    assert draw_opening([], seed=1, round_number=1, used=()) == ""


def test_lines_are_kept_as_written():
    assert opening_lines(" City  game: c3-d4 \n\n\tg3-f4\r\n") == ("City game: c3-d4", "g3-f4")
