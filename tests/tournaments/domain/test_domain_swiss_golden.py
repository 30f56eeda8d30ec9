"""The Swiss system against an independent program's rounds: pairs, colours, bye and board order."""

import json
from pathlib import Path

import pytest

from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import SCORINGS

GOLDEN = Path(__file__).parents[2] / "golden" / "pairing"
NAMES = sorted(path.stem for path in GOLDEN.glob("t1*.json"))
COLOURS = {"w": "white", "b": "black"}


def golden_of(name):
    return json.loads((GOLDEN / f"{name}.json").read_text())


def paired(plan):
    games = [[each.white, each.black] for each in plan.pairings if each.black]
    byes = [each.white for each in plan.pairings if each.result == "bye"]
    absent = [each.white for each in plan.pairings if each.result == "zero-bye"]
    return games, byes, absent


def pair_again(golden, read_trf, each, scoring):
    state = read_trf(
        golden["tournament"],
        each["round"] - 1,
        absent=each["absent"],
        planned_rounds=golden["rounds"],
        initial_colour=COLOURS[golden["initial_colour"]],
        scoring=SCORINGS[scoring],
    )
    return paired(PAIRING_SYSTEMS["swiss"].pair(state, number=each["round"], seed=0))


@pytest.mark.parametrize("name", NAMES)
def test_every_round_is_the_golden_one(name, read_trf):
    golden = golden_of(name)
    scoring = "2-1-0" if golden["points"]["W"] == 2 else "1-0.5-0"
    for each in golden["next_round"]:
        expected = each["pairs"], [each["bye"]] if each["bye"] else [], sorted(each["absent"])
        assert pair_again(golden, read_trf, each, scoring) == expected, each["round"]


def test_all_twenty_tournaments_are_here_with_every_round():
    assert len(NAMES) == 20
    for golden in map(golden_of, NAMES):
        rounds = [each["round"] for each in golden["next_round"]]
        assert rounds == list(range(1, golden["rounds"] + 1))


def test_the_scale_of_the_points_changes_no_pair(read_trf):
    golden = golden_of("t1021_p17_r6")
    for each in golden["next_round"]:
        assert pair_again(golden, read_trf, each, "2-1-0") == pair_again(golden, read_trf, each, "1-0.5-0")
