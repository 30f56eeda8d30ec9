"""What the pages of players, clubs and federations show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.domain.results import RESULTS, SCORINGS
from tournaments.models import (
    Club,
    Entry,
    Federation,
    Pairing,
    Player,
    Rating,
    RatingChange,
    RatingList,
    Tournament,
)
from tournaments.permissions import User, visible_players, visible_tournaments
from tournaments.selectors.counting import row_count
from tournaments.selectors.pairing_games import games_of
from tournaments.selectors.people import players_matching
from tournaments.selectors.tournament_pages import with_counts, with_current_game


@dataclass(frozen=True)
class PlayerGame:
    """A game of a pairing as one of its players sees it. `opponent` and `colour` are None for a bye; `label`
    says which game of the round it is where there are two, `game_id` is its record's."""

    pairing: Pairing
    opponent: Entry | None
    colour: str | None
    code: str | None
    label: str = ""
    game_id: int | None = None


@dataclass(frozen=True)
class PlayerTournament:
    entry: Entry
    games: tuple[PlayerGame, ...]
    points: str


@dataclass(frozen=True)
class RatingHistory:
    """A player on one list: where he stands, and what each tournament did, the oldest first."""

    rating: Rating
    changes: tuple[RatingChange, ...]


def players_found(
    user: User, *, text: str = "", federation: str = "", club: Club | None = None
) -> QuerySet[Player]:
    """The players the reader may know of by name, narrowed by what is given, with titles and ratings."""
    players = players_matching(text, visible_players(user))
    if federation:
        players = players.filter(federation__code=federation)
    if club is not None:
        players = players.filter(club=club)
    return players.prefetch_related("titles", "ratings__rating_list")


def player_page(pk: int, user: User) -> Player | None:
    return (
        visible_players(user)
        .filter(pk=pk)
        .select_related("club", "federation")
        .prefetch_related("titles")
        .first()
    )


def rating_histories(player: Player, user: User) -> list[RatingHistory]:
    """A history for each list the player stands on. A change by a tournament the reader may not know of
    keeps its numbers; its `tournament_is_visible` is False. Three queries."""
    ratings = list(player.ratings.select_related("rating_list").order_by("rating_list__name"))
    changes = list(
        player.rating_changes.select_related("tournament").order_by(
            "tournament__ends_on", "tournament__starts_on", "tournament_id"
        )
    )
    visible = set(
        visible_tournaments(user).filter(rating_changes__player=player).values_list("pk", flat=True)
    )
    for change in changes:
        change.tournament_is_visible = change.tournament_id in visible
    return [
        RatingHistory(rating, tuple(c for c in changes if c.rating_list_id == rating.rating_list_id))
        for rating in ratings
    ]


def player_entries(player: Player, user: User) -> QuerySet[Entry]:
    """The player's entries in tournaments the reader may see, the newest first."""
    return (
        player.entries.filter(tournament__in=visible_tournaments(user))
        .select_related("tournament")
        .order_by("-tournament__starts_on", "-tournament_id")
    )


def player_tournaments(entries: Iterable[Entry]) -> list[PlayerTournament]:
    """The entries with all their games. One query."""
    entries = list(entries)
    keys = [entry.pk for entry in entries]
    games: dict[int, list[PlayerGame]] = {key: [] for key in keys}
    pairings = (
        with_current_game(Pairing.objects.published().filter(Q(white__in=keys) | Q(black__in=keys)))
        .select_related("round", "white__player", "black__player")
        .order_by("round__number")
    )
    for pairing in pairings:
        records = (pairing.game_id, pairing.second_game_id)
        for game, record in zip(games_of(pairing), records, strict=False):
            rest = (game.code, game.label, record)
            if game.white.pk in games:
                colour = "white" if game.black else None
                games[game.white.pk].append(PlayerGame(pairing, game.black, colour, *rest))
            if game.black and game.black.pk in games:
                games[game.black.pk].append(PlayerGame(pairing, game.white, "black", *rest))
    return [PlayerTournament(e, tuple(games[e.pk]), _points(e.tournament, games[e.pk])) for e in entries]


def _points(tournament: Tournament, games: list[PlayerGame]) -> str:
    scoring = SCORINGS[tournament.scoring]
    total = 0
    for game in games:
        if game.code:
            kind = RESULTS[game.code]
            # A bye is one result and stands for all games of its round.
            weight = game.pairing.round.games if kind.is_bye else 1
            total += weight * scoring.points(kind.black if game.colour == "black" else kind.white)
    return scoring.show(total)


def club_list(user: User, federation: str = "") -> QuerySet[Club]:
    """Clubs by name with their federation and `player_count`."""
    clubs = Club.objects.select_related("federation").annotate(
        player_count=row_count(visible_players(user), "club")
    )
    return clubs.filter(federation__code=federation) if federation else clubs


def federation_list(user: User) -> QuerySet[Federation]:
    """Federations by name with `club_count` and `player_count`."""
    return Federation.objects.annotate(
        club_count=row_count(Club.objects.all(), "federation"),
        player_count=row_count(visible_players(user), "federation"),
    )


def organised_tournaments(
    user: User,
    *,
    club: Club | None = None,
    federation: Federation | None = None,
) -> QuerySet[Tournament]:
    """The visible tournaments of a club or of a federation, the newest first."""
    found = with_counts(visible_tournaments(user))
    if club is not None:
        found = found.filter(club=club)
    if federation is not None:
        found = found.filter(federation=federation)
    return found


def federation_lists(federation: Federation) -> QuerySet[RatingList]:
    return federation.rating_lists.order_by("name", "pk")
