"""Boards in the terminal."""

import pytest

from engine import RULESETS, Board
from engine.__main__ import main
from engine.terminal import text


def test_the_start():
    assert text(Board()) == (
        "  8    b   b   b   b\n"
        "  7  b   b   b   b  \n"
        "  6    b   b   b   b\n"
        "  5  .   .   .   .  \n"
        "  4    .   .   .   .\n"
        "  3  w   w   w   w  \n"
        "  2    w   w   w   w\n"
        "  1  w   w   w   w  \n"
        "     a b c d e f g h\n"
        "White to move\n"
    )


def test_either_side_up_and_kings():
    lines = text(Board("czech", "B:WKa1:BKb8,h8"), flipped=True).splitlines()
    assert lines[0] == "  1    .   .   .   W"
    assert lines[7] == "  8  b   .   .   B  "
    assert lines[8] == "     h g f e d c b a"
    assert lines[9] == "Black to move"
    assert text(Board("czech", "B:WKa1:BKb8"), symbols=True).splitlines()[7] == "  1  ⛁   .   .   .  "


def test_the_last_move_and_its_ghosts():
    board = Board("czech", "W:Wc3:Bd4,f6,b8")
    move = board.push_text("c3xg7")
    lines = text(board, last_move=move).splitlines()
    assert lines[1] == "  7  .   .   .   w  "
    assert lines[2] == "  6    .   .   x   ."
    assert lines[4] == "  4    .   x   .   ."
    assert lines[5] == "  3  .   o   .   .  "


def test_numbers_and_a_mirrored_board():
    lines = text(Board("italian", "W:W32:B1")).splitlines()
    assert lines[0] == "  1  b   .   .   .      4"
    assert lines[7] == " 29    .   .   .   w   32"
    assert len(lines) == 9


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_can_be_shown(key):
    board = Board(key)
    rows = text(board).splitlines()[: board.ruleset.size]
    assert "".join(rows).count("w") == board.ruleset.men_a_side


def test_the_command(capsys):
    assert main(["show", "W:Wc3:Bd4,h8", "--move", "c3xe5"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Black to move"
    assert main(["show", "--ruleset", "turkish", "--svg", "W:Wa1:Bh8"]) == 0
    assert capsys.readouterr().out.startswith("<svg ")
    assert main(["show", "W:Wa2:B"]) == 2
    assert capsys.readouterr().err == "a2 is not a playing square of this board.\n"
