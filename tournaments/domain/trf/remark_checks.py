"""Whether our remarks fit the rest of the file: the players, rounds and results they speak of."""

from collections.abc import Iterator, Mapping

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.match_score import match_code
from tournaments.domain.pairing.settings import clean_settings
from tournaments.domain.results import DEFAULT_SCORING, RESULTS, SCORINGS
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.errors import Reason, TrfProblem
from tournaments.domain.trf.remarks import RemarkRecord, Value
from tournaments.domain.trf.results import letters_fit
from tournaments.domain.trf.systems import pairing_system

MOST_GAMES = 12
"""Games of one pairing: those of the round and of the play-off."""
_PLAYER_FIRST = {"joined", "withdrawn", "asked", "name", "federation", "id"}
_ROUND_FIRST = {"round", "opening", "groups", "order", "game", "match", "tables"}
_TEAM_FIRST = {"team", "team-joined", "team-withdrawn", "team-bye", "team-apart"}
_COLUMN = len("### dama ") + 1
Place = tuple[int, int, int]


def remark_problems(document: TrfDocument) -> Iterator[TrfProblem]:
    """Return what is wrong with the remarks of a file that is right in all else."""
    seen: dict[object, int] = {}
    for line, record in zip(document.lines, document.records, strict=True):
        if not isinstance(record, RemarkRecord):
            continue
        reason = _problem(document, record)
        key = (record.word, *record.values[: _identity(record.word)])
        if reason is None and key in seen:
            reason = Reason(gettext_noop("line %(line)s says the same already"), {"line": seen[key]})
        seen.setdefault(key, line)
        if reason is not None:
            yield TrfProblem(line, _COLUMN, reason)
    yield from _result_problems(document)


def _identity(word: str) -> int:
    """Return how many values of a remark say what it is about."""
    if word == "game":
        return 4
    if word in ("match", "asked", "team-bye", "team-apart"):
        return 2
    return 1 if word in _PLAYER_FIRST | _ROUND_FIRST | _TEAM_FIRST | {"setting"} else 0


def _problem(document: TrfDocument, record: RemarkRecord) -> Reason | None:
    values = record.values
    if record.word in _PLAYER_FIRST and values[0] not in document.players:
        return _no_player(values[0])
    if record.word in _ROUND_FIRST and not 1 <= _int(values[0]) <= document.paired_rounds:
        return Reason(gettext_noop("no round %(round)s was paired"), {"round": values[0]})
    if record.word == "round" and values[1] not in (1, 2):
        return Reason(gettext_noop("a round has one or two games"))
    if record.word == "games" and values[0] not in (1, 2):
        return Reason(gettext_noop("a round has one or two games"))
    if record.word in ("joined", "asked", "team-joined", "team-bye") and not values[1]:
        return Reason(gettext_noop("the number must be at least 1"))
    last = document.paired_rounds
    reached = {"joined": last + 1, "withdrawn": last, "team-joined": last + 1, "team-withdrawn": last}
    if record.word in reached and _int(values[1]) > reached[record.word]:
        return Reason(gettext_noop("no round %(round)s was paired"), {"round": values[1]})
    if record.word == "paired" and _int(values[0]) < document.columns_with_games:
        return Reason(gettext_noop("round %(round)s has games"), {"round": document.columns_with_games})
    if record.word == "setting":
        return _setting_problem(document, str(values[0]), values[1])
    return _team_problem(document, record) or _players_problem(document, record)


def _team_problem(document: TrfDocument, record: RemarkRecord) -> Reason | None:
    named: tuple[Value, ...] = ()
    if record.word in _TEAM_FIRST:
        named = record.values[: 2 if record.word == "team-apart" else 1]
    elif record.word == "match":
        named = record.values[2:3] if record.values[3] == 0 else record.values[2:4]
    missing = [number for number in named if number not in document.teams]
    if missing:
        return Reason(gettext_noop("there is no team %(number)s"), {"number": missing[0]})
    if len(set(named)) < len(named):
        return Reason(gettext_noop("team %(number)s is named twice"), {"number": named[0]})
    if len(record.values) > 5 and record.word == "match":
        return Reason(gettext_noop("a match has one result"))
    return None


