"""The HUB protocol, version 2: how draughts programs drive an engine over standard input and output.

A line is a command with arguments, `name=value`, values in double quotes where they hold spaces. Positions
are the side to move and one letter a square in the order of the squares' numbers; moves are written with
numbers, a capture as from, to and every captured square: `28x19x23`. The protocol was made for the 10x10
board; the other boards are written the same way here.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from typing import TextIO

from engine.board import Board
from engine.errors import EngineError, gettext_noop
from engine.move import Move
from engine.rulesets import RULESETS
from engine.search.analysis import Engine
from engine.search.lines import Line

VERSION = "1.0"
# The protocol calls international draughts the normal game. Huffing has no notation in it.
VARIANTS = {"normal": "international", **{key: key for key, rules in RULESETS.items() if not rules.huffing}}
LETTERS = {"w": "", "b": "", "W": "K", "B": "K", "e": None}
_ARGUMENT = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?')
MOVES_TO_GO = 30
OVERHEAD = 0.05
MOVE_OVERHEAD = 0.005
SHORTEST = 0.01
LARGEST_SHARE = 0.4
WON = 100.0
FORCED_DEPTH = 2  # a forced move and the answer to expect

Arguments = dict[str, str]


def read_line(line: str) -> tuple[str, Arguments]:
    """The command of a line and its arguments; a flag has the value ""."""
    found = [(name, quoted or plain or "") for name, quoted, plain in _ARGUMENT.findall(line)]
    return (found[0][0], dict(found[1:])) if found else ("", {})


def read_position(text: str, ruleset: str) -> Board:
    """A board from the protocol's form of a position; EngineError when it is none of the ruleset."""
    board = Board(ruleset)
    numbers = board.geometry.by_number
    if len(text) != len(numbers) + 1 or text[0] not in "WB" or set(text[1:]) - set(LETTERS):
        raise EngineError(
            "unreadable-position",
            gettext_noop("A position is W or B and one of w, b, W, B, e for each of %(squares)d squares."),
            squares=len(numbers),
        )
    sides: dict[str, list[str]] = {"w": [], "b": []}
    for number, letter in enumerate(text[1:], 1):
        if letter != "e":
            sides[letter.lower()].append(f"{LETTERS[letter]}{number}")
    return Board(ruleset, f"{text[0]}:W{','.join(sides['w'])}:B{','.join(sides['b'])}")


def write_position(board: Board) -> str:
    """The protocol's form of a position."""
    signs = {"wm": "w", "wk": "W", "bm": "b", "bk": "B"}
    names = board.geometry.by_number
    pieces = board.pieces()
    letters = [signs[pieces[names[n]]] if names[n] in pieces else "e" for n in range(1, len(names) + 1)]
    return board.turn[0].upper() + "".join(letters)


def write_move(board: Board, move: Move) -> str:
    """The protocol's form of a move."""
    number = board.geometry.number
    ends = [number[move.from_square], number[move.to_square]]
    if not move.captured:
        return "-".join(map(str, ends))
    return "x".join(map(str, ends + sorted(number[square] for square in move.captured)))


def read_move(board: Board, text: str) -> Move:
    """The legal move that the protocol's form means; EngineError when there is none."""
    wanted = re.split("[-x]", text)
    for move in board.legal_moves:
        written = re.split("[-x]", write_move(board, move))
        if written[:2] == wanted[:2] and sorted(written[2:]) == sorted(wanted[2:]):
            return move
    raise EngineError("illegal-move", gettext_noop("%(move)s is not a legal move here."), move=text)


def time_for_move(arguments: Arguments) -> float | None:
    """The seconds for the next move by the arguments of `level`; None without a limit of time."""
    if "move-time" in arguments:
        return max(float(arguments["move-time"]) - MOVE_OVERHEAD, SHORTEST)
    if "time" not in arguments:
        return None
    left, increment = float(arguments["time"]), float(arguments.get("inc", "0"))
    moves = int(arguments.get("moves", "0")) or MOVES_TO_GO
    share = min(left / min(moves, MOVES_TO_GO) + increment, max(left, 0) * LARGEST_SHARE + increment)
    return max(min(share, left + increment - OVERHEAD), SHORTEST)


class Search:
    """One search in a thread of its own. It can be stopped, and its clock may start later (pondering)."""

    def __init__(self, seconds: float | None, runs: bool) -> None:
        self.seconds = seconds
        self.deadline: float | None = None
        self.stopped = threading.Event()
        if runs:
            self.start_clock()

    def start_clock(self) -> None:
        """From now on the time counts."""
        if self.seconds is not None:
            self.deadline = time.monotonic() + self.seconds

    def is_set(self) -> bool:
        """Whether the search must stop."""
        return self.stopped.is_set() or (self.deadline is not None and time.monotonic() >= self.deadline)


