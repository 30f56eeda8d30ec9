"""Every address of the site and every operation of the API, asked for by everybody about an event.

What each is answered stands in `table.py`; a new address or operation that is not there fails here and says
where to add it. Whoever is refused has written nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from drf_spectacular.generators import SchemaGenerator

from tests.permissions import scenes, table
from tests.permissions.conftest import client_of
from tests.permissions.table import ADMIN, ADMIN_FRAME, ADMIN_KINDS, API, DRAFTS, GROUPS, PAGES, PERSONS
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

REFUSED = {401, 403, 404}
HELP = f"Say in {table.__name__.replace('.', '/')}.py who may: {{missing}}"
HIDDEN = re.compile(scenes.HIDDEN.encode())
SECRET = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"')


# What there is to be asked for


def names(resolver: URLResolver | None = None, space: str = "") -> set[str]:
    """The names of all addresses, `admin:…` those of the administration."""
    found: set[str] = set()
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            found.add(f"{space}{pattern.name}")
        else:
            found |= names(pattern, f"{pattern.namespace}:" if pattern.namespace else space)
    return found


def operations() -> set[tuple[str, str]]:
    """The operations of the API by the names of their addresses, as its schema has them."""
    by_path = {path: name for name, path in _templates()}
    schema = SchemaGenerator().get_schema(public=True)
    return {
        (by_path[re.sub(r"{\w+}", "{}", path)], method.upper())
        for path, methods in schema["paths"].items()
        for method in methods
        if method in {"get", "post", "put", "patch", "delete"}
    }


def _templates() -> Iterator[tuple[str, str]]:
    for name in API:
        for template, _parameters, *_rest in get_resolver().reverse_dict.getlist(name)[0][0]:
            yield name, "/" + re.sub(r"%\(\w+\)s", "{}", template)


def test_every_address_is_in_the_table():
    here = names()
    told = set(PAGES) | set(API)
    missing = sorted(name for name in here - told if not name.startswith("admin:"))
    assert missing == [], HELP.format(missing=missing)
    assert told - here == set(), "These are no addresses any more."


def test_every_operation_of_the_api_is_in_the_table():
    without = {"api-root", "api-schema", "api-docs", "api-nothing"}
    told = {(name, method) for name, row in API.items() for method in row if method != "of"}
    found = operations()
    missing = sorted(found - told)
    assert missing == [], HELP.format(missing=missing)
    assert {each for each in told - found if each[0] not in without} == set()


def test_every_page_of_the_administration_is_in_the_table():
    here = {name.removeprefix("admin:") for name in names() if name.startswith("admin:")} - {"None"}
    told = set(ADMIN_FRAME) | {
        f"{model}_{page}" for model in ADMIN for page in ("changelist", "add", "change", "history", "delete")
    }
    assert sorted(here - told) == [], HELP.format(missing=sorted(here - told))
    assert told - here == set()


# Asking


@contextmanager
def writes() -> Iterator[list[str]]:
    """The statements inside that write rows; what they wrote is taken back."""
    seen: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and "django_session" not in sql:
            seen.append(sql)
        return execute(sql, params, many, context)

    with transaction.atomic(), connection.execute_wrapper(note):
        yield seen
        transaction.set_rollback(True)


def send(client: Client, method: str, address: str) -> Any:
    if "/api/" in address and method != "GET":
        return client.generic(method, address, b"{}", content_type="application/json")
    return getattr(client, method.lower())(address)


def is_as_told(told: str, status: int) -> bool:
    if told == "ok":
        return status not in REFUSED and status < 500
    return told == "-" or status == int(told)


@dataclass(frozen=True)
class Row:
    """A row of the table for one method: `of` says what its `pk` is of, `number` which round is meant."""

    name: str
    method: str
    group: str
    of: str = ""
    number: int = 1


def rows() -> list[Row]:
    found = [
        Row(name, method, group, of, number)
        for number, pages in ((1, PAGES), (2, DRAFTS))
        for name, (methods, group, of) in pages.items()
        for method in methods.split()
    ]
    return found + [
        Row(name, method, group, row.get("of", ""))
        for name, row in API.items()
        for method, group in row.items()
        if method != "of"
    ]


def asked(
    scene: scenes.Scene, events: tuple[str, ...] = ("public", "private")
) -> Iterator[tuple[str, str, str, str, str]]:
    """Method, address, group, event and name of every request."""
    seen: set[tuple[str, str]] = set()
    for which in events:
        event = scene.events[which]
        for row in rows():
            address = address_of(scene, event, row)
            if (row.method, address) not in seen:
                seen.add((row.method, address))
                yield row.method, address, row.group, which, row.name


def address_of(scene: scenes.Scene, event: scenes.Event, row: Row, **instead: Any) -> str:
    name, have = row.name, scenes.arguments(scene, event, row.of, number=row.number)
    if name == "api-nothing":
        return "/api/v1/nothing/"
    if name in ("rating-list", "api-rating-list", "api-rating-changes"):
        have["slug"] = scene.common["list"].slug
    if name == "table":
        have["token"] = have["table token"]
    if name in ("desk-bye-cancel", "api-bye") or "team-bye" in name:
        have["number"] = 3
    wanted = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
    return reverse(name, kwargs={each: (have | instead)[each] for each in wanted})


def test_to_its_own_people_a_private_event_is_as_a_public_one():
    """So that they are asked about one of the two."""
    inside = [PERSONS.index(person) for person in table.INSIDERS]
    for public, private in GROUPS.values():
        columns = (public.split(), private.split())
        assert [columns[0][at] for at in inside] == [columns[1][at] for at in inside]


@pytest.mark.parametrize("person", PERSONS)
def test_everybody_is_answered_as_the_table_says(scene, person):
    client, column = client_of(scene, person), PERSONS.index(person)
    before = state()
    wrong = []
    events = ("private",) if person in table.INSIDERS else ("public", "private")
    for method, address, group, which, name in asked(scene, events):
        told = GROUPS[group][which == "private"].split()[column]
        if name in table.ALIKE and person != "nobody":
            continue
        with writes() as written:
            answer = send(client, method, address)
        status = answer.status_code
        if not is_as_told(told, status):
            wrong.append(f"{method} {address} ({group}): {status} instead of {told}")
        elif person in table.STRANGERS and name not in table.BY_KEY and HIDDEN.search(answer.content):
            wrong.append(f"{method} {address}: tells of the private event")
        elif told != "ok" and written:
            wrong.append(f"{method} {address}: refused, but wrote {written[0][:80]}")
    assert "\n".join(wrong) == ""
    assert state() == before


def state() -> dict[str, Any]:
    """The versions of the tournaments, and how many rows each table has."""
    models = [model for app in ("tournaments", "games") for model in apps.get_app_config(app).get_models()]
    versions = dict(Tournament.objects.values_list("slug", "version"))
    return versions | {model.__name__: model._base_manager.count() for model in models}


def test_an_address_takes_only_the_methods_it_is_for(scene):
    client = client_of(scene, "root")
    wrong = []
    for name, (methods, _group, of) in PAGES.items():
        if name in table.ANY_METHOD:
            continue
        address = address_of(scene, scene.public, Row(name, "", "", of))
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - set(methods.split()):
            with writes() as written:
                status = send(client, method, address).status_code
            if written or status != 405:
                wrong.append(f"{method} {address}: {status}")
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("person", ["player", "nobody"])
def test_what_is_private_is_answered_as_what_does_not_exist(scene, person):
    """The same status and the same words, but for the address itself."""
    client = client_of(scene, person)
    wrong = []
    for method, address, group, which, name in asked(scene):
        slugs = (scene.private.tournament.slug, scene.private.teams.slug)
        slug = next((each for each in slugs if f"/{each}/" in address), None)
        if which == "public" or slug is None or group in ("site", "nothing"):
            continue
        with writes():
            real = send(client, method, address)
            unreal = send(client, method, address.replace(f"/{slug}/", "/no-such-event/"))
        said = SECRET.sub(b"", real.content).replace(slug.encode(), b"no-such-event")
        if (real.status_code, said) != (unreal.status_code, SECRET.sub(b"", unreal.content)):
            wrong.append(f"{method} {address} ({name}): {real.status_code} and {unreal.status_code}")
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("person", ["arbiter", "organiser", "other", "elsewhere"])
def test_nothing_of_another_event_is_found_from_here(scene, person):
    """Entries, teams, findings … of an event under the address of another: 404 whoever asks."""
    client = client_of(scene, person)
    wrong = []
    for row in rows():
        foreign = scene.elsewhere.rows.get(row.of)
        address = address_of(scene, scene.public, row, pk=getattr(foreign, "pk", 0))
        if foreign is None or scene.public.of(row.of).slug not in address:
            continue
        may = GROUPS[row.group][0].split()[PERSONS.index(person)] == "ok"
        with writes() as written:
            status = send(client, row.method, address).status_code
        if written or (may and status != 404):
            wrong.append(f"{row.method} {address}: {status}")
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("person", PERSONS)
def test_the_administration(scene, person):
    client = client_of(scene, person)
    wrong = []
    for method, address, told in in_administration(scene, person):
        with writes() as written:
            status = send(client, method, address).status_code
        if not is_as_told(told, status):
            wrong.append(f"{method} {address}: {status} instead of {told}")
        elif told != "ok" and written:
            wrong.append(f"{method} {address}: refused, but wrote {written[0][:80]}")
    assert "\n".join(wrong) == ""


def in_administration(scene: scenes.Scene, person: str) -> Iterator[tuple[str, str, str]]:
    """Method, address and what the person is told."""
    is_let_in = person in table.ADMIN_PERSONS
    column = table.ADMIN_PERSONS.index(person) if is_let_in else 0
    for page, told in ADMIN_FRAME.items():
        if page not in ("login", "logout"):
            address = reverse(
                f"admin:{page}",
                args={
                    "app_list": ["tournaments"],
                    "view_on_site": [1, 1],
                    "auth_user_password_change": [scene.users["other"].pk],
                }.get(page),
            )
            yield "GET", address, told.split()[column] if is_let_in else "302"
    for model, (kind, row) in ADMIN.items():
        pages = ("changelist", "add", "change", "history", "delete")
        key = getattr(
            (scene.common | scene.private.rows | {"tournament": scene.private.tournament}).get(row), "pk", 1
        )
        for page, told in zip(pages, ADMIN_KINDS[kind], strict=True):
            address = reverse(f"admin:{model}_{page}", args=[key] if page in pages[2:] else [])
            yield "GET", address, told.split()[column] if is_let_in else "302"
            refused = is_let_in and told.split()[column] in ("403", "404")
            if page in ("add", "change", "delete") and (refused or not is_let_in):
                yield "POST", address, told.split()[column] if is_let_in else "302"
