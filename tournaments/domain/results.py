"""Results: which codes exist, what each side gets, and what each counts for.

The truth table. ``win``, ``draw`` and ``loss`` are worth what the tournament's scoring says.

============  =====  =====  ======  =====  ======  =========  ===  =========================================
code          white  black  played  rated  colour  voluntary  TRF  meaning
============  =====  =====  ======  =====  ======  =========  ===  =========================================
``1-0``       win    loss   yes     yes    yes     no         1 0  White won
``1/2-1/2``   draw   draw   yes     yes    yes     no         = =  drawn
``0-1``       loss   win    yes     yes    yes     no         0 1  Black won
``0-0``       loss   loss   yes     no     yes     no         0 0  played, both lose by the arbiter's decision
``+/-``       win    loss   no      no     no      Black      + -  Black did not come
``-/+``       loss   win    no      no     no      White      - +  White did not come
``-/-``       loss   loss   no      no     no      both       - -  neither came
``1/2+-1/2``  draw   draw   yes     yes    yes     no         = =  drawn, the plus is White's
``1/2-1/2+``  draw   draw   yes     yes    yes     no         = =  drawn, the plus is Black's
``bye``       win           no      no     no      no         U    no opponent was left: full points
``draw-bye``  draw          no      no     no      no         U    no opponent was left: the points of a draw
``full-bye``  win           no      no     no      no         F    full points by the arbiter's decision
``half-bye``  draw          no      no     no      yes        H    asked for, half points
``zero-bye``  loss          no      no     no      yes        Z    absent, withdrawn, or asked for: no points
``free``      loss          no      no     no      no         Z    the free round of an odd round robin
============  =====  =====  ======  =====  ======  =========  ===  =========================================

*played* is a game on the board: it counts for wins, colours and the ban on meeting again. *voluntary* is a
voluntary unplayed round of FIDE C.07 art. 16 (a forfeit loss or a requested bye). ``0-0`` was played but says
nothing about strength, so it is not rated. ``free`` is nobody's choice and nobody's point. A plus draw is a
draw in which one player stood clearly better at the end (a Dutch custom); only tie-breaks tell it apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.domain.errors import InputError, gettext_noop

Side = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True)
class ResultKind:
    """One line of the truth table; ``black`` is None where there is no opponent."""

    code: str
    white: Side
    black: Side | None
    label: str
    trf: tuple[str, str]
    played: bool = False
    rated: bool = False
    white_voluntary: bool = False
    black_voluntary: bool = False
    requestable: bool = False
    pairing_bye: bool = False
    plus: Literal["white", "black"] | None = None

    @property
    def gives_colour(self) -> bool:
        """Whether the colours count in later rounds: those of a game on the board do."""
        return self.played

    @property
    def is_bye(self) -> bool:
        """Whether it is the code of a pairing without an opponent."""
        return self.black is None

    @property
    def is_forfeit(self) -> bool:
        """Whether a pairing of two was decided without play."""
        return self.black is not None and not self.played


_KINDS = (
    ResultKind("1-0", "win", "loss", gettext_noop("White won"), ("1", "0"), played=True, rated=True),
    ResultKind("1/2-1/2", "draw", "draw", gettext_noop("Draw"), ("=", "="), played=True, rated=True),
    ResultKind("0-1", "loss", "win", gettext_noop("Black won"), ("0", "1"), played=True, rated=True),
    ResultKind("0-0", "loss", "loss", gettext_noop("Both lost"), ("0", "0"), played=True),
    ResultKind("+/-", "win", "loss", gettext_noop("Black did not come"), ("+", "-"), black_voluntary=True),
    ResultKind("-/+", "loss", "win", gettext_noop("White did not come"), ("-", "+"), white_voluntary=True),
    ResultKind(
        "-/-",
        "loss",
        "loss",
        gettext_noop("Neither came"),
        ("-", "-"),
        white_voluntary=True,
        black_voluntary=True,
    ),
    ResultKind(
        "1/2+-1/2",
        "draw",
        "draw",
        gettext_noop("Draw, plus for White"),
        ("=", "="),
        played=True,
        rated=True,
        plus="white",
    ),
    ResultKind(
        "1/2-1/2+",
        "draw",
        "draw",
        gettext_noop("Draw, plus for Black"),
        ("=", "="),
        played=True,
        rated=True,
        plus="black",
    ),
    ResultKind("bye", "win", None, gettext_noop("Bye"), ("U", ""), pairing_bye=True),
    ResultKind("draw-bye", "draw", None, gettext_noop("Bye for half points"), ("U", ""), pairing_bye=True),
    ResultKind("full-bye", "win", None, gettext_noop("Full-point bye"), ("F", ""), requestable=True),
    ResultKind(
        "half-bye",
        "draw",
        None,
        gettext_noop("Half-point bye"),
        ("H", ""),
        white_voluntary=True,
        requestable=True,
    ),
    ResultKind(
        "zero-bye", "loss", None, gettext_noop("Absent"), ("Z", ""), white_voluntary=True, requestable=True
    ),
    ResultKind("free", "loss", None, gettext_noop("Free round"), ("Z", "")),
)
RESULTS: dict[str, ResultKind] = {kind.code: kind for kind in _KINDS}
"""Every code, in the order of the table above."""
GAME_RESULTS: tuple[str, ...] = tuple(kind.code for kind in _KINDS if not kind.is_bye)
"""Codes an arbiter may enter for a pairing of two."""
BYE_CODES: tuple[str, ...] = tuple(kind.code for kind in _KINDS if kind.is_bye)
PAIRING_BYES: tuple[str, ...] = tuple(kind.code for kind in _KINDS if kind.pairing_bye)
"""Codes of a round without an opponent because the number of players was odd."""
REQUESTABLE_BYES: tuple[str, ...] = tuple(kind.code for kind in _KINDS if kind.requestable)
"""Codes a player may have for a round to come."""


_GLYPHS: Mapping[Fraction, str] = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def show_fraction(value: int | Fraction) -> str:
    """Return a number as people write it: ``5``, ``2½``, ``37¼``; other fractions with two decimals."""
    whole, rest = divmod(abs(Fraction(value)), 1)
    sign = "-" if value < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    if rest not in _GLYPHS:
        return f"{float(value):.2f}"
    return f"{sign}{whole or ''}{_GLYPHS[rest]}"


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points of a win, a draw and a loss as integers; ``unit`` of them make one point on paper."""

    key: str
    label: str
    win: int
    draw: int
    loss: int
    unit: int = 1

    def points(self, side: Side | None) -> int:
        """Return the integer points of a side of a result (none for no side)."""
        if side is None:
            return 0
        return {"win": self.win, "draw": self.draw, "loss": self.loss}[side]

    def number(self, points: int | Fraction) -> int | float:
        """Return integer points as written on paper: 5 of unit 2 is 2.5."""
        value = Fraction(points) / self.unit
        return value.numerator if value.denominator == 1 else float(value)

    def show(self, points: int | Fraction) -> str:
        """Return points as people write them, see ``show_fraction``."""
        return show_fraction(Fraction(points) / self.unit)


