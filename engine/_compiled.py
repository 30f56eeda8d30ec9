"""Which form of the engine is loaded: its sources, or what mypyc made of them.

The compiled form lies in a directory of its own, named by a fingerprint of the sources it was made of, and
is put in front of them only while they still are what they were: an edited source is never shadowed.
`ENGINE_COMPILED=0` loads the sources in any case, `ENGINE_COMPILED=1` insists on the compiled form.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
BUILDS = ROOT / "build"
MANIFEST = "manifest.json"
# What is compiled, in one unit: calls between these modules are calls in C.
MODULES = (
    "engine.movegen",
    "engine.search.alphabeta",
    "engine.search.evaluation",
    "engine.search.node",
    "engine.search.table",
    "engine.search.tables",
    "engine.search.words",
)
# What the compiler looks at besides: constants and types of these go into the compiled form.
_SEEN = ("engine.geometry", "engine.rulesets.base", "engine.search.weights", "engine.build")


def source_of(module: str, root: Path | None = None) -> Path:
    """The source file of a module of the engine, here or in a copy of the project at `root`."""
    return (root or ROOT) / f"{module.replace('.', '/')}.py"


def directory(root: Path | None = None) -> Path:
    """Where the compiled form of the present sources (or those at `root`) lies, or would lie."""
    digest = hashlib.sha256()
    for module in (*MODULES, *_SEEN):
        digest.update(module.encode() + b"\0" + source_of(module, root).read_bytes() + b"\0")
    return BUILDS / f"engine-{sys.implementation.cache_tag}-{digest.hexdigest()[:16]}"


def is_built() -> bool:
    """Whether there is a compiled form of the present sources for this Python."""
    return (directory() / MANIFEST).is_file()


class _Finder:
    """Finds the compiled modules before the usual finders find their sources."""

    def __init__(self, folder: Path) -> None:
        names: dict[str, str] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        self.files = {module: str(folder / name) for module, name in names.items()}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The usual protocol of `sys.meta_path`; None for a module that was not compiled."""
        file = self.files.get(name)
        if file is None:
            return None
        return importlib.util.spec_from_file_location(name, file)


def activate() -> None:
    """Put the compiled form in front; ImportError when there is none and the environment insists on it."""
    wish = os.environ.get("ENGINE_COMPILED", "")
    if wish == "0":
        return
    if is_built():
        sys.meta_path.insert(0, _Finder(directory()))
    elif wish == "1":
        raise ImportError("The engine is not compiled for these sources. Run: python -m engine.build")


activate()
