"""Submitting a game: what is kept, what follows for the result, and who may do what."""

import pytest

from engine import pdn as engine_pdn
from games.domain.errors import IllegalGameError
from games.models import Flag, Game
from games.services.submission import submission_problem, submit_game
from tests.concurrency import run_together
from tests.factories import PairingFactory, UserFactory
from tournaments.domain.errors import ConflictError, DomainError, InputError
from tournaments.models import AuditEntry, Job, Pairing, Tournament
from tournaments.services.results import record_result

pytestmark = pytest.mark.django_db

OPENING = "1. c3-d4 f6-e5 2. d4xf6 g7xe5"


def submit(actor, pairing, text=OPENING, **values):
    return submit_game(actor=actor, pairing=pairing, pdn=text, source=Game.Source.PDN, **values)


def result_of(pairing):
    return Pairing.objects.get(pk=pairing.pk).result_code


def flags(game):
    return list(game.flags.values_list("kind", "ply", "status"))


def refused(actor, pairing, text=OPENING, error=DomainError, **values):
    """The code of the refusal; nothing of it is left in the database."""
    before = Game.objects.filter(pairing=pairing).count(), result_of(pairing), AuditEntry.objects.count()
    with pytest.raises(error) as caught:
        submit(actor, pairing, text, **values)
    assert before == (
        Game.objects.filter(pairing=pairing).count(),
        result_of(pairing),
        AuditEntry.objects.count(),
    )
    return caught.value.code


def test_in_a_draft_nothing_is_played(arbiter, pairing):
    pairing.round.status = "draft"
    pairing.round.save()
    assert refused(arbiter, pairing, error=ConflictError) == "round-is-draft"
    assert submission_problem(actor=arbiter, pairing=pairing).code == "round-is-draft"


def test_a_game_is_kept_as_the_site_writes_it(arbiter, pairing, decided):
    game = submit(arbiter, pairing, decided.replace("\n", "\r\n"))
    written = next(engine_pdn.read_games(game.pdn))
    assert dict(written.tags) == {
        "Event": "Memoriál",
        "Date": "2026.03.07",
        "Round": "1",
        "White": "Novák, Jan",
        "Black": "Žížala, Řehoř",
        "Result": "0-1",
        "GameType": "29,W,8,8,A0,0",
    }
    assert (game.plies, game.result, game.ruleset, game.verdict) == (36, "0-1", "czech", "waiting")
    assert written.moves == tuple(game.moves)
    assert game.submitted_pdn == decided.replace("\n", "\r\n")
    assert (game.submitted_by, game.source, game.is_current) == (arbiter, "pdn", True)


def test_the_result_follows_from_the_board(arbiter, pairing, decided):
    game = submit(arbiter, pairing, decided.replace("0-1", "*"))
    assert (game.result, result_of(pairing), game.pairing.result_code) == ("0-1", "0-1", "0-1")
    assert pairing.results.get().source == "game"
    assert flags(game) == []


def test_a_list_of_moves_is_a_game_too(arbiter, pairing):
    game = submit_game(
        actor=arbiter, pairing=pairing, moves=["c3-d4", "f6-e5"], result="½-½", source=Game.Source.API
    )
    assert (game.moves, game.result, result_of(pairing)) == (["c3-d4", "f6-e5"], "1/2-1/2", "1/2-1/2")


def test_a_game_nobody_knows_the_result_of_is_kept_without_one(arbiter, pairing):
    game = submit(arbiter, pairing, result="*")
    assert (game.result, result_of(pairing)) == ("", None)
    assert game.pdn.endswith("2. d4xf6 g7xe5 *\n\n")


def test_the_log_and_the_version_tell_of_it(arbiter, pairing, tournament):
    game = submit(arbiter, pairing, result="1-0", reason="score sheet")
    entry = AuditEntry.objects.get(action="submit-game")
    assert (entry.actor, entry.tournament) == (arbiter, tournament)
    assert entry.subject == "1/1 Novák Jan – Žížala Řehoř"
    assert entry.after == {"game": game.pk, "plies": 4, "result": "1-0", "source": "pdn"}
    assert entry.reason == "score sheet"
    assert Tournament.objects.get(pk=tournament.pk).version > tournament.version


