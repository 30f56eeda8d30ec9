"""Remarks of this program: what a tournament has here and TRF has no record for.

TRF26 keeps ``###`` for remarks, and other programs pass them over. Ours are ``### dama WORD VALUES``, the
values apart by spaces; TEXT is a JSON string. What is of rounds and players is only written where the other
records do not say it already.

===========================  ===============================================================================
``ruleset KEY``              the ruleset
``system KEY``               the pairing system
``scoring KEY``              what results are worth
``tiebreaks KEY …``          the tie-breaks in their order
``setting KEY VALUE``        a setting of the pairing system: a number, ``true``, ``false`` or TEXT
``games N``                  games of a round to come
``boards N``                 boards of a match of teams
``openings TEXT``            the openings to draw from
``about TEXT``               the description
``seed N``                   what lots are drawn from
``status finished``          the tournament is closed
``paired N``                 rounds that were paired, where the last of them has no game
``round R GAMES``            games of round R, where it has more than one
``opening R TEXT``           the opening drawn for round R
``groups R N,N,… N,N,… …``   who is in which final or group, as settled for round R
``order R N …``              White, or who has the bye, of each board of round R, from the first board
``game R W B GAME CODE``     a result the players' lines cannot say: round, White and Black of the pairing (0:
                             a bye), which game (after the round's own: the play-off), that game's code
``joined N R``               player N can be paired from round R
``withdrawn N R``            player N took part in round R for the last time (0: in none)
``asked N R``                player N had asked for the zero-point bye of round R before he withdrew
``name N TEXT``              the whole name of player N
``federation N TEXT``        the federation of player N
``id N TEXT``                the federation's id of player N
``team T TEXT``              the whole name of team T (record 310)
``team-joined T R``          team T can be paired from round R
``team-withdrawn T R``       team T took part in round R for the last time (0: in none)
``team-bye T R CODE``        the bye team T asked for in round R
``team-apart T T``           teams that may not meet
``match R M T T [CODE]``     match M of round R: the two teams (0: none), the result where no game is played
``tables R N …``             the tables of round R's pairings, in the order of their boards
===========================  ===============================================================================
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine import RULESETS
from tournaments.domain.errors import gettext_noop
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import REQUESTABLE_BYES, RESULTS, SCORINGS
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.domain.trf.errors import FieldError
from tournaments.domain.trf.records import Record, TextRecord

Value = str | int | bool | tuple[int, ...]
Reader = Callable[[str, int], Value]

_OURS = re.compile(r"###\s+dama(?=\s|$)")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"(?=\s|$)|\S+')
MOST = 2**31 - 1
"""No number of a remark is larger: the databases hold no larger one."""
_LONGEST = len(str(MOST))


def _number(token: str, column: int) -> int:
    if not (token.isascii() and token.isdigit() and len(token) <= _LONGEST and int(token) <= MOST):
        raise FieldError(column, gettext_noop("“%(text)s” is not a whole number"), text=token)
    return int(token)


def _text(token: str, column: int) -> str:
    value = _json(token)
    if not isinstance(value, str):
        raise FieldError(
            column, gettext_noop("“%(text)s” is not a text in quotation marks (a JSON string)"), text=token
        )
    return value


def _setting(token: str, column: int) -> bool | int | str:
    value = _json(token)
    if not isinstance(value, bool | str) and not (isinstance(value, int) and abs(value) <= MOST):
        raise FieldError(
            column,
            gettext_noop("“%(text)s” is not a number, true, false or a text in quotation marks"),
            text=token,
        )
    return value


def _json(token: str) -> object:
    try:
        return json.loads(token) if len(token) <= _LONGEST + 1 or token.startswith('"') else None
    except ValueError:
        return None


def _group(token: str, column: int) -> tuple[int, ...]:
    return tuple(_number(part, column) for part in token.split(","))


def _key_of(known: Iterable[str]) -> Reader:
    keys = frozenset(known)

    def read(token: str, column: int) -> str:
        if token not in keys:
            raise FieldError(
                column,
                gettext_noop("“%(text)s” is not known here. It can be: %(known)s."),
                text=token,
                known=", ".join(sorted(keys)),
            )
        return token

    return read


def _any_key(token: str, column: int) -> str:
    return token


@dataclass(frozen=True, slots=True)
class _Form:
    """The values of a word; ``rest`` reads those that follow in any number."""

    values: tuple[Reader, ...] = ()
    rest: Reader | None = None


_FORMS: Mapping[str, _Form] = {
    "ruleset": _Form((_key_of(RULESETS),)),
    "system": _Form((_key_of(PAIRING_SYSTEMS),)),
    "scoring": _Form((_key_of(SCORINGS),)),
    "tiebreaks": _Form((), _key_of(TIEBREAKS)),
    "setting": _Form((_any_key, _setting)),
    "games": _Form((_number,)),
    "boards": _Form((_number,)),
    "openings": _Form((_text,)),
    "about": _Form((_text,)),
    "seed": _Form((_number,)),
    "status": _Form((_key_of(("finished",)),)),
    "paired": _Form((_number,)),
    "round": _Form((_number, _number)),
    "opening": _Form((_number, _text)),
    "groups": _Form((_number,), _group),
    "order": _Form((_number,), _number),
    "game": _Form((_number, _number, _number, _number, _key_of(RESULTS))),
    "joined": _Form((_number, _number)),
    "withdrawn": _Form((_number, _number)),
    "asked": _Form((_number, _number)),
    "name": _Form((_number, _text)),
    "federation": _Form((_number, _text)),
    "id": _Form((_number, _text)),
    "team": _Form((_number, _text)),
    "team-joined": _Form((_number, _number)),
    "team-withdrawn": _Form((_number, _number)),
    "team-bye": _Form((_number, _number, _key_of(REQUESTABLE_BYES))),
    "team-apart": _Form((_number, _number)),
    "match": _Form((_number, _number, _number, _number), _key_of(RESULTS)),
    "tables": _Form((_number,), _number),
}
_TEXTS = {_text, _setting}


@dataclass(frozen=True, slots=True)
class RemarkRecord:
    """A remark of ours: its word and its values, as the table of this module says."""

    word: str
    values: tuple[Value, ...]
    code: str = "###"

    @property
    def line(self) -> str:
        return " ".join((f"### dama {self.word}", *self._tokens()))

    def _tokens(self) -> Iterable[str]:
        form = _FORMS[self.word]
        for at, value in enumerate(self.values):
            reader = form.values[at] if at < len(form.values) else form.rest
            if reader in _TEXTS:
                yield json.dumps(value, ensure_ascii=False)
            elif isinstance(value, tuple):
                yield ",".join(map(str, value))
            else:
                yield str(value)


def parse_remark(line: str) -> Record:
    """Return a remark of ours, or anybody else's as its text.

    Raises ``FieldError`` for a remark that is marked as ours and has not the form of one.
    """
    ours = _OURS.match(line)
    if not ours:
        return TextRecord.parse(line)
    tokens = [(match.group(), match.start() + 1) for match in _TOKEN.finditer(line, ours.end())]
    word, column = tokens[0] if tokens else ("", ours.end() + 1)
    form = _FORMS.get(word)
    if form is None:
        raise FieldError(
            column,
            gettext_noop("“%(text)s” is not a remark of this program. Its remarks are: %(known)s."),
            text=word,
            known=", ".join(_FORMS),
        )
    given = tokens[1:]
    if len(given) < len(form.values) or (len(given) > len(form.values) and form.rest is None):
        raise FieldError(
            column,
            gettext_noop("the remark “%(word)s” has %(given)s values where it should have %(wanted)s"),
            word=word,
            given=len(given),
            wanted=len(form.values),
        )
    readers = [*form.values, *[form.rest or _any_key] * (len(given) - len(form.values))]
    return RemarkRecord(
        word, tuple(read(token, at) for read, (token, at) in zip(readers, given, strict=True))
    )


def remark(word: str, *values: Value) -> RemarkRecord:
    """Return a remark to be written."""
    return RemarkRecord(word, values)
