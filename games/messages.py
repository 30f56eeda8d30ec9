"""What was found in a game, in the reader's language."""

from __future__ import annotations

from games.domain.errors import Said
from games.models import Flag
from tournaments.domain.results import RESULTS
from tournaments.messages import explain
from tournaments.templatetags.pages import result_text


def explain_flag(flag: Flag) -> str:
    """The sentence of a finding; results as people write them."""
    said = flag.said
    return explain(
        Said(said.template, {name: _shown(value) for name, value in said.params.items()} | {"ply": flag.ply})
    )


def explain_opinion(flag: Flag) -> str:
    """What the engine says of the position at the finding, "" before the game is checked."""
    said = flag.engine_said
    if said is None:
        return ""
    return explain(Said(said.template, {name: _shown(value) for name, value in said.params.items()}))


def _shown(value: object) -> object:
    return result_text(value) if isinstance(value, str) and value in RESULTS else value
