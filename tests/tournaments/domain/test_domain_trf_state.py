"""Tournaments as TRF files and back, and simulated ones paired again from their files."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.errors import InputError
from tournaments.domain.results import RESULTS, SCORINGS
from tournaments.domain.simulation import Simulation, simulate
from tournaments.domain.state import (
    EntryState,
    PairingState,
    Prohibition,
    RoundState,
    TournamentState,
    VirtualPoints,
)
from tournaments.domain.trf import (
    EDITIONS,
    TrfHeader,
    TrfPerson,
    check_rounds,
    pairing_system,
    read_trf,
    to_state,
    to_trf16,
    to_trf26,
    write_trf,
)

PLAYERS = """\
001    1      Anna                              1800                             1.0    1     2 w 1
001    2      Bela                              1700                             0.0    2     1 b 0
"""


def state_of(*codes, scoring="1-0.5-0", **options):
    """Return a tournament of two players with a round for each code."""
    rounds = tuple(
        RoundState(
            number,
            (PairingState(1, None, code), PairingState(2, None, "zero-bye"))
            if RESULTS[code].is_bye
            else (PairingState(1, 2, code),),
        )
        for number, code in enumerate(codes, start=1)
    )
    return TournamentState((EntryState(1), EntryState(2)), rounds, scoring=SCORINGS[scoring], **options)


def test_every_result_goes_into_a_file_and_comes_back():
    codes = [*RESULTS, "1-0"]
    state = to_state(read_trf(write_trf(to_trf26(state_of(*codes), TrfHeader()))))
    found = [{each.white: (each.black, each.result) for each in one.pairings}[1] for one in state.rounds]
    assert found == [(None if RESULTS[code].is_bye else 2, code) for code in codes]


def test_a_pairing_bye_is_written_as_u():
    assert "0000 - U" in write_trf(to_trf16(state_of("bye"), TrfHeader()))


def test_a_game_without_a_result_stays_without():
    state = TournamentState((EntryState(1), EntryState(2)), (RoundState(1, (PairingState(1, 2),)),))
    again = to_state(read_trf(write_trf(to_trf26(state, TrfHeader()))))
    assert again.rounds == state.rounds


HEADER = TrfHeader(
    "Mistrovství\nČR",
    "Praha",
    "CZE",
    date(2026, 3, 7),
    date(2026, 3, 8),
    "Řehoř Kučera",
    ("Jan Novák", "Eva Malá"),
    "20 min",
    tiebreaks=("buchholz", "direct-encounter"),
    people={1: TrfPerson("w", "WIM", "CZE", 14100034, "1990")},
)


def test_a_tournament_in_the_form_of_2026():
    state = state_of("1-0", scoring="2-1-0", planned_rounds=2, initial_colour="white")
    assert write_trf(to_trf26(state, HEADER)).splitlines() == [
        "012 Mistrovství ČR",
        "022 Praha",
        "032 CZE",
        "042 2026/03/07",
        "052 2026/03/08",
        "062 2",
        "072 0",
        "092 Individual: Swiss-System",
        "102 Řehoř Kučera",
        "112 Jan Novák",
        "112 Eva Malá",
        "122 20 min",
        "142 2",
        "152 W",
        "162  W 2.0    D 1.0",
        "192 FIDE_DUTCH_2026",
        "212 PTS,BH,DE",
        f"001    1 wWIM {'':33}      CZE    14100034 1990        2.0    1     2 w 1",
        f"001    2      {'':66} 0.0    2     1 b 0",
    ]


def test_a_tournament_in_the_form_of_2016():
    state = state_of("1-0", scoring="2-1-0", planned_rounds=2, initial_colour="black")
    lines = write_trf(to_trf16(state, HEADER)).splitlines()
    assert [line[:3] for line in lines[11:]] == ["122", "001", "001", "XXR", "XXC", "###"]
    assert lines[-3:] == ["XXR 2", "XXC black1", "### dama tiebreaks buchholz direct-encounter"]
    again = to_state(read_trf("\n".join(lines)))
    assert (again.initial_colour, again.planned_rounds, again.scoring.key) == ("black", 2, "2-1-0")


def test_byes_to_come_are_written_and_read():
    entries = (
        EntryState(1, byes={2: "half-bye", 1: "zero-bye"}),
        EntryState(2, byes={2: "half-bye", 3: "full-bye"}),
    )
    state = TournamentState(
        entries, (RoundState(1, (PairingState(2, None, "bye"), PairingState(1, None, "zero-bye"))),)
    )
    text = write_trf(to_trf26(state, TrfHeader()))
    assert text.splitlines()[-2:] == ["240 H   2    1    2", "240 F   3    2"]
    assert [dict(each.byes) for each in to_state(read_trf(text)).entries] == [
        {2: "half-bye"},
        {2: "half-bye", 3: "full-bye"},
    ]


def test_a_value_too_wide_for_its_columns_is_refused():
    state = TournamentState((EntryState(1, rating=12345), EntryState(2)))
    with pytest.raises(InputError) as caught:
        write_trf(to_trf26(state, TrfHeader()))
    assert (caught.value.code, caught.value.params["text"]) == ("trf-too-wide", "12345")


def test_a_free_round_is_free_again_in_a_round_robin():
    simulated = simulate(Simulation(5, 5, seed=1, pairing_system="round-robin")).state
    text = write_trf(to_trf26(simulated, TrfHeader(pairing_system="round-robin")))
    state = to_state(read_trf(text))
    assert pairing_system(read_trf(text)).key == "round-robin"
    assert [sum(each.result == "free" for each in one.pairings) for one in state.rounds] == [1] * 5
    assert state.points == simulated.points


@pytest.mark.parametrize(
    ("record", "key"),
    [
        ("192 FIDE_DUTCH_2026", "swiss"),
        ("192 BERGER_ROUNDROBIN", "round-robin"),
        ("092 Individual: Round-Robin", "round-robin"),
        ("092 FIDE_DUTCH_2025", "swiss"),
        ("092 ", "swiss"),
        ("192 CUSTOM_KNOCKOUT", "knockout"),
        ("192 FIDE_DOUBLEROUNDROBIN", "double-round-robin"),
    ],
)
def test_the_system_of_a_file(record, key):
    assert pairing_system(read_trf(f"{record}\n{PLAYERS}")).key == key


@pytest.mark.parametrize("record", ["192 FIDE_DOUBLESWISS", "192 FIDE_TEAM_ROUNDROBIN", "192 FIDE_TEAM"])
def test_a_system_that_is_not_known_is_refused(record):
    with pytest.raises(InputError) as caught:
        pairing_system(read_trf(f"{record}\n{PLAYERS}"))
    assert caught.value.code == "trf-system-unknown"


def test_other_points_than_usual():
    state = to_state(read_trf(f"162  W 3.0    D 1.5    L 0.5\n{PLAYERS}"))
    assert {n: state.scoring.number(points) for n, points in state.points.items()} == {1: 3, 2: 0.5}


@pytest.mark.parametrize("points", ["W 1.0    D 0.5    P 0.0", "W 1.0    D 0.5    A 0.5"])
def test_points_of_a_bye_that_nothing_else_gives_are_refused(points):
    with pytest.raises(InputError) as caught:
        to_state(read_trf(f"162  {points}\n{PLAYERS}"))
    assert caught.value.code == "trf-bye-points"


def test_a_pairing_bye_worth_a_draw():
    text = f"162  W 1.0    D 0.5    P 0.5\n{PLAYERS}".replace("2 w 1", "0 - U").replace("1 b 0", "0 - Z")
    state = to_state(read_trf(text))
    assert state.options["pairing_bye"] == "draw-bye"
    assert state.rounds[0].pairings == (PairingState(1, None, "draw-bye"), PairingState(2, None, "zero-bye"))
    assert "162  W 1.0    D 0.5    P 0.5\n" in write_trf(to_trf26(state, TrfHeader()))


def test_acceleration_and_prohibited_pairings():
    text = f"142 4\n{PLAYERS}250       1.0   1   2    1    2\n260   1 999    1    2\n260   3   4    2    1\n"
    state = to_state(read_trf(text))
    assert state.virtual_points == (VirtualPoints(2, (1, 2), (1, 2)),)
    assert state.prohibited == (
        Prohibition(frozenset({1, 2}), 1, 999),
        Prohibition(frozenset({1, 2}), 3, 4),
    )
    again = write_trf(to_trf26(state, TrfHeader()))
    assert "250       1.0   1   2    1    2\n260   1 999    1    2\n260   3   4    1    2\n" in again
    assert to_state(read_trf(again)) == state


def test_virtual_points_that_no_result_is_worth_are_refused():
    with pytest.raises(InputError) as caught:
        to_state(read_trf(f"{PLAYERS}250      0.25   1   2    1    2\n"))
    assert caught.value.code == "trf-acceleration-points"


def test_baku_acceleration_is_written_in_full_and_read_as_the_setting():
    simulated = simulate(Simulation(12, 3, seed=4, acceleration="baku")).state
    text = write_trf(to_trf26(simulated, TrfHeader()))
    assert "192 FIDE_DUTCH_2026_BAKU\n" in text
    assert "250       2.0   1   1    1    6\n250       1.0   2   2    1    6\n" in text
    assert "###" not in text
    state = to_state(read_trf(text))
    assert (state.options["acceleration"], state.virtual_points) == ("baku", ())
    older = write_trf(to_trf16(simulated, TrfHeader()))
    assert to_state(read_trf(older)).options["acceleration"] == "baku"


names = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), max_size=40)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 14),
    st.integers(1, 6),
    st.integers(0, 10_000),
    names,
    st.sampled_from(sorted(EDITIONS)),
    st.sampled_from(sorted(SCORINGS)),
)
def test_written_read_and_written_again_it_is_the_same(players, rounds, seed, name, edition, scoring):
    rounds = min(rounds, players - 1)
    simulated = simulate(Simulation(players, rounds, seed, 0.1, 0.1, 0.1, scoring=scoring)).state
    person = TrfPerson("m", "GM", name, seed, name)
    header = TrfHeader(name, name, name, chief_arbiter=name, people={1: person}, tiebreaks=("buchholz",))
    document = EDITIONS[edition](simulated, header)
    text = write_trf(document)
    again = read_trf(text.encode())
    assert write_trf(again) == text
    assert read_trf(write_trf(again)) == again
    state = to_state(again)
    assert [set(each.pairings) for each in state.rounds] == [set(each.pairings) for each in simulated.rounds]
    if edition == "trf26" and state.rounds:
        assert state.scoring == simulated.scoring
        assert state.points == simulated.points


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 14), st.integers(1, 5), st.integers(0, 10_000))
def test_a_simulated_tournament_is_paired_again_alike(players, rounds, seed):
    simulation = Simulation(players, min(rounds, players - 1), seed, 0.1, 0.05, 0.1)
    assert simulate(simulation).state == simulate(simulation).state
    document = read_trf(write_trf(to_trf26(simulate(simulation).state, TrfHeader())))
    assert [check for check in check_rounds(document) if not check.same] == []


def test_a_simulation_does_what_it_is_told():
    state = simulate(Simulation(40, 7, seed=2, forfeits=0.2, withdrawals=0.05, byes=0.1)).state
    results = [each.result for one in state.rounds for each in one.pairings]
    assert {"+/-", "-/+", "half-bye", "full-bye", "zero-bye", "1-0", "0-1", "1/2-1/2"} <= set(results)
    assert any(entry.withdrawn_after is not None for entry in state.entries)
    plain = simulate(Simulation(40, 7, seed=2)).state
    assert {each.result for one in plain.rounds for each in one.pairings} == {"1-0", "0-1", "1/2-1/2"}
    assert [entry.rating for entry in plain.entries] == sorted(
        (e.rating for e in plain.entries), reverse=True
    )


def test_a_simulation_stops_where_no_round_can_be_paired():
    stopped = [simulate(Simulation(6, 5, seed=seed)).stopped for seed in range(12)]
    assert {error.code for error in stopped if error} == {"no-legal-pairing"}
