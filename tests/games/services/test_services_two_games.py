"""Both games of a two-game round, and games that begin with the drawn opening."""

import pytest

from engine import pdn as engine_pdn
from games.domain.records import read_record, settled_result, sound_moves, write_record
from games.models import Game
from games.selectors.games import neighbours, tournament_games
from games.selectors.records import game_text
from games.services.queue import decide_flag
from games.services.submission import submission_problem, submit_game
from games.services.verification import verify_game
from tournaments.domain.errors import ConflictError, InputError
from tournaments.domain.openings import read_opening
from tournaments.models import AuditEntry, Pairing, Round
from tournaments.services.results import record_result
from tournaments.services.rounds import undo_last_round

pytestmark = pytest.mark.django_db

TEXT = "1. c3-d4 f6-e5 2. d4xf6 g7xe5"
CITY = "City game: c3-d4 d6-c5"
FEN = "B:Wa1,c1,e1,Kg1:Bb8,d8,f8,h8"


@pytest.fixture
def two(pairing):
    """The pairing (White Novák) in a round of two games."""
    Round.objects.update(games=2)
    return Pairing.objects.get(pk=pairing.pk)


def submit(actor, pairing, text=TEXT, **values):
    return submit_game(actor=actor, pairing=pairing, pdn=text, source=Game.Source.PDN, **values)


def codes(pairing):
    fresh = Pairing.objects.get(pk=pairing.pk)
    return fresh.result_code, fresh.second_code


def kinds(game):
    verify_game(game_id=game.pk)
    return list(game.flags.order_by("pk").values_list("kind", "ply"))


class TestSecondGame:
    def test_it_has_its_own_white_result_and_headers(self, arbiter, two):
        game = submit(arbiter, two, result="1-0", number=2)
        assert (game.white, game.black) == (two.black, two.white)
        assert (codes(two), game.recorded_code) == ((None, "1-0"), "1-0")
        tags = next(engine_pdn.read_games(game_text(game))).tags
        assert {name: tags[name] for name in ("White", "Black", "Result", "Round")} == {
            "White": "Žížala, Řehoř",
            "Black": "Novák, Jan",
            "Result": "1-0",
            "Round": "1",
        }
        assert str(game) == f"{two.black} – {two.white}"

    def test_both_stand_side_by_side_and_are_replaced_apart(self, arbiter, two):
        first = submit(arbiter, two, result="0-1")
        second = submit(arbiter, two, result="1/2-1/2", number=2)
        again = submit(arbiter, two, "1. c3-b4", result="0-1", number=2)
        current = Game.objects.filter(is_current=True).order_by("number")
        assert list(current) == [first, again]
        assert (list(tournament_games(first.tournament)), codes(two)) == ([first, again], ("0-1", "0-1"))
        assert (neighbours(first), neighbours(again)) == ((None, again.pk), (first.pk, None))
        assert neighbours(second) == (again.pk, None)

    def test_the_colours_of_the_record_are_those_of_its_game(self, arbiter, two):
        text = f'[White "Novák, Jan"]\n[Black "Žížala, Řehoř"]\n\n{TEXT}'
        with pytest.raises(InputError) as caught:
            submit(arbiter, two, text, number=2)
        assert (caught.value.code, caught.value.params["white"]) == ("colours-swapped", "Žížala, Řehoř")
        assert submit(arbiter, two, text).number == 1

    @pytest.mark.parametrize(("games", "number"), [(1, 2), (2, 3), (2, 0)])
    def test_a_round_has_no_more_games(self, arbiter, pairing, games, number):
        Round.objects.update(games=games)
        with pytest.raises(InputError) as caught:
            submit(arbiter, Pairing.objects.get(), number=number)
        assert (caught.value.code, Game.objects.count()) == ("game-unknown", 0)

    def test_what_was_decided_without_play_is_known_by_game(self, arbiter, player_user, two):
        record_result(actor=arbiter, pairing=two, game=2, code="+/-")
        two = Pairing.objects.get()
        assert submission_problem(actor=player_user, pairing=two) is None
        assert submission_problem(actor=player_user, pairing=two, number=2).code == "forfeited"
        with pytest.raises(ConflictError):
            submit(arbiter, two, number=2)

    def test_a_player_submits_each_of_them_once(self, player_user, two):
        for number in (1, 2):
            submit(player_user, two, number=number)
            with pytest.raises(ConflictError) as caught:
                submit(player_user, two, "1. c3-b4", number=number)
            assert caught.value.code == "game-exists"

    def test_a_contradiction_is_with_the_result_of_the_same_game(self, arbiter, two):
        record_result(actor=arbiter, pairing=two, code="1-0")
        record_result(actor=arbiter, pairing=two, game=2, code="0-1")
        first, second = submit(arbiter, two, result="1-0"), submit(arbiter, two, result="1-0", number=2)
        assert kinds(first) == []
        assert kinds(second) == [("result-against-record", 4)]
        decided = decide_flag(actor=arbiter, flag=second.flags.get(), decision="upheld")
        assert (codes(two), decided.decided_result) == (("1-0", "1-0"), "1-0")

    def test_a_reported_result_is_taken_back_from_its_own_game(self, arbiter, player_user, two):
        record_result(actor=arbiter, pairing=two, code="1-0")
        game = submit(player_user, two, result="1-0", number=2)
        assert kinds(game) == [("reported-by-player", 4)]
        decide_flag(actor=arbiter, flag=game.flags.get(), decision="dismissed")
        assert codes(two) == ("1-0", None)

    def test_an_undone_round_keeps_both_in_the_log(self, arbiter, two):
        for number in (2, 1):
            submit(arbiter, two, number=number)
        undo_last_round(actor=arbiter, tournament=two.round.tournament, number=1)
        kept = AuditEntry.objects.get(action="undo-round").before["games"]
        assert [(game["table"], game["game"]) for game in kept] == [(1, 1), (1, 2)]


