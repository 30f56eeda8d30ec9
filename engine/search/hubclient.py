"""The other side of the HUB protocol: driving a draughts program."""

from __future__ import annotations

import shlex
import subprocess
from contextlib import suppress
from typing import Self

from engine.board import Board
from engine.errors import EngineError, gettext_noop
from engine.hub import Arguments, read_line, read_move, write_move, write_position
from engine.move import Move


class Program:
    """A program that speaks HUB, started by a command line. Close it, or use it in a `with` statement."""

    def __init__(self, command: str, variant: str = "normal") -> None:
        self.command = command
        self.name = command
        self.info: Arguments = {}
        self._process = subprocess.Popen(  # noqa: S603 (the user says which program)
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        try:
            self._send("hub")
            self.name = self._wait_for("wait").get("name", command)
            self._send(f"set-param name=variant value={variant}")
            self._send("init")
            self._wait_for("ready")
        except (EngineError, OSError):
            self._process.kill()
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        with suppress(BrokenPipeError):
            self._send("quit")
        self._process.wait(timeout=10)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()

    def new_game(self) -> None:
        """Say that the next position has nothing to do with the last one."""
        self._send("new-game")

    def choose(self, board: Board, level: str) -> Move:
        """The program's move at a level like `move-time=0.1`; `info` then has what it said last.

        EngineError when the move is not legal.
        """
        start = board.copy()
        while start.ply:
            start.pop()
        position, written = write_position(start), []
        for move in board.moves:
            written.append(write_move(start, move))
            start.push(move)
        moves = f' moves="{" ".join(written)}"' if written else ""
        self._send(f"pos pos={position}{moves}")
        self._send(f"level {level}")
        self._send("go think")
        self.info = {}
        return read_move(board, self._wait_for("done")["move"])

    def _send(self, line: str) -> None:
        if self._process.stdin is None:
            raise OSError("the program has no input")
        self._process.stdin.write(f"{line}\n")

    def _wait_for(self, wanted: str) -> Arguments:
        """The arguments of the answer waited for; with those of `id` where the program introduces itself."""
        if self._process.stdout is None:
            raise OSError("the program has no output")
        introduced: Arguments = {}
        for line in self._process.stdout:
            name, arguments = read_line(line)
            if name == wanted:
                return introduced | arguments
            if name == "id":
                introduced = arguments
            elif name == "info":
                self.info = arguments
            elif name == "error":
                raise self._failure(arguments.get("message", line.strip()))
        raise self._failure("it ended without an answer")

    def _failure(self, message: str) -> EngineError:
        template = gettext_noop("%(program)s failed: %(message)s")
        return EngineError("program-failed", template, program=self.name, message=message)
