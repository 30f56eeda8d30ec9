"""Why each table is as it is, on the round's public page: every pairing system, teams, rounds by hand."""

import re

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from tests.factories import EntryFactory, PlayerFactory, ProhibitedPairingFactory, TournamentFactory
from tests.tournaments.team_scenes import pair, team_event
from tournaments.models import Round
from tournaments.services.hand_plans import HandPair
from tournaments.services.hand_rounds import pair_round_by_hand
from tournaments.services.results import record_result
from tournaments.services.rounds import pair_next_round


def event(names="ABCD", **fields):
    tournament = TournamentFactory(slug="why", initial_colour="white", **fields)
    for at, name in enumerate(names):
        player = PlayerFactory(family_name=name, given_name="")
        EntryFactory(tournament=tournament, player=player, rating=2000 - 100 * at)
    return tournament


def page_of(reader, tournament, number):
    page = reader.get(reverse("tournament-round", args=[tournament.slug, number])).content.decode()
    assert sorted(set(re.findall(r'href="#(why-\d+)"', page))) == sorted(re.findall(r'id="(why-\d+)"', page))
    return page


def why(reader, tournament, number):
    """What the page says of each table; every table's number leads there."""
    page = page_of(reader, tournament, number)
    lines = re.findall(r'<li id="why-\d+">(.*?)</li>', page, re.DOTALL)
    return [" ".join(strip_tags(line).split()) for line in lines]


def play(tournament, *codes):
    paired = pair_next_round(actor=None, tournament=tournament)
    for pairing, code in zip(
        paired.pairings.filter(black__isnull=False).order_by("table"), codes, strict=False
    ):
        record_result(actor=None, pairing=pairing, code=code)


def test_a_swiss_round_says_points_floats_colours_and_who_may_not_meet(reader, db):
    tournament = event("ABCDE")
    one, two = tournament.entries.order_by("pk")[:2]
    ProhibitedPairingFactory(tournament=tournament, first=one, second=two)
    play(tournament, "1-0", "1/2-1/2")
    play(tournament)
    assert [line.split(" ", 1)[0] for line in why(reader, tournament, 2)] == ["1.", "2.", "3."]
    text = " ".join(why(reader, tournament, 2))
    for said in ("floats down to meet", "Colours:", "The number of players is odd"):
        assert said in text
    assert "Not allowed to meet in this round: 1 A – 2 B." in page_of(reader, tournament, 2)


@pytest.mark.parametrize(
    ("system", "said"),
    [
        (
            "round-robin",
            "1. A – D Numbers 1 and 4 of the Berger table meet in its round 1; the table gives White to"
            " number 1.",
        ),
        ("knockout", "1. A – D Seed 1 meets seed 4."),
    ],
)
def test_other_systems_say_it_of_each_table(reader, db, system, said):
    tournament = event(pairing_system=system, planned_rounds=None)
    play(tournament)
    lines = why(reader, tournament, 1)
    assert (len(lines), lines[0].startswith(said)) == (2, True)


def test_the_second_cycle_says_that_colours_are_turned(reader, db):
    tournament = event("AB", pairing_system="double-round-robin", planned_rounds=None)
    play(tournament, "1-0")
    play(tournament)
    assert why(reader, tournament, 2) == [
        "1. B – A Numbers 2 and 1 of the Berger table meet in its round 1; the second time number 2 has"
        " White."
    ]


def test_a_match_of_teams_says_it(reader, arbiter):
    league = team_event(arbiter, "ABC", pairing_system="swiss", planned_rounds=3)
    pair(arbiter, league)
    first, free = why(reader, league, 1)
    assert first.startswith("1. Team A – Team B Points of both: 0. Colours:")
    assert free.startswith("2. Team C The number of players is odd")


def test_a_round_by_hand_and_an_adjudicated_game(reader, arbiter):
    tournament = event("AB")
    white, black = tournament.entries.order_by("-pk")
    pair_round_by_hand(
        actor=arbiter, tournament=tournament, pairs=[HandPair(white, black)], reason="as drawn", confirm=True
    )
    pairing = Round.objects.get().pairings.get()
    record_result(actor=arbiter, pairing=pairing, code="1-0", adjudicated=True, reason="hall <closes>")
    assert why(reader, tournament, 1) == [
        "1. B – A Paired by hand. The arbiter adjudicated the game: hall &lt;closes&gt;"
    ]
    assert "Why by hand: as drawn" in page_of(reader, tournament, 1)
