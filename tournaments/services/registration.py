"""Who plays: entries, late entries, withdrawals, requested byes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.domain.names import search_key, split_name
from tournaments.domain.results import REQUESTABLE_BYES
from tournaments.models import Club, Entry, Player, Rating, RequestedBye, Tournament
from tournaments.selectors.state import pairing_system, tournament_snapshot
from tournaments.services.audit import log
from tournaments.services.locking import lock_new_players, lock_unfinished, raise_version
from tournaments.services.tournaments import create_tournament

MAX_LINES = 500  # of one pasted list


@dataclass(frozen=True)
class NewEntry:
    """One line of a pasted list."""

    name: str
    birth_year: int | None = None
    club: str = ""
    rating: int | None = None


class EntryListError(InputError):
    """Lines of a pasted list are wrong: `problems` are all of them, the error itself speaks of the first."""

    def __init__(self, problems: Sequence[InputError]) -> None:
        first = problems[0]
        super().__init__(first.code, first.template, **first.params)
        self.problems = tuple(problems)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return type(self), (self.problems,)


@transaction.atomic
def set_up_tournament(*, actor, players: str = "", **fields: Any) -> Tournament:
    """A new tournament with a pasted list of players (see `add_entries_from_text`), or nothing at all.

    `fields` as in `create_tournament`. Raises what the two services raise.
    """
    tournament = create_tournament(actor=actor, **fields)
    if players.strip():
        add_entries_from_text(actor=actor, tournament=tournament, text=players)
    return tournament


@transaction.atomic
def add_entry(
    *,
    actor,
    tournament: Tournament,
    player: Player | None = None,
    name: str = "",
    club: Club | str | None = None,
    birth_year: int | None = None,
    rating: int | None = None,
    create_new: bool = False,
) -> Entry:
    """Enter a player: the one given, or the one of that name, who is made when nobody has it.

    `create_new` makes a new player although somebody of that name exists (a real namesake). Late entries
    play from the next round. The rating defaults to the one on a rating list: see `_listed_rating`.
    Raises InputError (no name; several players of that name), ConflictError (entered already; no place for a
    late entry), ValidationError.
    """
    tournament = lock_unfinished(tournament)
    if tournament.rounds.exists():
        _require_place(tournament)
    if player is None:
        lock_new_players()
        player = _find_player(tournament, name, birth_year) if not create_new else None
        player = player or _make_player(actor, tournament, name, club, birth_year)
    if tournament.entries.filter(player=player).exists():
        raise ConflictError(
            "already-entered",
            gettext_noop("%(player)s is already entered in this tournament."),
            player=player.name,
        )
    entry = Entry(
        tournament=tournament,
        player=player,
        rating=rating if rating is not None else _listed_rating(tournament, player),
        joined_round=tournament.rounds.count() + 1,
    )
    entry.full_clean()
    entry.save()
    raise_version(tournament)
    log(
        actor=actor,
        action="add-entry",
        subject=player,
        tournament=tournament,
        after={"player": player.pk, "rating": entry.rating, "joined_round": entry.joined_round},
    )
    return entry


def _require_place(tournament: Tournament) -> None:
    problem = pairing_system(tournament).late_entry_problem(tournament_snapshot(tournament).state)
    if problem is not None:
        raise problem


def _listed_rating(tournament: Tournament, player: Player) -> int | None:
    """The rating on the tournament's list. Where it has none, the one that says most: of the lists for such a
    board the federation's come first, then those with more games."""
    known = Rating.objects.filter(player=player)
    if tournament.rating_list_id is not None:
        return known.filter(rating_list=tournament.rating_list_id).values_list("value", flat=True).first()
    usual = known.filter(rating_list__discipline=tournament.discipline, value__isnull=False)
    return max(
        usual.select_related("rating_list").order_by("rating_list"),
        key=lambda rating: (_is_own(tournament, rating), rating.games),
        default=Rating(value=None),
    ).value


def _is_own(tournament: Tournament, rating: Rating) -> bool:
    home = tournament.federation_id
    return home is not None and rating.rating_list.federation_id == home


def known_players(tournament: Tournament) -> QuerySet[Player]:
    """The players among whom a name is looked up: the federation's and those of none; without one, all."""
    if tournament.federation_id is None:
        return Player.objects.all()
    return Player.objects.filter(Q(federation=tournament.federation_id) | Q(federation=None))


