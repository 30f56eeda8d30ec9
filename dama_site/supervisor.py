"""Runs the site's processes as children: what dies is started again, what keeps dying stops everything."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

STOP_LIMIT = 15.0  # seconds a child has to finish what it does
RESTART_WINDOW = 60.0
RESTARTS = 3
PR_SET_PDEATHSIG = 1  # Linux: the signal a child gets when its parent dies


@dataclass
class Child:
    """One process to keep alive. `starts` are the times it was started at."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None
    starts: list[float] = field(default_factory=list)

    def start(self) -> None:
        if self.process is not None:
            _end_group(self.process)  # the clock of a worker that was killed lives on without it
        self.starts.append(time.monotonic())
        # A session of its own: Ctrl-C in the terminal reaches the parent alone, which stops the children.
        self.process = subprocess.Popen(  # noqa: S603 (the command is ours)
            self.command, env=dict(self.environment), start_new_session=True, preexec_fn=_die_with_parent
        )

    def keeps_dying(self) -> bool:
        recent = [each for each in self.starts if time.monotonic() - each < RESTART_WINDOW]
        return len(recent) > RESTARTS

    def signal(self, number: int) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Supervisor:
    """Keeps children running until SIGINT or SIGTERM comes, or one of them cannot be kept alive."""

    def __init__(
        self,
        children: Sequence[Child],
        *,
        say: Callable[[str], None],
        is_ready: Callable[[], bool],
        announce: Callable[[], None],
    ) -> None:
        """`announce` is called once, as soon as `is_ready`; `say` takes what is worth a line."""
        self.children = children
        self.say = say
        self.is_ready = is_ready
        self.announce = announce
        self.stopping = threading.Event()

    def run(self) -> bool:
        """Run until told to stop. True: stopped on request; False: a child kept dying."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.stopping.set())
        try:
            for child in self.children:
                child.start()
            return self._watch()
        finally:
            self._stop()

    def _watch(self) -> bool:
        announced = False
        while not self.stopping.wait(0.2):
            if not announced and self.is_ready():
                self.announce()
                announced = True
            for child in self.children:
                if child.process is None or child.process.poll() is None:
                    continue
                if child.keeps_dying():
                    self.say(
                        f"The {child.name} ended {RESTARTS + 1} times in a minute "
                        f"(exit code {child.process.returncode}): stopping. Its messages above say why."
                    )
                    return False
                self.say(f"The {child.name} ended (exit code {child.process.returncode}): starting it again.")
                child.start()
        return True

    def _stop(self) -> None:
        for child in self.children:
            child.signal(signal.SIGTERM)
        deadline = time.monotonic() + STOP_LIMIT
        for child in self.children:
            if child.process is None:
                continue
            try:
                child.process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.say(f"The {child.name} did not stop in {STOP_LIMIT:.0f} seconds: ending it.")
            _end_group(child.process)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End what is left of a child and of its own children."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()
