"""Many entries at once: what `add_entry` does for one, in a few statements for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError

from tournaments.domain.errors import InputError
from tournaments.domain.names import search_key
from tournaments.domain.player_lists import ListedPlayer
from tournaments.models import AuditEntry, Category, Club, Entry, Player, Tournament
from tournaments.selectors.listed_ratings import listed_ratings
from tournaments.selectors.state import paired_count
from tournaments.services.audit import log_entry
from tournaments.services.entry_lists import EntryListError, line_problem
from tournaments.services.locking import raise_version
from tournaments.services.player_lookup import club_named
from tournaments.services.registration import require_place


def enter_listed(
    *, actor, tournament: Tournament, rows: Sequence[tuple[ListedPlayer, Player | None]]
) -> list[Entry]:
    """Enter everybody of the rows, who has no player as a new one, with their fees and categories.

    The caller has locked the tournament and the making of players, and knows that nobody of them is entered.
    Raises EntryListError naming every line at fault, ConflictError where there is no place for late entries.
    """
    if not rows:
        return []
    joined = paired_count(tournament) + 1
    if joined > 1 and not tournament.is_team_event:
        require_place(tournament)
    players = _with_new_players(actor, tournament, rows)
    ratings = listed_ratings(tournament, [player for _listed, player in rows if player is not None])
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            rating=listed.rating if listed.rating is not None else ratings.get(player.pk),
            fee=listed.fee,
            joined_round=joined,
        )
        for (listed, _known), player in zip(rows, players, strict=True)
    )
    raise_version(tournament)
    AuditEntry.objects.bulk_create(_entered(actor, tournament, entry) for entry in entries)
    _put_into_categories(tournament, [listed for listed, _known in rows], entries)
    return entries


def _with_new_players(
    actor, tournament: Tournament, rows: Sequence[tuple[ListedPlayer, Player | None]]
) -> list[Player]:
    """The player of each row; those who are new are made."""
    new = [listed for listed, player in rows if player is None]
    clubs = _clubs(tournament, new)
    taken = _taken_numbers(tournament, new)
    made: dict[int, Player] = {}
    problems: list[InputError] = []
    for listed in new:
        player = Player(
            family_name=listed.family_name,
            given_name=listed.given_name,
            birth_year=listed.birth_year,
            federation=tournament.federation,
            # Somebody else's number is his: who chose a new player for such a row said that it is mistyped.
            federation_number="" if listed.number in taken else listed.number,
            club=clubs.get(listed.club),
        )
        try:
            player.clean_fields(exclude=["search_key", "search_text", "federation", "club", "user"])
        except ValidationError as error:
            problems.append(line_problem(listed.line, " ".join(error.messages)))
        made[listed.line] = player
    if problems:
        raise EntryListError(problems)
    Player.objects.bulk_create(made.values())
    AuditEntry.objects.bulk_create(_made(actor, tournament, player) for player in made.values())
    return [player or made[listed.line] for listed, player in rows]


def _clubs(tournament: Tournament, new: Sequence[ListedPlayer]) -> Mapping[str, Club | None]:
    """The clubs of new players by their names as written; those there are not yet are made."""
    lines = {listed.club: listed.line for listed in reversed(new) if listed.club}
    found: dict[str, Club | None] = {}
    for name, line in lines.items():
        try:
            found[name] = club_named(tournament, name)
        except ValidationError as error:
            raise EntryListError([line_problem(line, " ".join(error.messages))]) from error
    return found


def _taken_numbers(tournament: Tournament, new: Sequence[ListedPlayer]) -> frozenset[str]:
    numbers = {listed.number for listed in new} - {""}
    holders = Player.objects.filter(federation=tournament.federation_id, federation_number__in=numbers)
    return frozenset(holders.values_list("federation_number", flat=True))


def _made(actor, tournament: Tournament, player: Player) -> AuditEntry:
    after: dict[str, object] = {"player": player.pk, "birth_year": player.birth_year}
    if player.federation_number:
        after["federation_number"] = player.federation_number
    return log_entry(actor=actor, action="add-player", subject=player, tournament=tournament, after=after)


def _entered(actor, tournament: Tournament, entry: Entry) -> AuditEntry:
    after: dict[str, object] = {
        "player": entry.player_id,
        "rating": entry.rating,
        "joined_round": entry.joined_round,
    }
    if entry.fee is not None:
        after["fee"] = entry.fee
    return log_entry(
        actor=actor, action="add-entry", subject=entry.player, tournament=tournament, after=after
    )


def _put_into_categories(
    tournament: Tournament, rows: Sequence[ListedPlayer], entries: Sequence[Entry]
) -> None:
    members: dict[str, list[Entry]] = {}
    for listed, entry in zip(rows, entries, strict=True):
        if listed.category:
            members.setdefault(listed.category, []).append(entry)
    known = {search_key(category.name): category for category in tournament.categories.all()}
    for name, group in members.items():
        category = known.get(search_key(name))
        if category is None:
            category = Category.objects.create(tournament=tournament, name=name)
            known[search_key(name)] = category
        category.entries.add(*group)
