"""Demo data for a first look: made by the services that make real data, once, and marked as examples."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.utils import timezone

from games.domain.demo_games import demo_game, demo_repetition
from games.models import Game
from games.services import demo_data
from games.services.demo_data import PLAYERS, DemoEvent, DemoPlayer
from games.services.submission import submit_game
from games.services.verification import verify_game
from tournaments.domain.errors import ConflictError, gettext_noop
from tournaments.models import (
    AuditEntry,
    Club,
    Federation,
    Pairing,
    Player,
    PlayerTitle,
    RatingList,
    Round,
    Tournament,
)
from tournaments.services.audit import log
from tournaments.services.lifecycle import finish_tournament
from tournaments.services.ratings import rate_tournament, set_initial_rating
from tournaments.services.register import add_record, change_record
from tournaments.services.registration import add_entry, request_bye
from tournaments.services.results import record_result
from tournaments.services.rounds import pair_next_round
from tournaments.services.tournaments import create_tournament

ARBITER, PLAYER = "arbiter", "player"
"""The user names of the two demo accounts."""
_LOADED = "load-demo"
_SATURDAY = 5
_EVEN = 400.0  # of Elo's formula


def demo_was_loaded() -> bool:
    """Whether demo data were loaded once; deleted ones do not come back."""
    return AuditEntry.objects.filter(action=_LOADED).exists()


@transaction.atomic
def load_demo(*, password: str, force: bool = False) -> bool:
    """Make the demo data, with `password` for both accounts; False when they were made before.

    Raises ConflictError as `require_place` does.
    """
    if demo_was_loaded():
        return False
    require_place(force=force)
    hashed = make_password(password)  # once: it is slow by design
    # The arbiter may enter the admin; what he sees there is his federation's.
    arbiter = _account(username=ARBITER, password=hashed, is_staff=True)
    player_user = _account(username=PLAYER, password=hashed)
    code, name = demo_data.FEDERATION
    federation = add_record(actor=None, record=Federation(code=code, name=name))
    federation.staff.add(arbiter)
    rating_list = _rating_list(arbiter, federation)
    players = _players(arbiter, federation, rating_list)
    for event in demo_data.FINISHED:
        _finished_event(arbiter, event, players, federation, rating_list)
    running = _running_event(arbiter, players, federation, rating_list)
    _link_account(arbiter, player_user, running)
    coming = _event(arbiter, demo_data.COMING, players, federation, rating_list)
    request_bye(actor=arbiter, entry=coming.entries.order_by("pk")[2], round_number=2, code="half-bye")
    log(actor=None, action=_LOADED, subject=federation)
    return True


def require_place(*, force: bool) -> None:
    """Raise ConflictError where demo data have no business: beside real tournaments or on a database server
    (unless `force`), or where their names are taken."""
    if not force and Tournament.objects.exists():
        raise ConflictError("demo-refused", gettext_noop("No demo data: there are tournaments here already."))
    if not force and connection.vendor != "sqlite":
        raise ConflictError(
            "demo-refused",
            gettext_noop("No demo data on a database server; --force loads them all the same."),
        )
    taken = get_user_model().objects.filter(username__in=[ARBITER, PLAYER])
    if taken.exists() or Federation.objects.filter(code=demo_data.FEDERATION[0]).exists():
        raise ConflictError(
            "demo-refused",
            gettext_noop("No demo data: an account or a federation has one of their names already."),
        )


def _account(**fields: Any):
    user = get_user_model().objects.create(**fields)
    log(actor=None, action="add-user", subject=user)
    return user


def _rating_list(actor, federation: Federation) -> RatingList:
    slug, name = demo_data.RATING_LIST
    record = RatingList(slug=slug, name=name, federation=federation, settings={"preset": "club"})
    return add_record(actor=actor, record=record)


def _players(actor, federation: Federation, rating_list: RatingList) -> list[Player]:
    clubs = [
        add_record(actor=actor, record=Club(federation=federation, name=name, city=city))
        for name, city in demo_data.CLUBS
    ]
    return [_player(actor, number, each, clubs, rating_list) for number, each in enumerate(PLAYERS, start=1)]


def _player(actor, number: int, each: DemoPlayer, clubs: list[Club], rating_list: RatingList) -> Player:
    club = clubs[each.club]
    player = add_record(
        actor=actor,
        record=Player(
            family_name=each.family,
            given_name=each.given,
            sex=each.sex,
            birth_year=each.birth_year,
            category=each.category,
            federation=club.federation,
            federation_number=f"DEMO-{number:02}",
            club=club,
        ),
    )
    if each.title:
        add_record(actor=actor, record=PlayerTitle(player=player, code=each.title))
    if each.rating is not None:
        set_initial_rating(
            actor=actor, rating_list=rating_list, player=player, value=each.rating, games=each.games
        )
    return player


def _event(
    actor, event: DemoEvent, players: list[Player], federation: Federation, rating_list: RatingList
) -> Tournament:
    """The tournament with its entries, nothing paired yet."""
    club = players[event.players[0]].club
    first = _first_day(event)
    tournament = create_tournament(
        actor=actor,
        name=event.name,
        pairing_system=event.system,
        rounds=event.planned,
        federation=federation,
        club=club,
        rating_list=rating_list,
        starts_on=first,
        ends_on=first + timedelta(days=event.length - 1),
        venue=club.city if club else "",
        time_control=event.time_control,
        description=demo_data.ABOUT,
    )
    tournament.seed = event.seed
    tournament.save(update_fields=["seed"])
    for number in event.players:
        add_entry(actor=actor, tournament=tournament, player=players[number])
    return tournament


def _first_day(event: DemoEvent) -> date:
    """Past and coming events are on Saturdays, the running one is today."""
    day = timezone.localdate() + timedelta(days=event.days)
    return day + timedelta(days=(_SATURDAY - day.weekday()) % 7) if event.days else day


def _finished_event(
    actor, event: DemoEvent, players: list[Player], federation: Federation, rating_list: RatingList
) -> None:
    tournament = _event(actor, event, players, federation, rating_list)
    lots = Random(event.seed)  # noqa: S311 (invented results)
    for index in range(event.rounds):
        new_round = pair_next_round(actor=actor, tournament=tournament)
        kept = [demo_game(seed) for seed in event.games[index : index + 1]]
        _play(actor, new_round, lots, kept)
    finish_tournament(actor=actor, tournament=tournament)
    # At once, so that the next event begins with these ratings; the background job finds nothing left to do.
    rate_tournament(tournament_id=tournament.pk)


def _running_event(
    actor, players: list[Player], federation: Federation, rating_list: RatingList
) -> Tournament:
    """Round 1 is played, with a question in the queue; of round 2 the first tables have finished."""
    event = demo_data.RUNNING
    tournament = _event(actor, event, players, federation, rating_list)
    lots = Random(event.seed)  # noqa: S311 (invented results)
    kept = [*map(demo_game, event.games), demo_repetition(demo_data.REPETITION)]
    _play(actor, pair_next_round(actor=actor, tournament=tournament), lots, kept)
    second = pair_next_round(actor=actor, tournament=tournament)
    for pairing in _games_of(second)[:2]:
        record_result(actor=actor, pairing=pairing, code=_result(pairing, lots))
    return tournament


def _play(actor, new_round: Round, lots: Random, kept: list[tuple[list[str], str]]) -> None:
    """Results for a whole round; the first tables have the games in `kept`."""
    for table, pairing in enumerate(_games_of(new_round)):
        if table < len(kept):
            moves, result = kept[table]
            game = submit_game(
                actor=actor, pairing=pairing, moves=moves, result=result, source=Game.Source.BOARD
            )
            verify_game(game_id=game.pk)
        else:
            record_result(actor=actor, pairing=pairing, code=_result(pairing, lots))


def _games_of(new_round: Round) -> list[Pairing]:
    pairings = new_round.pairings.filter(black__isnull=False).order_by("table")
    return list(pairings.select_related("white", "black"))


def _result(pairing: Pairing, lots: Random) -> str:
    """A result that the ratings make likely; a third of the games between equals is drawn."""
    difference = ((pairing.black.rating or 1000) if pairing.black else 0) - (pairing.white.rating or 1000)
    expected = 1 / (1 + 10 ** (difference / _EVEN))
    draw = min(expected, 1 - expected) * 2 / 3
    lot = lots.random()
    if lot < draw:
        return "1/2-1/2"
    return "1-0" if lot < draw + expected - draw / 2 else "0-1"


def _link_account(actor, user, tournament: Tournament) -> None:
    """Give the account to a player whose game is still being played: he can submit it."""
    pairing = Pairing.objects.filter(round__tournament=tournament, result_code=None).order_by("-table")[0]
    player = Player.objects.get(entries=pairing.white_id)
    change_record(actor=actor, record=player, changes={"user": user})
