"""What the arbiter decides about a finding, and what follows for the result."""

import pytest
from django.utils import translation

from games.models import Flag, Game
from games.selectors.queue import open_flags
from games.services.queue import decide_flag
from games.services.submission import submit_game
from games.services.verification import verify_game
from tests.concurrency import run_together
from tests.factories import FlagFactory, GameFactory, PairingFactory
from tournaments.domain.errors import ConflictError, InputError
from tournaments.models import AuditEntry, Pairing, Tournament
from tournaments.selectors.audit import log_lines
from tournaments.services.results import record_result
from tournaments.services.rounds import undo_last_round

pytestmark = pytest.mark.django_db

OPENING = "1. c3-d4 f6-e5 2. d4xf6 g7xe5"


def submit(actor, pairing, text=OPENING, **values):
    return submit_game(actor=actor, pairing=pairing, pdn=text, source=Game.Source.PDN, **values)


def result_of(pairing):
    return Pairing.objects.get(pk=pairing.pk).result_code


@pytest.fixture
def claim(arbiter, pairing, threefold):
    """A threefold repetition in a game recorded as won by Black."""
    game = submit(arbiter, pairing, threefold)
    verify_game(game_id=game.pk)
    return game.flags.get()


@pytest.fixture
def contradiction(arbiter, player_user, pairing):
    """The player says 1-0, the arbiter had recorded 0-1."""
    record_result(actor=arbiter, pairing=pairing, code="0-1")
    return submit(player_user, pairing, result="1-0").flags.get()


@pytest.fixture
def report(player_user, pairing):
    """A player's 1-0 that the board does not prove."""
    return submit(player_user, pairing, result="1-0").flags.get()


def test_an_upheld_claim_is_a_draw(arbiter, pairing, claim):
    flag = decide_flag(actor=arbiter, flag=claim, decision="upheld", reason="claimed at ply 84")
    assert (flag.status, flag.decided_by, flag.decided_result, flag.decision_reason) == (
        "upheld",
        arbiter,
        "1/2-1/2",
        "claimed at ply 84",
    )
    assert result_of(pairing) == "1/2-1/2"
    result = pairing.results.get(status="confirmed")
    assert (result.source, result.reason) == ("arbiter", "claimed at ply 84")
    game = Game.objects.get()
    assert (game.result, game.verdict) == ("1/2-1/2", "clean")
    assert '[Result "1/2-1/2"]' in game.pdn
    # Nothing contradicts the decision afterwards.
    assert verify_game(game_id=game.pk)["verdict"] == "clean"


def test_a_dismissed_claim_changes_nothing_else(arbiter, pairing, claim):
    flag = decide_flag(actor=arbiter, flag=claim, decision="dismissed")
    assert (flag.status, flag.decided_result, result_of(pairing)) == ("dismissed", "", "0-1")


def test_the_log_says_what_was_decided(arbiter, tournament, claim):
    decide_flag(actor=arbiter, flag=claim, decision="upheld", reason="claimed")
    entry = AuditEntry.objects.get(action="decide-finding")
    assert (entry.actor, entry.tournament, entry.reason) == (arbiter, tournament, "claimed")
    assert entry.before == {
        "finding": "threefold",
        "ply": 84,
        "move_number": 42,
        "result": "0-1",
        "on_record": True,
    }
    assert entry.after == {"decision": "upheld", "result": "1/2-1/2", "on_record": True}


def test_the_games_result_may_be_taken_or_not(arbiter, pairing, contradiction):
    decide_flag(actor=arbiter, flag=contradiction, decision="upheld")
    assert result_of(pairing) == "1-0"


def test_the_arbiters_result_may_be_kept(arbiter, pairing, contradiction):
    decide_flag(actor=arbiter, flag=contradiction, decision="dismissed")
    assert result_of(pairing) == "0-1"


def test_a_third_result_may_be_right(arbiter, pairing, contradiction):
    flag = decide_flag(actor=arbiter, flag=contradiction, decision="upheld", result="½-½")
    assert (result_of(pairing), flag.decided_result, flag.game.result) == ("1/2-1/2",) * 3


def test_a_forfeit_may_be_decided_and_the_record_of_play_is_kept(arbiter, pairing, contradiction):
    decide_flag(actor=arbiter, flag=contradiction, decision="dismissed", result="-/-")
    assert (result_of(pairing), Game.objects.get().result) == ("-/-", "1-0")


def test_what_the_board_shows_may_be_recorded(arbiter, pairing, decided):
    game = submit(arbiter, pairing, decided)
    flag = FlagFactory(
        game=game, kind="result-against-board", ply=36, details={"board": "0-1", "game": "1-0"}
    )
    record_result(actor=arbiter, pairing=pairing, code="1-0")
    decide_flag(actor=arbiter, flag=flag, decision="upheld")
    assert result_of(pairing) == "0-1"


def test_a_players_report_is_confirmed(arbiter, pairing, report):
    decide_flag(actor=arbiter, flag=report, decision="upheld")
    assert (result_of(pairing), Game.objects.get().result) == ("1-0", "1-0")


def test_a_players_report_is_taken_back(arbiter, pairing, report):
    decide_flag(actor=arbiter, flag=report, decision="dismissed")
    assert (result_of(pairing), Game.objects.get().result) == (None, "")


