"""The project's own files, for the tests that read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "tournaments", "games", "dama_site")
OWN_FOLDERS = (*PACKAGES, "tests", "templates", "docker")
# Not ours: vendored files keep their own words.
FOREIGN = ("golden", "vendor", "__pycache__")


def code_files(*packages: str) -> list[Path]:
    """Return the Python files of packages (all four of the site by default).

    Left out are migrations, and the programs of `peers`: they run in environments of their own.
    """
    folders = [ROOT / package for package in packages or PACKAGES]
    found = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return [path for path in found if not {"migrations", "peers"} & set(path.parts)]


def text_files(*suffixes: str) -> list[Path]:
    """Return every text file of the project with one of the suffixes."""
    nested = [path for folder in OWN_FOLDERS for path in (ROOT / folder).rglob("*")]
    found = [*ROOT.glob("*"), *nested]
    return [
        path
        for path in sorted(found)
        if path.suffix in suffixes and path.is_file() and not set(FOREIGN) & set(path.parts)
    ]


def templates() -> list[Path]:
    """Return the site's templates."""
    return sorted((ROOT / "templates").rglob("*.html"))


def name(path: Path) -> str:
    """Return a file's path inside the project."""
    return str(path.relative_to(ROOT))


@cache
def tree(path: Path) -> ast.Module:
    """Return a Python file, parsed."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of the modules a file imports, wherever in it."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield ".".join([*_package(path, node.level), *([node.module] if node.module else [])])


def _package(path: Path, level: int) -> tuple[str, ...]:
    """The package a relative import of a file starts from; nothing for an absolute one."""
    return path.relative_to(ROOT).parts[:-level] if level else ()