def _find_player(tournament: Tournament, name: str, birth_year: int | None) -> Player | None:
    """The one player of that name, None when there is none. Diacritics decide only between several."""
    family, given = _require_name(name)
    keys = {search_key(f"{family} {given}"), search_key(f"{given} {family}")}
    found = list(known_players(tournament).filter(search_key__in=keys).select_related("federation", "club"))
    if birth_year is not None:
        found = [player for player in found if player.birth_year in (birth_year, None)]
    candidates = best_matches(found, family, given)
    if len(candidates) > 1:
        raise InputError(
            "several-players",
            gettext_noop(
                "Several players are called %(name)s: %(players)s. Choose one from the list of players."
            ),
            name=name,
            players="; ".join(_describe(player) for player in candidates),
        )
    return candidates[0] if candidates else None


def best_matches(found: Sequence[Player], family: str, given: str) -> Sequence[Player]:
    """Of players with equal search keys those whose diacritics agree too; all of them when none does."""
    return [p for p in found if {p.family_name, p.given_name} == {family, given}] or found


def _describe(player: Player) -> str:
    known = [str(part) for part in (player.birth_year, player.club, player.federation_number) if part]
    return f"{player.name} ({', '.join(known) or '?'})"


def _require_name(name: str) -> tuple[str, str]:
    family, given = split_name(name)
    if not search_key(family):
        raise InputError("name-missing", gettext_noop("Write the player's name, for example “Dvořák, Jan”."))
    return family, given


def _make_player(
    actor,
    tournament: Tournament,
    name: str,
    club: Club | str | None,
    birth_year: int | None,
) -> Player:
    family, given = _require_name(name)
    player = Player(
        family_name=family,
        given_name=given,
        birth_year=birth_year,
        federation=tournament.federation,
        club=club_named(tournament, club),
    )
    player.full_clean(exclude=["search_key"])
    player.save()
    log(
        actor=actor,
        action="add-player",
        subject=player,
        tournament=tournament,
        after={"player": player.pk, "birth_year": birth_year},
    )
    return player


def club_named(tournament: Tournament, club: Club | str | None) -> Club | None:
    """The club given, or the one of that name in the tournament's federation (or in none): made when new."""
    if not club or isinstance(club, Club):
        return club or None
    named = Club(federation=tournament.federation, name=club.strip())
    named.clean_fields()
    return Club.objects.get_or_create(federation=named.federation, name=named.name)[0]


@transaction.atomic
def add_entries_from_text(*, actor, tournament: Tournament, text: str) -> list[Entry]:
    """Enter everybody of a pasted list, or nobody: a name a line, then optionally year of birth, club and
    rating, each after a semicolon or a tab.

    Raises EntryListError naming every line at fault, InputError when the list is empty.
    """
    tournament = lock_unfinished(tournament)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise InputError("list-empty", gettext_noop("Paste at least one name, one a line."))
    if len(lines) > MAX_LINES:
        # The tournament (on SQLite the whole site) waits while a list is entered.
        raise InputError(
            "list-too-long",
            gettext_noop("The list has %(count)s lines; enter at most %(most)s at once."),
            count=len(lines),
            most=MAX_LINES,
        )
    entries: list[Entry] = []
    problems: list[InputError] = []
    line_of: dict[int, int] = {}
    for number, line in lines:
        try:
            new = read_entry_line(line)
            entry = _add_line(actor, tournament, new, line_of)
        except (InputError, ConflictError, ValidationError) as error:
            problem = " ".join(error.messages) if isinstance(error, ValidationError) else error
            problems.append(
                InputError(
                    "list-line", gettext_noop("Line %(line)s: %(problem)s"), line=number, problem=problem
                )
            )
        else:
            line_of[entry.player_id] = number
            entries.append(entry)
    if problems:
        raise EntryListError(problems)
    return entries


def _add_line(actor, tournament: Tournament, new: NewEntry, line_of: Mapping[int, int]) -> Entry:
    """Enter one line; `line_of` are the players of the lines before it, so that a double names its line."""
    player = _find_player(tournament, new.name, new.birth_year)
    if player is not None and player.pk in line_of:
        raise ConflictError(
            "entered-twice",
            gettext_noop("%(player)s is the same player as in line %(first)s."),
            player=player.name,
            first=line_of[player.pk],
        )
    return add_entry(
        actor=actor,
        tournament=tournament,
        player=player,
        name=new.name,
        birth_year=new.birth_year,
        club=new.club,
        rating=new.rating,
    )


def read_entry_line(line: str) -> NewEntry:
    """A line of a pasted list. Raises InputError when the year or the rating is no number in its range."""
    name, *rest = (part.strip() for part in line.replace("\t", ";").split(";"))
    year, club, rating = (*rest, "", "", "")[:3]
    return NewEntry(name, _whole_number(year, 1900, 2100), club, _whole_number(rating, 0, 4000))


