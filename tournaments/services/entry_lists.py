"""Lists of players pasted in one box: everybody is entered, or nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from tournaments.domain.errors import ConflictError, InputError, gettext_noop
from tournaments.models import Entry, Tournament
from tournaments.services.locking import lock_unfinished
from tournaments.services.player_lookup import find_player
from tournaments.services.registration import add_entry
from tournaments.services.tournaments import create_tournament

MAX_LINES = 500  # of one list


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
def add_entries_from_text(
    *, actor, tournament: Tournament, text: str, keep_entered: bool = False
) -> list[Entry]:
    """Enter everybody of a pasted list, or nobody: a name a line, then optionally year of birth, club and
    rating, each after a semicolon or a tab. With `keep_entered` who is entered already stays as he is.

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
            entry = _add_line(actor, tournament, new, line_of, keep_entered)
        except (InputError, ConflictError, ValidationError) as error:
            problem = " ".join(error.messages) if isinstance(error, ValidationError) else error
            problems.append(line_problem(number, problem))
        else:
            line_of[entry.player_id] = number
            entries.append(entry)
    if problems:
        raise EntryListError(problems)
    return entries


def line_problem(line: int, problem: object) -> InputError:
    """What is wrong with a line of a list."""
    return InputError("list-line", gettext_noop("Line %(line)s: %(problem)s"), line=line, problem=problem)


def _add_line(
    actor, tournament: Tournament, new: NewEntry, line_of: Mapping[int, int], keep_entered: bool
) -> Entry:
    """Enter one line; `line_of` are the players of the lines before it, so that a double names its line."""
    player = find_player(tournament, new.name, new.birth_year)
    if player is not None and player.pk in line_of:
        raise ConflictError(
            "entered-twice",
            gettext_noop("%(player)s is the same player as in line %(first)s."),
            player=player.name,
            first=line_of[player.pk],
        )
    entered = tournament.entries.filter(player=player).first() if player and keep_entered else None
    return entered or add_entry(
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
