"""The registry of rulesets is complete: each has golden data and a label, and nothing branches on a key."""

import ast
import json
from pathlib import Path

import pytest

from engine import RULESETS, STANDARD, bench, movegen

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "engine"
# Its moves are those of the ruleset named here; only who wins at the end differs.
SAME_MOVES = {"czech-misere": "czech"}
# No golden moves exist of these: published counts stand for them.
COUNTED = {
    "spanish": "spanish_portuguese",
    "portuguese": "spanish_portuguese",
    "turkish": "turkish",
    "canadian": "canadian_12x12",
}


def test_keys():
    assert {key: rules.key for key, rules in RULESETS.items()} == {key: key for key in RULESETS}
    assert STANDARD is RULESETS["czech"]


@pytest.mark.parametrize("key", RULESETS)
def test_each_has_golden_moves_and_a_label(key):
    counts = json.loads((GOLDEN / "perft.json").read_text(encoding="utf-8"))
    has_moves = (GOLDEN / "movegen" / f"{SAME_MOVES.get(key, key)}.jsonl").is_file()
    assert has_moves == (key not in COUNTED)
    assert has_moves or COUNTED[key] in counts
    assert RULESETS[key].label


def test_labels_differ():
    assert len({rules.label for rules in RULESETS.values()}) == len(RULESETS)


def test_no_code_compares_with_a_key():
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                values = {value.value for value in ast.walk(node) if isinstance(value, ast.Constant)}
                assert not values & RULESETS.keys(), f"{path.name}:{node.lineno}"


def test_the_measurements_run(capsys):
    bench.main(["czech"])
    head, line = capsys.readouterr().out.splitlines()
    form = "compiled" if movegen.COMPILED else "plain"
    assert head.split() == [form, "perft", "leaves/s", "legal_moves/s", "PDN", "plies/s", "search", "nodes/s"]
    key, *rates = line.split()
    assert key == "czech"
    assert all(int(rate.replace(",", "")) > 0 for rate in rates)
    assert len(rates) == 4


def test_a_stream_is_measured():
    figures = bench.stream_figures(size=300_000)
    assert figures["games"] >= bench.GAMES
    assert figures["MB/s"] > 0
    assert figures["grown MB"] < 50