SCORINGS: dict[str, Scoring] = {
    "2-1-0": Scoring("2-1-0", gettext_noop("2-1-0 (win, draw, loss)"), 2, 1, 0),
    "1-0.5-0": Scoring("1-0.5-0", gettext_noop("1-½-0 (win, draw, loss)"), 2, 1, 0, unit=2),
    "3-1-0": Scoring("3-1-0", gettext_noop("3-1-0 (win, draw, loss)"), 3, 1, 0),
}
DEFAULT_SCORING = "2-1-0"


def reversed_code(code: str) -> str:
    """Return the code of the same result of two players with colours changed over: ``1-0`` for ``0-1``."""
    return _REVERSED[code]


_REVERSED: Mapping[str, str] = {
    kind.code: next(
        other.code
        for other in _KINDS
        if (other.white, other.black, other.white_voluntary, other.black_voluntary, other.played)
        == (kind.black, kind.white, kind.black_voluntary, kind.white_voluntary, kind.played)
        and other.plus == ({"white": "black", "black": "white"}[kind.plus] if kind.plus else None)
    )
    for kind in _KINDS
    if kind.black is not None
}


def code_of_sums(white: int, black: int, *, played: bool) -> str:
    """Return the result that two sums of points make; a forfeit when nothing was ``played`` on the board."""
    if not played and (white != black or not white):
        return "-/-" if white == black else "+/-" if white > black else "-/+"
    if white == black:
        return "1/2-1/2" if white else "0-0"
    return "1-0" if white > black else "0-1"


_SPELLINGS: Mapping[str, str] = {
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
    "½-½": "1/2-1/2",
    "0.5-0.5": "1/2-1/2",
    "0,5-0,5": "1/2-1/2",
    "=": "1/2-1/2",
    "½": "1/2-1/2",
    "+--": "+/-",
    "+-": "+/-",
    "--+": "-/+",
    "-+": "-/+",
    "---": "-/-",
    "--": "-/-",
}
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", ":": "-", " ": None, "\u00a0": None})


def normal_result_code(text: str) -> str:
    """Return the code of a result of two players as people write it: ``2-0``, ``1:0``, ``½-½``, ``+:-``.

    On the 2-1-0 scale ``1-1`` is a draw; ``1-0`` is a win on every scale.

    Raises ``InputError`` (``result-unknown``) for anything else, byes included.
    """
    stripped = text.strip()
    code = stripped if stripped in RESULTS else stripped.translate(_DASHES)
    code = _SPELLINGS.get(code, code)
    if code not in GAME_RESULTS:
        raise InputError(
            "result-unknown",
            gettext_noop("“%(text)s” is not a result. Write one of: %(codes)s."),
            text=text,
            codes=", ".join(GAME_RESULTS),
        )
    return code
