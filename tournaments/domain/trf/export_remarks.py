"""Which remarks a file needs: what a reader of its records alone would take for something else."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tournaments.domain.errors import InputError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.state import PairingState, RoundState, TournamentState
from tournaments.domain.tiebreaks import tiebreak_keys
from tournaments.domain.trf.document import TrfDocument
from tournaments.domain.trf.fields import read_text, show_text
from tournaments.domain.trf.remarks import RemarkRecord, remark
from tournaments.domain.trf.state import joined_round, to_state
from tournaments.domain.trf.systems import pairing_system

_Remarks = Iterator[RemarkRecord]


def with_remarks(
    document: TrfDocument, state: TournamentState, system: str, tiebreaks: Sequence[str]
) -> TrfDocument:
    """Return the document with the remarks that make a reader see ``state`` in it, and nothing else.

    Each step reads the document as it is so far and adds what it does not say yet.
    """
    steps: tuple[Callable[[TrfDocument], _Remarks], ...] = (
        lambda so_far: _kind(so_far, system, tiebreaks),
        lambda so_far: _people(so_far, state),
        lambda so_far: _rounds(so_far, state),
        lambda so_far: _settings(to_state(so_far), state, system),
        lambda so_far: _results(to_state(so_far), state),
        lambda so_far: _scoring(to_state(so_far), state),
        lambda so_far: _orders(to_state(so_far), state),
    )
    for step in steps:
        document = TrfDocument((*document.records, *step(document)))
    return document


def _kind(document: TrfDocument, system: str, tiebreaks: Sequence[str]) -> _Remarks:
    try:
        found = pairing_system(document).key
    except InputError:
        found = ""
    if found != system:
        yield remark("system", system)
    if tuple(tiebreak_keys(document.tiebreaks)) != tuple(tiebreaks):
        yield remark("tiebreaks", *tiebreaks)


def _people(document: TrfDocument, state: TournamentState) -> _Remarks:
    for number, entry in state.by_number.items():
        player = document.players[number]
        if read_text(show_text(player.name, 33), 0, 33) != entry.name:
            yield remark("name", number, entry.name)
        if read_text(show_text(player.federation, 3), 0, 3) != player.federation:
            yield remark("federation", number, player.federation)
        if entry.withdrawn_after is not None:
            yield remark("withdrawn", number, entry.withdrawn_after)
        for at, code in sorted(entry.byes.items()):
            # His absence stands in the records anyway; his wish counts again should he return.
            if code == "zero-bye" and at > len(state.rounds) and entry.has_withdrawn(at):
                yield remark("asked", number, at)


def _rounds(document: TrfDocument, state: TournamentState) -> _Remarks:
    if document.paired_rounds != len(state.rounds):
        yield remark("paired", len(state.rounds))
    stated = TrfDocument((*document.records, remark("paired", len(state.rounds))))
    for number, entry in state.by_number.items():
        if joined_round(stated, number) != entry.joined_round:
            yield remark("joined", number, entry.joined_round)
    for each in state.rounds:
        if each.games != 1:
            yield remark("round", each.number, each.games)
        if each.groups:
            yield remark("groups", each.number, *each.groups)


def _settings(read: TournamentState, state: TournamentState, system: str) -> _Remarks:
    for setting in PAIRING_SYSTEMS[system].settings:
        value = state.options.get(setting.key, setting.default)
        if value != read.options.get(setting.key) and isinstance(value, bool | int | str):
            yield remark("setting", setting.key, value)


def _results(read: TournamentState, state: TournamentState) -> _Remarks:
    for theirs, ours in zip(read.rounds, state.rounds, strict=True):
        found = {(each.white, each.black): each for each in theirs.pairings}
        for pairing in ours.pairings:
            yield from _games(ours, pairing, found)


def _games(
    of: RoundState, pairing: PairingState, found: Mapping[tuple[int, int | None], PairingState]
) -> _Remarks:
    read = found[pairing.white, pairing.black]
    if read == pairing:
        return
    codes = (*pairing.codes(of.games), *pairing.play_off)
    place = (of.number, pairing.white, pairing.black or 0)
    for game, code in enumerate(codes, start=1):
        if code is not None:
            yield remark("game", *place, game, code)


def _scoring(read: TournamentState, state: TournamentState) -> _Remarks:
    if read.scoring != state.scoring:
        yield remark("scoring", state.scoring.key)


def _orders(read: TournamentState, state: TournamentState) -> _Remarks:
    for theirs, ours in zip(read.rounds, state.rounds, strict=True):
        order = tuple(each.white for each in ours.pairings)
        if tuple(each.white for each in theirs.pairings) != order:
            yield remark("order", ours.number, *order)
