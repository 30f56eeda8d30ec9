"""The games of a snapshot's file: played through again before they are kept."""

from __future__ import annotations

from engine import FenError, pdn
from engine.game import Replay, replay
from games.domain.errors import Said
from games.domain.records import MAX_TEXT, fingerprint, write_record
from games.domain.snapshot_text import wrong
from games.models import Game
from tournaments.domain.errors import gettext_noop


def settle_game(game: Game, place: str) -> Said | None:
    """Give an unsaved game of a file what follows from its moves, whatever the file says of it.

    A move that cannot be played stays, as it does in an imported archive: the verification puts it into the
    arbiter's queue. Returns a remark where the file's record was of other moves. Raises InputError for a
    position or a record that cannot be read.
    """
    if len(game.pdn) > MAX_TEXT:
        raise wrong(f"{place}.pdn", gettext_noop("the record is too long."))
    try:
        played = replay(game.ruleset, game.moves, game.start_fen or None)
    except FenError as error:
        raise wrong(f"{place}.start_fen", "%(said)s", said=Said(error.template, error.params)) from error
    game.final_fen = played.board.fen()
    game.plies = len(game.moves)
    game.fingerprint = fingerprint(game.ruleset, game.start_fen, game.moves)
    if _moves_in(game) == played.notations:
        return None
    game.pdn = write_record(game.ruleset, {}, _kept(game, played), game.result, game.start_fen)
    return Said(
        gettext_noop("The record at %(place)s did not agree with its moves: it was written anew."),
        {"place": place},
    )


def _moves_in(game: Game) -> tuple[str, ...]:
    """The sound moves of the record's text."""
    games = list(pdn.read_games(game.pdn))
    if len(games) != 1:
        return ()
    return replay(game.ruleset, games[0].moves, game.start_fen or None).notations


def _kept(game: Game, played: Replay) -> tuple[str, ...]:
    return (*played.notations, *game.moves[len(played.notations) :])
