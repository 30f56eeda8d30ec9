"""Claims of a draw, theoretical draws, and what the engine says of a position."""

import pytest

from engine import RULESETS, Board, pdn
from games.domain.claims import CLAIMS, answer_to
from games.domain.findings import Found, find_in_game
from games.domain.opinions import drawn_since, opinion

KINGS = "W:WKa1:BKb8"  # a king each, neither on the other's line: nobody can ever force a capture
SHUFFLE = ("a1-b2", "b8-c7", "b2-a1", "c7-b8")


def text_of(said):
    return str(said)


def moves_of(text):
    return next(pdn.read_games(text)).moves


def test_a_game_of_two_kings_is_drawn_by_the_tables_from_its_first_ply():
    start = Board("czech", "W:WKb2:BKb8").fen()
    moves = ("b2-a1", "b8-c7", "a1-b2", "c7-b8")
    first = drawn_since("czech", moves, start)
    assert first is not None
    assert all(drawn_since("czech", moves[:count], start) in (first, None) for count in range(1, 5))


def test_a_game_that_does_not_reach_the_tables_is_not_called_drawn(decided, threefold):
    assert [drawn_since("czech", moves_of(text)) for text in (decided, threefold)] == [None, None]


@pytest.mark.parametrize(
    ("result", "recorded", "expected"),
    [
        ("1-0", "1-0", ["theoretical-draw"]),
        ("", None, ["theoretical-draw"]),
        ("1/2-1/2", "1/2-1/2", []),
        ("", "1/2-1/2", []),
    ],
)
def test_a_theoretical_draw_is_found_where_nobody_scored_a_draw(result, recorded, expected):
    start = Board("czech", "W:WKb2:BKb8").fen()
    found = find_in_game(
        ruleset="czech", start_fen=start, moves=("b2-a1", "b8-c7"), result=result, recorded=recorded
    )
    assert [each.kind for each in found] == expected
    assert found in ([], [Found("theoretical-draw", found[0].ply if found else 0)])


def test_what_the_engine_answers_to_claims(threefold, no_progress):
    answers = {claim: text_of(answer_to(claim, "czech", moves_of(threefold)[:84])) for claim in CLAIMS}
    assert answers == {
        "threefold": "The engine confirms it, from ply 84 on.",
        "no-progress": "The engine does not find it in the game.",
        "theoretical": "The position is beyond the endgame tables; the arbiter decides.",
    }
    assert text_of(answer_to("threefold", "czech", moves_of(threefold)[:83])) == answers["no-progress"]
    late = answer_to("no-progress", "czech", moves_of(no_progress)[:210])
    assert text_of(late) == "The engine confirms it, from ply 200 on."


def test_claims_of_a_theoretical_draw_are_asked_of_the_tables():
    drawn, won = Board("czech", "W:WKb2:BKb8").fen(), Board("czech", "W:WKc3,Kd4,Ke5:Ba3").fen()
    assert text_of(answer_to("theoretical", "czech", ("b2-a1",), drawn)) == (
        f"The endgame tables confirm it, from ply {drawn_since('czech', ('b2-a1',), drawn)} on."
    )
    assert text_of(answer_to("theoretical", "czech", (), won)) == "The endgame tables say otherwise."


def test_a_ruleset_without_the_draw_says_so():
    without = next(key for key, rules in RULESETS.items() if rules.no_progress is None)
    assert text_of(answer_to("no-progress", without, ())) == "The ruleset knows no such draw."


def test_the_engine_speaks_of_every_ruleset_and_of_a_game_that_is_over(decided):
    assert text_of(opinion("czech", moves_of(decided), 36)) == "The game is over: 0-1."
    for key in RULESETS:
        assert text_of(opinion(key, (), 0)).startswith("About even ("), key


def test_an_opinion_is_the_same_whenever_it_is_asked(threefold):
    moves = moves_of(threefold)
    assert opinion("czech", moves, 20) == opinion("czech", moves, 20)
    assert text_of(opinion("czech", moves, 20)).startswith("White stands clearly better (+")


def test_exact_answers_name_the_side_that_wins():
    won = Board("czech", "W:WKc3,Kd4,Ke5:Ba3").fen()
    assert text_of(opinion("czech", (), 0, won)).startswith("White wins in ")
    drawn = Board("czech", "W:WKb2:BKb8").fen()
    assert text_of(opinion("czech", (), 0, drawn)).startswith("A draw: neither side can force a win")
