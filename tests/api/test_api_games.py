"""Games and the arbiter's queue over the API."""

import pytest
from django.utils import timezone

from games.models import Flag, Game
from tests.api.conftest import client_of
from tests.factories import FlagFactory, GameFactory, UserFactory
from tournaments.models import Pairing

PDN = "1. c3-d4 d6-c5 2. b2-c3 1-0"


@pytest.fixture
def pairing(open_swiss) -> Pairing:
    return Pairing.objects.get(round__tournament=open_swiss, table=1)


@pytest.fixture
def url(pairing) -> str:
    return f"/api/v1/pairings/{pairing.pk}/games/"


@pytest.fixture
def as_player(pairing):
    """Whoever has White at the pairing."""
    user = UserFactory(username="player")
    pairing.white.player.user = user
    pairing.white.player.save()
    return client_of(user)


def body(game: Game, **changes: object) -> dict[str, object]:
    pairing = game.pairing
    seats = {
        colour: {"entry": e.pk, "number": e.number, "player": e.player_id, "name": e.player.name}
        for colour, e in (("white", pairing.white), ("black", pairing.black))
    }
    verified = game.verified_at and timezone.localtime(game.verified_at).isoformat()
    return {
        "id": game.pk,
        "tournament": game.tournament.slug,
        "pairing": pairing.pk,
        "round": pairing.round.number,
        "table": pairing.table,
        "game": game.number,
        **seats,
        "ruleset": "czech",
        "result": game.result,
        "plies": game.plies,
        "verdict": game.verdict,
        "source": game.source,
        "is_current": game.is_current,
        "submitted_at": timezone.localtime(game.submitted_at).isoformat(),
        "verified_at": verified,
    } | changes


def test_submit_a_game(as_arbiter, pairing, url):
    answer = as_arbiter.post(url, {"pdn": PDN})

    game = Game.objects.get()
    assert answer.status_code == 201
    assert answer.json() == body(
        game,
        source="api",
        result="1-0",
        plies=3,
        moves=["c3-d4", "d6-c5", "b2-c3"],
        start_fen="",
        final_fen=game.final_fen,
        pdn=game.pdn,
    )
    assert Pairing.objects.get(pk=pairing.pk).result_code == "1-0"


def test_submit_moves_instead_of_pdn(as_arbiter, url):
    answer = as_arbiter.post(url, {"moves": ["c3-d4", "d6-c5"], "result": "½-½"})

    assert (answer.status_code, answer.json()["result"], answer.json()["plies"]) == (201, "1/2-1/2", 2)


def test_submitting_twice_keeps_one(as_arbiter, url):
    first, second = (as_arbiter.post(url, {"pdn": PDN}) for _ in range(2))

    assert second.status_code == 201
    assert first.json()["id"] == second.json()["id"]
    assert Game.objects.count() == 1


def test_an_illegal_game_is_refused_with_its_ply(as_arbiter, pairing, url):
    answer = as_arbiter.post(url, {"pdn": "1. c3-d4 d6-c5 2. b2-c3 d8-c7 1-0"})

    legal = ["b6-a5", "c5-b4", "c7-d6", "e7-d6", "f6-e5", "f6-g5", "h6-g5"]
    assert answer.status_code == 422
    assert answer.json() == {
        "code": "illegal-move",
        "detail": f"Ply 4 (move 2, Black): d8-c7 – c7 is occupied. Legal moves: {', '.join(legal)}.",
        "ply": 4,
        "move": "d8-c7",
        "reason": "c7 is occupied.",
        "legal": legal,
        "played": ["c3-d4", "d6-c5", "b2-c3"],
    }
    assert Game.objects.count() == 0
    assert Pairing.objects.get(pk=pairing.pk).result_code is None


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "no-game"),
        ({"pdn": "nonsense"}, "unexpected-text"),
        ({"pdn": "1. c3-d4", "result": "5-1"}, "result-unknown"),
        ({"pdn": "1. c3-d4 1-0", "result": "0-1"}, "results-differ"),
    ],
)
def test_a_record_that_cannot_be_used(as_arbiter, url, sent, code):
    answer = as_arbiter.post(url, sent)

    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert Game.objects.count() == 0


def test_a_field_of_the_wrong_shape_is_400(as_arbiter, url):
    answer = as_arbiter.post(url, {"moves": "c3-d4"})

    assert answer.status_code == 400
    assert answer.json()["fields"] == {"moves": ['Expected a list of items but got type "str".']}


def test_submitting_four_persons(as_arbiter, as_player, as_other, as_nobody, open_swiss, url):
    """Nobody 401, another user 404, a player of the pairing 201, who cannot replace what stands: 409."""
    codes = [client.post(url, {"pdn": PDN}).status_code for client in (as_nobody, as_other, as_player)]

    assert codes == [401, 404, 201]
    assert as_player.post(url, {"pdn": "1. c3-d4 0-1"}).status_code == 409
    assert as_arbiter.post(url, {"pdn": "1. c3-d4 0-1"}).status_code == 201


