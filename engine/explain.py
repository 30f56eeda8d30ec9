"""Why a move is not legal, in words: which rule of the ruleset forbids it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import IllegalMoveError, gettext_noop
from engine.movegen import INDEX, SHIFT, MoveGenerator, Moves, Taken
from engine.notation import usual_names
from engine.position import Position, last_row
from engine.routes import Jump, jumps, routes

_TOO_FAR = gettext_noop("%(end)s is too far from %(start)s for this piece.")


class _Chain(NamedTuple):
    """Jumps a piece could make: where the last could have landed, what it left, the kings it took."""

    landings: list[int]
    opp: int
    empty: int
    king: bool


class Explainer:
    """Looks for the rule that forbids one written move. `path` holds the bits of the written squares."""

    def __init__(
        self,
        generator: MoveGenerator,
        position: Position,
        legal: tuple[Moves, Taken],
        path: Sequence[int],
        text: str,
    ) -> None:
        men, kings, omen, okings = position.mine
        self.generator = generator
        self.rules = generator.rules
        self.position = position
        self.moves, self.taken = legal
        self.path = path
        self.text = text
        # Squares are named as the moves of this ruleset are written.
        self.name = usual_names(self.rules)
        self.white = position.white_to_move
        self.king = bool(path[0] & kings)
        self.own = men | kings
        self.kings = kings
        self.okings = okings
        self.last = last_row(generator, self.white)
        self.opp = omen | okings
        self.empty = generator.board.squares & ~(position.occupied ^ (path[0] & self.own))
        self.capturing = [
            1 << (move >> SHIFT) for move, taken in zip(self.moves, self.taken, strict=False) if taken
        ]

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
            if not taken or 1 << (move >> SHIFT) != self.path[0]:
                continue
            target = 1 << (move & INDEX)
            for route in routes(self.generator, self.position, move, taken):
                landings = [step.crossed[-1] for step in route]
                if self.path[-1] in landings[:-1] and self.path[-1] != target:
                    return self._must_go_on()
        return None

    def _must_go_on(self) -> IllegalMoveError:
        template = gettext_noop("The capture must go on from %(square)s.")
        return self._say("must-go-on", template, square=self.name[self.path[-1]])

    def _about_a_chain_of_jumps(self) -> IllegalMoveError | None:
        """The written squares are jumps the piece could make, but the rules want others."""
        chain = self._chain(self.path[0], self.king, self.opp, self.empty, self.path[1:])
        if chain is None:
            return None
        if not self.king and self._only_kings_capture():
            return self._king_must_capture()
        going_on = [bit for bit in chain.landings if self._jumps(bit, chain.opp, chain.king, chain.empty)]
        if self.path[-1] in going_on:
            return self._must_go_on()
        if going_on and self.rules.strict_landing:
            template = gettext_noop("The king must land where it can go on capturing: %(squares)s.")
            return self._say("must-land", template, squares=self._names(going_on))
        return self._about_preferences(self.opp & ~chain.opp)

    def _about_preferences(self, taken: int) -> IllegalMoveError | None:
        """Another capture is better by one of the ruleset's preferences, taken in their order."""
        most = max((captured.bit_count() for captured in self.taken), default=0)
        most_kings = max(((captured & self.okings).bit_count() for captured in self.taken), default=0)
        by_king = bool(self.capturing and self.capturing[0] & self.kings)
        for preference in self.rules.preferences:
            if preference == "pieces" and taken.bit_count() < most:
                template = gettext_noop("A capture of more pieces is possible and must be made: %(count)d.")
                return self._say("must-capture-most", template, count=most)
            if preference == "king" and by_king and not self.king:
                template = gettext_noop("A king can capture as many, so a king must: from %(squares)s.")
                return self._say("must-capture-by-king", template, squares=self._names(self.capturing))
            if preference == "kings" and (taken & self.okings).bit_count() < most_kings:
                template = gettext_noop("A capture of more kings is possible and must be made: %(count)d.")
                return self._say("must-capture-kings", template, count=most_kings)
            if preference == "king-first":
                template = gettext_noop("A capture that meets a king earlier must be made: from %(squares)s.")
                return self._say("must-meet-king-first", template, squares=self._names(self.capturing))
        return None

    def _about_the_shape(self, written_as_capture: bool) -> IllegalMoveError | None:
        """The first leg that this kind of piece cannot make on this board."""
        for start, end in zip(self.path, self.path[1:], strict=False):
            if any(end in jump.landings for jump in self._jumps(start, self.opp, self.king, self.empty)):
                continue
            leg = self.generator.board.leg(start, end)
            if leg is None:
                return self._not_in_line(start, end)
            direction, between = leg
            victims = [bit for bit in between if bit & self.opp]
            reason = self._about_a_leg(start, end, between, victims) or self._about_the_direction(
                start, end, direction, bool(victims)
            )
            if reason is None and victims and not self.king and self.rules.men_capture_kings is False:
                template = gettext_noop("A man cannot capture a king.")
                reason = self._leg("man-spares-king", template, start, end)
            if reason is not None:
                return reason
            if written_as_capture and not victims:
                template = gettext_noop("There is nothing to capture between %(start)s and %(end)s.")
                return self._leg("nothing-to-capture", template, start, end)
            if not victims and between and not (self.king and self.rules.flying_kings):
                return self._leg("too-far", _TOO_FAR, start, end)
        return None

    def _not_in_line(self, start: int, end: int) -> IllegalMoveError:
        if self.rules.every_square:
            template = gettext_noop("%(start)s and %(end)s are not on one row or file.")
            return self._leg("not-in-line", template, start, end)
        template = gettext_noop("%(start)s and %(end)s are not on one diagonal.")
        return self._leg("not-diagonal", template, start, end)

    def _jumps(self, start: int, opp: int, king: bool, empty: int) -> list[Jump]:
        prey = opp if king or self.rules.men_capture_kings else opp & ~self.okings
        return list(jumps(self.generator, start, king, self.white, prey, empty))

    def _chain(self, at: int, king: bool, opp: int, empty: int, wanted: Sequence[int]) -> _Chain | None:
        """A chain of jumps through the wanted squares that ends on the last of them."""
        for victim, landings, _ in self._jumps(at, opp, king, empty):
            free = empty | victim if self.rules.removed_at_once else empty
            for landing in landings:
                rest = wanted[1:] if landing == wanted[0] else wanted
                crowned = king or (self.generator.goes_on and bool(landing & self.last))
                if not rest:
                    return _Chain(landings, opp ^ victim, free, crowned)
                end = self._chain(landing, crowned, opp ^ victim, free, rest)
                if end is not None:
                    return end
        return None

    def _leg(self, code: str, template: str, start: int, end: int) -> IllegalMoveError:
        return self._say(code, template, start=self.name[start], end=self.name[end])

    def _about_a_leg(
        self, start: int, end: int, between: Sequence[int], victims: Sequence[int]
    ) -> IllegalMoveError | None:
        """What stands in the way from `start` to `end`, two squares of one line, or makes it too long."""
        long_reach = self.king and self.rules.flying_kings
        if not long_reach and len(between) > 1:
            return self._leg("too-far", _TOO_FAR, start, end)
        if any(bit & ~self.empty & ~self.opp for bit in between):
            template = gettext_noop("An own piece stands between %(start)s and %(end)s.")
            return self._leg("own-piece-between", template, start, end)
        if len(victims) > 1:
            template = gettext_noop("The way from %(start)s to %(end)s is blocked.")
            return self._leg("way-blocked", template, start, end)
        return None

    def _about_the_direction(
        self, start: int, end: int, direction: int, capture: bool
    ) -> IllegalMoveError | None:
        """A man goes forward; where it captures backward, it still moves forward."""
        forward = self.generator.ways_forward(self.white, capture=capture)
        if self.king or forward >> direction & 1:
            return None
        if self.rules.every_square:
            template = gettext_noop("A man goes forward and sideways only.")
            return self._leg("man-goes-forward", template, start, end)
        if capture:
            template = gettext_noop("A man captures forward only.")
            return self._leg("man-captures-forward", template, start, end)
        return self._leg("man-moves-forward", gettext_noop("A man moves forward only."), start, end)

    def _only_kings_capture(self) -> bool:
        return self.rules.king_priority and bool(self.capturing) and bool(self.capturing[0] & self.kings)

    def _king_must_capture(self) -> IllegalMoveError:
        template = gettext_noop("A king can capture, so a king must: from %(squares)s.")
        return self._say("king-must-capture", template, squares=self._names(self.capturing))

    def _about_the_duty(self) -> IllegalMoveError | None:
        if not self.capturing or self.rules.huffing:
            return None
        if self._only_kings_capture():
            return self._king_must_capture()
        template = gettext_noop("A capture is possible and must be made: from %(squares)s.")
        return self._say("must-capture", template, squares=self._names(self.capturing))
