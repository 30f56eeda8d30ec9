"""Drawn openings: the list an arbiter writes, an opening as moves or a position, and the draw of a round."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine import Board, FenError, pdn
from engine.game import replay
from tournaments.domain.errors import InputError, gettext_noop

MAX_LINE = 300
"""Characters of one opening, name and all."""
_FEN = re.compile(r"[wb?]\s*:\s*[wb]", re.IGNORECASE)
_NAME = re.compile(r"(.*?):\s+(.+)")
# Before a colon that is a capture with spaces around it stands a square, before one after a name a word.
_SQUARE_LAST = re.compile(r"(?:^|[\s\-x:.])[a-l]\d{1,2}\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Fault:
    """What the engine has against a line: a message to translate inside another."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params


@dataclass(frozen=True)
class Opening:
    """One opening as it is played: ``moves`` from the start of a game, or none and a set-up.

    ``position`` is the FEN players go on from; ``name`` is empty where the line has none.
    """

    text: str
    name: str
    moves: tuple[str, ...]
    position: str

    def differs_at(self, start_fen: str, moves: Sequence[str]) -> int | None:
        """Return the first ply (from 1) of a game that is not this opening's, None where it begins with it.

        ``start_fen`` is empty for the usual start, ``moves`` are in the engine's notation. 0: the game starts
        from another position. A game that ends inside the opening differs after its last ply.
        """
        if start_fen:
            return None if start_fen == self.position else 0
        if not self.moves:
            return 0
        for ply, move in enumerate(self.moves, start=1):
            if len(moves) < ply or moves[ply - 1] != move:
                return ply
        return None

    @property
    def numbered(self) -> str:
        """The moves as a score sheet has them, empty for a set-up."""
        return " ".join(move if ply % 2 else f"{ply // 2 + 1}. {move}" for ply, move in enumerate(self.moves))


class OpeningsError(InputError):
    """Lines of the list cannot be played; ``problems`` has one error for each, in their order."""

    def __init__(self, problems: Sequence[InputError]) -> None:
        self.problems = tuple(problems)
        super().__init__(problems[0].code, problems[0].template, **problems[0].params)

    def __reduce__(self) -> tuple[type["OpeningsError"], tuple[tuple[InputError, ...]]]:
        return type(self), (self.problems,)


def read_opening(line: str, ruleset: str) -> Opening:
    """Return the opening of one line: ``City game: c3-d4 d6-c5``, with or without name and move numbers, or
    ``Name: W:Wa1:Bb8``.

    Raises ``InputError`` (``opening-invalid``, with the reason) for what cannot be played in the ruleset.
    """
    text = " ".join(line.split())
    if len(text) > MAX_LINE:
        raise _invalid(Fault(gettext_noop("It is longer than %(most)s characters."), {"most": MAX_LINE}))
    name, body = _split(text)
    if _FEN.match(body):
        return _from_position(text, name, body, ruleset)
    return _from_moves(text, name, body, ruleset)


def read_openings(text: str, ruleset: str) -> tuple[Opening, ...]:
    """Return the openings of a list, one a line; empty lines do not count.

    Raises ``OpeningsError`` with an error for every line that cannot be played in the ruleset or plays what
    an earlier line does.
    """
    found: list[Opening] = []
    problems: list[InputError] = []
    lines: dict[tuple[tuple[str, ...], str], int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            opening = read_opening(line, ruleset)
            earlier = lines.setdefault((opening.moves, opening.position), number)
            if earlier != number:
                raise _invalid(Fault(gettext_noop("It is the same as line %(line)s."), {"line": earlier}))
            found.append(opening)
        except InputError as error:
            problems.append(_at_line(number, error))
    if problems:
        raise OpeningsError(problems)
    return tuple(found)


def opening_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a list as they are drawn and stored, without reading them."""
    return tuple(" ".join(line.split()) for line in text.splitlines() if line.strip())


def draw_opening(openings: Sequence[str], *, seed: int, round_number: int, used: Iterable[str]) -> str:
    """Return the opening of a round, drawn by lot from ``seed`` among those drawn least often so far.

    ``used`` are the openings of the earlier rounds: none comes twice before each has come once. The same
    input gives the same opening. Empty where there are no openings.
    """
    if not openings:
        return ""
    times = Counter(used)
    least = min(times[opening] for opening in openings)
    left = [opening for opening in openings if times[opening] == least]
    return random.Random(f"opening {seed} {round_number}").choice(left)  # noqa: S311 (to be repeated)


def _split(text: str) -> tuple[str, str]:
    """The name of a line (empty without one) and the rest."""
    match = _NAME.fullmatch(text)
    if match is None or _FEN.match(text) or _SQUARE_LAST.search(match[1]):
        return "", text
    return match[1].strip(), match[2]


def _from_position(text: str, name: str, body: str, ruleset: str) -> Opening:
    try:
        board = Board(ruleset, body)
    except FenError as error:
        raise _invalid(Fault(error.template, error.params)) from None
    if board.outcome() is not None:
        raise _invalid(Fault(gettext_noop("The game is over in this position.")))
    return Opening(text, name, (), board.fen())


def _from_moves(text: str, name: str, body: str, ruleset: str) -> Opening:
    games = list(pdn.read_games(body))
    if len(games) != 1 or not games[0].moves:
        raise _invalid(Fault(gettext_noop("There are no moves in it.")))
    game = games[0]
    played = replay(ruleset, game.moves)
    fault = min(game.errors, key=lambda error: error.ply, default=None)
    if played.error is not None and (fault is None or played.error.ply < fault.ply):
        wrong = played.error
        reason = Fault(wrong.template, wrong.params)
        raise _invalid(
            Fault(
                gettext_noop("%(move)s cannot be played – %(reason)s"), {"move": wrong.move, "reason": reason}
            )
        )
    if fault is not None:
        raise _invalid(Fault(fault.template, fault.params))
    if played.outcome is not None:
        raise _invalid(Fault(gettext_noop("The game is over after these moves.")))
    return Opening(text, name, played.notations, played.board.fen())


def _invalid(reason: Fault) -> InputError:
    return InputError(
        "opening-invalid", gettext_noop("This opening cannot be played: %(reason)s"), reason=reason
    )


def _at_line(number: int, error: InputError) -> InputError:
    return InputError(
        error.code, gettext_noop("Line %(line)s: %(reason)s"), line=number, reason=error.params["reason"]
    )
