"""Between a TRF file and the snapshot of a tournament that every rule reads."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.pairing import PAIRING_SYSTEMS, PairingSystem
from tournaments.domain.results import SCORINGS, Scoring
from tournaments.domain.state import EntryState, PairingState, RoundState, TournamentState
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.player import Cell
from tournaments.domain.trf.records import ByesRecord
from tournaments.domain.trf.results import BYE_CODES, NO_RESULT, game_code

TRF_SCORING = "1-0.5-0"
"""What results are worth in a file that does not say (TRF16)."""
_KINDS: Mapping[str, str] = {"F": "full-bye", "H": "half-bye", "Z": "zero-bye"}
_DEFAULT_POINTS = {"W": Fraction(1), "D": Fraction(1, 2), "L": Fraction(0)}


def pairing_system(document: TrfDocument) -> PairingSystem:
    """Return the system the file was paired by (192, else 092): Swiss when it does not say.

    Raises ``InputError`` (``trf-system-unknown``) for a system that is not known here.
    """
    words = (document.text("192") or document.text("092")).upper().replace("_", " ").replace("-", " ")
    if "ROUNDROBIN" in words.replace(" ", "") or "BERGER" in words:
        if "DOUBLE" not in words:
            return PAIRING_SYSTEMS["round-robin"]
    elif "KNOCK" not in words and "TEAM" not in words:
        return PAIRING_SYSTEMS["swiss"]
    raise InputError(
        "trf-system-unknown",
        gettext_noop("“%(system)s” is not a system that can be paired from a file."),
        system=document.text("192") or document.text("092"),
    )


def to_state(document: TrfDocument, *, rounds: int | None = None) -> TournamentState:
    """Return the tournament as it stood after so many rounds, all that were paired when None.

    Pairings are in board order; byes of later rounds are the entries' requested byes. The scoring is that of
    record 162, else the one that the players' points agree with.
    Raises ``InputError`` for a system or points of a pairing bye that are not known here.
    """
    last = document.paired_rounds if rounds is None else min(rounds, document.paired_rounds)
    system = pairing_system(document)
    state = TournamentState(
        tuple(
            EntryState(number, player.rating, player.name, byes=_wishes(document, number, last))
            for number, player in document.players.items()
        ),
        planned_rounds=document.total_rounds or document.columns or None,
        scoring=SCORINGS[TRF_SCORING],
        initial_colour=document.initial_colour,
        options=system.options,
        on=document.starts_on,
    )
    free = "free" if system.key == "round-robin" else "zero-bye"
    everything = tuple(_round(document, number, free) for number in range(1, document.paired_rounds + 1))
    scoring = _scoring(document, replace(state, rounds=everything))
    return replace(state, rounds=_in_board_order(everything[:last], scoring), scoring=scoring)


def _wishes(document: TrfDocument, number: int, last: int) -> dict[int, str]:
    """Return the byes of rounds after ``last``: from records 240 and from their columns."""
    wishes = {
        each.round: _KINDS[each.kind]
        for each in document.of(ByesRecord)
        if number in each.players and each.round > last
    }
    for index, cell in enumerate(document.players[number].rounds, start=1):
        if index > last and cell is not None and not cell.opponent and cell.result not in ("U", "+"):
            wishes[index] = BYE_CODES[cell.result]
    return wishes


def _round(document: TrfDocument, number: int, free: str) -> RoundState:
    pairings = []
    for player in document.players.values():
        cell = player.cell(number)
        if cell is None:
            continue
        if not cell.opponent:
            code = BYE_CODES[cell.result]
            pairings.append(PairingState(player.number, None, free if code == "zero-bye" else code))
        elif cell.colour == "w" or (cell.colour == "-" and player.number < cell.opponent):
            theirs = document.players[cell.opponent].cell(number) or Cell(0, "-", "")
            code = game_code(cell.result, theirs.result) or NO_RESULT
            pairings.append(PairingState(player.number, cell.opponent, code or None))
    return RoundState(number, tuple(pairings))


def _in_board_order(rounds: Iterable[RoundState], scoring: Scoring) -> tuple[RoundState, ...]:
    """Return the rounds with their pairings in board order (C.04.2 art. 4.2), which a file does not keep."""
    points: dict[int, int] = {}

    def key(pairing: PairingState) -> tuple[int, int, int, int]:
        both = [number for number in (pairing.white, pairing.black) if number is not None]
        scores = [points.get(number, 0) for number in both]
        higher = min(both, key=lambda number: (-points.get(number, 0), number))
        after_games = 0 if pairing.black is not None else 1 if pairing.result == "bye" else 2
        return after_games, -max(scores), -sum(scores), higher

    ordered = []
    for each in rounds:
        ordered.append(RoundState(each.number, tuple(sorted(each.pairings, key=key))))
        for pairing in each.pairings:
            kind = pairing.kind
            if kind is None:
                continue
            points[pairing.white] = points.get(pairing.white, 0) + scoring.points(kind.white)
            if pairing.black is not None:
                points[pairing.black] = points.get(pairing.black, 0) + scoring.points(kind.black)
    return tuple(ordered)


def _scoring(document: TrfDocument, state: TournamentState) -> Scoring:
    record = document.points
    if record is not None:
        return _stated_scoring({**_DEFAULT_POINTS, **record.values})
    for key in (TRF_SCORING, *SCORINGS):
        points = replace(state, scoring=SCORINGS[key]).points
        unit = SCORINGS[key].unit
        if all(
            player.points is None or player.points * unit == points[number]
            for number, player in document.players.items()
        ):
            return SCORINGS[key]
    return SCORINGS[TRF_SCORING]


def _stated_scoring(values: Mapping[str, Fraction]) -> Scoring:
    if values.get("P", values["W"]) != values["W"] or values.get("A", values["L"]) != values["L"]:
        raise InputError(
            "trf-bye-points",
            gettext_noop(
                "The file (record 162) gives other points for a pairing bye than for a win, or for an absence"
                " than for a loss; such a tournament cannot be counted here."
            ),
        )
    worth = values["W"], values["D"], values["L"]
    for scoring in SCORINGS.values():
        if worth == tuple(Fraction(each, scoring.unit) for each in (scoring.win, scoring.draw, scoring.loss)):
            return scoring
    unit = lcm(*(each.denominator for each in worth))
    win, draw, loss = (int(each * unit) for each in worth)
    label = "-".join(f"{float(each):g}" for each in worth)
    return Scoring(label, label, win, draw, loss, unit)
