"""A tournament as a TRF file."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from tournaments.domain.state import TournamentState
from tournaments.domain.trf import EDITIONS, TrfHeader, TrfPerson, write_trf
from tournaments.domain.trf.fields import one_line
from tournaments.domain.trf.records import Record
from tournaments.domain.trf.remarks import remark
from tournaments.models import Entry, Player, Tournament
from tournaments.selectors.state import Snapshot, rounds_of, tournament_snapshot
from tournaments.selectors.trf_teams import team_records

DEFAULT_EDITION = "trf26"
_SEXES = {"f": "w", "m": "m"}
_MOST_PLAIN_DIGITS = 11


def trf_text(tournament: Tournament, edition: str = DEFAULT_EDITION) -> str:
    """The whole tournament as a TRF file of an edition (a key of EDITIONS), to be encoded as UTF-8.

    Raises InputError where a number is wider than its columns.
    """
    snapshot = tournament_snapshot(tournament, prohibitions=True)
    return write_trf(EDITIONS[edition](_named(snapshot), _header(tournament, snapshot)))


def file_name(tournament: Tournament, edition: str) -> str:
    return f"{tournament.slug}-{edition}.trf"


def name_in_file(player: Player) -> str:
    """ "Family, Given" on one line; a family name of several words keeps its comma, so that it can be told
    from given names."""
    family, given = _plain(player.family_name), _plain(player.given_name)
    if given:
        return f"{family}, {given}"
    return f"{family}," if " " in family else family


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(one_line(text).split()))


def _named(snapshot: Snapshot) -> TournamentState:
    """The state with names as a file has them, prohibitions and decisions by number."""
    entries = tuple(
        replace(state, name=name_in_file(snapshot.entries[state.number].player))
        for state in snapshot.state.entries
    )
    prohibited = sorted(snapshot.state.prohibited, key=lambda each: sorted(each.players))
    decided = sorted(snapshot.state.adjustments, key=lambda each: (each.round, each.number))
    return replace(snapshot.state, entries=entries, prohibited=tuple(prohibited), adjustments=tuple(decided))


def _header(tournament: Tournament, snapshot: Snapshot) -> TrfHeader:
    officials = tournament.arbiters.order_by("last_name", "first_name", "pk")
    arbiters = [
        name
        for user in sorted(officials, key=lambda user: user.pk != tournament.chief_arbiter_id)
        if (name := user.get_full_name())
    ]
    teams = team_records(tournament, snapshot.entries)
    return TrfHeader(
        name=tournament.name,
        city=tournament.venue,
        federation=tournament.federation.code if tournament.federation else "",
        starts_on=tournament.starts_on,
        ends_on=tournament.ends_on,
        chief_arbiter=arbiters[0] if arbiters else "",
        deputies=tuple(arbiters[1:]),
        time_control=tournament.time_control,
        pairing_system=tournament.pairing_system,
        tiebreaks=tuple(tournament.tiebreaks),
        people={number: _person(entry) for number, entry in snapshot.entries.items()},
        extra=(*_remarks(tournament), *teams.remarks),
        teams=teams.teams,
    )


def _person(entry: Entry) -> TrfPerson:
    player = entry.player
    identity = player.federation_number
    plain = identity.isascii() and identity.isdigit() and len(identity) <= _MOST_PLAIN_DIGITS
    plain = plain and not identity.startswith("0")
    return TrfPerson(
        sex=_SEXES.get(player.sex, ""),
        federation=player.federation.code if player.federation else "",
        fide_id=int(identity) if plain else 0,
        birth=str(player.birth_year or ""),
        identity="" if plain else identity,
    )


def _remarks(tournament: Tournament) -> Iterator[Record]:
    yield remark("ruleset", tournament.ruleset)
    yield remark("seed", tournament.seed)
    if tournament.games_per_round != 1:
        yield remark("games", tournament.games_per_round)
    if tournament.boards:
        yield remark("boards", tournament.boards)
    if tournament.description:
        yield remark("about", tournament.description)
    if tournament.openings:
        yield remark("openings", tournament.openings)
    if tournament.is_finished:
        yield remark("status", "finished")
    drawn = rounds_of(tournament).exclude(opening="")
    for number, opening in drawn.values_list("number", "opening"):
        yield remark("opening", number, opening)