class TestOpening:
    @pytest.fixture
    def city(self, pairing):
        Round.objects.update(opening=CITY)
        return Pairing.objects.get()

    @pytest.fixture
    def ending(self, pairing):
        Round.objects.update(opening=f"Ending: {FEN}")
        return Pairing.objects.get()

    def test_a_game_that_begins_with_it_is_clean(self, arbiter, city):
        assert kinds(submit(arbiter, city, "1. c3-d4 d6-c5 2. b2-c3")) == []

    def test_another_beginning_is_kept_and_waits_for_the_arbiter(self, arbiter, player_user, city):
        game = submit(player_user, city)
        assert kinds(game) == [("wrong-opening", 2)]
        flag = game.flags.get()
        assert flag.details == {"opening": CITY, "begins": "c3-d4 f6-e5"}
        assert str(flag.said) == (f"The opening drawn for the round is {CITY}; the game begins c3-d4 f6-e5.")
        # Checked again it is the same finding, and decided it stays decided.
        decide_flag(actor=arbiter, flag=flag, decision="dismissed", reason="the board was set up wrongly")
        assert kinds(game) == [("wrong-opening", 2)]
        game.refresh_from_db()
        assert (game.verdict, game.is_current) == ("clean", True)

    def test_upheld_it_takes_the_record_off(self, arbiter, city):
        game = submit(arbiter, city)
        verify_game(game_id=game.pk)
        decide_flag(actor=arbiter, flag=game.flags.get(), decision="upheld")
        game.refresh_from_db()
        assert not game.is_current
        assert game.removal is not None

    def test_moves_alone_are_played_from_the_set_up(self, arbiter, ending):
        game = submit(arbiter, ending, "1... b8-a7 2. a1-b2")
        assert (game.start_fen, game.moves, kinds(game)) == (FEN, ["b8-a7", "a1-b2"], [])
        written = next(engine_pdn.read_games(game.pdn))
        assert (written.fen, written.moves) == (FEN, ("b8-a7", "a1-b2"))
        assert read_record("czech", text=game.pdn, opening=game.opening).fingerprint == game.fingerprint

    def test_a_game_from_the_usual_start_is_another_opening(self, arbiter, ending):
        game = submit(arbiter, ending)
        assert (game.start_fen, kinds(game)) == ("", [("wrong-opening", 0)])

    def test_another_set_up_is_refused_as_ever(self, arbiter, city):
        with pytest.raises(InputError) as caught:
            submit(arbiter, city, f'[FEN "{FEN}"]\n\n1... b8-a7')
        assert caught.value.code == "other-start"

    def test_a_fault_is_named_from_where_the_game_starts(self, arbiter, ending):
        with pytest.raises(InputError) as caught:
            submit(arbiter, ending, "1... b8-a7 2. a1-a2")
        assert str(caught.value).startswith("Ply 2 (move 2, White): a1-a2")


def test_sound_moves_stand_where_the_board_does():
    assert sound_moves("czech", "1... b8-a7", FEN) == (("b8-a7",), None)
    moves, fault = sound_moves("czech", "1. c3-d4 d6-c5", FEN)
    assert (moves, fault.params["ply"]) == ((), 1)


def test_a_record_may_start_where_the_opening_leads():
    opening = read_opening(CITY, "czech")
    record = read_record("czech", text=f'[FEN "{opening.position}"]\n\n1. b2-c3', opening=opening)
    assert (record.start_fen, record.moves) == (opening.position, ("b2-c3",))
    # Without a set-up its moves are those of the whole game, or else what came after the opening.
    assert read_record("czech", text="1. c3-d4 d6-c5", opening=opening).start_fen == ""
    assert read_record("czech", text="1. d4-e5", opening=opening).start_fen == opening.position


@pytest.mark.parametrize("code", ["1/2+-1/2", "1/2-1/2+"])
def test_a_plus_is_the_arbiters_and_pdn_knows_only_the_draw(code):
    assert "1/2-1/2" in write_record("czech", {}, ["c3-d4"], code)
    assert code not in write_record("czech", {}, ["c3-d4"], code)
    assert settled_result([code], None) == code
