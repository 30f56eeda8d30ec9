"""Lists of players as tables: which column says what, and what each row says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.list_headings import HEADINGS
from tournaments.domain.money import read_fee
from tournaments.domain.names import search_key, split_name
from tournaments.domain.text_tables import MAX_ROWS, Cell, TableRow, too_long

YEARS = (1900, 2100)
RATINGS = (0, 4000)
LONGEST_NAME = 80  # of the family name and of the given name
LONGEST = {"club": 120, "number": 20, "category": 40}
UNTITLED = ("name", "birth_year", "club", "rating")
"""The columns of a list without headings."""

_DATE = re.compile(
    r"(?:(?P<first>\d{4})\s?[-./]\s?\d{1,2}\s?[-./]\s?\d{1,2}\.?"
    r"|\d{1,2}\s?[-./]\s?\d{1,2}\s?[-./]\s?(?P<last>\d{4}))(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?"
)
_WHOLE = re.compile(r"(\d+)(?:[.,]0+)?")
_NOTHING = {"", "-", "–", "—"}


@dataclass(frozen=True)
class ListedPlayer:
    """A row of a list. `is_ordered` says that the family name is surely the family name."""

    line: int
    family_name: str
    given_name: str
    is_ordered: bool
    birth_year: int | None = None
    club: str = ""
    rating: int | None = None
    number: str = ""
    category: str = ""
    fee: Decimal | None = None
    """A fee of his own; None: the tournament's."""

    @property
    def formal_name(self) -> str:
        return f"{self.family_name}, {self.given_name}" if self.given_name else self.family_name


