"""Where the golden data of the engine lies."""

from pathlib import Path

import pytest

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "engine"


@pytest.fixture(scope="session")
def golden() -> Path:
    return GOLDEN
