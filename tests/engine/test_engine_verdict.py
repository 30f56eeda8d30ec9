"""Checking a record."""

import pickle

import pytest

from engine import RULESETS, UnknownRulesetError, pdn
from engine.pdn import ruleset_of_game

HEAD = '[White "A"]\n[Black "B"]\n'


def verdict(text, ruleset=None):
    (game,) = pdn.read_games(text)
    return pdn.verify(game, ruleset)


def test_a_sound_game():
    found = verdict(HEAD + '[Result "2-0"]\n\n1. c3-d4 b6-a5 1-0')
    assert found.ok
    assert found.as_dict() == {
        "game": 1,
        "ok": True,
        "plies": 2,
        "error": None,
        "result": "1-0",
        "claims": [],
        "outcome": None,
        "fen": "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Ba5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
        "outcome_reason": None,
        "ruleset": "czech",
        "tag": "2-0",
        "terminator": "1-0",
        "agree": True,
        "legal": [],
        "line": 1,
        "column": 1,
        "white": "A",
        "black": "B",
        "warnings": [],
    }


def test_an_illegal_move():
    found = verdict(HEAD + "\n1. c3-d4 b6-c5 2. a3-b4 h6-g5 *").as_dict()
    assert (found["ok"], found["plies"]) == (False, 2)
    assert found["error"] == {
        "ply": 3,
        "move": "a3-b4",
        "code": "must-capture",
        "message": "A capture is possible and must be made: from d4.",
    }
    assert found["legal"] == ["d4xb6"]
    assert found["result"] == "*"


def test_a_fault_before_an_illegal_move_comes_first():
    found = verdict("1. c3-d4 resigns b6-c5 2. a3-b4 *")
    assert (found.error.code, found.error.ply, found.error.line, found.error.column) == (
        "unexpected-text",
        2,
        1,
        10,
    )
    found = verdict("1. c3-d4 b6-c5 2. a3-b4 resigns *")
    assert (found.error.code, found.error.ply) == ("must-capture", 3)


@pytest.mark.parametrize(
    ("text", "result", "agree"),
    [
        ('[Result "1-0"]\n\n1. c3-d4 1-0', "1-0", True),
        ('[Result "1-0"]\n\n1. c3-d4 2-0', "1-0", True),
        ('[Result "1-0"]\n\n1. c3-d4 *', "1-0", True),
        ('[Result "1-0"]\n\n1. c3-d4', "1-0", True),
        ('[Result "*"]\n\n1. c3-d4 0-1', "0-1", True),
        ("1. c3-d4 0-1", "0-1", True),
        ("1. c3-d4", "*", True),
        ('[Result "1-0"]\n\n1. c3-d4 0-1', "0-1", False),
        ('[Result "1-1"]\n\n1. c3-d4 0-2', "0-1", False),
        ('[Result "1/2-1/2"]\n\n1. c3-d4 1-1', "1/2-1/2", True),
    ],
)
def test_tag_and_terminator(text, result, agree):
    found = verdict(text)
    assert (found.result, found.agree, found.ok) == (result, agree, agree)


@pytest.mark.parametrize(
    ("result", "agree"), [("1-0", True), ("*", True), ("0-0", True), ("1/2-1/2", False), ("0-1", False)]
)
def test_a_decided_board(result, agree):
    found = verdict(f'[FEN "W:Wc3:Bd4"]\n\n1. c3xe5 {result}')
    assert (found.outcome.result, found.outcome.reason) == ("1-0", "no-pieces")
    assert (found.agree, found.ok) == (agree, agree)
    if not agree:
        error = found.as_dict()["error"]
        assert error == {
            "ply": 1,
            "move": result,
            "code": "result-mismatch",
            "message": f"The results differ: tag -, end of the moves {result}, position 1-0.",
        }


def test_a_move_error_comes_before_a_mismatch():
    found = verdict('[Result "1-0"]\n\n1. c3-e5 0-1')
    assert (found.error.code, found.agree) == ("too-far", False)


def test_each_claim_at_its_first_ply():
    moves = "1. e1-f2 d8-c7 2. f2-e1 c7-d8 " * 3
    found = verdict(f'[FEN "W:WKe1,a3:BKd8,h6"]\n\n{moves} 1/2-1/2')
    assert found.ok
    assert found.as_dict()["claims"] == [{"kind": "threefold", "ply": 8}]


def test_gametype_chooses_the_ruleset():
    text = '[GameType "25,W,8,8,A0,0"]\n[FEN "W:We5:Bd4,h8"]\n\n1. e5xc3 *'
    assert verdict(text).ok
    assert verdict(text).ruleset.key == "russian"
    forced = verdict(text, "czech")
    assert forced.error.code == "man-captures-forward"
    assert [str(warning) for warning in forced.warnings] == [
        "GameType is 25,W,8,8,A0,0, but the record is read as czech."
    ]


def test_a_ruleset_without_a_number_is_named_by_its_key():
    text = '[Ruleset "slovak"]\n\n1. d2-c3 c7-b6 2. c3-d4 *'
    assert (verdict(text).ok, verdict(text).ruleset.key) == (True, "slovak")
    assert verdict(text, "czech").error.ply == 1
    assert verdict('[Ruleset "somebody\'s"]\n\n1. c3-d4 *').ruleset.key == "czech"


@pytest.mark.parametrize("gametype", ["29,W,8,8,A0,0", "29", "32,W,8,8,A1,0", "", " 29 , W"])
def test_gametypes_of_czech_draughts(gametype):
    (game,) = pdn.read_games(f'[GameType "{gametype}"]\n\n*')
    assert ruleset_of_game(game) is RULESETS["czech"]


@pytest.mark.parametrize("gametype", ["99,W,8,8,A0,0", "czech", "2"])
def test_an_unknown_gametype(gametype):
    found = verdict(f'[GameType "{gametype}"]\n\n1. c3-d4 *').as_dict()
    assert (found["ok"], found["plies"], found["fen"]) == (False, 0, None)
    assert found["error"]["code"] == "unknown-gametype"
    assert found["error"]["move"] == gametype
    assert found["error"]["message"].startswith(
        f"GameType {gametype} is no ruleset known here. Known: 29 czech, 25 russian, 26 brazilian"
    )


def test_no_two_rulesets_share_a_gametype():
    numbers = [number for rules in RULESETS.values() for number in rules.gametype_numbers]
    assert len(set(numbers)) == len(numbers)


def test_an_impossible_set_up():
    found = verdict('[FEN "W:Wb8:B"]\n\n1. c3-d4 *').as_dict()
    assert found["error"]["code"] == "man-on-last-row"
    assert (found["error"]["ply"], found["error"]["move"]) == (0, "W:Wb8:B")


def test_an_unknown_ruleset_is_the_callers_mistake():
    with pytest.raises(UnknownRulesetError):
        verdict("*1. c3-d4", "chess")


def test_warnings():
    found = verdict('[Result "won"]\n[PlyCount "7"]\n\n1. c3-d4 *')
    assert found.ok
    assert [str(warning) for warning in found.warnings] == [
        "The tag Result says won, which is no result.",
        "PlyCount says 7; the record has 1 plies.",
    ]


def test_errors_survive_pickling():
    (game,) = pdn.read_games("1. c3-d4 resigns")
    (error,) = pickle.loads(pickle.dumps(game)).errors  # noqa: S301
    assert (str(error), error.column) == (str(game.errors[0]), 10)
