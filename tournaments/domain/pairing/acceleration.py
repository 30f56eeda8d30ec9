"""Accelerated Swiss rounds: virtual points that the upper half has while the first rounds are paired.

Baku acceleration (FIDE C.04.7): group GA is the first half of the field, rounded up to an even number. The
accelerated rounds are the first half of all, rounded up; in the first half of them, again rounded up, GA has
the points of a win, in the others those of a draw. Nobody else ever has virtual points, and they count for
pairing alone.
"""

from collections.abc import Callable, Mapping, Sequence

from tournaments.domain.state import ACCELERATION, TournamentState, VirtualPoints


def virtual_points(state: TournamentState, total_rounds: int) -> tuple[VirtualPoints, ...]:
    """Return who has how many virtual points in which rounds of ``total_rounds``.

    It is what the state says (a file's record 250), else what its option ACCELERATION makes of the field.
    Points are integers of the state's scoring, players are starting numbers.
    """
    return state.virtual_points or _WAYS[str(state.options.get(ACCELERATION, "none"))](state, total_rounds)


def virtual_of(ranges: Sequence[VirtualPoints], player: int, round_number: int) -> int:
    """Return the virtual points of a player in a round: those of the last range that holds both, else 0."""
    return next(
        (
            each.points
            for each in reversed(ranges)
            if each.players[0] <= player <= each.players[1]
            and each.rounds[0] <= round_number <= each.rounds[1]
        ),
        0,
    )


def _none(_state: TournamentState, _total_rounds: int) -> tuple[VirtualPoints, ...]:
    return ()


def _baku(state: TournamentState, total_rounds: int) -> tuple[VirtualPoints, ...]:
    border = last_of_upper_group(state)
    accelerated = (total_rounds + 1) // 2
    with_win = (accelerated + 1) // 2
    stages = ((state.scoring.win, 1, with_win), (state.scoring.draw, with_win + 1, accelerated))
    return tuple(
        VirtualPoints(points, (first, last), (1, border))
        for points, first, last in stages
        if border and first <= last
    )


def last_of_upper_group(state: TournamentState) -> int:
    """Return the starting number of the last player of GA (0: nobody).

    Who began the tournament decides it: late entries are ranked in above or below that player and do not make
    another the last (C.04.7 art. 1.3), so that GA may then have an odd number of players.
    """
    began = [
        number
        for number, entry in state.by_number.items()
        if entry.has_joined(1) and not entry.has_withdrawn(1)
    ]
    in_group = 2 * ((len(began) + 3) // 4)
    return began[min(in_group, len(began)) - 1] if began else 0


_WAYS: Mapping[str, Callable[[TournamentState, int], tuple[VirtualPoints, ...]]] = {
    "none": _none,
    "baku": _baku,
}