def _players_problem(document: TrfDocument, record: RemarkRecord) -> Reason | None:
    named: tuple[Value, ...] = ()
    if record.word == "order":
        named = record.values[1:]
    elif record.word == "groups":
        named = tuple(number for group in record.values[1:] if isinstance(group, tuple) for number in group)
    missing = [number for number in named if number not in document.players]
    if missing:
        return _no_player(missing[0])
    twice = [number for at, number in enumerate(named) if number in named[:at]]
    if twice:
        return Reason(gettext_noop("player %(number)s is named twice"), {"number": twice[0]})
    return None


def _no_player(number: object) -> Reason:
    return Reason(gettext_noop("there is no player %(number)s"), {"number": number})


def _setting_problem(document: TrfDocument, key: str, value: Value) -> Reason | None:
    try:
        clean_settings(pairing_system(document).settings, {key: value})
    except InputError as error:
        return Reason(error.template, error.params)
    return None


def _result_problems(document: TrfDocument) -> Iterator[TrfProblem]:
    """Return the results in remarks that are of no pairing, or contradict the players' lines."""
    lines: dict[Place, tuple[int, dict[int, str]]] = {}
    for line, record in zip(document.lines, document.records, strict=True):
        if isinstance(record, RemarkRecord) and record.word == "game":
            number, white, black, game, code = record.values
            place = (_int(number), _int(white), _int(black))
            reason = _place_problem(document, place, _int(game), str(code))
            if reason is not None:
                yield TrfProblem(line, _COLUMN, reason)
            else:
                lines.setdefault(place, (line, {}))[1][_int(game)] = str(code)
    for place, (line, codes) in lines.items():
        if not _fits(document, place, codes):
            template = gettext_noop(
                "round %(round)s: the games of players %(white)s and %(black)s do not fit the result in"
                " their lines"
            )
            params = dict(zip(("round", "white", "black"), place, strict=True))
            yield TrfProblem(line, _COLUMN, Reason(template, params))


def _place_problem(document: TrfDocument, place: Place, game: int, code: str) -> Reason | None:
    number, white, black = place
    player = document.players.get(white)
    cell = player.cell(number) if player else None
    if cell is None or cell.opponent != black or (black and cell.colour == "b"):
        template = gettext_noop("round %(round)s: players %(white)s and %(black)s are not paired")
        return Reason(template, {"round": number, "white": white, "black": black})
    own = document.games_of(number) if black else 1
    most = MOST_GAMES if black and pairing_system(document).plays_off else own
    if not 1 <= game <= most:
        return Reason(gettext_noop("a pairing has no game %(game)s"), {"game": game})
    if RESULTS[code].is_bye == bool(black):
        return Reason(gettext_noop("“%(code)s” is no result of such a pairing"), {"code": code})
    return None


def _fits(document: TrfDocument, place: Place, codes: Mapping[int, str]) -> bool:
    number, white, black = place
    cell = document.players[white].cell(number)
    theirs = document.players[black].cell(number) if black else None
    letters = (cell.result if cell else "", theirs.result if theirs else "")
    games = document.games_of(number) if black else 1
    further = sorted(game for game in codes if game > games)
    if further != list(range(games + 1, games + 1 + len(further))):
        return False
    if games == 1 and 1 not in codes:
        return True
    # Who has more of both games together does not depend on what a win is worth.
    code = match_code([codes.get(game) for game in range(1, games + 1)], SCORINGS[DEFAULT_SCORING])
    return letters_fit(code, letters)


def _int(value: Value) -> int:
    return value if isinstance(value, int) else 0
