"""The standard streams of the commands, and numbers on the command line."""

from __future__ import annotations

import argparse
import io
import sys
from typing import TextIO


def speak_utf8() -> None:
    """Make the standard streams UTF-8 whatever the locale: JSON is, and a name must not stop a long file."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            errors = "strict" if stream is sys.stdin else "backslashreplace"
            stream.reconfigure(encoding="utf-8", errors=errors)


def standard_input() -> TextIO:
    """Standard input. Raises OSError when the process was started without one."""
    # Python leaves None where the descriptor is closed.
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise OSError("standard input is closed")
    return stream


def counting_number(written: str) -> int:
    """A whole number from 1 on, for argparse."""
    if not written.strip().isdecimal() or int(written) < 1:
        raise argparse.ArgumentTypeError(f"{written!r} is not a whole number from 1 on")
    return int(written)
