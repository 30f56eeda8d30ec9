"""Between a TRF file and the snapshot of a tournament that every rule reads."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.pairing.acceleration import virtual_points
from tournaments.domain.results import SCORINGS
from tournaments.domain.state import (
    FORFEITS_COUNT,
    PAIRING_BYE,
    EntryState,
    PairingState,
    Prohibition,
    RoundState,
    TournamentState,
    VirtualPoints,
)
from tournaments.domain.trf.decisions import adjustments
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.player import Cell
from tournaments.domain.trf.records import AccelerationRecord, ByesRecord, ProhibitedRecord
from tournaments.domain.trf.results import BYE_CODES, NO_RESULT, game_code
from tournaments.domain.trf.scoring import TRF_SCORING, scoring_of
from tournaments.domain.trf.systems import DRAW_BYE, has_draw_byes, options_in, pairing_system

_KINDS: Mapping[str, str] = {"F": "full-bye", "H": "half-bye", "Z": "zero-bye"}
_Told = Mapping[tuple[int, int, int], Mapping[int, str]]


def to_state(document: TrfDocument, *, rounds: int | None = None) -> TournamentState:
    """Return the tournament as it stood after so many rounds, all that were paired when None.

    Pairings are in board order; byes of later rounds are the entries' requested byes. The scoring is that of
    record 162, else the one that the players' points agree with. Prohibited pairings (260) and acceleration
    (250) are the state's.
    Raises ``InputError`` for a system, points of a pairing bye or virtual points that are not known here.
    """
    last = document.paired_rounds if rounds is None else min(rounds, document.paired_rounds)
    options = options_in(document)
    bye_codes = _bye_codes(document, options)
    told = _told_results(document)
    state = TournamentState(
        tuple(_entry(document, number, last, bye_codes, told) for number in document.players),
        tuple(_round(document, number, bye_codes, told) for number in range(1, document.paired_rounds + 1)),
        planned_rounds=document.total_rounds or document.columns or None,
        scoring=SCORINGS[TRF_SCORING],
        seed=document.number("seed") or 0,
        initial_colour=document.initial_colour,
        options=options,
        on=document.starts_on,
        prohibited=tuple(
            Prohibition(frozenset(each.players), *each.rounds) for each in document.of(ProhibitedRecord)
        ),
    )
    scoring = scoring_of(document, state)
    state = replace(state, scoring=scoring, adjustments=adjustments(document, scoring.unit))
    accelerated = replace(state, virtual_points=_virtual_points(document, state))
    return replace(accelerated, rounds=_in_board_order(document, state)[:last])


def _entry(
    document: TrfDocument, number: int, last: int, bye_codes: Mapping[str, str], told: _Told
) -> EntryState:
    player = document.players[number]
    name = document.numbered("name").get(number, (player.name,))[0]
    withdrawn = document.numbered("withdrawn").get(number, (None,))[0]
    withdrawn_after = withdrawn if isinstance(withdrawn, int) else None
    wishes = _wishes(document, number, last)
    for at, cell in enumerate(document.players[number].rounds[: document.paired_rounds], start=1):
        # Whom the system itself left without a game had not asked for it.
        if cell is not None and not cell.opponent:
            code = told.get((at, number, 0), {}).get(1, bye_codes[cell.result])
            if code == "free":
                wishes.pop(at, None)
    if withdrawn_after is not None:
        # For other programs somebody who withdrew is absent in every round to come; a remark tells a wish.
        asked = {at for who, at in document.remarks("asked") if who == number}
        wishes = {
            at: code
            for at, code in wishes.items()
            if at <= withdrawn_after or code != "zero-bye" or at in asked
        }
    return EntryState(
        number, player.rating, str(name), joined_round(document, number), withdrawn_after, wishes
    )


def joined_round(document: TrfDocument, number: int) -> int:
    """Return the first round a player can be paired in: a remark's, else the one after his blank cells."""
    stated = document.numbered("joined").get(number, (None,))[0]
    if isinstance(stated, int):
        return stated
    blank = len(tuple(takewhile(lambda cell: cell is None, document.players[number].rounds)))
    past_the_end = blank == len(document.players[number].rounds)
    return (document.paired_rounds if past_the_end else min(blank, document.paired_rounds)) + 1


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


