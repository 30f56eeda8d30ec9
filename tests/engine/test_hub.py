"""The HUB protocol: its syntax, and whole conversations with the program."""

import io
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import RULESETS, Board
from engine.errors import EngineError
from engine.hub import (
    VARIANTS,
    Hub,
    read_line,
    read_move,
    read_position,
    time_for_move,
    write_move,
    write_position,
)

ROOT = Path(__file__).resolve().parents[2]
START = "W" + 20 * "b" + 10 * "e" + 20 * "w"


def converse(*lines):
    """What the program answers, with what differs from run to run taken out."""
    answer = io.StringIO()
    Hub(io.StringIO("".join(f"{line}\n" for line in lines)), answer).run()
    return answer.getvalue().splitlines()


class Program:
    """The program as another one sees it."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "engine", "hub"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            bufsize=1,
        )

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(f"{line}\n")

    def wait_for(self, start):
        """The lines up to the one that begins so."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines
        raise AssertionError(f"the program ended before {start}: {lines}")

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(10) == 0
        self.process.stdout.close()


@pytest.fixture
def program():
    program = Program()
    yield program
    if program.process.poll() is None:
        program.process.kill()
        program.process.wait()
    program.process.stdin.close()
    program.process.stdout.close()


def test_a_whole_conversation(program):
    program.send("hub")
    said = program.wait_for("wait")
    assert said[0] == 'id name=Dama version=1.0 author="The Dama authors"'
    assert said[1].startswith('param name=variant value=normal type=enum values="normal czech ')
    assert said[2:] == ["wait"]
    program.send("set-param name=variant value=normal", "init")
    assert program.wait_for("ready") == ["ready"]
    program.send("new-game", f'pos pos={START} moves="32-28 19-23"', "level depth=4", "go think")
    said = program.wait_for("done")
    assert [line.split()[0] for line in said] == ["info"] * (len(said) - 1) + ["done"]
    assert said[-1].startswith("done move=28x19x23 ponder=")
    program.send("level infinite", "go analyze", "ping")
    assert "pong" in program.wait_for("pong")
    program.send("stop")
    assert program.wait_for("done")[-1].startswith("done move=28x19x23")
    program.send(f"pos pos={START}", "level move-time=0.1", "go ponder")
    time.sleep(0.3)
    program.send("ping")
    assert not any(line.startswith("done") for line in program.wait_for("pong"))
    program.send("ponder-hit")
    program.wait_for("done")
    program.send("quit")
    assert program.process.wait(10) == 0


def test_the_program_ends_with_its_input_even_while_searching(program):
    program.send("hub", "init", f"pos pos={START}", "level infinite", "go analyze")
    program.wait_for("info")
    program.end()


def test_the_start_by_name(program):
    program.send("hub", "init", 'pos start moves="32-28 19-23"', "level depth=1", "go think")
    assert program.wait_for("done")[-1].startswith("done move=28x19x23")


def test_the_other_boards(program):
    program.send("hub", "set-param name=variant value=russian", "init")
    program.wait_for("ready")
    program.send(f"pos pos={write_position(Board('russian'))}", "level depth=2", "go think")
    move = program.wait_for("done")[-1].split()[1].removeprefix("move=")
    assert str(read_move(Board("russian"), move)) in [str(move) for move in Board("russian").legal_moves]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["go think"], "Send a position (pos) before go."),
        (["pos pos=W"], "A position is W or B and one of w, b, W, B, e for each of 50 squares."),
        ([f'pos pos={START} moves="32-22"'], "32-22 is not a legal move here."),
        ([f"pos pos=W{50 * 'e'}", "go think"], "There is no legal move."),
        (["level depth=x"], "invalid literal for int() with base 10: 'x'"),
        (
            ["set-param name=variant value=chess"],
            f"There is no variant chess. Known variants: {', '.join(VARIANTS)}.",
        ),
    ],
)
def test_what_cannot_be_done_is_said(lines, message):
    assert converse(*lines) == [f'error message="{message}"']


def test_what_it_does_not_know_it_ignores():
    assert converse("", "nonsense a=b", "set-param name=book value=true", "ponder-hit", "stop", "ping") == [
        "pong"
    ]


def test_a_line():
    assert read_line('pos pos=We moves="32-28 19-23"') == ("pos", {"pos": "We", "moves": "32-28 19-23"})
    assert read_line("go think") == ("go", {"think": ""})
    assert read_line('set-param name = "a b"  value=""') == ("set-param", {"name": "a b", "value": ""})
    assert read_line("  \n") == ("", {})


@pytest.mark.parametrize("key", sorted(set(VARIANTS.values())))
def test_positions_and_moves_go_there_and_back(key):
    board = Board(key)
    for step in range(60):
        assert read_position(write_position(board), key).fen() == board.fen()
        legal = board.legal_moves
        if not legal:
            break
        assert [read_move(board, write_move(board, move)) for move in legal] == legal
        board.push(legal[7 * step % len(legal)])


def test_captured_squares_may_stand_in_any_order():
    board = Board("international", "W:W28:B22,12,33")
    assert str(read_move(board, "28x8x12x22")) == str(read_move(board, "28x8x22x12"))
    with pytest.raises(EngineError):
        read_move(board, "28x8")


def test_huffing_has_no_notation_in_the_protocol():
    assert sorted(set(RULESETS) - set(VARIANTS.values())) == ["slovak"]


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("level infinite", None),
        ("level depth=5", None),
        ("level move-time=1", 0.995),
        ("level time=60", 2.0),
        ("level moves=10 time=60", 6.0),
        ("level time=30 inc=1", 2.0),
        ("level moves=1 time=10", 4.0),
        ("level time=0.02", 0.01),
    ],
)
def test_the_time_for_a_move(line, seconds):
    assert time_for_move(read_line(line)[1]) == pytest.approx(seconds)
