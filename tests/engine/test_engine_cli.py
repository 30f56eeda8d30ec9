"""The command line, its words and its exit status."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import RULESETS
from engine.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "engine"
KNOWN = f"There is no ruleset chess. Known rulesets: {', '.join(RULESETS)}.\n"


@pytest.fixture
def run(capsys):
    def run(*argv):
        status = main(argv)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_perft(run):
    assert run("perft", "czech", "4") == (0, "1 7\n2 49\n3 302\n4 1469\n", "")


def test_perft_of_a_position(run):
    assert run("perft", "czech", "2", "--fen", "W:WKd8:Bf6") == (0, "1 2\n2 0\n", "")


def test_moves(run):
    fen = "W:Wa1,c1,Kd2,a3:Bh2,f4,b6,e7"
    assert run("moves", "czech", fen) == (0, "d2:g5:d8:a5 x f4 b6 e7\n", "")
    assert run("moves", "czech", "W:Wc3,g3:Bh8")[1] == "c3-b4\nc3-d4\ng3-f4\ng3-h4\n"
    assert run("moves", "czech", "W:W:Bh8") == (0, "", "")


def test_moves_of_the_golden_positions(run, monkeypatch):
    text = (GOLDEN / "movegen" / "czech.jsonl").read_text(encoding="utf-8")
    cases = [json.loads(line) for line in text.splitlines()]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{case['fen']}\n" for case in cases)))
    status, out, err = run("moves", "czech", "-")
    assert (status, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == cases


def test_moves_goes_on_after_a_line_that_is_no_position(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("W:Wa2:B\n\nW:Wa1:Bh8\n"))
    status, out, err = run("moves", "czech", "-")
    reason = "a2 is not a playing square of this board."
    assert [json.loads(line) for line in out.splitlines()] == [
        {"fen": "W:Wa2:B", "moves": [], "error": reason},
        {"fen": "W:Wa1:Bh8", "moves": ["a1-b2"]},
    ]
    assert (status, err) == (2, f"W:Wa2:B: {reason}\n")


def test_verify(run, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text(
        '[Result "1-0"]\n\n1. c3-d4 b6-a5 1-0\n\n1. c3-d4 b6-c5 2. a3-b4 *\n\n'
        '[Result "1-0"]\n\n1. c3-d4 0-1\n\n1. c3-d4 resigns\n',
        encoding="utf-8",
    )
    status, out, err = run("verify", str(path))
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "1 ok: 2 plies; claims: none; tag 1-0, terminator 1-0, board undecided agree",
        "2 error: 2 plies; ply 3 a3-b4: A capture is possible and must be made: from d4.; legal: d4xb6; "
        "claims: none; tag -, terminator *, board undecided agree",
        "3 error: 1 plies; ply 1 0-1: The results differ: tag 1-0, end of the moves 0-1, position -.; "
        "claims: none; tag 1-0, terminator 0-1, board undecided DISAGREE",
        "4 error: 1 plies; line 11, column 10, ply 2 resigns: This is neither a move nor anything else that "
        "stands in a game: resigns; claims: none; tag -, terminator -, board undecided agree",
    ]


def test_verify_in_json(run, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text("1. c3-d4 b6-a5 1-0\n\n1. c3-e5 *\n", encoding="utf-8")
    status, out, _ = run("verify", "--json", str(path))
    first, second = map(json.loads, out.splitlines())
    assert status == 1
    assert list(first)[:8] == ["game", "ok", "plies", "error", "result", "claims", "outcome", "fen"]
    assert (first["ok"], first["plies"], first["result"]) == (True, 2, "1-0")
    assert second["error"] == {
        "ply": 1,
        "move": "c3-e5",
        "code": "too-far",
        "message": "e5 is too far from c3 for this piece.",
    }


def test_verify_an_archive(run):
    path = GOLDEN / "pdn" / "team-championship-2007.pdn"
    status, out, err = run("verify", str(path))
    assert (status, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()] == [f"{number} ok" for number in range(1, 73)]


def test_verify_with_a_ruleset(run):
    folder = GOLDEN / "pdn" / "conformance"
    assert run("verify", "--ruleset", "international", str(folder / "succeed_variation.pdn"))[0] == 0
    assert run("verify", "--ruleset", "czech", str(folder / "succeed_variation.pdn"))[0] == 1


@pytest.mark.parametrize(
    ("argv", "err"),
    [
        (("perft", "chess", "3"), KNOWN),
        (("moves", "chess", "W:Wa1:B"), KNOWN),
        (("moves", "czech", "W:Wa2:B"), "a2 is not a playing square of this board.\n"),
        (
            ("perft", "czech", "3", "--fen", "W:Wb8:B"),
            "A man cannot stand on b8: it would have been crowned there.\n",
        ),
        (("verify", "no-such-file.pdn"), "no-such-file.pdn: No such file or directory\n"),
        (("verify", "--ruleset", "chess", str(GOLDEN / "pdn" / "championship-2006.pdn")), KNOWN),
        (("verify", "/"), "/: Is a directory\n"),
    ],
)
def test_what_cannot_be_used_is_status_two(run, argv, err):
    assert run(*argv) == (2, "", err)


def test_a_file_without_a_game(run, tmp_path):
    path = tmp_path / "empty.pdn"
    path.write_text("\n", encoding="utf-8")
    assert run("verify", str(path)) == (2, "", f"{path}: there is no game in it\n")


@pytest.mark.parametrize("argv", [(), ("nonsense",), ("perft", "czech", "0"), ("perft", "czech", "x")])
def test_wrong_usage_is_status_two(argv, capsys):
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


def test_as_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "engine", "moves", "czech", "-"],
        input="B:Wa1:Bh8\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.stdout == '{"fen": "B:Wa1:Bh8", "moves": ["h8-g7"]}\n'
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_has_seen_enough_is_no_failure():
    program = [sys.executable, "-m", "engine", "perft", "czech", "6"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdout.readline() == b"1 7\n"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


def test_input_that_is_no_text():
    done = subprocess.run(
        [sys.executable, "-m", "engine", "moves", "czech", "-"],
        input=b"\xff\xfe",
        capture_output=True,
        cwd=ROOT,
        check=False,
        env={"PYTHONIOENCODING": "utf-8:strict"},
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"The input is not UTF-8 text.\n")