def _bye_codes(document: TrfDocument, options: Mapping[str, object]) -> Mapping[str, str]:
    """Return the codes of letters without an opponent, as they are meant in this file."""
    draws = has_draw_byes(document) or options.get(PAIRING_BYE) == DRAW_BYE
    pairing_bye = DRAW_BYE if draws else "bye"
    # Where everybody meets everybody, who has no opponent is free; a forfeit is written against one.
    free = "free" if options.get(FORFEITS_COUNT) else "zero-bye"
    meant = {"bye": pairing_bye, "zero-bye": free}
    return {letter: meant.get(code, code) for letter, code in BYE_CODES.items()}


def _told_results(document: TrfDocument) -> _Told:
    """Return the results in our remarks, by round, White and Black (0: none), then by the game."""
    told: dict[tuple[int, int, int], dict[int, str]] = {}
    for number, white, black, game, code in document.remarks("game"):
        told.setdefault((_int(number), _int(white), _int(black)), {})[_int(game)] = str(code)
    return told


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _round(document: TrfDocument, number: int, bye_codes: Mapping[str, str], told: _Told) -> RoundState:
    pairings = []
    games = document.games_of(number)
    for player in document.players.values():
        cell = player.cell(number)
        if cell is None:
            continue
        codes = told.get((number, player.number, cell.opponent), {})
        if not cell.opponent:
            code = codes.get(1, bye_codes[cell.result])
            pairings.append(PairingState(player.number, None, code))
        elif cell.colour == "w" or (cell.colour == "-" and player.number < cell.opponent):
            theirs = document.players[cell.opponent].cell(number) or Cell(0, "-", "")
            read = game_code(cell.result, theirs.result) or NO_RESULT
            pairings.append(_pairing(player.number, cell.opponent, read, games, codes))
    groups = document.numbered("groups").get(number, ())
    return RoundState(
        number, tuple(pairings), games, tuple(group for group in groups if isinstance(group, tuple))
    )


def _pairing(white: int, black: int, read: str, games: int, codes: Mapping[int, str]) -> PairingState:
    """Return a pairing; of a round of two games the players' lines say only how both ended together."""
    first = codes.get(1, read if games == 1 else NO_RESULT)
    return PairingState(
        white,
        black,
        first or None,
        codes.get(2) if games > 1 else None,
        tuple(code for game, code in sorted(codes.items()) if game > games),
    )


def _virtual_points(document: TrfDocument, state: TournamentState) -> tuple[VirtualPoints, ...]:
    """Return the acceleration of records 250, none where the state's options say the same."""
    ranges = tuple(_range(each, state.scoring.unit) for each in document.of(AccelerationRecord))
    total = pairing_system(document).total_rounds(state)
    return () if ranges == virtual_points(state, total) else ranges


def _range(record: AccelerationRecord, unit: int) -> VirtualPoints:
    """Return a record's points: those of games, which count for players; where there are none, of matches."""
    given = record.match_points if record.game_points is None else record.game_points
    points = (given or Fraction(0)) * unit
    if points.denominator != 1:
        raise InputError(
            "trf-acceleration-points",
            gettext_noop("Record 250 gives virtual points that no result is worth: %(points)s."),
            points=str(float(given or 0)),
        )
    return VirtualPoints(int(points), record.rounds, record.players)


def _in_board_order(document: TrfDocument, state: TournamentState) -> tuple[RoundState, ...]:
    """Return the rounds with their pairings in board order, which the players' lines do not keep.

    A remark says it; else it is that of C.04.2 art. 4.2, then the pairing bye, then who is absent by number.
    """
    stated = document.numbered("order")
    points = dict.fromkeys(state.by_number, 0)
    ordered = []
    for at, each in enumerate(state.rounds):
        place = {white: index for index, white in enumerate(stated.get(each.number, ()))}
        pairings = sorted(
            each.pairings, key=lambda pairing: _usual_place(state, each.number, pairing, points)
        )
        pairings.sort(key=lambda pairing: place.get(pairing.white, len(place)))
        ordered.append(replace(each, pairings=tuple(pairings)))
        for number, history in state.histories.items():
            points[number] += history[at].points
        for decided in state.adjustments:
            if decided.round == each.number and decided.number in points:
                points[decided.number] += decided.points
    return tuple(ordered)


def _usual_place(
    state: TournamentState, round_number: int, pairing: PairingState, points: Mapping[int, int]
) -> tuple[int, int, int, int]:
    if pairing.black is None:
        if pairing.kind is not None and pairing.kind.pairing_bye:
            return 1, 0, 0, 0
        return 2, int(state.by_number[pairing.white].has_withdrawn(round_number)), 0, pairing.white
    both = pairing.white, pairing.black
    scores = [points[number] for number in both]
    higher = min(both, key=lambda number: (-points[number], number))
    return 0, -max(scores), -sum(scores), higher
