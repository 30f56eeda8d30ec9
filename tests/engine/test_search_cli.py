"""The commands `analyse` and `play`."""

import io
import json

import pytest

from engine.__main__ import main
from engine.search.cli import HELP

CROSS = "W:WKa1,Kc1,Ke1:BKh8"


@pytest.fixture
def run(capsys, monkeypatch):
    def run(*argv, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main(argv)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_analyse(run):
    assert run("analyse", CROSS, "--depth", "4") == (0, EXPECTED, "")


EXPECTED = "depth 3, 194 positions\n1. wins in 3: e1-c3 h8xb2 a1xc3\n"


def test_analyse_in_json(run):
    status, out, err = run("analyse", "W:Wc3:Bd4", "--ruleset", "russian", "--nodes", "50", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "ruleset": "russian",
        "fen": "W:Wc3:Bd4",
        "turn": "white",
        "outcome": None,
        "lines": [{"score": 29999, "win_in": 1, "depth": 1, "nodes": 1, "moves": ["c3xe5"]}],
    }


def test_analyse_several_lines(run):
    status, out, _ = run("analyse", "start", "--nodes", "500", "--lines", "3")
    assert status == 0
    assert [line.split(".")[0] for line in out.splitlines()[1:]] == ["1", "2", "3"]


def test_analyse_a_finished_game(run):
    assert run("analyse", "B:Wa1:B", "--depth", "2") == (0, "The game is over: 1-0 (no-pieces).\n", "")
    out = run("analyse", "W:W:Bh8", "--ruleset", "czech-misere", "--depth", "2", "--json")[1]
    assert json.loads(out)["outcome"] == "1-0"


@pytest.mark.parametrize(
    ("argv", "err"),
    [
        (("analyse", "W:Wa2:B"), "a2 is not a playing square of this board.\n"),
        (
            ("play", "--fen", "nonsense"),
            "nonsense is not a position. Write it like W:Wa1,Kc3:Bb8 or W:W21-32:B1-12.\n",
        ),
    ],
)
def test_what_cannot_be_used(run, argv, err):
    assert run(*argv) == (2, "", err)


@pytest.mark.parametrize("limit", [("--depth", "0"), ("--seconds", "0"), ("--nodes", "x"), ("--lines", "0")])
def test_wrong_limits(run, capsys, limit):
    with pytest.raises(SystemExit) as caught:
        main(["analyse", "start", *limit])
    assert caught.value.code == 2
    assert "usage: python -m engine analyse" in capsys.readouterr().err


def test_play_to_the_end(run):
    typed = "moves\nc3-d5\na1xc3\n"
    status, out, err = run("play", "--fen", "W:WKa1:Bb2", "--depth", "2", typed=typed)
    assert (status, err) == (0, "")
    assert [line.rstrip() for line in out.splitlines()] == [
        f"Czech draughts. {HELP}",
        *FIRST,
        "> a1xc3 a1xd4 a1xe5 a1xf6 a1xg7 a1xh8",
        *FIRST,
        "> d5 is not a playing square of this board.",
        *FIRST,
        *[f"> {LAST[0]}", *LAST[1:]],
        "The game is over: 1-0 (no-pieces).",
    ]


FIRST = [
    "  8    .   .   .   .",
    "  7  .   .   .   .",
    "  6    .   .   .   .",
    "  5  .   .   .   .",
    "  4    .   .   .   .",
    "  3  .   .   .   .",
    "  2    b   .   .   .",
    "  1  W   .   .   .",
    "     a b c d e f g h",
    "White to move",
]
LAST = [
    *FIRST[:5],
    "  3  .   W   .   .",
    "  2    .   .   .   .",
    "  1  .   .   .   .",
    FIRST[8],
    "Black to move",
]


def test_play_answers_takes_back_hints_and_resigns(run):
    typed = "undo\nc3-d4\nundo\nhint\nresign\n"
    status, out, _ = run("play", "--depth", "1", typed=typed)
    said = [line for line in out.splitlines() if line[:1] not in " " and line != "White to move"]
    assert status == 0
    assert said[0] == f"Czech draughts. {HELP}"
    assert said[1] == "> There is nothing to take back."
    assert said[2].startswith("> black: ")
    assert said[3].startswith("> ")
    assert said[-1] == "> white resigns."
    assert out.count("  1  w   w   w   w") == 5


def test_play_as_black_until_the_input_ends(run):
    status, out, _ = run("play", "--side", "black", "--depth", "1", "--ruleset", "russian", typed="")
    assert status == 0
    lines = out.splitlines()
    assert lines[1].startswith("white: ")
    assert lines[2] == "  1    w   w   w   w"
    assert lines[-2:] == ["> ", "black resigns."]
