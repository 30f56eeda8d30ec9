"""Writing PDN."""

import pytest

from engine import EngineError, pdn


def test_a_game():
    text = pdn.write_game(
        {"Annotator": "x", "White": 'Jan "Lišák" \\ Novák', "Event": "Cup", "Result": "*"},
        ["c3-d4", "b6-a5", "d4-c5"],
        "2-0",
    )
    assert text == (
        '[Event "Cup"]\n[White "Jan \\"Lišák\\" \\\\ Novák"]\n[Result "1-0"]\n[Annotator "x"]\n'
        "\n1. c3-d4 b6-a5 2. d4-c5 1-0\n\n"
    )
    (game,) = pdn.read_games(text)
    assert game.tags["White"] == 'Jan "Lišák" \\ Novák'


def test_black_begins_after_a_set_up():
    text = pdn.write_game({}, ["b8-a7", "a1-b2"], "*", fen="B:Wa1:Bb8")
    assert text == '[Result "*"]\n[FEN "B:Wa1:Bb8"]\n\n1... b8-a7 2. a1-b2 *\n\n'


def test_black_begins_where_the_gametype_says_so():
    text = pdn.write_game({"GameType": "21,B,8,8,N1,0"}, ["11-15", "23-19"], "*")
    assert text.endswith("\n1. 11-15 23-19 *\n\n")
    text = pdn.write_game({"GameType": "21,B,8,8,N1,0"}, ["23-19"], "*", fen="W:W23:B1")
    assert text.endswith("\n1... 23-19 *\n\n")


def test_lines_are_folded_at_eighty_columns():
    moves = ["c3-d4", "b6-a5"] * 40
    body = pdn.write_game({}, moves, "1-0").split("\n\n")[1]
    lines = body.splitlines()
    assert max(map(len, lines)) <= 80
    assert min(map(len, lines[:-1])) > 70
    assert " ".join(lines).split()[-1] == "1-0"


def test_a_game_without_moves():
    assert pdn.write_game({}, [], "0-0") == '[Result "0-0"]\n\n0-0\n\n'


def test_a_line_break_in_a_tag_becomes_a_space():
    assert pdn.write_game({"Site": "Brno\n\tSever"}, [], "*").startswith('[Site "Brno Sever"]\n')


def test_what_is_no_result_is_refused():
    with pytest.raises(EngineError) as caught:
        pdn.write_game({}, [], "3-0")
    assert caught.value.code == "unknown-result"
    assert str(caught.value) == "3-0 is not a result."
