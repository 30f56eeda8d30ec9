"""Real threads, for tests of what happens when two requests come at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

T = TypeVar("T")


def run_together(work: Callable[[], T], times: int = 2) -> list[T | Exception]:
    """Call `work` in `times` threads that start at the same moment; return what each returned or raised.

    Each thread has a database connection of its own and must see committed rows, so the test is marked
    `@pytest.mark.django_db(transaction=True)`.
    """
    start = threading.Barrier(times)

    def one() -> T | Exception:
        try:
            start.wait(timeout=10)
            return work()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as pool:
        return [future.result() for future in [pool.submit(one) for _ in range(times)]]
