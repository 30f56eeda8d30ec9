"""Pairing a round of a knockout: who meets whom, with which colours, and why."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.domain.errors import PairingError, gettext_noop
from tournaments.domain.pairing.base import PairingPlan, PlannedPairing, Reason
from tournaments.domain.pairing.bracket import bracket_order, play_off_missing
from tournaments.domain.pairing.bracket_stage import THIRD_PLACE, Stage
from tournaments.domain.pairing.round_robin import scheduled_game
from tournaments.domain.state import Colour, TournamentState

Pair = tuple[int | None, int | None]


def knockout_round(state: TournamentState, stage: Stage, *, number: int, seed: int) -> PairingPlan:
    """Return round ``number``, the next one of the knockout; everybody else rests.

    Matches stand in the order of the bracket, the final before the one for third place, byes last. A player
    who is absent loses by forfeit; who has no opponent goes on without a match, even when absent.
    Raises ``PairingError``: ``play-off-missing`` naming tied matches, ``nobody-left``.
    """
    if stage.rounds:
        pairs = _later_pairs(stage)
        planned = [_match(state, stage, place, pair, number, seed) for place, pair in pairs]
    else:
        planned = _first_round(state, stage, number, seed)
    if not planned:
        raise PairingError(
            "nobody-left",
            gettext_noop("Nobody is left to play on: every match of the last round was lost by both."),
        )
    if len(stage.rounds) + 1 < stage.total_rounds or not stage.rounds:
        planned.sort(key=lambda each: each.black is None)
    seated = {player for each in planned for player in (each.white, each.black)}
    resting = frozenset(set(state.by_number) - seated)
    return PairingPlan(number, tuple(planned), (_note(stage),), resting)


def _note(stage: Stage) -> Reason:
    return Reason(
        "bracket",
        gettext_noop("Round %(round)s of %(total)s of the bracket for %(players)s players."),
        {"round": len(stage.rounds) + 1, "total": stage.total_rounds, "players": len(stage.seeding)},
    )


def _later_pairs(stage: Stage) -> list[tuple[int, Pair]]:
    """Return (place, pair) of the winners of neighbouring matches, and of the losers of the semi-finals."""
    last = len(stage.rounds) - 1
    if tables := stage.undecided():
        raise play_off_missing(stage.rounds[-1].number, tables)
    outcomes = [stage.outcome(last, place) for place in range(stage.openings >> last)]
    pairs: list[tuple[int, Pair]] = [
        (place, (outcomes[2 * place].winner, outcomes[2 * place + 1].winner))
        for place in range(len(outcomes) // 2)
    ]
    losers = outcomes[0].loser, outcomes[-1].loser
    if len(outcomes) == 2 and stage.third_place and None not in losers:
        pairs.append((THIRD_PLACE, losers))
    return [(place, pair) for place, pair in pairs if pair != (None, None)]


def _first_round(state: TournamentState, stage: Stage, number: int, seed: int) -> list[PlannedPairing]:
    """Pair the first round: seeds without an opponent have byes, colours alternate down the bracket."""
    pairs, moved = first_pairs(state, stage, number)
    colour = state.initial_colour or _drawn_colour(f"{seed}/{number}")
    planned = []
    for better, worse in pairs:
        if worse is None:
            planned.append(_bye(state, better, "knockout-bye"))
            continue
        reasons = [_seeds_reason(stage, better, worse), _ALTERNATES]
        if worse in moved:
            reasons.append(_MOVED)
        planned.append(_game(state, *_seated(better, worse, colour), number, reasons))
        colour = "black" if colour == "white" else "white"
    return planned


def first_pairs(
    state: TournamentState, stage: Stage, number: int
) -> tuple[list[tuple[int, int | None]], frozenset[int]]:
    """Return the pairs of the first round from the top of the bracket down, and who was moved.

    The order of seeds says who meets whom. Where two may not meet, the worse seed changes places with the
    nearest seed of another match such that fewer prohibited pairs are left.
    """
    numbers = dict(enumerate(stage.seeding, start=1))
    order = bracket_order(2 * stage.openings)
    opponents = {
        numbers[better]: numbers.get(worse) for better, worse in zip(order[::2], order[1::2], strict=True)
    }
    moved: set[int] = set()
    for better in sorted((one for one, other in opponents.items() if other is not None), key=stage.seed):
        # Read now: an exchange before may have given him another opponent.
        worse = opponents[better]
        if worse is None or not state.forbids(better, worse, number):
            continue
        for other, swapped in _nearest(stage, opponents, better, worse):
            if not (state.forbids(better, swapped, number) or state.forbids(other, worse, number)):
                opponents[better], opponents[other] = swapped, worse
                moved |= {swapped, worse}
                break
    return list(opponents.items()), frozenset(moved)


def _nearest(
    stage: Stage, opponents: Mapping[int, int | None], better: int, worse: int
) -> list[tuple[int, int]]:
    """Return the other matches as (better, worse seed), whose worse seed is nearest to ``worse`` first."""
    others = [(one, other) for one, other in opponents.items() if other is not None and one != better]
    return sorted(
        others, key=lambda match: (abs(stage.seed(match[1]) - stage.seed(worse)), stage.seed(match[1]))
    )


def _match(
    state: TournamentState, stage: Stage, place: int, pair: Pair, number: int, seed: int
) -> PlannedPairing:
    one, other = pair
    if one is None or other is None:
        return _bye(state, one if one is not None else other or 0, "knockout-walkover")
    better, worse = sorted((one, other), key=stage.seed)
    colour, why = _colour(state, better, worse, f"{seed}/{number}/{place}")
    reason = (
        _THIRD if place == THIRD_PLACE else _FINAL if stage.openings >> len(stage.rounds) == 1 else _WINNERS
    )
    return _game(state, *_seated(better, worse, colour), number, [reason, why])


def _seated(better: int, worse: int, colour: Colour) -> tuple[int, int]:
    return (better, worse) if colour == "white" else (worse, better)


def _game(
    state: TournamentState, white: int, black: int, number: int, reasons: Sequence[Reason]
) -> PlannedPairing:
    game = scheduled_game(state.by_number[white], state.by_number[black], number)
    forbidden = [_UNAVOIDABLE] if state.forbids(white, black, number) else []
    return replace(game, reasons=(*reasons, *forbidden, *game.reasons))


def _bye(state: TournamentState, player: int, code: str) -> PlannedPairing:
    template, result = _BYES[code]
    reason = Reason(code, template, {"player": state.by_number[player].label, "number": player})
    return PlannedPairing(player, None, result, (reason,))


def _colour(state: TournamentState, better: int, worse: int, lot: str) -> tuple[Colour, Reason]:
    """Return the better seed's colour.

    Who has had White less often, against Black, has it now; else both have the other colour than in their
    last game, where that is possible; else it is drawn by lot. Play-off games do not count.
    """
    had = [_colours_had(state, player) for player in (better, worse)]
    balance = [colours.count("white") - colours.count("black") for colours in had]
    if balance[0] != balance[1]:
        return ("white" if balance[0] < balance[1] else "black"), _FEWER_WHITES
    last = [colours[-1] if colours else None for colours in had]
    if last[0] != last[1]:
        return ("white" if last[0] == "black" or last[1] == "white" else "black"), _TURNS
    return _drawn_colour(lot), _BY_LOT


def _colours_had(state: TournamentState, player: int) -> list[Colour]:
    return [game.colour for part in state.histories[player] for game in part.games if game.kind.gives_colour]


def _drawn_colour(lot: str) -> Colour:
    # A lot that can be drawn again from a stored seed, not a secret.
    return "white" if random.Random(lot).random() < 0.5 else "black"  # noqa: S311


def _seeds_reason(stage: Stage, better: int, worse: int) -> Reason:
    return Reason(
        "knockout-seeds",
        gettext_noop("Seed %(better)s meets seed %(worse)s."),
        {"better": stage.seeds[better], "worse": stage.seeds[worse]},
    )


_WINNERS = Reason("knockout-winners", gettext_noop("Winners of neighbouring matches of the bracket."))
_FINAL = Reason("knockout-final", gettext_noop("The final: the winners of the semi-finals."))
_THIRD = Reason("knockout-third-place", gettext_noop("For third place: the losers of the semi-finals."))
_ALTERNATES = Reason(
    "colour-bracket", gettext_noop("Colours: those of the better seeds alternate down the bracket.")
)
_FEWER_WHITES = Reason("colour-fewer-whites", gettext_noop("Colours: who had White less often has it now."))
_TURNS = Reason("colour-turns", gettext_noop("Colours: the other way round than in the last game."))
_BY_LOT = Reason("colour-lot", gettext_noop("Colours: drawn by lot."))
_MOVED = Reason(
    "knockout-moved",
    gettext_noop("The seeds of two matches changed places, so that players do not meet who may not."),
)
_UNAVOIDABLE = Reason(
    "prohibited-unavoidable",
    gettext_noop(
        "They are not allowed to meet by the arbiter's decision, but the bracket leaves no other way."
    ),
)
_BYES = {
    "knockout-bye": (
        gettext_noop("%(player)s goes on without a match: the bracket has more places than players."),
        "bye",
    ),
    "knockout-walkover": (
        gettext_noop("%(player)s goes on without a match: nobody came out of the match beside his."),
        "full-bye",
    ),
}
