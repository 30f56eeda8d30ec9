"""The command `tables` in its own words."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run(capsys):
    def run(*argv):
        status = main(["tables", *argv])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_build_says_how_far_it_is_and_check_that_all_is_sound(run, tmp_path):
    status, out, err = run("build", "--pieces", "2", "--dir", str(tmp_path))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert [line.split(" s")[0].rsplit(",", 1)[0] for line in lines[:3]] == [
        "1/3 k-k     built, 992 positions",
        "2/3 k-m     built, 1,736 positions",
        "3/3 m-m     built, 760 positions",
    ]
    assert lines[3:] == ["2 pieces: 3,488 positions"]
    status, out, err = run("check", "--dir", str(tmp_path), "--all")
    assert (status, err) == (0, "")
    assert out.splitlines()[1] == (
        "        k-k: 992 positions, 194 won, 2 lost, 796 drawn, longest 3 plies, "
        "a capture can be forced in 196"
    )
    assert out.splitlines()[-2:] == ["2 pieces: 3,488 positions", "all sound"]


def test_check_says_what_is_wrong(run, tmp_path):
    run("build", "--pieces", "2", "--dir", str(tmp_path))
    path = tmp_path / "czech" / "m-m.egt"
    path.write_bytes(path.read_bytes()[:-1])
    status, _, err = run("check", "--dir", str(tmp_path), "--positions", "5")
    assert status == 2
    assert err.startswith(f"{path} is damaged: its length is wrong.")


def test_probe(run):
    assert run("probe", "W:Wc3:Bd4") == (
        0,
        "win in 1 plies; a capture can be forced by the side to move\nbest: c3xe5\n",
        "",
    )
    assert run("probe", "B:Wb2,c1:Ba3") == (0, "loss in 0 plies; a capture can be forced by nobody\n", "")
    status, out, _ = run("probe", "W:WKa3,Kc1,Ke1:BKa1")
    assert (status, out.splitlines()[0]) == (0, "draw; a capture can be forced by nobody")


def test_probe_beyond_the_tables(run):
    status, out, err = run("probe", "W:W21-32:B1-12")
    assert (status, out) == (2, "")
    assert err.endswith("knows this position.\n")


def test_bad_input_is_refused_in_a_line(run, tmp_path):
    assert run("probe", "W:Wb8:B")[::2] == (
        2,
        "A man cannot stand on b8: it would have been crowned there.\n",
    )
    status, _, err = run("build", "--pieces", "7", "--dir", str(tmp_path))
    assert (status, err) == (2, "Tables are built for 2 to 5 pieces, not for 7.\n")
    assert run("check", "--dir", str(tmp_path / "none"))[0] == 2


def test_probing_loads_no_builder():
    code = (
        "import sys; from engine import Board; from engine.endgame import theoretical; "
        "theoretical(Board('czech', 'W:WKa1:BKh8')); "
        "print(sorted({'numba', 'numpy', 'engine.endgame.jit'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_build_without_numba_says_how_to_get_it(tmp_path):
    # It is broken off at once: what counts is the first line.
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", "tables", "build", "--pieces", "4", "--dir", str(tmp_path)],
        cwd=ROOT,
        env={"DAMA_TABLES_PLAIN": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    line = process.stderr.readline()
    process.kill()
    process.communicate()
    assert line == (
        "numba is not installed, so this takes a few minutes. With it, some twenty times less: "
        f"{sys.executable} -m pip install -r requirements-tables.txt\n"
    )
