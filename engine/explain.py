"""Why a move is not legal, in words: which rule of the ruleset forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import IllegalMoveError, gettext_noop
from engine.movegen import INDEX, SHIFT, MoveGenerator
from engine.position import Position
from engine.routes import routes

_TOO_FAR = gettext_noop("%(end)s is too far from %(start)s for this piece.")


class Explainer:
    """Looks for the rule that forbids one written move. `path` holds the bits of the written squares."""

    def __init__(
        self,
        generator: MoveGenerator,
        position: Position,
        legal: tuple[Sequence[int], Sequence[int]],
        path: Sequence[int],
        text: str,
    ) -> None:
        men, kings, omen, okings = position.mine
        self.generator = generator
        self.position = position
        self.moves, self.taken = legal
        self.path = path
        self.text = text
        self.name = generator.board.name
        self.white = position.white_to_move
        self.king = bool(path[0] & kings)
        self.own = men | kings
        self.kings = kings
        self.last = generator.last_white if self.white else generator.last_black
        self.opp = omen | okings
        self.empty = generator.squares & ~(position.occupied ^ (path[0] & self.own))

    def error(self, written_as_capture: bool) -> IllegalMoveError:
        """The error that names the rule; the first of these questions with an answer decides."""
        return (
            self._about_the_piece()
            or self._about_an_unfinished_capture()
            or self._about_a_chain_of_jumps()
            or self._about_the_shape(written_as_capture)
            or self._about_the_duty()
            or self._say("not-legal", gettext_noop("%(move)s is not a legal move here."))
        )

    def _say(self, code: str, template: str, **params: object) -> IllegalMoveError:
        return IllegalMoveError(code, template, move=self.text, **params)

    def _names(self, bits: Sequence[int]) -> str:
        order = sorted(set(bits))
        return ", ".join(self.name[bit] for bit in order)

    def _about_the_piece(self) -> IllegalMoveError | None:
        start, end = self.path[0], self.path[-1]
        if not self.moves:
            return self._say("game-over", gettext_noop("The game is over: there is no legal move."))
        if start & self.opp:
            template = gettext_noop("The piece on %(square)s is the opponent's.")
            return self._say("not-your-piece", template, square=self.name[start])
        if not start & self.own:
            template = gettext_noop("There is no piece on %(square)s.")
            return self._say("no-piece", template, square=self.name[start])
        if start == end and len(self.path) == 2:
            template = gettext_noop("A piece cannot stay on its own square.")
            return self._say("same-square", template)
        if not end & self.empty:
            template = gettext_noop("%(square)s is occupied.")
            return self._say("occupied", template, square=self.name[end])
        return None

    def _about_an_unfinished_capture(self) -> IllegalMoveError | None:
        """The written move stops where a legal capture of the same piece only passes."""
        for move, taken in zip(self.moves, self.taken, strict=False):
            if 1 << (move >> SHIFT) != self.path[0]:
                continue
            target = 1 << (move & INDEX)
            for route in routes(self.generator, self.position, move, taken):
                landings = [step.crossed[-1] for step in route]
                if self.path[-1] in landings[:-1] and self.path[-1] != target:
                    template = gettext_noop("The capture must go on from %(square)s.")
                    return self._say("must-go-on", template, square=self.name[self.path[-1]])
        return None

    def _about_a_chain_of_jumps(self) -> IllegalMoveError | None:
        """The written squares are jumps the piece could make, but the rules want others."""
        end = self._chain(self.path[0], self.king, self.opp, self.path[1:])
        if end is None:
            return None
        landings, opp, king = end
        if not self.king and self._only_kings_capture():
            return self._king_must_capture()
        going_on = [bit for bit in landings if self._jumps(bit, opp, king)]
        if self.path[-1] in going_on:
            template = gettext_noop("The capture must go on from %(square)s.")
            return self._say("must-go-on", template, square=self.name[self.path[-1]])
        if going_on and self.generator.strict:
            template = gettext_noop("The king must land where it can go on capturing: %(squares)s.")
            return self._say("must-land", template, squares=self._names(going_on))
        if self.generator.majority:
            template = gettext_noop("A capture of more pieces is possible and must be made: %(count)d.")
            return self._say("must-capture-most", template, count=self.taken[0].bit_count())
        return None

    def _about_the_shape(self, written_as_capture: bool) -> IllegalMoveError | None:
        """The first leg that this kind of piece cannot make on this board."""
        for start, end in zip(self.path, self.path[1:], strict=False):
            if any(end in jump[1] for jump in self._jumps(start, self.opp, self.king)):
                continue
            between = self.generator.board.line(start, end)
            if between is None:
                template = gettext_noop("%(start)s and %(end)s are not on one diagonal.")
                return self._leg("not-diagonal", template, start, end)
            victims = [bit for bit in between if bit & self.opp]
            reason = self._about_a_leg(start, end, between, len(victims))
            if reason is not None:
                return reason
            if written_as_capture and not victims:
                template = gettext_noop("There is nothing to capture between %(start)s and %(end)s.")
                return self._leg("nothing-to-capture", template, start, end)
            if not victims and between and not (self.king and self.generator.flying):
                return self._leg("too-far", _TOO_FAR, start, end)
        return None

    def _jumps(self, start: int, opp: int, king: bool) -> list[tuple[int, list[int]]]:
        return self.generator.jumps(start, king, self.white, opp, self.empty)

    def _chain(
        self, at: int, king: bool, opp: int, wanted: Sequence[int]
    ) -> tuple[list[int], int, bool] | None:
        """A chain of jumps through the wanted squares that ends on the last of them.

        Returns where the last jump could have landed, what is left of the opponent, and whether the piece is
        a king by then.
        """
        for victim, landings in self._jumps(at, opp, king):
            for landing in landings:
                rest = wanted[1:] if landing == wanted[0] else wanted
                crowned = king or (self.generator.goes_on and bool(landing & self.last))
                if not rest:
                    return landings, opp ^ victim, crowned
                end = self._chain(landing, crowned, opp ^ victim, rest)
                if end is not None:
                    return end
        return None

    def _leg(self, code: str, template: str, start: int, end: int) -> IllegalMoveError:
        return self._say(code, template, start=self.name[start], end=self.name[end])

    def _about_a_leg(self, start: int, end: int, between: list[int], victims: int) -> IllegalMoveError | None:
        """What keeps the piece from going from `start` to `end`, two squares of one diagonal."""
        long_reach = self.king and self.generator.flying
        if not long_reach and len(between) > 1:
            return self._leg("too-far", _TOO_FAR, start, end)
        if any(bit & ~self.empty & ~self.opp for bit in between):
            template = gettext_noop("An own piece stands between %(start)s and %(end)s.")
            return self._leg("own-piece-between", template, start, end)
        if victims > 1:
            template = gettext_noop("The way from %(start)s to %(end)s is blocked.")
            return self._leg("way-blocked", template, start, end)
        backward = not self.king and (end < start if self.white else end > start)
        if backward and victims:
            template = gettext_noop("A man captures forward only.")
            return self._leg("man-captures-forward", template, start, end)
        if backward:
            return self._leg("man-moves-forward", gettext_noop("A man moves forward only."), start, end)
        return None

    def _only_kings_capture(self) -> bool:
        origins = [1 << (move >> SHIFT) for move in self.moves]
        return bool(self.taken) and self.generator.king_priority and bool(origins[0] & self.kings)

    def _king_must_capture(self) -> IllegalMoveError:
        origins = [1 << (move >> SHIFT) for move in self.moves]
        template = gettext_noop("A king can capture, so a king must: from %(squares)s.")
        return self._say("king-must-capture", template, squares=self._names(origins))

    def _about_the_duty(self) -> IllegalMoveError | None:
        if not self.taken:
            return None
        if self._only_kings_capture():
            return self._king_must_capture()
        origins = [1 << (move >> SHIFT) for move in self.moves]
        template = gettext_noop("A capture is possible and must be made: from %(squares)s.")
        return self._say("must-capture", template, squares=self._names(origins))
