"""Several games of the same two players as one score and one result, and whether another must decide."""

from collections.abc import Sequence

from tournaments.domain.results import RESULTS, Scoring, code_of_sums, reversed_code


def for_first_white(codes: Sequence[str | None]) -> tuple[str | None, ...]:
    """Return the codes of games in which colours change over, each as for the White of the first game.

    None stays None: that game is not finished.
    """
    return tuple(reversed_code(code) if code and at % 2 else code for at, code in enumerate(codes))


def match_points(codes: Sequence[str | None], scoring: Scoring) -> tuple[int, int]:
    """Return the integer points so far of the White of the first game and of his opponent.

    ``codes`` are written for each game's own White, colours change over from game to game.
    """
    kinds = [RESULTS[code] for code in for_first_white(codes) if code]
    white = sum(scoring.points(kind.white) for kind in kinds)
    return white, sum(scoring.points(kind.black) for kind in kinds)


def match_code(codes: Sequence[str | None], scoring: Scoring) -> str | None:
    """Return the result of several games as one, by the sum of their points; None while one is missing.

    ``codes`` as in ``match_points``, the result is for the White of the first game; one game is its own
    result. Games that were all decided without play make a forfeit.
    """
    if len(codes) < 2 or None in codes:
        return codes[0] if len(codes) == 1 else None
    played = any(RESULTS[code].played for code in codes if code)
    return code_of_sums(*match_points(codes, scoring), played=played)


def play_off_points(play_off: Sequence[str], games: int, scoring: Scoring) -> tuple[int, int]:
    """Return the points of the pairing's White and Black over the games after the round's own ``games``."""
    return match_points((*(None for _ in range(games)), *play_off), scoring)


def play_off_is_open(
    codes: Sequence[str | None], play_off: Sequence[str], scoring: Scoring, planned: int
) -> bool:
    """Return whether another game must decide: the round's are tied, and those after them decide nothing yet.

    ``codes`` are the round's games, ``play_off`` the further ones, of which ``planned`` are played at most:
    fewer when the lead cannot be caught any more. A tie in which nobody has anything (neither came, both
    lost) is not played off.
    """
    result = match_code(codes, scoring)
    if result is None or RESULTS[result].white != "draw" or RESULTS[result].black != "draw":
        return False
    left = planned - len(play_off)
    white, black = play_off_points(play_off, len(codes), scoring)
    return left > 0 and abs(white - black) <= left * (scoring.win - scoring.loss)
