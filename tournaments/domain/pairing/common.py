"""What every pairing system asks before it pairs, and the reasons they share."""

from tournaments.domain.errors import PairingError, gettext_noop
from tournaments.domain.pairing.base import PlannedPairing, Reason
from tournaments.domain.state import EntryState, TournamentState


def require_next_round(state: TournamentState, number: int, total: int) -> None:
    """Raise ``PairingError`` unless round ``number`` is the next one and the tournament still has it."""
    expected = len(state.rounds) + 1
    if number != expected:
        raise PairingError(
            "round-out-of-order",
            gettext_noop("Round %(number)s cannot be paired now: the next round is %(expected)s."),
            number=number,
            expected=expected,
        )
    if number > total:
        raise PairingError(
            "no-more-rounds",
            gettext_noop(
                "The tournament has %(total)s rounds and all of them are paired. Finish it, or raise the"
                " number of rounds if the system allows more."
            ),
            total=total,
        )


def require_players(state: TournamentState, number: int) -> None:
    """Raise ``PairingError`` unless at least two players can be paired in round ``number``."""
    present = sum(1 for entry in state.entries if entry.is_present(number))
    if present >= 2:
        return
    if len(state.entries) < 2:
        raise PairingError(
            "too-few-players",
            gettext_noop("A round needs at least two players and %(count)s is entered. Enter more players."),
            count=len(state.entries),
        )
    raise PairingError(
        "too-few-present",
        gettext_noop(
            "Only %(count)s of %(entries)s players would be present in round %(number)s; the others withdrew"
            " or asked for a bye. Let players return or cancel byes, or finish the tournament."
        ),
        count=present,
        entries=len(state.entries),
        number=number,
    )


def require_results(state: TournamentState) -> None:
    """Raise ``PairingError`` (``results-missing``) naming the tables of games without a result."""
    for played_round in state.rounds:
        if played_round.unfinished:
            raise PairingError(
                "results-missing",
                gettext_noop(
                    "Results of round %(round)s are missing at tables %(tables)s. Enter them, then pair."
                ),
                round=played_round.number,
                tables=", ".join(str(table) for table in played_round.unfinished),
            )


def absences(state: TournamentState, number: int) -> tuple[PlannedPairing, ...]:
    """Return who is entered but not to be paired in round ``number``, each with the code he gets.

    A requested bye keeps its code; who withdrew gets ``zero-bye``. By starting number, withdrawn ones last.
    """
    out = [
        _absence(entry, number)
        for entry in state.by_number.values()
        if entry.has_joined(number) and not entry.is_present(number)
    ]
    return tuple(sorted(out, key=lambda each: (each.reasons[0].code == "withdrawn", each.white)))


def _absence(entry: EntryState, number: int) -> PlannedPairing:
    if entry.has_withdrawn(number):
        return PlannedPairing(entry.number, None, "zero-bye", (withdrawn(entry),))
    return PlannedPairing(entry.number, None, entry.byes[number], (asked_for_bye(entry),))


def withdrawn(entry: EntryState) -> Reason:
    """Say that a player withdrew."""
    return Reason(
        "withdrawn",
        gettext_noop("%(player)s withdrew after round %(round)s."),
        {"player": entry.label, "number": entry.number, "round": entry.withdrawn_after},
    )


def asked_for_bye(entry: EntryState) -> Reason:
    """Say that a player asked for a bye."""
    return Reason(
        "requested-bye",
        gettext_noop("%(player)s is absent in this round by request."),
        {"player": entry.label, "number": entry.number},
    )