class Hub:
    """One conversation: reads lines from `source` and answers to `target`."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source, self.target = source, target
        self.variant = "normal"
        self.engine: Engine | None = None
        self.board: Board | None = None
        self.level: Arguments = {}
        self.search: Search | None = None
        self.thread: threading.Thread | None = None
        self.writing = threading.Lock()
        self.commands: dict[str, Callable[[Arguments], None]] = {
            "hub": self.introduce,
            "set-param": self.set_param,
            "init": self.init,
            "new-game": self.new_game,
            "pos": self.set_position,
            "level": self.set_level,
            "go": self.go,
            "ponder-hit": self.ponder_hit,
            "stop": self.stop,
            "ping": lambda arguments: self.say("pong"),
        }

    def run(self) -> None:
        """Serve until `quit` or the end of the input. Unknown commands are ignored, as the protocol asks."""
        for line in self.source:
            name, arguments = read_line(line)
            if name == "quit":
                break
            command = self.commands.get(name)
            if command is None:
                continue
            try:
                command(arguments)
            except (EngineError, ValueError) as error:
                self.complain(str(error))
        self.finish(stop=True)

    def say(self, line: str) -> None:
        """Send one line."""
        with self.writing:
            self.target.write(f"{line}\n")
            self.target.flush()

    def complain(self, message: str) -> None:
        """Send an error; the protocol's values hold no double quotes."""
        self.say(f'error message="{message.replace(chr(34), chr(39))}"')

    def introduce(self, arguments: Arguments) -> None:
        """`hub`: who we are and what can be set."""
        self.say(f'id name=Dama version={VERSION} author="The Dama authors"')
        self.say(f'param name=variant value=normal type=enum values="{" ".join(VARIANTS)}"')
        self.say("wait")

    def set_param(self, arguments: Arguments) -> None:
        """`set-param name=variant value=...`; parameters of other engines are ignored."""
        if arguments.get("name") != "variant":
            return
        value = arguments.get("value", "")
        if value not in VARIANTS:
            raise EngineError(
                "unknown-variant",
                gettext_noop("There is no variant %(variant)s. Known variants: %(known)s."),
                variant=value,
                known=", ".join(VARIANTS),
            )
        self.finish(stop=True)
        self.variant, self.engine, self.board = value, None, None

    def init(self, arguments: Arguments) -> None:
        """`init`: make the engine, then be ready."""
        self.ready_engine()
        self.say("ready")

    def ready_engine(self) -> Engine:
        """The engine of the chosen variant."""
        if self.engine is None:
            self.engine = Engine(VARIANTS[self.variant])
        return self.engine

    def new_game(self, arguments: Arguments) -> None:
        """`new-game`: what was learned in the last game is forgotten."""
        self.finish(stop=True)
        self.ready_engine().forget()

    def set_position(self, arguments: Arguments) -> None:
        """`pos pos=... moves="..."`; `pos start` is the start of a game."""
        self.finish(stop=True)
        self.board = None
        ruleset = VARIANTS[self.variant]
        board = Board(ruleset) if "start" in arguments else read_position(arguments.get("pos", ""), ruleset)
        for text in arguments.get("moves", "").split():
            board.push(read_move(board, text))
        self.board = board

    def set_level(self, arguments: Arguments) -> None:
        """`level`: the limits of the next searches; `nodes=...` is an addition to the protocol."""
        time_for_move(arguments)
        for name in ("depth", "nodes"):
            int(arguments.get(name, "0"))
        self.level = arguments

    def go(self, arguments: Arguments) -> None:
        """`go think|ponder|analyze`."""
        self.finish(stop=True)
        if self.board is None:
            raise EngineError("no-position", gettext_noop("Send a position (pos) before go."))
        self.search = Search(time_for_move(self.level), "ponder" not in arguments)
        job = (self.ready_engine(), self.board.copy(), self.search, "think" in arguments)
        self.thread = threading.Thread(target=self._search, args=job, daemon=True)
        self.thread.start()

    def ponder_hit(self, arguments: Arguments) -> None:
        """`ponder-hit`: the expected move was played, the clock runs."""
        if self.search is not None:
            self.search.start_clock()

    def stop(self, arguments: Arguments) -> None:
        """`stop`: the search answers with what it has."""
        if self.search is not None:
            self.search.stopped.set()

    def finish(self, *, stop: bool) -> None:
        """Wait for the search under way, if any."""
        if self.thread is None:
            return
        if stop and self.search is not None:
            self.search.stopped.set()
        self.thread.join()
        self.thread = None

    def _search(self, engine: Engine, board: Board, search: Search, thinking: bool) -> None:
        start = time.monotonic()
        depth, nodes = (int(self.level[name]) if name in self.level else None for name in ("depth", "nodes"))
        best: Line | None = None
        if thinking and len(board.legal_moves) == 1:
            depth = FORCED_DEPTH
        for lines in engine.analysis(board, depth=depth, nodes=nodes, stop=search):
            best = lines[0]
            self.say(_info(board, best, time.monotonic() - start))
        if best is None:
            self.complain("There is no legal move.")
            return
        played = _written(board, best.moves[:2])
        self.say(f"done move={played[0]}" + (f" ponder={played[1]}" if len(played) > 1 else ""))


def _written(board: Board, moves: tuple[Move, ...]) -> list[str]:
    """Moves in the protocol's form."""
    board = board.copy()
    written = []
    for move in moves:
        written.append(write_move(board, move))
        board.push(move)
    return written


def _info(board: Board, line: Line, seconds: float) -> str:
    """What is sent after each depth: the score in men, for a decided game 100 less a hundredth a ply."""
    score = line.score / 100
    if line.win_in is not None:
        score = WON - line.win_in / 100 if line.win_in > 0 else -WON - line.win_in / 100
    speed = line.nodes / seconds / 1e6 if seconds > 0 else 0.0
    return (
        f"info depth={line.depth} score={score:.2f} nodes={line.nodes} time={seconds:.3f} nps={speed:.2f} "
        f'pv="{" ".join(_written(board, line.moves))}"'
    )
