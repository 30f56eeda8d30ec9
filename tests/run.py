"""Runs every test: once on SQLite, and what touches the database once more on PostgreSQL.

    python -m tests.run [PYTEST ARGUMENTS]

pytest's own lines are printed as they are. A summary block at the end says what ran where, what was skipped
and why. The exit code is 0 only when nothing failed and something ran.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from tests import machine

ROOT = Path(__file__).resolve().parent.parent
NO_TESTS = 5  # pytest's exit code when nothing was collected
LINE = "=" * 78


@dataclass
class Pass:
    """What one run of pytest came to. `skipped` counts the tests of each reason."""

    name: str
    code: int
    seconds: float
    passed: int = 0
    failed: int = 0
    skipped: Counter[str] = field(default_factory=Counter)

    @property
    def is_bad(self) -> bool:
        return self.code not in {0, NO_TESTS} or self.failed > 0

    def line(self) -> str:
        skipped = sum(self.skipped.values())
        return (
            f"{self.name:<24} {self.passed:>5} passed {self.failed:>4} failed {skipped:>4} skipped"
            f" {self.seconds:>6.0f} s"
            + ("" if not self.is_bad or self.failed else f"  (pytest ended with {self.code})")
        )


def main(arguments: list[str]) -> int:
    with (
        machine.postgres() as postgres,
        machine.redis() as redis,
        tempfile.TemporaryDirectory(prefix="dama-") as folder,
    ):
        _say(
            f"PostgreSQL: {postgres.note}",
            f"Redis: {redis.note}",
            f"Chromium: {machine.chromium() or 'not installed'}",
        )
        environment = {**os.environ, "TMPDIR": folder, "REDIS_URL_TEST": redis.url or machine.OFF}
        environment.pop("DATABASE_URL", None)
        # Marked tests are for the second run; without a server the first one skips and counts them.
        first = ["-m", "not postgres"] if postgres.url else []
        passes = [_run("SQLite", [*first, *arguments], environment)]
        if postgres.url:
            environment["DATABASE_URL"] = postgres.url
            passes.append(_run("PostgreSQL", ["--database-only", *arguments], environment))
    return _summary(passes, postgres, redis)


def _run(name: str, arguments: list[str], environment: dict[str, str]) -> Pass:
    report = Path(environment["TMPDIR"]) / f"{name}.xml"
    is_chosen = any(each.startswith("-n") or "no:xdist" in each for each in arguments)
    # Who has done his half takes from what the other has left.
    parallel = [] if is_chosen else ["-n", "2", "--dist", "worksteal"]
    command = [sys.executable, "-m", "pytest", *parallel, "-q", f"--junitxml={report}", *arguments]
    _say(f"{name}: {' '.join(command[2:])}")
    began = time.monotonic()
    code = subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode
    outcome = Pass(name, code, time.monotonic() - began)
    if report.exists():
        _count(outcome, report)
    return outcome


def _count(outcome: Pass, report: Path) -> None:
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 (pytest has just written it)
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            outcome.failed += 1
        elif skipped is not None:
            outcome.skipped[skipped.get("message", "no reason given")] += 1
        else:
            outcome.passed += 1


def _summary(passes: list[Pass], postgres: machine.Server, redis: machine.Server) -> int:
    reasons: Counter[str] = sum((each.skipped for each in passes), Counter())
    passed, failed = sum(each.passed for each in passes), sum(each.failed for each in passes)
    is_bad = any(each.is_bad for each in passes) or passed + failed == 0
    lines = ["SUMMARY", *[each.line() for each in passes]]
    if not postgres.url:
        lines.append(f"NOT RUN ON POSTGRESQL: {postgres.note}. All database tests ran on SQLite alone.")
    if not redis.url:
        lines.append(f"NOT RUN ON REDIS: {redis.note}.")
    if not machine.chromium():
        lines.append("NOT RUN IN A BROWSER: Chromium is not installed.")
    lines += [f"SKIPPED {count:>4}: {reason}" for reason, count in reasons.most_common()]
    if passed + failed == 0:
        lines.append("No test ran.")
    lines.append("FAILED" if is_bad else "All that ran passed.")
    _say(*lines)
    print(f"tests: {passed} passed, {failed} failed, {sum(reasons.values())} skipped", flush=True)
    return 1 if is_bad else 0


def _say(*lines: str) -> None:
    print(LINE, *lines, LINE, sep="\n", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
