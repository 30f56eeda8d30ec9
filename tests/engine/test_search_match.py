"""Matches between programs, here the engine against itself."""

import sys

import pytest

from engine import Board
from engine.errors import EngineError
from engine.search.hubclient import Program
from engine.search.match import OURS, main, openings

OPENINGS = "a W:WKa1,c1:Bh8\n\nB:Wa1:BKh4,Kb8\nW:Wa1,c3:Bb4\n"


def test_a_match(tmp_path, capsys):
    path = tmp_path / "openings.txt"
    path.write_text("W:Wc3:Bd4\nW:WKa1:Bb2,h8\n", encoding="utf-8")
    argv = ["--opponent", OURS, "--openings", str(path), "--games", "4", "--seconds", "0.02"]
    assert main(argv) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:4] == [
        "1: 1 wins, 0 draws, 0 losses",
        "2: 1 wins, 0 draws, 1 losses",
        "3: 2 wins, 0 draws, 1 losses",
        "4: 2 wins, 0 draws, 2 losses",
    ]
    assert [line.split(":")[0] for line in said[4:6]] == ["Dama", "Dama"]
    assert said[6].startswith("2 wins, 0 draws, 2 losses; ")
    assert len(said) == 7


def test_openings_are_taken_from_the_whole_file(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text(OPENINGS, encoding="utf-8")
    assert openings(path, 2) == ["W:WKa1,c1:Bh8", "B:Wa1:BKh4,Kb8"]
    assert openings(path, 9) == ["W:WKa1,c1:Bh8", "B:Wa1:BKh4,Kb8", "W:Wa1,c3:Bb4"]


def test_the_client_plays_a_move_after_others():
    with Program(OURS, "russian") as program:
        program.new_game()
        board = Board("russian")
        for text in ("c3-d4", "b6-c5"):
            board.push_text(text)
        move = program.choose(board, "move-time=0.02")
        assert str(move) == "d4xb6"
        assert program.info["depth"] == "2"


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("print('id name=Broken'); print('error message=\"no memory\"')", "no memory"),
        ("pass", "it ended without an answer"),
    ],
)
def test_a_program_that_fails_is_named(script, message):
    command = f'{sys.executable} -c "{script.replace(chr(34), chr(92) + chr(34))}"'
    with pytest.raises(EngineError) as caught:
        Program(command)
    assert str(caught.value).endswith(f"failed: {message}")


def test_what_cannot_be_played_is_said(tmp_path, capsys):
    path = tmp_path / "openings.txt"
    path.write_text("W:Wc3:Bd4\n", encoding="utf-8")
    argv = ["--opponent", OURS, "--openings", str(path)]
    assert main([*argv, "--ruleset", "slovak"]) == 2
    assert capsys.readouterr().err.startswith(
        "Dama failed: There is no variant slovak. Known variants: normal, "
    )
    assert main([*argv, "--engine", "/no/such/program"]) == 2
    assert capsys.readouterr().err == "[Errno 2] No such file or directory: '/no/such/program'\n"
