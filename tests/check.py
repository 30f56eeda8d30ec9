"""Everything that can be checked without running a test: `python -m tests.check`, or `make check`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANAGE = [sys.executable, "manage.py"]
# What a public server would set: the deployment check must find nothing to complain of.
PRODUCTION = {
    "DEBUG": "0",
    "HTTPS": "1",
    "BEHIND_PROXY": "1",
    "ALLOWED_HOSTS": "dama.example.org",
    "SECRET_KEY": "a-long-random-value-of-the-check-that-no-installation-uses-0123456789",
    "CELERY_BROKER_URL": "redis://127.0.0.1:6379/0",
}
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
CHECKS: dict[str, list[str]] = {
    "lint": [sys.executable, "-m", "ruff", "check", "--quiet", "."],
    "types": [sys.executable, "-m", "mypy"],
    "architecture": [sys.executable, "-c", LINT_IMPORTS],
    "migrations": [*MANAGE, "makemigrations", "--check", "--dry-run"],
    "deployment": [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"],
    "catalogues": [sys.executable, "-m", "tests.catalogues"],
}


def main() -> int:
    """Run every check, so that one finding does not hide another; return 0 when all passed."""
    with tempfile.TemporaryDirectory(prefix="dama-check-") as folder:
        # A database of its own: the checks must not depend on what this machine's site holds.
        environment = {**os.environ, **PRODUCTION, "DATA_DIR": folder}
        environment.pop("DATABASE_URL", None)
        failed = [name for name, command in CHECKS.items() if not _passes(name, command, environment)]
    print(f"check: {', '.join(failed)} failed" if failed else f"check: {len(CHECKS)} of {len(CHECKS)} passed")
    return 1 if failed else 0


def _passes(name: str, command: list[str], environment: dict[str, str]) -> bool:
    print(f"== {name}", flush=True)
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
