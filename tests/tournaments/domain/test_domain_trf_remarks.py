"""What TRF has no record for travels in remarks: everything of a tournament comes back."""

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tournaments.domain.pairing import PAIRING_SYSTEMS, options_of
from tournaments.domain.results import GAME_RESULTS, SCORINGS
from tournaments.domain.simulation import Simulation, simulate
from tournaments.domain.state import (
    Adjustment,
    EntryState,
    PairingState,
    Prohibition,
    RoundState,
    TournamentState,
)
from tournaments.domain.trf import (
    EDITIONS,
    TrfError,
    TrfHeader,
    TrfPerson,
    read_trf,
    to_state,
    to_trf26,
    write_trf,
)

PLAYERS = """\
001    1      Anna                              1800                             1.0    1     2 w 1
001    2      Bela                              1700                             0.0    2     1 b 0
"""


def problems(*lines):
    with pytest.raises(TrfError) as caught:
        read_trf(PLAYERS + "\n".join(lines))
    return [(each.line, each.column, str(each.reason)) for each in caught.value.problems]


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        ("ruleset go", 18, "“go” is not known here. It can be: "),
        ("colour red", 10, "“colour” is not a remark of this program. Its remarks are: ruleset, "),
        ("", 9, "“” is not a remark of this program."),
        ("games", 10, "the remark “games” has 0 values where it should have 1"),
        ("games 1 2", 10, "the remark “games” has 2 values where it should have 1"),
        ("games 3", 10, "a round has one or two games"),
        ("games x", 16, "“x” is not a whole number"),
        ("seed 99999999999", 15, "“99999999999” is not a whole number"),
        ("about text", 16, "“text” is not a text in quotation marks (a JSON string)"),
        ('about "open', 16, '“"open” is not a text in quotation marks (a JSON string)'),
        ("setting acceleration none", 31, "“none” is not a number, true, false or a text in quotation marks"),
        ('setting acceleration "late"', 10, "The setting “acceleration” cannot be “late”."),
        ("setting depth 3", 10, "The pairing system has no setting “depth”."),
        ("withdrawn 3 1", 10, "there is no player 3"),
        ("asked 3 1", 10, "there is no player 3"),
        ("asked 1 0", 10, "the number must be at least 1"),
        ('name 9 "Eva"', 10, "there is no player 9"),
        ("joined 1 0", 10, "the number must be at least 1"),
        ("round 2 2", 10, "no round 2 was paired"),
        ("round 1 3", 10, "a round has one or two games"),
        ("order 1 1 3", 10, "there is no player 3"),
        ("order 1 1 1", 10, "player 1 is named twice"),
        ("groups 1 1 2,1", 10, "player 1 is named twice"),
        ("groups 1 1;2", 19, "“1;2” is not a whole number"),
        ("paired 0", 10, "round 1 has games"),
        ("game 1 2 1 1 1-0", 10, "round 1: players 2 and 1 are not paired"),
        ("game 1 1 2 0 1-0", 10, "a pairing has no game 0"),
        ("game 1 1 2 13 1-0", 10, "a pairing has no game 13"),
        ("game 1 1 2 1 2-0", 23, "“2-0” is not known here. It can be: "),
        ("game 1 1 2 1 bye", 10, "“bye” is no result of such a pairing"),
        (
            "game 1 1 2 1 0-1",
            10,
            "round 1: the games of players 1 and 2 do not fit the result in their lines",
        ),
        ("game 1 1 2 2 1-0", 10, "a pairing has no game 2"),
    ],
)
def test_a_remark_of_ours_that_cannot_be_read_is_named(line, column, reason):
    ((number, at, said),) = problems(f"### dama {line}".rstrip())
    assert (number, at, said[: len(reason)]) == (3, column, reason)


def test_a_remark_twice_is_named_with_the_line_of_the_first():
    assert problems("### dama seed 1", "### dama seed 2") == [(4, 10, "line 3 says the same already")]
    read_trf(f'{PLAYERS}### dama name 1 "A"\n### dama name 2 "B"\n')


def test_remarks_of_others_are_kept_and_mean_nothing():
    text = f"{PLAYERS}### damascus open\n### ruleset czech\n###\n"
    document = read_trf(text)
    assert write_trf(document) == text
    assert document.remark("ruleset") is None


def test_games_of_a_two_game_round_are_in_remarks_and_both_together_in_the_lines():
    pairings = (
        PairingState(1, 2, "1-0", "1/2-1/2"),
        PairingState(3, 4, "0-1"),
        PairingState(5, 6, "+/-", "-/+"),
        PairingState(7, None, "bye"),
    )
    state = TournamentState(
        tuple(EntryState(number) for number in range(1, 8)),
        (RoundState(1, pairings, games=2),),
        options=options_of(PAIRING_SYSTEMS["swiss"], {}),
        planned_rounds=1,
    )
    text = write_trf(to_trf26(state, TrfHeader()))
    assert [line[80:99] for line in text.splitlines() if line.startswith("001")] == [
        " 3.0    3     2 w 1",
        " 1.0    5     1 b 0",
        " 0.0    6     4 w",
        " 2.0    4     3 b",
        " 4.0    1     6 w +",
        " 0.0    6     5 b -",
        " 4.0    1  0000 - U",
    ]
    assert text.splitlines()[-6:] == [
        "### dama round 1 2",
        "### dama game 1 1 2 1 1-0",
        "### dama game 1 1 2 2 1/2-1/2",
        "### dama game 1 3 4 1 0-1",
        "### dama game 1 5 6 1 +/-",
        "### dama game 1 5 6 2 -/+",
    ]
    assert to_state(read_trf(text)) == state


