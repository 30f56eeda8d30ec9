"""The only module that knows gacrux, the library that pairs FIDE Dutch rounds.

A plain problem goes in and plain pairs come out; both can be written as JSON, so that a child process can
solve it as well (see ``solve``).
"""

import json
import logging
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from tournaments.domain.errors import PairingError, gettext_noop
from tournaments.domain.pairing.dutch_brackets import DutchBracket, read_brackets

logger = logging.getLogger(__name__)

CHILD_FROM = 60
"""Players from which a limited round is solved in a child process (its start costs about half a second)."""


@dataclass(frozen=True)
class DutchGame:
    """A result of an earlier round; ``black`` 0 is a bye.

    Letters: W D L of a game, a forfeit or a pairing bye (a bye that counts as ``played``), F H Z other byes.
    """

    round: int
    white: int
    black: int
    white_letter: str
    black_letter: str
    played: bool


@dataclass(frozen=True)
class DutchProblem:
    """A round to pair: players 1..n in pairing order, ``present`` of them, the earlier ``games``.

    ``virtual`` are (points, first round, last round, first player, last player) of an acceleration, of which
    the last that fits holds; ``prohibited`` are groups of players of whom no two may meet in this round,
    ``adjustments`` (player, round, points) by decision.
    """

    players: int
    present: tuple[int, ...]
    games: tuple[DutchGame, ...]
    number: int
    total_rounds: int
    top_colour: str
    points: Mapping[str, int]
    virtual: tuple[tuple[int, int, int, int, int], ...] = ()
    prohibited: tuple[tuple[int, ...], ...] = ()
    adjustments: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class DutchPair:
    """A pair (``black`` 0: the bye), and which rule of article 5.2 or 1.5 gave the colours."""

    white: int
    black: int
    colour_rule: str


@dataclass(frozen=True)
class DutchRound:
    """The pairs in no order that matters, the score groups from above; ``failed``: no pairing is legal."""

    pairs: tuple[DutchPair, ...] = ()
    brackets: tuple[DutchBracket, ...] = ()
    failed: bool = False


def solve(problem: DutchProblem, time_limit: float | None = None) -> DutchRound:
    """Return the round of ``problem``, with ``failed`` set when no pairing is legal.

    A round of hundreds of players can take a minute in pure Python. Where a limit is set, a large field is
    solved in a child process: it can be ended whatever it is doing, which neither a signal (these work in the
    main thread alone) nor a watching thread can do, and the web process goes on serving meanwhile. A small
    field takes less time than the child's start and is solved here.

    Raises ``PairingError``: ``pairing-timeout`` when ``time_limit`` seconds have passed, ``pairing-broke``
    when the library fails in any other way. Neither leaves the arbiter without a round: he can pair by hand.
    """
    if time_limit is None or problem.players < CHILD_FROM:
        try:
            return solve_here(problem)
        except Exception as error:
            logger.exception("Round %s could not be paired", problem.number)
            raise _broke(problem) from error
    return _solve_in_child(problem, time_limit)


def _solve_in_child(problem: DutchProblem, time_limit: float) -> DutchRound:
    try:
        # Nothing that anybody typed is in the command.
        answer = subprocess.run(  # noqa: S603
            [sys.executable, "-c", f"from {__name__} import main; main()"],
            input=json.dumps(asdict(problem)),
            capture_output=True,
            check=True,
            cwd=Path(__file__).parents[3],
            text=True,
            timeout=time_limit,
        )
    except subprocess.TimeoutExpired:
        raise PairingError(
            "pairing-timeout",
            gettext_noop(
                "Round %(number)s with %(players)s players was not paired within %(seconds)s seconds."
                " Try again, or pair this round by hand."
            ),
            number=problem.number,
            players=problem.players,
            seconds=f"{time_limit:g}",
        ) from None
    except subprocess.CalledProcessError as error:
        logger.error("Round %s could not be paired: %s", problem.number, error.stderr)
        raise _broke(problem) from error
    return _read_round(json.loads(answer.stdout))


def _broke(problem: DutchProblem) -> PairingError:
    return PairingError(
        "pairing-broke",
        gettext_noop(
            "The program that pairs Swiss rounds failed on round %(number)s with %(players)s players. Pair"
            " this round by hand; the server's log says what happened."
        ),
        number=problem.number,
        players=problem.players,
    )


