"""What a verification can find, what the arbiter may decide about it, and the search itself.

FINDINGS is the registry: to add a kind, write a `Finding`, its search in `find_in_game` (or where it is
noticed), and the translations of its three texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.board import Outcome
from engine.game import replay
from games.domain.opinions import drawn_since
from tournaments.domain.errors import gettext_noop
from tournaments.domain.openings import Opening
from tournaments.domain.results import RESULTS

DRAW = "1/2-1/2"
DUPLICATE_PLIES = 20
"""Games up to this length may be equal by chance; a longer one twice is a copy."""


@dataclass(frozen=True)
class Finding:
    """A kind of finding: its name, what it means (a template over the flag's details) and the two decisions.

    `settles` is the result code that upholding records; when it is empty, `settles_by` names the detail that
    holds it. `takes_back` says that dismissing takes the game's result off the record, `removes` that
    upholding takes the record itself off the pairing. `asks_result`: the arbiter may record another result
    with his decision.
    """

    key: str
    label: str
    says: str
    uphold: str
    dismiss: str
    settles: str = ""
    settles_by: str = ""
    takes_back: bool = False
    removes: bool = False
    asks_result: bool = False

    def settled(self, details: Mapping[str, Any]) -> str:
        """The result code that upholding records, "" when it changes no result."""
        return self.settles or str(details.get(self.settles_by, ""))


_KINDS = (
    Finding(
        "illegal",
        gettext_noop("illegal ply"),
        gettext_noop("%(reason)s Legal moves: %(legal)s."),
        gettext_noop("The record is wrong"),
        gettext_noop("Leave it as it is"),
        asks_result=True,
    ),
    Finding(
        "threefold",
        gettext_noop("threefold repetition"),
        gettext_noop("The same position, the same side to move, for the third time: a draw can be claimed."),
        gettext_noop("Record a draw"),
        gettext_noop("Let the game stand"),
        settles=DRAW,
    ),
    Finding(
        "no-progress",
        gettext_noop("no progress"),
        gettext_noop("Too many plies without a capture or a man's move: a draw can be claimed."),
        gettext_noop("Record a draw"),
        gettext_noop("Let the game stand"),
        settles=DRAW,
    ),
    Finding(
        "theoretical-draw",
        gettext_noop("theoretical draw"),
        gettext_noop(
            "From here on neither side can force a win or a capture (endgame tables); nobody scored a draw."
        ),
        gettext_noop("Record a draw"),
        gettext_noop("Let the game stand"),
        settles=DRAW,
    ),
    Finding(
        "claim",
        gettext_noop("claim of a draw"),
        gettext_noop("A draw is claimed: %(claim)s. %(answer)s"),
        gettext_noop("Record a draw"),
        gettext_noop("Refuse the claim"),
        settles=DRAW,
    ),
    Finding(
        "result-against-board",
        gettext_noop("the result contradicts the board"),
        gettext_noop("On the board the game ended %(board)s, the record of the game says %(game)s."),
        gettext_noop("Record what the board shows"),
        gettext_noop("Leave it as it is"),
        settles_by="board",
        asks_result=True,
    ),
    Finding(
        "result-against-record",
        gettext_noop("the game contradicts the recorded result"),
        gettext_noop("The game says %(game)s, the recorded result is %(record)s."),
        gettext_noop("Record the game's result"),
        gettext_noop("Keep the recorded result"),
        settles_by="game",
        asks_result=True,
    ),
    Finding(
        "duplicate",
        gettext_noop("same moves as another game"),
        gettext_noop("All %(plies)s plies are the same as in the game %(players)s."),
        gettext_noop("It is a copy"),
        gettext_noop("Both were played"),
        removes=True,
        asks_result=True,
    ),
    Finding(
        "names-differ",
        gettext_noop("names of other players"),
        gettext_noop("The record names other players: %(white)s – %(black)s."),
        gettext_noop("It is another game"),
        gettext_noop("It is this game"),
        removes=True,
        asks_result=True,
    ),
    Finding(
        "reported-by-player",
        gettext_noop("result reported by a player"),
        gettext_noop("A player reported %(game)s; the position on the board does not settle it."),
        gettext_noop("Confirm the result"),
        gettext_noop("Take the result back"),
        takes_back=True,
        asks_result=True,
    ),
    Finding(
        "wrong-opening",
        gettext_noop("another opening than drawn"),
        gettext_noop("The opening drawn for the round is %(opening)s; the game begins %(begins)s."),
        gettext_noop("Take the record off"),
        gettext_noop("Let the game stand"),
        removes=True,
        asks_result=True,
    ),
)
FINDINGS: dict[str, Finding] = {kind.key: kind for kind in _KINDS}


@dataclass(frozen=True)
class Found:
    """One thing found in a game: its kind, after which ply, and the details its sentence needs."""

    kind: str
    ply: int
    details: dict[str, Any] = field(default_factory=dict)


def find_in_game(
    *,
    ruleset: str,
    start_fen: str,
    moves: Sequence[str],
    result: str,
    recorded: str | None,
) -> list[Found]:
    """Replay a stored game and report what an arbiter should look at.

    `result` is the game's own result code ("" unknown), `recorded` the pairing's confirmed one (None: none,
    or not to be compared).
    """
    played = replay(ruleset, moves, start_fen or None)
    found = [Found(claim.kind, claim.ply) for claim in played.claims]
    if played.error is not None:
        details = {
            "move": played.error.move,
            "legal": ", ".join(played.error.legal),
            "reason": {"template": played.error.template, "params": dict(played.error.params)},
        }
        return [*found, Found("illegal", played.error.ply, details)]
    found += _theoretical_draw(ruleset, start_fen, moves, result or recorded or "")
    return found + _contradictions(played.outcome, len(played.moves), result, recorded)


def _theoretical_draw(ruleset: str, start_fen: str, moves: Sequence[str], result: str) -> list[Found]:
    """A game that the tables call drawn and that was not scored so: whether a draw was claimed is asked."""
    if plain(result) == DRAW:
        return []
    since = drawn_since(ruleset, moves, start_fen)
    return [] if since is None else [Found("theoretical-draw", since)]


def _contradictions(outcome: Outcome | None, plies: int, result: str, recorded: str | None) -> list[Found]:
    found = []
    if outcome is not None and result and plain(result) != outcome.result:
        found.append(Found("result-against-board", plies, {"board": outcome.result, "game": result}))
    own = outcome.result if outcome is not None else result
    if contradicts(own, recorded):
        found.append(Found("result-against-record", plies, {"game": own, "record": recorded}))
    return found


def find_departure(opening: Opening | None, start_fen: str, moves: Sequence[str]) -> list[Found]:
    """Whether a game begins otherwise than with the opening drawn for its round (None: play is free)."""
    ply = None if opening is None else opening.differs_at(start_fen, moves)
    if opening is None or ply is None:
        return []
    begins = " ".join(moves[: max(len(opening.moves), 2)])
    return [Found("wrong-opening", min(ply, len(moves)), {"opening": opening.text, "begins": begins})]


def plain(code: str) -> str:
    """A result code as a board and PDN know it: without the plus of a draw."""
    return DRAW if code in RESULTS and RESULTS[code].plus else code


def contradicts(own: str, recorded: str | None) -> bool:
    """Whether a game's result differs from the pairing's. A decision that both lose is above the game."""
    if not own or not recorded or plain(own) == plain(recorded):
        return False
    return RESULTS[recorded].rated or not RESULTS[recorded].played
