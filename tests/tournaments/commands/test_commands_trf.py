"""The commands on TRF files: what they print and how they exit. None of these tests may use a database."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.simulation import Simulation, simulate
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.domain.trf import TrfHeader, to_trf26, write_trf

GOLDEN = Path(__file__).parents[2] / "golden" / "pairing"
NAMES = [path.stem for path in sorted(GOLDEN.glob("t1*.trf"))]
FOUR = """\
012 Four players
142 3
152 W
001    1      Anna                              1800                             1.0    1     3 w 1
001    2      Běla                              1700                             0.5    2     4 b =
001    3      Cyril                             1600                             0.0    4     1 b 0
001    4      Dan                               1500                             0.5    2     2 w =
"""


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def run(command, *arguments, **options):
    """Return what a command prints."""
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def refused(command, *arguments):
    """Return (exit code, message) of a command that fails."""
    with pytest.raises(CommandError) as caught:
        run(command, *arguments)
    return caught.value.returncode, str(caught.value)


@pytest.fixture
def file(tmp_path):
    def write(text, name="file.trf"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.mark.parametrize("name", NAMES)
def test_every_golden_round_is_printed(name):
    golden = json.loads((GOLDEN / f"{name}.json").read_text())
    for each in golden["next_round"]:
        printed = run("trf_pair", GOLDEN / f"{name}.trf", "--round", each["round"])
        lines = [f"{white} {black}" for white, black in each["pairs"]]
        lines += [f"{each['bye']} 0"] if each["bye"] else []
        assert printed.splitlines() == lines, each["round"]


def test_a_golden_round_from_the_rounds_before_it_alone(file):
    golden = json.loads((GOLDEN / "t1033_p25_r7.json").read_text())
    lines = (GOLDEN / "t1033_p25_r7.trf").read_text().splitlines()
    for each in golden["next_round"][:4]:
        width = 89 + 10 * (each["round"] - 1)
        cut = [line[:width] if line.startswith("001") else line for line in lines]
        path = file("\r".join([*cut, "142 7"]))
        options = ["--initial-colour", golden["initial_colour"]]
        options += ["--absent", ",".join(map(str, each["absent"]))] if each["absent"] else []
        found = json.loads(run("trf_pair", path, *options, "--json"))
        assert (found["round"], found["pairs"], found["bye"]) == (each["round"], each["pairs"], each["bye"])


@pytest.mark.parametrize("name", [name for name in NAMES if int(name.split("_p")[1].split("_")[0]) < 80])
def test_nothing_differs_in_the_golden_tournaments(name):
    golden = json.loads((GOLDEN / f"{name}.json").read_text())
    assert run("trf_check", GOLDEN / f"{name}.trf") == f"Nothing differs in {golden['rounds']} rounds.\n"


def test_the_next_round_with_its_reasons(file):
    found = json.loads(run("trf_pair", file(FOUR), "--json"))
    assert {key: found[key] for key in ("round", "pairs", "bye")} == {
        "round": 2,
        "pairs": [[2, 1], [3, 4]],
        "bye": None,
    }
    assert [(each["white"], each["black"]) for each in found["reasons"]] == [(2, 1), (3, 4)]
    assert found["reasons"][0]["reasons"][0] == {
        "code": "float",
        "text": "1 Anna (points: 1) floats down to meet 2 Běla (points: ½), who floats up.",
    }


def test_who_is_absent_is_left_out_and_an_odd_field_has_a_bye(file):
    assert run("trf_pair", file(FOUR), "--absent", "4") == "2 1\n3 0\n"
    assert run("trf_pair", file(f"{FOUR}240 H   2    4\n")) == "2 1\n3 0\n"
    assert json.loads(run("trf_pair", file(FOUR), "--absent", "4", "--json"))["bye"] == 3


def test_a_wish_in_the_next_column_is_an_absence_and_a_blank_one_is_none(file):
    lines = FOUR.splitlines()
    lines[-1] += "  0000 - H"
    assert run("trf_pair", file("\n".join(lines))) == "2 1\n3 0\n"


def test_the_initial_colour_is_given_stated_or_that_of_round_one(file):
    path = file(FOUR)
    assert run("trf_pair", path, "--round", "1") == "1 3\n4 2\n"
    assert run("trf_pair", path, "--round", "1", "--initial-colour", "b") == "3 1\n2 4\n"
    unstated = file(FOUR.replace("152 W\n", ""), "unstated.trf")
    assert run("trf_pair", unstated, "--round", "1") == "1 3\n4 2\n"
    older = file(FOUR.replace("152 W", "XXC black1"), "older.trf")
    assert run("trf_pair", older, "--round", "1") == "3 1\n2 4\n"


def test_a_round_that_cannot_be_paired_says_why(file):
    code, message = refused("trf_pair", file(FOUR), "--absent", "1,2,3")
    assert code == 1
    assert message.startswith("Only 1 of 4 players would be present in round 2;")
    assert refused("trf_pair", file(FOUR), "--round", "4")[0] == 1
    played = FOUR.replace("    3 w 1", "    3 w  ").replace("    1 b 0", "    1 b  ")
    code, message = refused("trf_pair", file(played))
    assert (code, message) == (1, "Results of round 1 are missing at tables 1. Enter them, then pair.")


def test_prohibited_pairings_and_acceleration_are_honoured(file):
    assert run("trf_pair", file(f"{FOUR}260   1   3    1    2\n")) == "4 1\n2 3\n"
    assert run("trf_pair", file(f"{FOUR}260   3   3    1    2\n")) == "2 1\n3 4\n"
    accelerated = file(f"{FOUR}250       1.0   2   2    4    4\n")
    assert run("trf_pair", accelerated) == "1 4\n2 3\n"


@pytest.mark.parametrize("decision", ["299 W         0.5    1    2", "299 +         0.5    0"])
def test_other_points_for_a_result_refuse_the_rounds_they_touch(decision, file):
    path = file(f"{FOUR}{decision}\n")
    assert run("trf_pair", path, "--round", "1") == "1 3\n4 2\n"
    assert refused("trf_pair", path) == (
        1,
        "Record 299 changes how round 2 is paired (other points for a result by decision), which is not done"
        " from a file.",
    )
    code, message = refused("trf_standings", path)
    assert (code, message.split(",")[0]) == (2, "The file (record 299) gives other points for a result")


def test_points_given_or_taken_by_decision_count(file):
    path = file(f"{FOUR}299          -1.0    1    1\n")
    assert run("trf_pair", path) == "2 1\n3 4\n"
    standings = json.loads(run("trf_standings", path, "--json"))["standings"]
    assert {row["number"]: row["points"] for row in standings} == {1: 0, 2: 0.5, 3: 0, 4: 0.5}


def test_a_decision_on_the_final_standings_alone_changes_no_pairing(file):
    path = file(f"{FOUR}299          -0.5  999    2\n")
    assert run("trf_pair", path) == "2 1\n3 4\n"
    assert run("trf_standings", path, "--round", "1") != ""
    assert refused("trf_standings", path)[0] == 2


@pytest.mark.parametrize("command", ["trf_pair", "trf_check", "trf_standings"])
def test_a_file_that_cannot_be_read_names_every_bad_line(command, file, tmp_path):
    bad = FOUR.replace("1800", "18x0").replace("4 b =", "4 q =")
    assert refused(command, file(bad)) == (
        2,
        "line 4, column 49: “18x0” is not a whole number\nline 5, column 97: “q” is not a colour: w, b or -",
    )
    code, message = refused(command, tmp_path / "nothing.trf")
    assert (code, message.split(": ")[0]) == (2, f"{tmp_path / 'nothing.trf'} cannot be read")


def test_a_player_who_is_not_there_cannot_be_absent(file):
    assert refused("trf_pair", file(FOUR), "--absent", "9") == (2, "There is no player 9 in the file.")


def test_what_differs_is_listed(file):
    wrong = (
        FOUR.replace("3 w 1", "2 w 1").replace("4 b =", "1 b 0").replace("1 b 0\n001    4", "4 w =\n001    4")
    )
    wrong = wrong.replace("2 w =\n", "3 b =\n")
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("trf_check", str(file(wrong)), stdout=out)
    assert (caught.value.returncode, str(caught.value)) == (1, "1 of 1 rounds differ.")
    assert out.getvalue().splitlines() == ["1 - 1 2", "1 - 3 4", "1 + 1 3", "1 + 4 2"]


def test_a_check_as_an_object(file):
    found = json.loads(run("trf_check", file(FOUR), "--json"))
    assert found == {
        "same": True,
        "rounds": [{"round": 1, "same": True, "only_file": [], "only_system": [], "problem": None}],
    }


def test_standings_by_tiebreaks_in_their_order():
    found = json.loads(run("trf_standings", GOLDEN / "tec.trf", "--tiebreaks", "BH,SB,BH/C1", "--json"))
    assert (found["round"], found["tiebreaks"]) == (5, ["BH", "SB", "BH/C1"])
    assert found["standings"][:2] == [
        {
            "place": place,
            "number": number,
            "name": name,
            "points": points,
            "tiebreaks": {"BH": buchholz, "SB": berger, "BH/C1": cut},
            "excluded": False,
        }
        for place, number, name, points, buchholz, berger, cut in (
            (1, 2, "Bruno", 4, 13, 9.5, 12),
            (2, 3, "Charline", 3.5, 15.5, 10.5, 13),
        )
    ]


def test_standings_as_a_table(file):
    assert run("trf_standings", file(FOUR), "--tiebreaks", "WIN,DE").splitlines() == [
        "Place  No.  Name   Points  WIN  DE",
        "   1.    1  Anna        1    1",
        "   2.    2  Běla        ½    0   ½",
        "   2.    4  Dan         ½    0   ½",
        "   4.    3  Cyril       0    0",
    ]


def test_without_a_choice_the_files_tiebreaks_count_else_the_systems(file):
    def chosen(text):
        return json.loads(run("trf_standings", file(text), "--json"))["tiebreaks"]

    def usual(key):
        return [TIEBREAKS[name].code for name in PAIRING_SYSTEMS[key].default_tiebreaks]

    assert chosen(FOUR) == usual("swiss")
    assert chosen(f"{FOUR}212 PTS,SB,BH/C1\n") == ["SB", "BH/C1"]
    assert chosen(f"{FOUR}192 FIDE_ROUNDROBIN\n") == usual("round-robin")


def test_an_unknown_tiebreak_is_named(file):
    code, message = refused("trf_standings", file(FOUR), "--tiebreaks", "BH,GOALS")
    assert (code, message.split(". ")[0]) == (2, "There is no tie-break “GOALS”")


def test_a_simulated_tournament_is_the_same_for_the_same_seed_and_checks(tmp_path):
    options = ["--players", 17, "--rounds", 6, "--forfeits", 0.1, "--withdrawals", 0.03, "--byes", 0.1]
    first, again, other = (run("trf_simulate", *options, "--seed", seed) for seed in (5, 5, 6))
    assert first == again != other
    path = tmp_path / "simulated.trf"
    assert run("trf_simulate", *options, "--seed", 5, "--output", path) == ""
    assert path.read_text() == first
    assert run("trf_check", path) == "Nothing differs in 6 rounds.\n"


def test_what_cannot_be_simulated_is_refused():
    code, message = refused("trf_simulate", "--players", 6, "--rounds", 6, "--seed", 1)
    assert (code, message.split(":")[0]) == (2, "6 players cannot play 6 rounds")
    code, message = refused("trf_simulate", "--players", 6, "--rounds", 3, "--seed", 1, "--byes", 2)
    assert (code, message) == (2, "2.0 is not a probability: it is from 0 to 1.")


def test_a_round_robin_is_paired_by_its_table_and_checked(file):
    simulation = Simulation(7, 7, seed=3, forfeits=0.1, pairing_system="round-robin")
    state = simulate(simulation).state
    path = file(write_trf(to_trf26(state, TrfHeader(pairing_system="round-robin"))))
    assert run("trf_check", path) == "Nothing differs in 7 rounds.\n"
    plan = PAIRING_SYSTEMS["round-robin"].pair(
        simulate(Simulation(7, 1, seed=3, pairing_system="round-robin")).state.until(0), number=1, seed=0
    )
    expected = [f"{each.white} {each.black}" for each in plan.pairings if each.black]
    assert run("trf_pair", path, "--round", "1").splitlines() == expected


def test_the_crosscheck_compares_with_the_librarys_checker():
    printed = run("trf_crosscheck", "--tournaments", "2", "--smallest", "6", "--largest", "12").splitlines()
    assert [line.split(" rounds=")[-1].split()[1] for line in printed[:2]] == ["agrees", "agrees"]
    assert printed[2].startswith("2 tournaments, ")
    assert ", 0 differ, " in printed[2]


KNOCKOUT = """\
012 Knockout
092 Individual: Knock-Out
142 2
001    1      Anna                              1800                             1.0    1     4 w 1
001    2      Běla                              1700                             0.0    3     3 b 0
001    3      Cyril                             1600                             1.0    1     2 w 1
001    4      Dan                               1500                             0.0    3     1 b 0
### dama seed {seed}
"""
SIX_IN_A_BRACKET = """\
012 Knockout
092 Individual: Knock-Out
001    1      Anna                              1800                             1.0    1  0000 - U
001    2      Běla                              1700                             1.0    1  0000 - U
001    3      Cyril                             1600                             1.0    1     6 {three} 1
001    4      Dan                               1500                             1.0    1     5 {four} 1
001    5      Eda                               1400                             0.0    5     4 {three} 0
001    6      Fanda                             1300                             0.0    5     3 {four} 0
"""


@pytest.mark.parametrize(("three", "four"), [("b", "w"), ("w", "b")])
def test_the_initial_colour_of_a_bracket_is_that_of_round_1_too(file, three, four):
    """Colours alternate down the bracket, where number 4 comes before number 3."""
    path = file(SIX_IN_A_BRACKET.format(three=three, four=four))
    assert run("trf_check", path) == "Nothing differs in 1 rounds.\n"


@pytest.mark.parametrize(
    ("seed", "pairs"), [(7, ["1 3", "2 4"]), (0, ["1 3", "4 2"]), (5, ["3 1", "2 4"]), (1, ["3 1", "4 2"])]
)
def test_lots_are_drawn_from_the_seed_in_the_file(file, seed, pairs):
    """Both finalists had White, both losers Black: nothing but the lot tells their colours."""
    assert run("trf_pair", file(KNOCKOUT.format(seed=seed))).splitlines() == pairs


def test_who_is_free_by_the_table_or_has_not_joined_yet_is_no_absent_player(file):
    """Three play, one withdraws after round 1, and a fourth takes the free number from round 3 on."""
    rounds = ["0000 - Z     2 w +     3 b 0", "   3 w 1     1 b -     4 w -", "   2 b 0  0000 - Z     1 w 1"]
    rounds.append("                       2 b +")
    players = [f"001    {at}      P{at}{1.0:>68}    1  {cells}\n" for at, cells in enumerate(rounds, start=1)]
    path = file("".join(["012 All\n192 FIDE_ROUNDROBIN\n", *players, "### dama withdrawn 2 1\n"]))
    assert run("trf_check", path) == "Nothing differs in 3 rounds.\n"


def test_a_file_may_end_as_it_did_in_the_days_of_dos(file):
    assert run("trf_pair", file(FOUR.replace("\n", "\r\n").encode() + b"\x1a")) == run(
        "trf_pair", file(FOUR, "b")
    )


@pytest.mark.parametrize("command", ["trf_pair", "trf_check", "trf_standings"])
@pytest.mark.parametrize("content", [b"", bytes(range(256)), "žluťoučký kůň".encode("utf-16"), b"001 abc\n"])
def test_a_file_that_cannot_be_read_has_the_same_exit_code_everywhere(command, content, file):
    code, said = refused(command, file(content))
    assert (code, said.startswith("line 1, column ")) == (2, True)
    assert refused(command, "nowhere.trf") == (2, "nowhere.trf cannot be read: No such file or directory")


def test_who_reads_the_first_lines_alone_sees_no_failure():
    command = [sys.executable, "manage.py", "trf_standings", str(GOLDEN / "t1061_p70_r9.trf")]
    with subprocess.Popen(
        command, cwd=GOLDEN.parents[2], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        running.stdout.close()
        assert (running.stderr.read(), running.wait()) == ("", 0)