def solve_here(problem: DutchProblem) -> DutchRound:
    """Return the round of ``problem``, computed in this process."""
    # Its import takes a third of a second, which a site that only shows tables need not spend.
    from gacrux.gacruxexeptions import GacruxNoLegalPairing  # noqa: PLC0415
    from gacrux.pairingdutch import pairing_dutch  # noqa: PLC0415

    parameters: dict[str, Any] = {"experimental": [], "verbose": 0}
    engine = pairing_dutch(_tournament(problem), problem.number, parameters)
    try:
        brackets: Sequence[Mapping[str, Any]] = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        return DutchRound(failed=True)
    return DutchRound(
        tuple(
            DutchPair(pair["w"], pair["b"], pair["colorrule"])
            for bracket in brackets
            for pair in bracket["pairs"]
        ),
        _brackets_of(engine, brackets, problem),
    )


def _brackets_of(
    engine: Any, brackets: Sequence[Mapping[str, Any]], problem: DutchProblem
) -> tuple[DutchBracket, ...]:
    """Return what became of the score groups, nothing where the library says it in a way not known here.

    It is read from inside of the library, only to explain the round: that must not cost the round itself.
    """
    try:
        scores = [int(score) for score in engine.crosstable.levels()]
        return read_brackets(brackets, engine.competitors, scores, problem.number - 1)
    except Exception:
        logger.exception("Round %s is paired, its score groups cannot be read", problem.number)
        return ()


def _tournament(problem: DutchProblem) -> dict[str, Any]:
    """Return the problem in the library's own form.

    The initial colour is always given, or it would be drawn anew at each call; a random number per player
    likewise. Coming absences are ``present`` False: a column of the next round would count as a result.
    """
    points = {letter: Decimal(value) for letter, value in problem.points.items()}
    return {
        "tournamentType": "Swiss",
        "teamTournament": False,
        "numRounds": problem.total_rounds,
        "currentRound": problem.number - 1,
        "topColor": problem.top_colour,
        "scoreSystem": {"game": points | {"F": "W", "H": "D", "P": "W", "A": "D", "U": "Z"}},
        "competitors": [
            {
                "cid": number,
                "rank": number,
                "random": number,
                "present": number in problem.present,
                "adjust": [
                    {"round": at, "points": Decimal(given), "pairing": True}
                    for player, at, given in problem.adjustments
                    if player == number
                ],
            }
            for number in range(1, problem.players + 1)
        ],
        "gameList": [_game(game) for game in problem.games],
        "accelerated": {"name": "Acc", "values": [_acceleration(*each) for each in problem.virtual]},
        "prohibited": [
            {"firstRound": problem.number, "lastRound": problem.number, "competitors": list(group)}
            for group in problem.prohibited
        ],
    }


def _acceleration(
    points: int, first_round: int, last_round: int, first_player: int, last_player: int
) -> dict[str, Any]:
    return {
        "gamePoints": Decimal(points),
        "matchPoints": Decimal(points),
        "firstRound": first_round,
        "lastRound": last_round,
        "firstCompetitor": first_player,
        "lastCompetitor": last_player,
    }


def _game(game: DutchGame) -> dict[str, Any]:
    black = {"cid": game.black, "result": game.black_letter} if game.black else None
    return {
        "round": game.round,
        "white": {"cid": game.white, "result": game.white_letter},
        "black": black,
        "played": game.played,
        "rated": False,
    }


def _read_problem(raw: dict[str, Any]) -> DutchProblem:
    return DutchProblem(
        games=tuple(DutchGame(**game) for game in raw.pop("games")),
        present=tuple(raw.pop("present")),
        virtual=tuple((a, b, c, d, e) for a, b, c, d, e in raw.pop("virtual")),
        prohibited=tuple(tuple(group) for group in raw.pop("prohibited")),
        adjustments=tuple((a, b, c) for a, b, c in raw.pop("adjustments")),
        **raw,
    )


def _read_round(raw: dict[str, Any]) -> DutchRound:
    return DutchRound(
        tuple(DutchPair(**pair) for pair in raw["pairs"]),
        tuple(
            DutchBracket(unmet=tuple((code, count) for code, count in bracket.pop("unmet")), **bracket)
            for bracket in raw["brackets"]
        ),
        raw["failed"],
    )


def main() -> None:
    """Solve the problem on standard input: what the child process does."""
    problem = _read_problem(json.load(sys.stdin))
    # Whatever the library may want to say is not the answer.
    with redirect_stdout(sys.stderr):
        found = solve_here(problem)
    json.dump(asdict(found), sys.stdout)