def test_names_longer_than_the_field_and_with_what_a_line_cannot_hold():
    names = [
        "Nejkrásnějšívalaškovský-Valašskomeziříčský, Bartoloměj Kryštof",
        "Novák,\x00 \tJan",
        "Bye",
        "O'Neill-Žák",
    ]
    entries = tuple(EntryState(number, name=name) for number, name in enumerate(names, start=1))
    people = {1: TrfPerson(federation="CZ-MORAVA"), 2: TrfPerson(identity="007-Ž", federation="CZE")}
    text = write_trf(to_trf26(TournamentState(entries), TrfHeader(people=people)))
    assert [line for line in text.splitlines() if line.startswith("###")] == [
        '### dama id 2 "007-Ž"',
        f'### dama name 1 "{names[0]}"',
        '### dama federation 1 "CZ-MORAVA"',
        '### dama name 2 "Novák,\\u0000 \\tJan"',
    ]
    document = read_trf(text.encode())
    assert [entry.name for entry in to_state(document).entries] == names
    assert write_trf(document) == text


def normal(state):
    """Return the tournament as a reader of its file sees it: byes of rounds in the past are over."""
    paired = len(state.rounds)
    entries = tuple(
        replace(entry, byes={at: code for at, code in entry.byes.items() if at > paired})
        for entry in state.entries
    )
    return replace(state, entries=entries, seed=0)


@st.composite
def tournaments(draw):
    system = draw(st.sampled_from(["swiss", "swiss", "round-robin", "double-round-robin", "knockout"]))
    players = draw(st.integers(4, 9))
    swiss = system == "swiss"
    simulation = Simulation(
        players,
        draw(st.integers(1, 3)),
        seed=draw(st.integers(0, 999)),
        forfeits=0.1,
        withdrawals=0.1 if swiss else 0.0,
        byes=0.15 if swiss else 0.0,
        scoring=draw(st.sampled_from(sorted(SCORINGS))),
        pairing_system=system,
        acceleration=draw(st.sampled_from(["none", "baku"])) if swiss else None,
        pairing_bye=draw(st.sampled_from(["bye", "draw-bye"])) if swiss else None,
        games=draw(st.sampled_from([1, 2])),
    )
    state = simulate(simulation).state
    rounds = [changed(draw, each, system) for each in state.rounds]
    if rounds and draw(st.booleans()):
        rounds.append(RoundState(len(rounds) + 1, groups=((2, 1), (3,))))
    entries = [
        replace(entry, byes={**entry.byes, len(rounds) + 1 + entry.number % 2: draw(byes)})
        if draw(st.integers(0, 3)) == 0
        else entry
        for entry in state.entries
    ]
    late = EntryState(players + 1, 1500, "Late", joined_round=draw(st.integers(1, len(rounds) + 1)))
    return system, replace(
        state,
        entries=(*entries, late),
        rounds=tuple(rounds),
        prohibited=(Prohibition(frozenset({1, 3})),) if draw(st.booleans()) else (),
        adjustments=(Adjustment(1, 1, -1), Adjustment(2, 2, 3)) if draw(st.booleans()) else (),
        planned_rounds=len(rounds) + 2,
    )


byes = st.sampled_from(["half-bye", "full-bye", "zero-bye"])


def changed(draw, each, system):
    """Return a round with results of all kinds, some missing, and its pairings in any order."""
    pairings = []
    for pairing in each.pairings:
        if pairing.black is not None and draw(st.integers(0, 3)) == 0:
            code = draw(st.sampled_from([None, *GAME_RESULTS]))
            plays_off = PAIRING_SYSTEMS[system].plays_off
            further = draw(st.sampled_from([(), ("1-0",), ("1/2-1/2", "0-1")] if plays_off else [()]))
            second = draw(st.sampled_from([None, *GAME_RESULTS])) if each.games == 2 else None
            pairing = replace(pairing, result=code, second=second, play_off=further if code else ())
        pairings.append(pairing)
    return replace(each, pairings=tuple(draw(st.permutations(pairings))))


# Absent for having withdrawn, and by his own wish before that: only the wish outlives his return.
WITHDREW = TournamentState(
    (
        EntryState(1),
        EntryState(2),
        EntryState(3, withdrawn_after=0, byes={2: "zero-bye"}),
        EntryState(4, withdrawn_after=1),
    ),
    (
        RoundState(
            1, (PairingState(1, 2, "1-0"), PairingState(4, None, "bye"), PairingState(3, None, "zero-bye"))
        ),
    ),
    options=options_of(PAIRING_SYSTEMS["swiss"], {}),
    planned_rounds=3,
)


@settings(max_examples=60, deadline=None)
@example(("swiss", WITHDREW), "trf16")
@example(("swiss", WITHDREW), "trf26")
@given(tournaments(), st.sampled_from(sorted(EDITIONS)))
def test_what_is_written_is_read_as_the_same_tournament(tournament, edition):
    system, state = tournament
    text = write_trf(EDITIONS[edition](state, TrfHeader(pairing_system=system)))
    read = to_state(read_trf(text.encode()))
    expected = normal(state)
    assert read.by_number == expected.by_number
    assert read.rounds == expected.rounds
    assert replace(read, entries=()) == replace(expected, entries=(), rounds=read.rounds)
    assert read.points == state.points
    assert write_trf(EDITIONS[edition](read, TrfHeader(pairing_system=system))) == text
