"""What is found in a stored game, and what each kind of finding offers."""

import pytest

from engine import pdn
from games.domain.findings import FINDINGS, Found, contradicts, find_in_game
from tournaments.domain.results import GAME_RESULTS, RESULTS


def found(text, result="", recorded=None, ruleset="czech"):
    game = next(pdn.read_games(text))
    return find_in_game(ruleset=ruleset, start_fen="", moves=game.moves, result=result, recorded=recorded)


def test_claims_are_found_at_the_ply_they_could_first_be_made(threefold, no_progress):
    assert found(threefold, "0-1", "0-1") == [Found("threefold", 84)]
    assert found(no_progress, "0-1", "0-1") == [Found("threefold", 99), Found("no-progress", 200)]


def test_a_claim_the_ruleset_does_not_know_is_not_found(no_progress):
    assert found(no_progress, "0-1", "0-1", ruleset="czech") != found("1. b2-a3", ruleset="cech-dama") == []


def test_a_sound_game_has_nothing(decided):
    assert found(decided, "0-1", "0-1") == []
    assert found(decided, "0-1", None) == []


def test_results_that_contradict_board_or_record(decided):
    assert found(decided, "1-0", "1-0") == [
        Found("result-against-board", 36, {"board": "0-1", "game": "1-0"}),
        Found("result-against-record", 36, {"game": "0-1", "record": "1-0"}),
    ]
    assert found("1. c3-d4", "1/2-1/2", "1-0") == [
        Found("result-against-record", 1, {"game": "1/2-1/2", "record": "1-0"})
    ]


def test_an_illegal_ply_is_found_and_the_search_ends_there(decided):
    only = found("1. c3-d4 d6-c5 2. d4-d5", "1-0", "0-1")
    assert [(each.kind, each.ply, each.details["move"]) for each in only] == [("illegal", 3, "d4-d5")]


@pytest.mark.parametrize(
    ("own", "recorded", "expected"),
    [
        ("1-0", "0-1", True),
        ("1-0", "1/2-1/2", True),
        ("1-0", "-/+", True),
        ("1-0", "1-0", False),
        ("", "1-0", False),
        ("1-0", None, False),
        ("1-0", "0-0", False),
    ],
)
def test_what_contradicts(own, recorded, expected):
    assert contradicts(own, recorded) is expected


def test_every_kind_says_what_it_is_and_what_can_be_decided():
    for key, finding in FINDINGS.items():
        assert finding.key == key
        assert all([finding.label, finding.says, finding.uphold, finding.dismiss])
        assert finding.settles in {"", *GAME_RESULTS} <= set(RESULTS) | {""}
