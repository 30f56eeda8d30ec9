"""The two forms of the engine, plain and compiled, must never differ."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULESETS, Board, _compiled, build, movegen
from engine.generators import generator_of, plain_movegen
from engine.perft import perft

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "engine"
PUBLISHED = json.loads((GOLDEN / "perft.json").read_text(encoding="utf-8"))
INSIDE = "ENGINE_FORMS_TEST"
# What starts programs, reads texts or draws makes moves with the same calls as the rest.
SAME_EITHER_WAY = (
    "cli",
    "docs",
    "forms",
    "pdn_reader",
    "pdn_round",
    "pdn_writer",
    "reports",
    "svg",
    "terminal",
)

needs_compiled = pytest.mark.skipif(
    not movegen.COMPILED,
    reason=f"the engine is not compiled here: {build.obstacle() or 'run python -m engine.build'}",
)


@cache
def plain(rules):
    return plain_movegen().MoveGenerator(rules)


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def assert_same(board):
    position = board.position
    arguments = (*position.mine, position.white_to_move)
    expected = plain(board.ruleset).generate(*arguments)
    moves, taken = generator_of(board.ruleset).generate(*arguments)
    assert (moves, taken) == expected
    _, kings, _, _ = position.mine
    for move, captured in zip(moves, taken, strict=False):
        route = (kings, position.occupied, position.white_to_move, move, captured)
        assert generator_of(board.ruleset).path(*route) == plain(board.ruleset).path(*route)


@needs_compiled
@pytest.mark.parametrize("path", sorted((GOLDEN / "movegen").glob("*.jsonl")), ids=lambda path: path.stem)
def test_both_forms_agree_on_the_golden_positions(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        assert_same(Board(path.stem, json.loads(line)["fen"]))


@needs_compiled
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.lists(st.integers(0, 10**6), max_size=120))
def test_both_forms_agree_in_any_game(key, choices):
    board = Board(key)
    for choice in choices:
        legal = board.legal_moves
        if not legal:
            break
        assert_same(board)
        board.push(legal[choice % len(legal)])


@needs_compiled
@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(sorted(RULESETS)),
    st.booleans(),
    st.lists(st.sampled_from(["w", "b"]), min_size=2, max_size=14),
    st.randoms(use_true_random=False),
)
def test_both_forms_agree_among_kings(key, white, sides, random):
    board = Board(key)
    squares = random.sample(board.geometry.names, len(sides))
    standing = {"w": [], "b": []}
    for square, side in zip(squares, sides, strict=True):
        standing[side].append(f"K{square}")
    fen = f"{'W' if white else 'B'}:W{','.join(standing['w'])}:B{','.join(standing['b'])}"
    if max(map(len, standing.values())) <= board.ruleset.men_a_side:
        assert_same(Board(key, fen))


DEEP = [
    ("czech", "czech", 10),
    ("russian", "russian", 9),
    ("brazilian", "brazilian", 9),
    ("pool", "pool", 9),
    ("english", "english", 10),
    ("italian", "italian", 9),
    ("spanish", "spanish_portuguese", 9),
    ("turkish", "turkish", 7),
    ("international", "international", 8),
]


@needs_compiled
@pytest.mark.parametrize(("key", "name", "depth"), DEEP)
def test_deep_counts(key, name, depth):
    board = Board(key)
    assert perft(board.ruleset, board.position, depth) == PUBLISHED[name]["counts"][depth - 1]


@needs_compiled
def test_turkish_routes_that_take_the_same_pieces_are_one_move():
    board = Board("turkish")
    assert perft(board.ruleset, board.position, 7, routes_apart=False) == 10_782_308


@needs_compiled
@pytest.mark.parametrize("depth", [11, 12])
def test_every_route_of_an_italian_position_counted_apart(depth):
    case = PUBLISHED["italian_gilbert_1"]
    board = Board("italian", case["fen"])
    assert perft(board.ruleset, board.position, depth, routes_apart=True) == case["counts"][depth - 1]


@needs_compiled
@pytest.mark.skipif(bool(os.environ.get(INSIDE)), reason="this run is that other run")
def test_the_engines_tests_pass_as_plain_python_too():
    files = {
        path.stem.removeprefix("test_engine_"): str(path)
        for path in Path(__file__).parent.glob("test_engine_*.py")
    }
    files = [path for name, path in sorted(files.items()) if name not in SAME_EITHER_WAY]
    command = [sys.executable, "-m", "pytest", *files, "-q", "-n", "0", "-p", "no:cacheprovider"]
    environment = {**os.environ, "ENGINE_COMPILED": "0", INSIDE: "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


SHOW = "from engine import movegen; print(movegen.COMPILED)"


def test_the_plain_form_can_be_asked_for():
    assert run(SHOW, ENGINE_COMPILED="0").stdout == "False\n"


@needs_compiled
def test_the_compiled_form_can_be_insisted_on():
    assert run(SHOW, ENGINE_COMPILED="1").stdout == "True\n"


def test_an_edited_source_is_never_shadowed(tmp_path):
    """A copy of the engine with its compiled form; once a source changes the plain form runs again."""
    for module in (*_compiled.MODULES, *_compiled._SEEN):
        copied = tmp_path / _compiled.source_of(module).relative_to(ROOT)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes(_compiled.source_of(module).read_bytes())
    code = "from pathlib import Path; from engine import _compiled; "
    code += f"_compiled.ROOT = Path({str(tmp_path)!r}); print(_compiled.directory().name)"
    before = run(code).stdout
    edited = tmp_path / "engine" / "movegen.py"
    edited.write_bytes(edited.read_bytes() + b"\n")
    after = run(code).stdout
    assert before == f"{_compiled.directory().name}\n"
    assert after != before


def test_insisting_on_what_is_not_there_is_an_error():
    code = (
        "import os; os.environ['ENGINE_COMPILED'] = '0'; from engine import _compiled; "
        "os.environ['ENGINE_COMPILED'] = '1'; _compiled.is_built = lambda: False; _compiled.activate()"
    )
    done = run(code)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: The engine is not compiled for these sources. Run: python -m engine.build"
    )


def test_a_machine_without_a_compiler_is_no_failure():
    code = "import sys; from engine import build; build.is_built = lambda: False; sys.exit(build.main([]))"
    done = run(code, CC="no-such-compiler")
    assert done.returncode == 0
    assert done.stderr == (
        "engine: runs as plain Python, some twenty times slower: there is no C compiler (no-such-compiler)\n"
    )
