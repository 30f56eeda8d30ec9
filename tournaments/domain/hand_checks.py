"""What is said of a round paired by hand: what no system would do, and what it would do instead.

Nothing here forbids anything. The arbiter may have his reasons; what he did is kept with the round.
"""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.domain.errors import DomainError, gettext_noop
from tournaments.domain.pairing.base import PairingPlan, PlannedPairing, Reason
from tournaments.domain.results import PAIRING_BYES
from tournaments.domain.state import Colour, TournamentState

COLOUR_DIFFERENCE = 2
"""So many more games with one colour than with the other are usual at most (FIDE C.04.3 art. 2.1)."""

_AGAIN: Mapping[Colour, str] = {
    "white": gettext_noop("%(player)s gets White for the third time in a row."),
    "black": gettext_noop("%(player)s gets Black for the third time in a row."),
}
_TOO_OFTEN: Mapping[Colour, str] = {
    "white": gettext_noop("%(player)s has then had White in %(more)s more games than Black."),
    "black": gettext_noop("%(player)s has then had Black in %(more)s more games than White."),
}


def hand_warnings(
    state: TournamentState,
    pairings: Sequence[PlannedPairing],
    number: int,
    *,
    games: int = 1,
    proposal: PairingPlan | None = None,
) -> tuple[Reason, ...]:
    """Return what is unusual about ``pairings`` as round ``number``, in their order.

    ``state`` has the rounds before it. With two ``games`` everybody gets both colours, so nothing is said of
    them. ``proposal`` is what the pairing system would pair; None where it can pair nothing. Whom the system
    would let meet again is no warning.
    """
    usual = _meetings(proposal.pairings) if proposal else frozenset()
    found: list[Reason] = []
    for each in pairings:
        if each.black is None:
            found += _second_bye(state, each)
            continue
        found += _meeting(state, each.white, each.black, number, usual)
        if games == 1 and each.result is None:
            found += _colour(state, each.white, "white")
            found += _colour(state, each.black, "black")
    if proposal is not None:
        found += _differences(state, pairings, proposal)
    return tuple(found)


def cannot_pair(error: DomainError) -> Reason:
    """Return the note that the pairing system had no round to propose, and why."""
    return Reason(
        "system-cannot-pair",
        gettext_noop("The pairing system proposes no round: %(why)s"),
        {"why": Reason(error.code, error.template, error.params)},
    )


def _meetings(pairings: Iterable[PlannedPairing]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset((each.white, each.black)) for each in pairings if each.black is not None)


def _meeting(
    state: TournamentState, white: int, black: int, number: int, usual: frozenset[frozenset[int]]
) -> list[Reason]:
    both = {"white": state.by_number[white].label, "black": state.by_number[black].label}
    found = []
    rounds = [part.round for part in state.histories[white] if part.opponent == black and part.played]
    if rounds and frozenset((white, black)) not in usual:
        found.append(
            Reason(
                "met-before",
                gettext_noop("%(white)s and %(black)s have met already, in round %(rounds)s."),
                {**both, "rounds": ", ".join(map(str, rounds))},
            )
        )
    if state.forbids(white, black, number):
        found.append(
            Reason(
                "prohibited",
                gettext_noop("%(white)s and %(black)s may not meet by the arbiter's decision."),
                both,
            )
        )
    return found


def _second_bye(state: TournamentState, each: PlannedPairing) -> list[Reason]:
    had = any(part.result in PAIRING_BYES for part in state.histories[each.white])
    if each.result not in PAIRING_BYES or not had:
        return []
    return [
        Reason(
            "second-bye",
            gettext_noop("%(player)s gets a second bye."),
            {"player": state.by_number[each.white].label},
        )
    ]


def _colour(state: TournamentState, number: int, colour: Colour) -> list[Reason]:
    had = [game.colour for part in state.histories[number] for game in part.games if game.played]
    player, found = state.by_number[number].label, []
    if had[-2:] == [colour, colour]:
        found.append(Reason(f"third-{colour}", _AGAIN[colour], {"player": player}))
    more = 2 * (had.count(colour) + 1) - (len(had) + 1)
    if more > COLOUR_DIFFERENCE:
        found.append(Reason(f"too-often-{colour}", _TOO_OFTEN[colour], {"player": player, "more": more}))
    return found


def _differences(
    state: TournamentState, pairings: Sequence[PlannedPairing], proposal: PairingPlan
) -> list[Reason]:
    """What the system would pair and the hand does not: the games and the byes."""
    made = {_meeting_of(each) for each in pairings}
    other = [each for each in proposal.pairings if _meeting_of(each) not in made]
    if not other:
        return []
    names = {number: entry.label for number, entry in state.by_number.items()}
    games = [f"{names[each.white]} – {names[each.black]}" for each in other if each.black is not None]
    byes = [names[each.white] for each in other if each.black is None]
    found = []
    if games:
        template = gettext_noop("The pairing system would pair: %(pairs)s.")
        found.append(Reason("differs-from-system", template, {"pairs": "; ".join(games)}))
    if byes:
        template = gettext_noop("The pairing system would leave without an opponent: %(players)s.")
        found.append(Reason("bye-differs-from-system", template, {"players": ", ".join(byes)}))
    return found


def _meeting_of(each: PlannedPairing) -> tuple[int, int | str | None]:
    """Who meets whom with which colours, or gets which bye."""
    return each.white, each.result if each.black is None else each.black
