"""The API's own description of itself."""

import re

import pytest
import yaml
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from dama_site.api import LISTS

# The description itself, its page, and the answer to addresses that do not exist.
UNDESCRIBED = {"api-schema", "api-docs", "api-nothing"}


@pytest.fixture(scope="module")
def schema() -> dict:
    return SchemaGenerator().get_schema(request=None, public=True)


def addresses(patterns, prefix="") -> dict[str, str]:
    found = {}
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            found |= addresses(pattern.url_patterns, path)
        else:
            found[pattern.name] = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path).replace("{pk}", "{id}")
    return found


def test_schema_is_valid(schema):
    validate_schema(schema)


def test_every_address_is_described(schema):
    ours = {name: f"/{path}" for name, path in addresses(get_resolver().url_patterns).items() if name}
    expected = {path for name, path in ours.items() if name.startswith("api-") and name not in UNDESCRIBED}

    assert set(schema["paths"]) == expected


def operations(schema):
    return [
        (f"{method} {path}", path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_operation_says_what_it_does_and_returns(schema):
    for name, _path, _method, operation in operations(schema):
        responses = operation["responses"]
        successes = [code for code in responses if code.startswith("2")]
        assert operation.get("description"), name
        assert len(successes) == 1, name
        assert ("content" in responses[successes[0]]) == (successes != ["204"]), name


def test_every_operation_has_the_errors_of_its_kind(schema):
    for name, path, method, operation in operations(schema):
        expected = {"401"}
        if "{" in path:
            expected.add("404")
        if method != "get":
            expected |= {"400", "403", "413", "415"}
        assert expected <= set(operation["responses"]), name
        for code, response in operation["responses"].items():
            if not code.startswith("2"):
                assert "Error" in str(response["content"]) or "IllegalGame" in str(response["content"]), name


def test_reading_needs_no_credentials_and_writing_does(schema):
    for name, _path, method, operation in operations(schema):
        assert ({} in operation["security"]) == (method == "get"), name


def test_schema_is_served(as_nobody):
    answer = as_nobody.get("/api/v1/schema/")

    assert answer.status_code == 200
    assert yaml.safe_load(answer.content)["info"] == {
        "title": "Dáma API",
        "version": "1",
        "description": "Tournaments, games, ratings and records of Czech draughts and its family.",
    }


def test_the_entrance_lists_what_there_is(as_nobody):
    answer = as_nobody.get("/api/v1/")

    assert answer.json() == {
        "tournaments": "http://testserver/api/v1/tournaments/",
        "games": "http://testserver/api/v1/games/",
        "players": "http://testserver/api/v1/players/",
        "clubs": "http://testserver/api/v1/clubs/",
        "federations": "http://testserver/api/v1/federations/",
        "rating_lists": "http://testserver/api/v1/rating-lists/",
        "schema": "http://testserver/api/v1/schema/",
        "docs": "http://testserver/api/v1/docs/",
    }
    assert list(answer.json()) == list(LISTS)
    assert [as_nobody.get(address).status_code for address in answer.json().values()] == [200] * 8


def test_docs_page_needs_nothing_from_elsewhere(as_nobody):
    page = as_nobody.get("/api/v1/docs/").content.decode()

    assert [link for link in re.findall(r'(?:src|href)="([^"]+)"', page) if not link.startswith("/")] == []
    assert "<style" not in page
    assert re.findall(r"<script(?! src=)", page) == []


def test_options_tells_what_a_view_is(as_nobody):
    answer = as_nobody.options("/api/v1/players/")

    assert answer.status_code == 200
    assert answer.json()["parses"] == ["application/json"]