@dataclass(frozen=True)
class PlayerList:
    """What a table says: players, the cells at fault, and the headings of columns that are not read."""

    players: tuple[ListedPlayer, ...]
    faults: tuple[InputError, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass
class _Columns:
    """The meaning of each column by its index, and the headings that mean nothing here."""

    meanings: dict[int, str]
    unread: tuple[str, ...] = ()
    width: int = 0
    has_headings: bool = False
    faults: list[InputError] = field(default_factory=list)


def read_players(rows: Sequence[TableRow]) -> PlayerList:
    """The players of a table. Its first row may name the columns; without, they are `UNTITLED`.

    Every fault has its line and column (the first is 1) in `params`. Raises InputError when the headings name
    no column of names, or one thing twice, or nobody stands beneath them.
    """
    columns = _columns(rows[0])
    players: list[ListedPlayer] = []
    line_of: dict[str, int] = {}
    for row in rows[1:] if columns.has_headings else rows:
        player = _read_row(row, columns)
        if player is None:
            continue
        if player.number in line_of:
            columns.faults.append(_number_twice(player, columns, line_of[player.number]))
            continue
        if player.number:
            line_of[player.number] = player.line
        players.append(player)
    if len(players) > MAX_ROWS:
        raise too_long()
    if not players and not columns.faults:
        raise InputError("list-empty", gettext_noop("There is nobody on the list."))
    return PlayerList(tuple(players), tuple(columns.faults), columns.unread)


def _columns(first: TableRow) -> _Columns:
    texts = [cell if isinstance(cell, str) else "" for cell in first.cells]
    known = {
        index: HEADINGS[key] for index, text in enumerate(texts) if (key := search_key(text)) in HEADINGS
    }
    # A word alone may be somebody's name, but then his year or rating would stand beside it.
    is_heading = bool(_NAMES & set(known.values())) and not any(map(_WHOLE.fullmatch, texts))
    if len(known) < 2 and not is_heading:
        return _Columns(dict(enumerate(UNTITLED)), width=len(UNTITLED))
    _require_names(known, first.line)
    if "family_name" in known.values():
        known = {index: "given_name" if m == "name" else m for index, m in known.items()}
    for index, meaning in known.items():
        if list(known.values()).count(meaning) > 1:
            raise InputError(
                "heading-twice",
                gettext_noop(
                    "Line %(line)s, column %(column)s: “%(heading)s” says what another column says."
                ),
                line=first.line,
                column=index + 1,
                heading=texts[index],
            )
    unread = tuple(text for index, text in enumerate(texts) if text and index not in known)
    return _Columns(known, unread, len(texts), has_headings=True)


def _require_names(known: Mapping[int, str], line: int) -> None:
    if not {"whole_name", "surname_first", "name", "family_name"} & set(known.values()):
        raise InputError(
            "no-names",
            gettext_noop(
                "The headings in line %(line)s name no column of names."
                " Head it “Name”, or two of them “Family name” and “Given name”."
            ),
            line=line,
        )


def _read_row(row: TableRow, columns: _Columns) -> ListedPlayer | None:
    """The player of a row; None, with `columns.faults` added to, when a cell is at fault."""
    before = len(columns.faults)
    texts: dict[str, str] = {}
    values: dict[str, int | Decimal | None] = {}
    at: dict[str, int] = {}
    for index, cell in enumerate(row.cells):
        meaning = columns.meanings.get(index)
        column = index + 1
        try:
            if meaning is None:
                _require_read(cell, index, columns)
            elif meaning in _NUMBERS:
                values[meaning] = _NUMBERS[meaning](_text(cell))
            else:
                texts[meaning] = _limited(_text(cell), meaning)
                at[meaning] = column
        except InputError as problem:
            columns.faults.append(_fault(row.line, column, problem))
    if len(columns.faults) > before:
        return None
    try:
        family, given, is_ordered = _name(texts)
    except InputError as problem:
        names = [index + 1 for index, meaning in sorted(columns.meanings.items()) if meaning in _NAMES]
        columns.faults.append(_fault(row.line, names[0], problem))
        return None
    rest = {name: texts[name] for name in LONGEST if name in texts}
    return ListedPlayer(row.line, family, given, is_ordered, **values, **rest)  # type: ignore[arg-type]


def _fault(line: int, column: int, problem: InputError) -> InputError:
    return InputError(
        "list-cell",
        gettext_noop("Line %(line)s, column %(column)s: %(problem)s"),
        line=line,
        column=column,
        problem=problem,
    )


def _number_twice(player: ListedPlayer, columns: _Columns, first: int) -> InputError:
    column = next(index for index, meaning in columns.meanings.items() if meaning == "number") + 1
    said = gettext_noop("The federation number %(number)s stands in line %(first)s too.")
    return _fault(player.line, column, InputError("number-twice", said, number=player.number, first=first))


def _require_read(cell: Cell, index: int, columns: _Columns) -> None:
    """A cell beyond the last column would be lost; one beneath a heading that is not read is left out."""
    if cell == "" or (columns.has_headings and index < columns.width):
        return
    if columns.has_headings:
        raise InputError("cell-beyond", gettext_noop("Nothing heads this column."))
    raise InputError(
        "cell-beyond",
        gettext_noop(
            "A list without headings has four columns: name; year of birth; club; rating."
            " Name the columns in a first line."
        ),
    )


def _text(cell: Cell) -> str:
    if isinstance(cell, InputError):
        raise cell
    return unicodedata.normalize("NFC", cell)


def _limited(text: str, meaning: str) -> str:
    most = LONGEST.get(meaning, 2 * LONGEST_NAME)
    if len(text) > most:
        raise _too_long(most)
    return text


def _too_long(most: int) -> InputError:
    return InputError("text-too-long", gettext_noop("This is longer than %(most)s characters."), most=most)


_NAMES = {"whole_name", "surname_first", "name", "family_name", "given_name"}


def _name(texts: Mapping[str, str]) -> tuple[str, str, bool]:
    """Family name, given name, and whether the one is surely the one."""
    if "," in texts.get("family_name", "") and not texts.get("given_name"):
        parts = *split_name(texts["family_name"]), True
    elif texts.get("family_name"):
        parts = texts["family_name"], texts.get("given_name", ""), True
    elif texts.get("surname_first"):
        whole = texts["surname_first"]
        family, given = split_name(whole) if "," in whole else _first_word(whole)
        parts = family, given, True
    else:
        # A given name alone is all that is known of the player.
        whole = texts.get("whole_name") or texts.get("name") or texts.get("given_name", "")
        parts = *split_name(whole), "," in whole
    if not search_key(parts[0]):
        raise InputError("name-missing", gettext_noop("Write the player's name, for example “Dvořák, Jan”."))
    if max(len(parts[0]), len(parts[1])) > LONGEST_NAME:
        raise _too_long(LONGEST_NAME)
    return parts


def _first_word(whole: str) -> tuple[str, str]:
    family, _, given = whole.partition(" ")
    return family, given


def read_year(text: str) -> int | None:
    """The year of “1990”, “1990.0”, “17. 5. 1990” or “1990-05-17”; None of nothing. Raises InputError."""
    date = _DATE.fullmatch(text)
    return _number(date["first"] or date["last"] if date else text, *YEARS)


def read_rating(text: str) -> int | None:
    """The rating of “1500” or “1500.0”; None of nothing. Raises InputError."""
    return _number(text, *RATINGS)


def read_own_fee(text: str) -> Decimal | None:
    """The fee of “200” or “200,50”; None of nothing. Raises InputError."""
    return None if text in _NOTHING else read_fee(text)


_NUMBERS: Mapping[str, Callable[[str], int | Decimal | None]] = {
    "birth_year": read_year,
    "rating": read_rating,
    "fee": read_own_fee,
}


def _number(text: str, least: int, most: int) -> int | None:
    if text in _NOTHING:
        return None
    whole = _WHOLE.fullmatch(text) if text.isascii() else None
    if whole is None or len(text) > 20 or not least <= int(whole[1]) <= most:
        raise InputError(
            "number-expected",
            gettext_noop("“%(text)s” should be a number from %(least)s to %(most)s."),
            text=text[:40],
            least=least,
            most=most,
        )
    return int(whole[1])
