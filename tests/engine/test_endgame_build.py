"""Building tables: exact counts, going on after a broken-off build, damaged files, what is refused."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine import RULESETS, Board
from engine.endgame import SHIPPED, TableError, Tables
from engine.endgame.build import build
from engine.endgame.check import check
from engine.endgame.material import Material, materials, owner, signature
from engine.endgame.storage import TableFile, path_of

ROOT = Path(__file__).resolve().parents[2]
CZECH = RULESETS["czech"]
LEGAL = {2: 3_488, 3: 196_032, 4: 6_209_316}


def of_pieces(counts, pieces):
    return [count for count in counts if len(count.material) == pieces + 1]


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """All tables of up to three pieces, just built: the folder and what is in it."""
    folder = tmp_path_factory.mktemp("three")
    return folder, build(CZECH, 3, folder, jobs=1)


def shipped_counts():
    files = [TableFile(path_of(SHIPPED, CZECH, material), CZECH) for material in materials(4)]
    return [count for file in files for count in file.counts]


def test_the_positions_of_two_and_three_pieces_are_counted_exactly(three):
    _, counts = three
    assert [sum(count.positions for count in of_pieces(counts, pieces)) for pieces in (2, 3)] == [
        LEGAL[2],
        LEGAL[3],
    ]


def test_two_kings_to_move_against_one(three):
    _, counts = three
    (found,) = [count for count in counts if count.material == "kk-k"]
    assert (found.won, found.lost, found.drawn) == (5_628, 0, 9_252)


def test_every_part_has_the_golden_counts(three, golden):
    rows = [
        [each.material, each.positions, each.won, each.lost, each.drawn, each.forced, each.longest]
        for each in shipped_counts()
    ]
    wanted = json.loads((golden / "endgame" / "counts.json").read_text(encoding="utf-8"))
    assert rows == wanted
    assert three[1] == shipped_counts()[: len(three[1])]


def test_the_shipped_tables_have_every_position_of_four_pieces():
    counts = of_pieces(shipped_counts(), 4)
    assert sum(count.positions for count in counts) == LEGAL[4]
    (three_kings,) = [count for count in counts if count.material == "kkk-k"]
    assert (three_kings.won, three_kings.drawn, three_kings.longest) == (132_240, 11_600, 25)


def test_a_build_gives_the_shipped_values(three):
    folder, _ = three
    for material in materials(3):
        built, shipped = (TableFile(path_of(where, CZECH, material), CZECH) for where in (folder, SHIPPED))
        for part in range(len(material.parts)):
            assert built.part(part) == shipped.part(part)


@pytest.mark.parametrize("key", ["czech-one-or-all", "czech-free-landing"])
def test_the_shipped_tables_of_other_czech_rules(key):
    with Tables() as tables:
        assert tables.most_pieces(RULESETS[key]) == 3
    assert signature(RULESETS[key]) != signature(CZECH)


@pytest.mark.parametrize("key", ["czech-one-or-all", "czech-free-landing", "czech-misere", "russian", "pool"])
def test_every_supported_ruleset_is_built_and_stands_the_second_method(key, tmp_path):
    counts = build(RULESETS[key], 2, tmp_path, jobs=1)
    assert sum(count.positions for count in counts) == LEGAL[2]
    found = check(RULESETS[key], tmp_path, sample=None, searches=3)
    assert [fault for checked in found for fault in checked.faults] == []
    assert sum(checked.explained for checked in found) == LEGAL[2]


def test_rulesets_that_play_alike_share_their_tables():
    assert owner(RULESETS["cech-dama"]).key == "czech"
    fen = "W:WKa1,Kc1,Ke1:BKb8"
    with Tables() as tables:
        assert tables.probe(Board("cech-dama", fen)) == tables.probe(Board("czech", fen))


class TestGoingOn:
    def test_what_is_there_is_kept(self, tmp_path):
        first, second = [], []
        build(CZECH, 2, tmp_path, jobs=1, report=first.append)
        times = [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*.egt"))]
        counts = build(CZECH, 2, tmp_path, jobs=1, report=second.append)
        assert [progress.kept for progress in first + second] == [False] * 3 + [True] * 3
        assert [(progress.done, progress.total) for progress in second] == [(1, 3), (2, 3), (3, 3)]
        assert [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*.egt"))] == times
        assert sum(count.positions for count in counts) == LEGAL[2]

    def test_after_a_kill_only_the_rest_is_built(self, tmp_path, three):
        command = [sys.executable, "-m", "engine", "tables", "build", "--pieces", "3", "--jobs", "2"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(
            [*command, "--dir", str(tmp_path)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        with process:
            lines = [process.stdout.readline() for _ in range(4)]
            os.killpg(process.pid, signal.SIGKILL)
        assert [" built, " in line for line in lines] == [True] * 4
        left = tmp_path / "czech" / ".mm-m-left.egt.new"
        left.write_bytes(b"half a table")
        seen = []
        counts = build(CZECH, 3, tmp_path, jobs=1, report=seen.append)
        kept = [progress for progress in seen if progress.kept]
        assert 4 <= len(kept) < len(seen) == 9
        assert sorted(counts, key=str) == sorted(three[1], key=str)
        assert sorted(path.suffix for path in tmp_path.rglob(".*")) == []

    def test_a_damaged_table_is_built_again(self, tmp_path):
        build(CZECH, 2, tmp_path, jobs=1)
        path = tmp_path / "czech" / "k-m.egt"
        sound = path.read_bytes()
        path.write_bytes(sound[:-40] + bytes(40))
        seen = []
        build(CZECH, 2, tmp_path, jobs=1, report=seen.append)
        assert {str(progress.material) for progress in seen if not progress.kept} == {"k-m"}
        assert path.read_bytes() == sound


class TestRefused:
    @pytest.mark.parametrize("pieces", [1, 6])
    def test_numbers_of_pieces(self, pieces, tmp_path):
        with pytest.raises(TableError, match=f"for 2 to 5 pieces, not for {pieces}"):
            build(CZECH, pieces, tmp_path)

    @pytest.mark.parametrize(
        ("key", "reason"),
        [
            ("brazilian", "There are no endgame tables for brazilian: they need preferences to be ()."),
            ("english", "There are no endgame tables for english: they need flying_kings to be True."),
            ("slovak", "There are no endgame tables for slovak: they need huffing to be False."),
        ],
    )
    def test_rules_without_code(self, key, reason, tmp_path):
        with pytest.raises(TableError) as caught:
            build(RULESETS[key], 2, tmp_path)
        assert (str(caught.value), caught.value.code) == (reason, "unsupported-rules")
        assert list(tmp_path.iterdir()) == []

    def test_games_that_end_in_several_ways(self, tmp_path):
        with pytest.raises(TableError, match="its games end in several ways"):
            build(replace(CZECH, blocked="draws"), 2, tmp_path)

    def test_a_folder_of_other_rules(self, tmp_path):
        build(CZECH, 2, tmp_path, jobs=1)
        (tmp_path / "czech").rename(tmp_path / "russian")
        with pytest.raises(TableError) as caught:
            build(RULESETS["russian"], 2, tmp_path)
        assert caught.value.code == "other-rules"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda data: b"", "it is empty"),
        (lambda data: data[:10], "it is too short"),
        (lambda data: b"PK" + data[2:], "it is no endgame table"),
        (lambda data: data[:20] + b"?" + data[21:], "the checksum of its header is wrong"),
        (lambda data: data[:-1], "its length is wrong"),
        (lambda data: data[:-30] + bytes(30), "block 1 cannot be unpacked"),
    ],
)
def test_a_damaged_file_is_refused_with_its_name_and_what_to_do(change, problem, tmp_path):
    build(CZECH, 2, tmp_path, jobs=1)
    path = tmp_path / "czech" / "k-m.egt"
    path.write_bytes(change(path.read_bytes()))
    with Tables(tmp_path) as tables, pytest.raises(TableError) as caught:
        tables.probe(Board("czech", "W:Wa1:BKh8"))
    advice = "Delete it and build it again with: python -m engine tables build"
    assert str(caught.value) == f"{path} is damaged: {problem}. {advice}"


def test_the_materials_come_after_all_they_lead_to():
    seen = set()
    for material in materials(5):
        assert material.leads_to() <= seen
        seen.add(material)
    assert len(seen) == 45
    assert Material(1, 0, 0, 2).size(CZECH) == 28 * 32 * 31 // 2
    assert str(Material(1, 0, 0, 2).stronger_first) == "kk-m"
