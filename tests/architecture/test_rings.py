"""Who may import whom, and what stands in which ring."""

import ast
import sys

import pytest
from importlinter.cli import lint_imports

from tests.architecture.sources import ROOT, code_files, imports, name, tree

LIBRARY = set(sys.stdlib_module_names)


def test_the_contracts_of_import_linter_hold(capsys):
    code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == 0, capsys.readouterr().out


def test_the_engine_imports_the_standard_library_alone():
    # The compiler's integer types, named for the type checker alone.
    allowed = LIBRARY | {"engine", "mypy_extensions"}
    found = [(name(path), each) for path in code_files("engine") for each in imports(path)]
    assert [pair for pair in found if pair[1].split(".")[0] not in allowed] == []


def test_the_rules_of_tournaments_know_the_engine_and_one_pairing_library():
    found = [(name(path), each) for path in code_files("tournaments/domain") for each in imports(path)]
    foreign = [pair for pair in found if pair[1].split(".")[0] not in LIBRARY]
    beyond = [pair for pair in foreign if not pair[1].startswith(("engine", "tournaments.domain"))]
    # One module alone knows the library, so that it can be exchanged.
    assert {path for path, _ in beyond} == {"tournaments/domain/pairing/dutch_engine.py"}
    assert {module.split(".")[0] for _, module in beyond} == {"gacrux"}


@pytest.mark.parametrize("ring", ["views", "api"])
def test_the_web_writes_no_audit_entry(ring):
    outer = [path for app in ("tournaments", "games") for path in code_files(f"{app}/{ring}")]
    assert outer != []
    assert [name(path) for path in outer if "tournaments.services.audit" in set(imports(path))] == []


def test_what_a_person_does_is_passed_to_a_service_by_keyword():
    services = [path for app in ("tournaments", "games") for path in code_files(f"{app}/services")]
    functions = [
        (name(path), node.name, [argument.arg for argument in node.args.args])
        for path in services
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    assert len(functions) > 10
    assert [each for each in functions if "actor" in each[2]] == []


def test_a_task_is_a_leaf_that_imports_its_service_inside():
    for path in (ROOT / "tournaments" / "tasks.py", ROOT / "games" / "tasks.py"):
        top = [node.module for node in tree(path).body if isinstance(node, ast.ImportFrom)]
        assert [module for module in top if "services" in str(module)] == [], name(path)
