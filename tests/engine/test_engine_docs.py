"""Every example in the documentation runs and says what it prints."""

import doctest
from pathlib import Path

import pytest

from engine import board

README = Path(__file__).resolve().parents[2] / "engine" / "README.md"


def test_readme():
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 20
    assert results.failed == 0


@pytest.mark.parametrize("module", [board])
def test_docstrings(module):
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
