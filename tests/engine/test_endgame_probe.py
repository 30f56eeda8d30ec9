"""Asking the shipped tables, and what perfect play does with the answers."""

import doctest
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULESETS, Board
from engine.endgame import SHIPPED, Probe, TableError, Tables, Theoretical, shipped_tables, theoretical
from engine.endgame.check import check, solve
from engine.endgame.material import Material, materials
from engine.endgame.numbering import numbering_of
from engine.endgame.storage import TableFile, path_of, write_table
from engine.fen import write

CZECH = RULESETS["czech"]
README = Path(__file__).resolve().parents[2] / "engine" / "endgame" / "README.md"


def test_golden_positions(golden):
    rows = json.loads((golden / "endgame" / "positions.json").read_text(encoding="utf-8"))
    tables = shipped_tables()
    assert len(rows) == 155
    for key, fen, *wanted in rows:
        probe = tables.probe(Board(key, fen))
        assert [probe.value, probe.distance, probe.can_capture, probe.other_can_capture] == wanted


@pytest.mark.parametrize(
    ("fen", "wanted"),
    [
        # The lone king holds the main road, against three kings too.
        ("W:WKa3,Kc1,Ke1:BKa1", Probe("draw", None, False, False)),
        ("B:WKb8,Kf8:BKe5", Probe("draw", None, False, False)),
        # The other side is left without a piece, or without a move.
        ("W:Wc3:Bd4", Probe("win", 1, True, False)),
        ("B:Wb2,c1:Ba3", Probe("loss", 0, False, False)),
        # Nobody to play against: the next move ends the game.
        ("W:Wa1:B", Probe("win", 1, False, False)),
        ("B:Wa1:B", Probe("loss", 0, False, False)),
    ],
)
def test_positions_one_can_see_through(fen, wanted):
    assert shipped_tables().probe(Board("czech", fen)) == wanted


def test_a_position_beyond_the_tables_is_not_known():
    tables = shipped_tables()
    assert tables.probe(Board("czech")) is None
    assert tables.probe(Board("czech", "W:WKa1,Kc1,Ke1:BKb8,Kd8")) is None
    assert tables.probe(Board("slovak", "W:WKa1:BKb8")) is None
    assert tables.probe(Board("russian", "W:WKa1:BKb8")) is None
    assert tables.best_moves(Board("czech")) == []
    assert theoretical(Board("czech")) is None
    assert [tables.most_pieces(RULESETS[key]) for key in ("czech", "cech-dama", "russian")] == [4, 4, 0]


def play_out(board, tables):
    """Play the best moves of both sides; how many plies it took and who won."""
    source = random.Random(board.fen())
    plies = 0
    while board.outcome() is None:
        board.push(source.choice(tables.best_moves(board)))
        plies += 1
    return plies, board.outcome().winner


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("W:WKc1,Ke1,Kg1:BKb8", 19),
        ("W:Wa1,b2,c3:Bd6", 3),
        ("B:Wa3,c3,Ke1:Bh8", 6),
        ("W:WKa1:Bh8,b8", 11),
        ("B:WKc1,a5:Bh6,b6", 10),
    ],
)
def test_best_moves_win_in_exactly_the_distance(fen, plies):
    tables = shipped_tables()
    board = Board("czech", fen)
    assert tables.probe(board).distance == plies
    assert play_out(board, tables) == (plies, "white")


def test_best_moves_keep_a_draw():
    tables = shipped_tables()
    board = Board("czech", "W:Wa1,c1,e1:BKb8")
    for _ in range(30):
        assert tables.probe(board).value == "draw"
        board.push(tables.best_moves(board)[0])


def test_the_longest_win_of_three_kings_against_one_takes_25_plies():
    tables = shipped_tables()
    numbering = numbering_of(CZECH)
    file = TableFile(path_of(SHIPPED, CZECH, Material(0, 3, 0, 1)), CZECH)
    values, _ = file.part(0)
    position = numbering.position(Material(0, 3, 0, 1), values.index(26))
    board = Board("czech", write(position, CZECH))
    assert tables.probe(board).distance == 25
    assert play_out(board, tables) == (25, "white")


