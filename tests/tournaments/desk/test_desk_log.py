"""The log in words."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

from games.services.queue import decide_flag
from tests.factories import AuditEntryFactory, FlagFactory, GameFactory
from tests.tournaments.desk.conftest import pair
from tournaments.selectors.audit import ACTIONS, NOTHING, audit_log, fact_text, log_lines
from tournaments.services import registration, results, rounds, tournaments
from tournaments.services.results import record_result


def newest(tournament):
    return log_lines(audit_log(tournament)[:1])[0]


def changes(line) -> list[tuple[str, str, str]]:
    return [(each.label, each.before, each.after) for each in line.changes]


def test_every_action_a_service_logs_has_words():
    sources = [*Path("tournaments/services").glob("*.py"), *Path("games/services").glob("*.py")]
    logged = {name for path in sources for name in re.findall(r'action="([a-z-]+)"', path.read_text("utf-8"))}
    assert logged - set(ACTIONS) == set()


@pytest.fixture(autouse=True)
def _english(settings):
    from django.utils import translation

    with translation.override("en"):
        yield


def test_a_corrected_result(arbiter, tournament):
    first = pair(arbiter, tournament, "1-0")[0]
    results.record_result(actor=arbiter, pairing=first, code="1/2-1/2", reason="misread")
    line = newest(tournament)
    assert (line.action, line.subject) == ("Recorded a result", f"round 1, table 1: {first}")
    assert (changes(line), line.entry.reason) == ([("", "White won", "Draw")], "misread")


def test_changed_settings_name_the_fields(arbiter, tournament):
    tournaments.update_tournament(
        actor=arbiter,
        tournament=tournament,
        changes={"is_public": False, "tiebreaks": ["wins"], "ruleset": "czech", "venue": "Sokolovna"},
    )
    assert changes(newest(tournament)) == [
        ("tie-breaks", NOTHING, "Number of wins"),
        ("venue", NOTHING, "Sokolovna"),
        ("public", "yes", "no"),
    ]


def test_a_withdrawal(arbiter, tournament, round_1):
    registration.withdraw_entry(actor=arbiter, entry=round_1[0].white)
    assert changes(newest(tournament)) == [("withdrawn after round", NOTHING, "1")]


def test_a_requested_bye(arbiter, tournament):
    registration.request_bye(actor=arbiter, entry=tournament.entries.first(), round_number=2, code="half-bye")
    assert changes(newest(tournament)) == [("round", "", "2"), ("bye", "", "Half-point bye")]


def test_a_decision_is_told_as_facts(arbiter, tournament, round_1):
    record_result(actor=arbiter, pairing=round_1[0], code="1-0")
    flag = FlagFactory(game=GameFactory(pairing=round_1[0], result="1-0"), kind="duplicate", ply=0)
    decide_flag(actor=arbiter, flag=flag, decision="dismissed")
    assert changes(newest(tournament)) == [
        ("found", "", "duplicate of another game"),
        ("decision", "", "dismissed"),
    ]


def test_what_a_removed_entry_held_is_erased(arbiter, tournament):
    entry = registration.add_entry(actor=arbiter, tournament=tournament, name="Nový, Jan", rating=1500)
    registration.remove_entry(actor=arbiter, entry=entry)
    assert changes(newest(tournament)) == [("rating", "1500", NOTHING)]


def test_an_undone_round_keeps_its_tables(arbiter, tournament):
    pairings = pair(arbiter, tournament, "1-0")
    names = [f"{p.white.player.formal_name} – {p.black.player.formal_name}" for p in pairings]
    rounds.undo_last_round(actor=arbiter, tournament=tournament, number=1)
    line = newest(tournament)
    assert (line.action, line.subject) == ("Undid a round", "round 1")
    assert line.lines == (f"1. {names[0]}: White won", f"2. {names[1]}")


@pytest.mark.parametrize(
    ("status", "word"),
    [
        ("published", "published"),
        ("playing", "being played"),
        ("running", "running"),
        ("setup", "being prepared"),
    ],
)
def test_the_state_of_a_round_and_of_the_tournament_are_words(status, word):
    assert fact_text("status", status) == word


def test_the_page_has_fifty_a_page(desk, tournament):
    for number in range(51):
        AuditEntryFactory(tournament=tournament, action="add-entry", subject=f"Player {number}")
    url = reverse("desk-log", args=[tournament.slug])
    assert [line.subject for line in desk.get(url).context["page"]][:2] == ["Player 50", "Player 49"]
    assert [line.subject for line in desk.get(url, {"page": 2}).context["page"]] == ["Player 0"]


@pytest.mark.parametrize("entries", [1, 3])
def test_the_query_count_with_1_and_3_entries(desk, arbiter, tournament, django_assert_num_queries, entries):
    for _number in range(entries):
        AuditEntryFactory(tournament=tournament, actor=arbiter)
    with django_assert_num_queries(8):
        desk.get(reverse("desk-log", args=[tournament.slug]))