def test_games_of_a_pairing_with_what_was_replaced(as_arbiter, as_nobody, url):
    as_arbiter.post(url, {"pdn": PDN})
    as_arbiter.post(url, {"pdn": "1. c3-d4 0-1"})

    old, new = Game.objects.order_by("pk")
    assert as_nobody.get(url).json() == [body(new), body(old)]
    assert (old.is_current, new.is_current) == (False, True)


def test_list_has_games_on_record(as_nobody, pairing):
    game = GameFactory(pairing=pairing)
    GameFactory(pairing=pairing, is_current=False)
    other = GameFactory()

    everything = as_nobody.get("/api/v1/games/").json()

    assert everything == {"count": 2, "next": None, "previous": None, "results": [body(other), body(game)]}
    for query in ({"tournament": "open"}, {"player": pairing.black.player_id}):
        assert [row["id"] for row in as_nobody.get("/api/v1/games/", query).json()["results"]] == [game.pk]
    assert as_nobody.get("/api/v1/games/", {"verdict": "clean"}).json()["count"] == 0


def test_games_of_private_tournaments(as_arbiter, as_other, as_nobody, open_swiss, pairing):
    open_swiss.is_public = False
    open_swiss.save()
    game = GameFactory(pairing=pairing)
    clients = (as_arbiter, as_other, as_nobody)

    assert [c.get(f"/api/v1/games/{game.pk}/").status_code for c in clients] == [200, 404, 404]
    assert [c.get("/api/v1/games/").json()["count"] for c in clients] == [1, 0, 0]
    assert [c.get(f"/api/v1/pairings/{pairing.pk}/games/").status_code for c in clients] == [200, 404, 404]


@pytest.fixture
def flag(pairing) -> Flag:
    return FlagFactory(game=GameFactory(pairing=pairing, verdict="flagged"), kind="threefold", ply=2)


def finding(flag: Flag, **changes: object) -> dict[str, object]:
    return {
        "id": flag.pk,
        "game": flag.game_id,
        "pairing": flag.game.pairing_id,
        "round": 1,
        "table": 1,
        "game_of_round": 1,
        "kind": "threefold",
        "detail": "The same position, the same side to move, for the third time: a draw can be claimed.",
        "ply": 2,
        "engine": "",
        "status": "open",
        "created_at": timezone.localtime(flag.created_at).isoformat(),
        "decided_by": None,
        "decided_at": None,
        "decided_result": "",
        "decision_reason": "",
        "version": flag.game.pairing.version,
    } | changes


QUEUE = "/api/v1/tournaments/open/flags/"


def test_queue(as_arbiter, flag):
    assert as_arbiter.get(QUEUE, {"status": "open"}).json() == {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [finding(flag)],
    }
    assert as_arbiter.get(QUEUE, {"status": "upheld"}).json()["count"] == 0
    assert as_arbiter.get(f"{QUEUE}{flag.pk}/").json() == finding(flag)


def test_a_finding_says_what_the_engine_said(as_arbiter, flag):
    reason = {"template": "%(square)s is occupied.", "params": {"square": "c7"}}
    details = {"move": "d8-c7", "legal": "c7-d6", "reason": reason}
    illegal = FlagFactory(game=flag.game, kind="illegal", details=details)

    assert as_arbiter.get(f"{QUEUE}{illegal.pk}/").json()["detail"] == "c7 is occupied. Legal moves: c7-d6."


def test_decide_a_finding(as_arbiter, flag, pairing):
    answer = as_arbiter.post(f"{QUEUE}{flag.pk}/decide/", {"decision": "upheld", "reason": "claimed"})
    again = as_arbiter.post(f"{QUEUE}{flag.pk}/decide/", {"decision": "dismissed"})

    flag.refresh_from_db()
    assert answer.status_code == 200
    assert answer.json() == finding(
        flag,
        status="upheld",
        decided_by="arbiter",
        decided_at=timezone.localtime(flag.decided_at).isoformat(),
        decided_result="1/2-1/2",
        decision_reason="claimed",
        version=2,
    )
    assert Pairing.objects.get(pk=pairing.pk).result_code == "1/2-1/2"
    assert (again.status_code, again.json()) == (
        409,
        {"code": "already-decided", "detail": "This has been decided already."},
    )


def test_a_decision_of_another_kind(as_arbiter, flag):
    answer = as_arbiter.post(f"{QUEUE}{flag.pk}/decide/", {"decision": "maybe"})

    assert answer.status_code == 400
    assert answer.json()["fields"] == {"decision": ['"maybe" is not a valid choice.']}


def test_the_queue_is_for_arbiters(as_arbiter, as_other, as_nobody, flag):
    clients = (as_nobody, as_other, as_arbiter)

    assert [c.get(QUEUE).status_code for c in clients] == [401, 404, 200]
    assert [c.get(f"{QUEUE}{flag.pk}/").status_code for c in clients] == [401, 404, 200]
    assert [c.post(f"{QUEUE}{flag.pk}/decide/", {"decision": "upheld"}).status_code for c in clients] == [
        401,
        404,
        200,
    ]


def test_a_finding_belongs_to_its_tournament(as_arbiter, closed, flag):
    assert as_arbiter.get(f"/api/v1/tournaments/closed/flags/{flag.pk}/").status_code == 404
