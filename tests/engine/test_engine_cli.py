"""The command line, its words and its exit status."""

import io
import json
import os
import signal
import subprocess
import sys
import time
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


def engine(command, **more):
    words = command.replace("ENGINE ", f"{sys.executable} -m engine ")
    return subprocess.run(["sh", "-c", words], cwd=ROOT, capture_output=True, timeout=60, check=False, **more)


@pytest.mark.parametrize("command", ["moves czech -", "verify -", "hub", "play"])
def test_a_closed_standard_input_is_said(command):
    done = engine(f"ENGINE {command} <&-")
    assert (done.returncode, done.stderr) == (2, b"The input: standard input is closed\n")


def test_json_is_utf8_in_any_locale():
    done = engine("ENGINE verify --json -", input="1. žž *".encode(), env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 1
    assert json.loads(done.stdout.decode("utf-8"))["error"]["move"] == "žž"


def test_a_pipe_is_read_once(tmp_path):
    os.mkfifo(tmp_path / "games.pdn")
    done = engine(f"echo '1. c3-d4 *' > {tmp_path}/games.pdn & ENGINE verify {tmp_path}/games.pdn")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"1 ok: 1 plies;")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "command", ["ENGINE verify FILE", "ENGINE verify - < FILE", "cat FILE | ENGINE verify /dev/stdin"]
)
def test_utf16_is_said(encoding, command, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_bytes('[White "Žižka"]\n\n1. c3-d4 *\n'.encode(encoding))
    done = engine(command.replace("FILE", str(path)))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"The text is in UTF-16. Save it as UTF-8.\n"


def test_moves_after_a_byte_order_mark():
    done = engine("ENGINE moves czech -", input=b"\xef\xbb\xbfW:Wa1:Bh8\n")
    assert (done.returncode, done.stdout) == (0, b'{"fen": "W:Wa1:Bh8", "moves": ["a1-b2"]}\n')


def test_an_unknown_ruleset_is_said_before_an_empty_file(run, tmp_path):
    path = tmp_path / "empty.pdn"
    path.touch()
    assert run("verify", "--ruleset", "chess", str(path)) == (2, "", KNOWN)


def test_the_start_by_name(run):
    assert run("moves", "czech", "start") == (0, "a3-b4\nc3-b4\nc3-d4\ne3-d4\ne3-f4\ng3-f4\ng3-h4\n", "")


@pytest.mark.parametrize(
    "command",
    [
        ("perft", "czech", "14"),
        ("analyse", "start", "--seconds", "60"),
        ("play", "--side", "black", "--seconds", "60"),
    ],
)
def test_control_c_ends_without_a_trace(command):
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")


def test_numbered_boards_speak_in_numbers(run, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text('[GameType "20"]\n\n1. 32-28 19-23 2. 37-32 *\n', encoding="utf-8")
    assert run("verify", str(path))[1].startswith(
        "1 error: 2 plies; ply 3 37-32: A capture is possible and must be made: from 28.; legal: 28x19; "
    )