def test_a_theoretical_draw_by_the_federations_wording():
    held = theoretical(Board("czech", "W:WKa3,Kc1,Ke1:BKa1"))
    assert held == Theoretical(None, None, ())
    assert (held.is_draw, held.is_dead_draw) == (True, True)
    # Drawn, but the king can still win a man.
    still = theoretical(Board("czech", "W:Wa1,c1,e1:BKb8"))
    assert still == Theoretical(None, None, ("black",))
    assert (still.is_draw, still.is_dead_draw) == (True, False)


def test_a_win_is_named_by_its_colour():
    assert theoretical(Board("czech", "W:Wc3:Bd4")) == Theoretical("white", 1, ("white",))
    assert theoretical(Board("czech", "B:We3:Bd4")).winner == "black"


PARTS = [part for material in materials(4) for part in material.parts]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(PARTS), st.integers(min_value=0), st.booleans())
def test_numbers_and_positions_agree_and_the_colour_does_not_matter(part, number, white):
    number %= part.size(CZECH)
    numbering = numbering_of(CZECH)
    position = numbering.position(part, number, white)
    if position is None:
        return
    assert position.white_to_move is white
    assert numbering.number(position) == (part, number)
    other = numbering.position(part, number, not white)
    tables = shipped_tables()
    assert tables.probe_position(CZECH, position) == tables.probe_position(CZECH, other)


def test_readme():
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted == 8
    assert results.failed == 0


def test_a_search_finds_the_same_wins():
    assert solve(Board("czech", "W:Wc3:Bd4"), 1) == ("win", 1)
    assert solve(Board("czech", "W:WKc1,Ke1,Kg1:BKb8"), 2) is None
    assert solve(Board("czech", "W:WKa5,f2:Bh8"), 4) == ("win", 3)


class TestSecondMethod:
    def test_it_finds_nothing_wrong_in_the_shipped_tables(self):
        found = check(CZECH, SHIPPED, sample=10, searches=0)
        assert [str(checked.material) for checked in found] == [str(each) for each in materials(4)]
        assert [fault for checked in found for fault in checked.faults] == []
        assert sum(checked.explained for checked in found) > 300

    @pytest.mark.parametrize(("plane", "change"), [(0, 2), (1, 3)])
    def test_it_finds_a_wrong_value_and_a_wrong_force(self, plane, change, tmp_path):
        material = Material(0, 1, 0, 1)
        file = TableFile(path_of(SHIPPED, CZECH, material), CZECH)
        planes = [bytearray(each) for each in file.part(0)]
        planes[plane][5] ^= change
        part = bytes(planes[0]), bytes(planes[1])
        write_table(path_of(tmp_path, CZECH, material), CZECH, file.counts, [part])
        (found,) = check(CZECH, tmp_path, sample=None, searches=0)
        assert found.explained == 992
        assert len(found.faults) >= 1
        assert "the table says Probe(" in found.faults[0]

    def test_a_table_that_is_needed_and_missing_is_named(self, tmp_path):
        material = Material(0, 2, 0, 1)
        source = path_of(SHIPPED, CZECH, material)
        target = path_of(tmp_path, CZECH, material)
        target.parent.mkdir()
        target.write_bytes(source.read_bytes())
        with pytest.raises(TableError, match="is missing: build it first"):
            check(CZECH, tmp_path, sample=20, searches=0)

    def test_a_folder_without_tables(self, tmp_path):
        with pytest.raises(TableError) as caught:
            check(CZECH, tmp_path)
        assert caught.value.code == "no-tables-for-ruleset"
        with pytest.raises(TableError, match="There is no folder"):
            Tables(tmp_path / "none")
