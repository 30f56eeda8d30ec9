"""Drafts, states, start times and adjourned games in the file of a tournament."""

from datetime import UTC, datetime

import pytest

from games.services.snapshot_read import restore_snapshot
from games.services.snapshot_write import snapshot_file
from tests.factories import EntryFactory, TournamentFactory
from tests.games.snapshot_scenes import as_file, content_of, wipe
from tournaments.domain.errors import InputError
from tournaments.selectors.trf import trf_text
from tournaments.services import results, round_drafts, round_states, rounds

pytestmark = pytest.mark.django_db
STARTS_AT = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@pytest.fixture
def event(arbiter):
    """Round 1 closed with an adjourned game and a time, round 2 a draft."""
    tournament = TournamentFactory(arbiters=[arbiter], slug="open")
    for rating in (1900, 1800, 1700, 1600):
        EntryFactory(tournament=tournament, rating=rating)
    of = {"actor": arbiter, "tournament": tournament}
    first, second = rounds.pair_next_round(**of).pairings.order_by("table")
    results.record_result(actor=arbiter, pairing=first, code="1-0")
    round_states.set_adjourned(actor=arbiter, pairing=second, adjourned=True)
    round_states.set_starts_at(**of, number=1, starts_at=STARTS_AT)
    round_states.close_round(**of, number=1)
    rounds.pair_next_round(**of, draft=True)
    return tournament


def test_they_are_brought_along(event, arbiter):
    file, before = snapshot_file(actor=arbiter, tournament=event), content_of(event)
    wipe()
    there = restore_snapshot(actor=None, source=file, arbiter=arbiter).tournament
    assert content_of(there) == before
    first, draft = there.rounds.order_by("number")
    assert (first.status, first.starts_at, draft.status) == ("closed", STARTS_AT, "draft")
    assert list(first.pairings.order_by("table").values_list("is_adjourned", flat=True)) == [False, True]
    round_drafts.publish_draft(actor=arbiter, tournament=there, number=2)


def test_a_draft_that_another_round_follows_is_refused(event, arbiter):
    content = content_of(event)
    content["rounds"][0]["status"], content["rounds"][1]["status"] = "draft", "published"
    wipe()
    with pytest.raises(InputError) as caught:
        restore_snapshot(actor=arbiter, source=as_file(content))
    assert "a round is a draft although another one follows it" in str(caught.value)


def test_a_trf_file_knows_nothing_of_the_draft(event, arbiter):
    text = trf_text(event)
    rounds.undo_last_round(actor=arbiter, tournament=event, number=2)
    assert trf_text(event) == text
