"""The site's real processes in a test, with an environment and a data folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 120  # seconds a step may take on a busy machine
# What the run's own settings, or the person who started it, may have set.
VARIABLES = (
    "ALLOWED_HOSTS", "BEHIND_PROXY", "CELERY_BROKER_URL", "CELERY_QUEUE", "CSRF_TRUSTED_ORIGINS",
    "DATABASE_POOL", "DATABASE_URL", "DEBUG", "HOST", "HTTPS", "PORT", "SECRET_KEY", "STATIC_ROOT",
    "TIME_ZONE",
)  # fmt: skip


def site_environment(data: Path, **variables: str) -> dict[str, str]:
    """Return the environment of a site whose data are in a folder, without the variables of this run."""
    inherited = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return {**inherited, "DJANGO_SETTINGS_MODULE": "dama_site.settings", "DATA_DIR": str(data), **variables}


@contextmanager
def running(arguments: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Run Python with `arguments` for the length of the block, then ask it to stop and wait for it."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=LIMIT)


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until `what` is true; fail when it takes longer than `LIMIT`."""
    deadline = time.monotonic() + LIMIT
    while not what():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.1)