def test_a_result_recorded_since_is_not_taken_back_with_it(arbiter, pairing, report):
    record_result(actor=arbiter, pairing=pairing, code="0-1")
    decide_flag(actor=arbiter, flag=report, decision="dismissed")
    assert result_of(pairing) == "0-1"


@pytest.fixture
def copy(arbiter, player_user, pairing):
    """A player's record with the moves of another table's game, won by White."""
    other = GameFactory(pairing=PairingFactory(round=pairing.round))
    game = submit(player_user, pairing, result="1-0")
    details = {"other": other.pk, "players": str(other), "plies": 4}
    return FlagFactory(game=game, kind="duplicate", ply=4, details=details)


@pytest.mark.parametrize("kind", ["duplicate", "names-differ"])
def test_a_record_of_another_game_is_taken_off_the_pairing(arbiter, pairing, copy, kind):
    Flag.objects.filter(pk=copy.pk).update(kind=kind)
    flag = decide_flag(actor=arbiter, flag=copy, decision="upheld", reason="same score sheet")
    game = Game.objects.get(pk=flag.game_id)
    assert (game.is_current, game.result, game.removal) == (False, "1-0", flag)
    assert (result_of(pairing), flag.decided_result) == ("1-0", "")
    entry = AuditEntry.objects.get(action="decide-finding")
    assert (entry.before["on_record"], entry.after["on_record"]) == (True, False)
    with translation.override("en"):
        said = log_lines([entry])[0].changes[-1]
    assert (said.label, said.before, said.after) == ("the record counts", "yes", "no")


def test_two_equal_games_may_both_have_been_played(arbiter, pairing, copy):
    flag = decide_flag(actor=arbiter, flag=copy, decision="dismissed")
    game = Game.objects.get(pk=flag.game_id)
    assert (game.is_current, game.removal, result_of(pairing)) == (True, None, "1-0")


def test_with_a_copy_another_result_may_be_given(arbiter, pairing, copy):
    decide_flag(actor=arbiter, flag=copy, decision="upheld", result="0-1")
    game = Game.objects.get(pk=copy.game_id)
    # The record is no longer this pairing's, so it does not follow the result.
    assert (result_of(pairing), game.is_current, game.result) == ("0-1", False, "1-0")


def test_a_copy_leaves_the_place_for_the_game_itself(arbiter, player_user, pairing, copy):
    decide_flag(actor=arbiter, flag=copy, decision="upheld")
    game = submit(player_user, pairing, OPENING + " 3. d2-c3", result="1-0")
    assert (game.is_current, result_of(pairing)) == (True, "1-0")
    assert list(open_flags(pairing.round.tournament)) == []


def test_a_copy_is_taken_off_in_a_finished_tournament_too(arbiter, pairing, tournament, copy):
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    decide_flag(actor=arbiter, flag=copy, decision="upheld")
    assert (Game.objects.get(pk=copy.game_id).is_current, result_of(pairing)) == (False, "1-0")


def test_a_decision_is_made_once(arbiter, claim):
    decide_flag(actor=arbiter, flag=claim, decision="dismissed")
    with pytest.raises(ConflictError) as caught:
        decide_flag(actor=arbiter, flag=claim, decision="upheld")
    assert caught.value.code == "already-decided"


@pytest.mark.parametrize("values", [{"decision": "maybe"}, {"decision": "upheld", "result": "x"}])
def test_an_unknown_decision_or_result_is_refused(arbiter, pairing, claim, values):
    with pytest.raises(InputError):
        decide_flag(actor=arbiter, flag=claim, **values)
    assert (Flag.objects.get().status, result_of(pairing)) == ("open", "0-1")


def test_a_replaced_record_is_not_decided(arbiter, pairing, report):
    submit(arbiter, pairing, OPENING + " 3. d2-c3", result="1-0")
    with pytest.raises(ConflictError) as caught:
        decide_flag(actor=arbiter, flag=report, decision="upheld")
    assert caught.value.code == "game-replaced"


def test_a_finished_tournament_keeps_its_results(arbiter, pairing, tournament, claim):
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    with pytest.raises(ConflictError, match="finished"):
        decide_flag(actor=arbiter, flag=claim, decision="upheld")
    assert (Flag.objects.get().status, result_of(pairing)) == ("open", "0-1")
    assert decide_flag(actor=arbiter, flag=claim, decision="dismissed").status == "dismissed"


def test_an_undone_round_keeps_its_games_in_the_log(arbiter, tournament, claim):
    game = claim.game
    undo_last_round(actor=arbiter, tournament=tournament, number=1)
    assert AuditEntry.objects.get(action="undo-round").before["games"] == [
        {
            "table": 1,
            "game": 1,
            "is_current": True,
            "pdn": game.pdn,
            "flags": [{"kind": "threefold", "ply": 84, "status": "open", "reason": ""}],
        }
    ]
    with pytest.raises(ConflictError) as caught:
        decide_flag(actor=arbiter, flag=claim, decision="upheld")
    assert caught.value.code == "game-gone"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_arbiters_at_once_one_decides(arbiter, pairing):
    flag = FlagFactory(game=GameFactory(pairing=pairing))
    outcomes = run_together(lambda: decide_flag(actor=arbiter, flag=flag, decision="upheld"))
    assert sorted(getattr(each, "code", "decided") for each in outcomes) == ["already-decided", "decided"]
    assert (pairing.results.count(), AuditEntry.objects.filter(action="decide-finding").count()) == (1, 1)
