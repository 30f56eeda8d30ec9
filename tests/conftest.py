"""Fixtures every test may ask for, and what decides which tests can run on this machine."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from tests import machine
from tests.factories import UserFactory

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}
PAGES = {"views", "desk"}
"""Folders of the tests of pages."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-only", action="store_true", help="leave out the tests that no database can change"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--database-only"):
        chosen = [item for item in items if _depends_on_database(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen
    missing = {name: reason for name, reason in _missing().items() if reason}
    for item in items:
        for name, reason in missing.items():
            if item.get_closest_marker(name):
                item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection_finish() -> None:
    """What was loaded stays to the end of the run: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()


def _depends_on_database(item: pytest.Item) -> bool:
    """Whether PostgreSQL could answer otherwise than SQLite, so that the test runs on both.

    Services, selectors, API, administration and commands do it all. A page shows what these found: that each
    page opens on PostgreSQL is seen by tests/architecture/test_addresses.py, so of the pages' own tests only
    those run again that are marked `both` (the database orders or compares texts) or need real transactions.
    """
    if item.get_closest_marker("browser") or item.get_closest_marker("sqlite"):
        return False
    if any(item.get_closest_marker(name) for name in ("postgres", "redis", "both")):
        return True
    if PAGES & set(Path(item.path).parts):
        return _is_transactional(item)
    return item.get_closest_marker("django_db") is not None or bool(DATABASE_FIXTURES & _fixtures(item))


def _is_transactional(item: pytest.Item) -> bool:
    marked = any(mark.kwargs.get("transaction") for mark in item.iter_markers("django_db"))
    return marked or "transactional_db" in _fixtures(item)


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def _missing() -> dict[str, str]:
    """What the marks stand for and this run has not, with the reason ("" when it is there)."""
    on_postgres = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    return {
        "postgres": "" if on_postgres else "needs PostgreSQL: set DATABASE_URL",
        "sqlite": "is about SQLite" if on_postgres else "",
        "redis": "" if machine.redis_url() else "needs Redis: set REDIS_URL_TEST",
        "browser": "" if machine.chromium() else "needs Chromium: install it or set CHROMIUM",
    }


@pytest.fixture
def arbiter(db: None) -> User:
    """The person who runs the tournaments of a test: pass it in `TournamentFactory(arbiters=[arbiter])`."""
    return UserFactory(username="arbiter")


@pytest.fixture
def other_user(db: None) -> User:
    """Somebody with an account and no right to anything."""
    return UserFactory(username="other")


@pytest.fixture
def arbiter_client(arbiter: User) -> Client:
    return _signed_in(arbiter)


@pytest.fixture
def other_client(other_user: User) -> Client:
    return _signed_in(other_user)


def _signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def api_client() -> APIClient:
    """An API client of nobody; `api_client.force_authenticate(user)` makes it somebody's."""
    return APIClient()


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """One Chromium for the run."""
    import os

    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, which Django would take for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    # Chromium's sandbox refuses to start for root.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=machine.chromium(), args=arguments)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(browser) -> Iterator[object]:
    """A desktop window of 1280 pixels."""
    yield from _window(browser, 1280, 800)


@pytest.fixture
def phone(browser) -> Iterator[object]:
    """A phone's window of 390 pixels."""
    yield from _window(browser, 390, 844)


def _window(browser, width: int, height: int) -> Iterator[object]:
    context = browser.new_context(viewport={"width": width, "height": height}, locale="cs-CZ")
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()