def test_the_verification_starts_when_the_game_is_committed(
    arbiter, pairing, decided, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        game = submit(arbiter, pairing, decided)
    assert Job.objects.get(key=f"verify-game:{game.pk}").state == Job.State.DONE
    game.refresh_from_db()
    assert (game.verdict, game.verified_at is not None) == ("clean", True)


def test_an_illegal_ply_is_refused_by_its_number(arbiter, pairing):
    with pytest.raises(IllegalGameError) as caught:
        submit(arbiter, pairing, "1. c3-d4 f6-e5 2. d4-c5")
    error = caught.value
    assert (error.ply, error.move, error.played) == (3, "d4-c5", ("c3-d4", "f6-e5"))
    assert str(error) == (
        "Ply 3 (move 2, White): d4-c5 – A capture is possible and must be made: from d4. Legal moves: d4xf6."
    )
    assert not Game.objects.exists()


def test_contradictions_are_refused(arbiter, pairing, decided):
    assert refused(arbiter, pairing, decided, InputError, result="1-0") == "results-differ"
    assert refused(arbiter, pairing, decided.replace("0-1", "1-0"), InputError) == "result-against-board"
    assert refused(arbiter, pairing, result="+/-") == "not-a-game-result"
    assert refused(arbiter, pairing, result="nonsense") == "result-unknown"
    swapped = '[White "Řehoř Žížala"]\n[Black "Novák Jan"]\n' + OPENING
    assert refused(arbiter, pairing, swapped) == "colours-swapped"


def test_only_an_arbiter_records_that_both_lost(arbiter, player_user, pairing):
    assert refused(player_user, pairing, result="0-0") == "not-a-game-result"
    submit(arbiter, pairing, result="0-0")
    assert result_of(pairing) == "0-0"


def test_a_players_word_is_recorded_and_queued(player_user, pairing):
    game = submit(player_user, pairing, result="1-0")
    assert result_of(pairing) == "1-0"
    assert (flags(game), game.verdict) == ([("reported-by-player", 4, "open")], "flagged")


def test_what_the_board_proves_needs_no_word(player_user, pairing, decided):
    assert flags(submit(player_user, pairing, decided)) == []


def test_an_arbiters_word_is_not_queued(arbiter, pairing):
    assert flags(submit(arbiter, pairing, result="1-0")) == []


OTHERS = '[White "Malý, Petr"]\n[Black "Velký, Ota"]\n' + OPENING


@pytest.mark.parametrize("submitter", ["arbiter", "player_user"])
def test_names_of_other_players_are_queued_and_no_error(request, pairing, submitter):
    game = submit(request.getfixturevalue(submitter), pairing, OTHERS + " 0-1")
    assert ("names-differ", 4, "open") in flags(game)
    assert game.flags.get(kind="names-differ").details == {"white": "Malý, Petr", "black": "Velký, Ota"}
    assert (result_of(pairing), game.verdict) == ("0-1", "flagged")


def test_names_that_may_be_the_players_are_not_queued(arbiter, pairing):
    game = submit(arbiter, pairing, '[White "novak,J."]\n[Black "Rehor ZIZALA"]\n' + OPENING)
    assert flags(game) == []


@pytest.mark.parametrize("submitter", ["arbiter", "player_user"])
def test_a_confirmed_result_stands(request, arbiter, pairing, submitter):
    record_result(actor=arbiter, pairing=pairing, code="0-1")
    game = submit(request.getfixturevalue(submitter), pairing, result="1-0")
    assert (result_of(pairing), game.result) == ("0-1", "1-0")
    assert flags(game) == [("result-against-record", 4, "open")]
    assert game.flags.get().details == {"game": "1-0", "record": "0-1"}


def test_a_game_that_agrees_with_the_record_needs_no_second_look(arbiter, player_user, pairing):
    record_result(actor=arbiter, pairing=pairing, code="1-0")
    assert flags(submit(player_user, pairing, result="1-0")) == []
    assert pairing.results.get().source == "arbiter"


def test_a_game_without_a_result_takes_the_recorded_one(arbiter, pairing):
    record_result(actor=arbiter, pairing=pairing, code="1/2-1/2")
    game = submit(arbiter, pairing)
    assert (game.result, flags(game)) == ("1/2-1/2", [])


def test_a_second_game_is_the_arbiters_to_replace(arbiter, player_user, pairing):
    first = submit(player_user, pairing, result="1-0")
    assert refused(player_user, pairing, result="0-1", error=ConflictError) == "game-exists"
    second = submit(arbiter, pairing, OPENING + " 3. d2-c3", result="0-1")
    first.refresh_from_db()
    assert (first.is_current, second.is_current, second.plies) == (False, True, 5)
    # The result had come from the first record, so it follows the second.
    assert (result_of(pairing), flags(second)) == ("0-1", [])


def test_the_same_game_twice_from_an_arbiter_is_one(arbiter, pairing):
    first = submit(arbiter, pairing, result="1-0")
    assert submit(arbiter, pairing, result="1-0") == first
    assert Game.objects.count() == 1
    assert AuditEntry.objects.filter(action="submit-game").count() == 1


def test_players_submit_where_the_tournament_lets_them(arbiter, player_user, pairing, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(players_submit=False)
    assert refused(player_user, pairing, error=ConflictError) == "players-do-not-submit"
    assert submit(arbiter, pairing).plies == 4


def test_pairings_without_play_take_no_game(arbiter, pairing, tournament):
    bye = PairingFactory(round=pairing.round, black=None, result="bye")
    assert refused(arbiter, bye, error=ConflictError) == "bye-has-no-game"
    record_result(actor=arbiter, pairing=pairing, code="+/-")
    assert refused(arbiter, pairing, error=ConflictError) == "forfeited"
    record_result(actor=arbiter, pairing=pairing, code="")
    assert submit(arbiter, pairing).plies == 4


def test_a_finished_or_undone_round_takes_no_game(arbiter, pairing, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    assert refused(arbiter, pairing, error=ConflictError) == "tournament-finished"
    pairing.round.delete()
    with pytest.raises(ConflictError, match="undone"):
        submit(arbiter, pairing)


def test_a_command_submits_as_an_arbiter_would(pairing):
    game = submit(None, pairing, result="1-0")
    assert (game.submitted_by, flags(game), result_of(pairing)) == (None, [], "1-0")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_submissions_at_once_leave_one_game(player_user, pairing):
    other = UserFactory(username="black")
    pairing.black.player.user = other
    pairing.black.player.save()
    outcomes = run_together(lambda: submit(player_user, pairing, result="1-0"), times=4)
    assert sum(isinstance(each, Game) for each in outcomes) == 1
    assert [each.code for each in outcomes if not isinstance(each, Game)] == ["game-exists"] * 3
    assert (Game.objects.count(), pairing.results.count(), Flag.objects.count()) == (1, 1, 1)


def test_a_claimed_draw_waits_with_the_engines_answer_and_records_nothing(player_user, pairing, threefold):
    game = submit(
        player_user, pairing, " ".join(next(engine_pdn.read_games(threefold)).moves[:84]), claim="threefold"
    )
    flag = game.flags.get(kind="claim")
    assert (flag.ply, flag.status, str(flag.said)) == (
        84,
        "open",
        "A draw is claimed: the same position for the third time. The engine confirms it, from ply 84 on.",
    )
    assert result_of(pairing) is None
    assert game.verdict == "flagged"


def test_a_claim_the_game_does_not_bear_out_says_so(player_user, pairing):
    flag = submit(player_user, pairing, claim="no-progress").flags.get(kind="claim")
    assert str(flag.details["answer"]["template"]) == "The engine does not find it in the game."


def test_a_claim_is_queued_once(arbiter, pairing):
    games = [submit(arbiter, pairing, claim="theoretical") for _time in range(2)]
    assert [game.flags.filter(kind="claim").count() for game in games] == [1, 1]


def test_an_unknown_claim_keeps_nothing(player_user, pairing):
    assert refused(player_user, pairing, claim="stalemate", error=InputError) == "claim-unknown"
    assert Game.objects.count() == 0
