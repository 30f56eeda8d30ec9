"""Compiles the engine's hot modules with mypyc: `python -m engine.build`.

Where there is no C compiler, no Python.h or no mypyc it says so and the engine runs as plain Python: that is
no failure. `--required` makes it one.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from engine._compiled import BUILDS, MANIFEST, MODULES, ROOT, directory, is_built

_LOG = "engine-build.log"
# Runs in a process of its own, in a copy of the sources: mypyc writes where it stands and may end Python.
_COMPILE = """
import sys
from mypyc.build import mypycify
from setuptools import setup
setup(
    name="engine-compiled",
    packages=[],
    ext_modules=mypycify(sys.argv[2:], opt_level="3", debug_level="0"),
    script_args=["--quiet", "build_ext", "--build-lib", sys.argv[1], "--build-temp", "objects"],
)
"""
_TRY = "import sys; from engine import movegen; sys.exit(not movegen.COMPILED)"


def obstacle() -> str:
    """What this machine lacks to compile, "" for nothing."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "Python.h is missing (on Debian and Ubuntu: python3-dev)"
    for package in ("mypyc", "setuptools"):
        if importlib.util.find_spec(package) is None:
            return f"{package} is not installed (requirements-compile.txt)"
    return ""


def build() -> str:
    """Compile; returns what went wrong, "" when the compiled form is there.

    The new form is moved to its place when it is complete and has been loaded once, so nobody ever meets
    half of it, and two builds at once do not disturb each other.
    """
    BUILDS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILDS, prefix="engine-new-") as folder:
        work = Path(folder)
        shutil.copytree(ROOT / "engine", work / "engine", ignore=shutil.ignore_patterns("__pycache__"))
        sources = [f"{module.replace('.', '/')}.py" for module in MODULES]
        command = [sys.executable, "-c", _COMPILE, "made", *sources]
        with (BUILDS / _LOG).open("w", encoding="utf-8") as log:
            status = subprocess.call(command, cwd=work, stdout=log, stderr=subprocess.STDOUT)  # noqa: S603
        if status:
            return f"compiling failed, see {BUILDS / _LOG}"
        made = work / "made"
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        names = {
            ".".join(file.relative_to(made).parts).removesuffix(suffix): str(file.relative_to(made))
            for file in made.rglob(f"*{suffix}")
        }
        (made / MANIFEST).write_text(json.dumps(names, indent=1), encoding="utf-8")
        # The place is that of the sources that were compiled, should others have come meanwhile.
        return _put_in_place(made, directory(work))


def _put_in_place(made: Path, place: Path) -> str:
    for old in BUILDS.glob(f"engine-{sys.implementation.cache_tag}-*"):
        shutil.rmtree(old, ignore_errors=True)
    try:
        made.rename(place)
    except OSError:
        if not place.exists():  # else another build was quicker, with the same result
            raise
    if place != directory():
        return "the sources were changed meanwhile"
    environment = {**os.environ, "ENGINE_COMPILED": "1"}
    tried = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _TRY], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if tried.returncode:
        shutil.rmtree(place, ignore_errors=True)
        return f"what was compiled cannot be loaded: {tried.stderr.strip()[-300:]}"
    return ""


def main(argv: Sequence[str] | None = None) -> int:
    """Compile where it is possible and needed, and say what was done; 1 only when `--required` is not met."""
    parser = argparse.ArgumentParser(prog="python -m engine.build", description="Compile the engine.")
    parser.add_argument("--required", action="store_true", help="fail when the engine cannot be compiled")
    required: bool = parser.parse_args(argv).required
    if is_built():
        print("engine: the compiled form is up to date")
        return 0
    problem = obstacle()
    if not problem:
        print(f"engine: compiling {', '.join(MODULES)} ...", flush=True)
        start = time.monotonic()
        problem = build()
        if not problem:
            print(f"engine: compiled in {time.monotonic() - start:.0f} s")
            return 0
    print(f"engine: runs as plain Python, some twenty times slower: {problem}", file=sys.stderr)
    return 1 if required else 0


if __name__ == "__main__":
    sys.exit(main())
