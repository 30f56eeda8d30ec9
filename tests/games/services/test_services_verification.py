"""The second look at a game, apart from its submission."""

import pytest

from games.models import Flag, Game
from games.services.queue import decide_flag
from games.services.submission import submit_game
from games.services.verification import verify_game
from games.tasks import verify_game_task
from tests.factories import GameFactory, PairingFactory, TournamentFactory
from tests.games.conftest import golden
from tournaments.models import Job, Pairing
from tournaments.services.results import record_result

pytestmark = pytest.mark.django_db


def submit(actor, pairing, text, **values):
    return submit_game(actor=actor, pairing=pairing, pdn=text, source=Game.Source.PDN, **values)


def flags(game):
    return list(game.flags.order_by("ply", "pk").values_list("kind", "ply", "status"))


def test_a_sound_game_is_clean(arbiter, pairing, decided):
    game = submit(arbiter, pairing, decided)
    assert verify_game(game_id=game.pk) == {"game": game.pk, "plies": 36, "verdict": "clean", "findings": []}
    game.refresh_from_db()
    assert (game.verdict, flags(game)) == ("clean", [])


def test_claims_go_to_the_queue_once(arbiter, pairing, no_progress):
    game = submit(arbiter, pairing, no_progress)
    first = verify_game(game_id=game.pk)
    assert first == {
        "game": game.pk,
        "plies": 284,
        "verdict": "flagged",
        "findings": [{"kind": "threefold", "ply": 99}, {"kind": "no-progress", "ply": 200}],
    }
    assert verify_game(game_id=game.pk) == first
    assert flags(game) == [("threefold", 99, "open"), ("no-progress", 200, "open")]


def test_what_is_decided_stays_decided(arbiter, pairing, threefold):
    game = submit(arbiter, pairing, threefold)
    verify_game(game_id=game.pk)
    decide_flag(actor=arbiter, flag=game.flags.get(), decision="dismissed", reason="nobody claimed")
    assert verify_game(game_id=game.pk)["verdict"] == "clean"
    assert flags(game) == [("threefold", 84, "dismissed")]


def test_a_result_changed_since_is_found(arbiter, pairing, decided):
    game = submit(arbiter, pairing, decided)
    record_result(actor=arbiter, pairing=pairing, code="1-0")
    verify_game(game_id=game.pk)
    assert flags(game) == [("result-against-record", 36, "open")]
    assert game.flags.get().details == {"game": "0-1", "record": "1-0"}


def test_what_the_submission_queued_is_not_queued_again(arbiter, player_user, pairing):
    record_result(actor=arbiter, pairing=pairing, code="0-1")
    game = submit(player_user, pairing, "1. c3-d4", result="1-0")
    verify_game(game_id=game.pk)
    assert flags(game) == [("result-against-record", 1, "open")]


def test_a_record_that_was_never_checked_is_checked(pairing):
    """A row written past the services, as an import of old data could."""
    game = GameFactory(pairing=pairing, moves=["c3-d4", "d6-c5", "d4-d5"], plies=3)
    verify_game(game_id=game.pk)
    assert flags(game) == [("illegal", 3, "open")]
    assert game.flags.get().details["move"] == "d4-d5"


def test_a_replaced_record_need_not_agree_with_the_result(arbiter, pairing, decided):
    old = submit(arbiter, pairing, "1. c3-d4", result="1-0")
    submit(arbiter, pairing, decided)
    assert verify_game(game_id=old.pk)["verdict"] == "clean"


@pytest.mark.parametrize(
    ("name", "elsewhere", "expected"),
    [
        ("decided", {"is_public": True}, ["duplicate"]),
        ("decided", {"is_public": False}, []),
        ("short", {"is_public": True}, []),
    ],
)
def test_a_copy_of_a_longer_visible_game_is_found(arbiter, pairing, name, elsewhere, expected):
    text = golden("decided") if name == "decided" else "1. c3-d4 f6-e5 2. d4xf6 g7xe5 *"
    other = PairingFactory(round__tournament=TournamentFactory(arbiters=[arbiter], **elsewhere))
    original = submit(arbiter, other, text)
    copy = submit(arbiter, pairing, text)
    verify_game(game_id=copy.pk)
    verify_game(game_id=original.pk)
    assert [kind for kind, _, _ in flags(copy)] == expected
    assert flags(original) == []
    if expected:
        assert copy.flags.get().details == {
            "other": original.pk,
            "plies": 36,
            "players": f"{other} ({other.round.tournament})",
        }


def test_a_game_that_is_gone_is_no_failure():
    assert verify_game(game_id=4711) == {"game": 4711, "gone": True}


def test_the_task_leaves_what_it_found_in_the_job(arbiter, pairing, decided):
    game = submit(arbiter, pairing, decided)
    job = Job.objects.get(key=f"verify-game:{game.pk}")
    verify_game_task(job.pk)
    verify_game_task(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.result["verdict"]) == (Job.State.DONE, 1, "clean")


def test_flags_of_one_pairing_leave_others_alone(arbiter, pairing, threefold):
    other = PairingFactory(round=pairing.round)
    verify_game(game_id=submit(arbiter, other, threefold).pk)
    assert Pairing.objects.get(pk=pairing.pk).result_code is None
    assert Flag.objects.filter(game__pairing=pairing).count() == 0