def _whole_number(text: str, least: int, most: int) -> int | None:
    if not text:
        return None
    if not text.isdecimal() or not least <= int(text) <= most:
        raise InputError(
            "number-expected",
            gettext_noop(
                "“%(text)s” should be a number from %(least)s to %(most)s."
                " A line is: name; year of birth; club; rating."
            ),
            text=text,
            least=least,
            most=most,
        )
    return int(text)


def lock_entry(entry: Entry) -> tuple[Tournament, Entry]:
    """The tournament, locked, and the entry as it is. Raises ConflictError when it is finished or gone."""
    tournament = lock_unfinished(entry.tournament_id)
    fresh = tournament.entries.select_related("player").filter(pk=entry.pk).first()
    if fresh is None:
        raise ConflictError("entry-gone", gettext_noop("This entry has been removed meanwhile."))
    return tournament, fresh


@transaction.atomic
def remove_entry(*, actor, entry: Entry, reason: str = "") -> None:
    """Take an entry out. Raises ConflictError once the player has been paired: then he can withdraw."""
    tournament, entry = lock_entry(entry)
    if entry.seats.exists():
        raise ConflictError(
            "entry-paired",
            gettext_noop("%(player)s has been paired already. Withdraw the player instead."),
            player=entry.player.name,
        )
    before = {"player": entry.player_id, "rating": entry.rating}
    entry.delete()
    raise_version(tournament)
    log(
        actor=actor,
        action="remove-entry",
        subject=entry.player,
        tournament=tournament,
        before=before,
        reason=reason,
    )


@transaction.atomic
def withdraw_entry(*, actor, entry: Entry, reason: str = "") -> Entry:
    """The player plays no more: the last round paired so far was his last. Twice is once."""
    tournament, entry = lock_entry(entry)
    if not entry.is_withdrawn:
        entry.withdrawn_after = tournament.rounds.count()
        _save_change(actor, tournament, entry, "withdraw-entry", reason, withdrawn_after=None)
    return entry


@transaction.atomic
def return_entry(*, actor, entry: Entry, reason: str = "") -> Entry:
    """A withdrawn player plays again from the next round; the rounds between he was absent."""
    tournament, entry = lock_entry(entry)
    if entry.is_withdrawn:
        before = entry.withdrawn_after
        entry.withdrawn_after = None
        _save_change(actor, tournament, entry, "return-entry", reason, withdrawn_after=before)
    return entry


def _save_change(actor, tournament: Tournament, entry: Entry, action: str, reason: str, **before) -> None:
    entry.save(update_fields=list(before))
    raise_version(tournament)
    log(
        actor=actor,
        action=action,
        subject=entry.player,
        tournament=tournament,
        reason=reason,
        before=before,
        after={field: getattr(entry, field) for field in before},
    )


@transaction.atomic
def request_bye(*, actor, entry: Entry, round_number: int, code: str = "zero-bye") -> RequestedBye:
    """The player will not play in a round to come. Asked again for the same round, the new code holds.

    Raises InputError for an unknown code, ConflictError when the round is paired already.
    """
    tournament, entry = lock_entry(entry)
    if code not in REQUESTABLE_BYES:
        raise InputError(
            "bye-unknown",
            gettext_noop("“%(code)s” is no bye that can be asked for. Choose one of: %(codes)s."),
            code=code,
            codes=", ".join(REQUESTABLE_BYES),
        )
    _require_future_round(tournament, round_number)
    bye, _created = RequestedBye.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"code": code}
    )
    raise_version(tournament)
    log(
        actor=actor,
        action="request-bye",
        subject=entry.player,
        tournament=tournament,
        after={"round": round_number, "code": code},
    )
    return bye


@transaction.atomic
def cancel_bye(*, actor, bye: RequestedBye) -> None:
    """The player will play after all. Raises ConflictError when the round is paired already."""
    tournament, entry = lock_entry(bye.entry)
    _require_future_round(tournament, bye.round_number)
    before = {"round": bye.round_number, "code": bye.code}
    entry.requested_byes.filter(round_number=bye.round_number).delete()
    raise_version(tournament)
    log(actor=actor, action="cancel-bye", subject=entry.player, tournament=tournament, before=before)


def _require_future_round(tournament: Tournament, round_number: int) -> None:
    paired = tournament.rounds.count()
    if round_number <= paired:
        raise ConflictError(
            "round-paired",
            gettext_noop("Round %(round)s is paired already. Choose a later round."),
            round=round_number,
        )
    if tournament.planned_rounds is not None and round_number > tournament.planned_rounds:
        raise InputError(
            "round-beyond-plan",
            gettext_noop(
                "The tournament has %(rounds)s rounds: there is no round %(round)s to ask a bye for."
            ),
            rounds=tournament.planned_rounds,
            round=round_number,
        )
