"""One shape for every error of the API."""

import pytest
from django.test import Client
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from dama_site.api import exception_handler
from tests.factories import EntryFactory, UserFactory
from tests.factories.accounts import PASSWORD

URL = "/api/v1/tournaments/"


def send(client: APIClient, text: str | bytes, content_type: str = "application/json", **extra: object):
    return client.post(URL, text, content_type=content_type, **extra)


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        (
            "{",
            "The body cannot be read as JSON: "
            "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        ),
        (
            '{"name": NaN}',
            "The body cannot be read as JSON: Out of range float values are not JSON compliant: 'NaN'",
        ),
        ("[" * 100_000, "The JSON is nested too deeply."),
        ('{"name": "A", "club": 1e999}', "A number in the JSON is too large."),
        ('{"name": "\\ud800"}', "A text in the JSON has half a character (a lone surrogate)."),
        ('{"\\udfff": 1}', "A text in the JSON has half a character (a lone surrogate)."),
    ],
)
def test_json_that_cannot_be_read(as_arbiter, text, detail):
    answer = send(as_arbiter, text)

    assert (answer.status_code, answer.json()) == (400, {"code": "parse-error", "detail": detail})


def test_bytes_that_are_not_utf_8(as_arbiter):
    answer = send(as_arbiter, '{"name": "Žížala"}'.encode("cp1250"))

    assert (answer.status_code, answer.json()["code"]) == (400, "parse-error")


@pytest.mark.parametrize("charset", ["utf-16", "cp1250", "nonsense"])
def test_a_charset_decides_nothing(as_arbiter, charset):
    """JSON is UTF-8, and the query string must not be read with what a header says."""
    content_type = f"application/json; charset={charset}"

    posted = as_arbiter.post(f"{URL}?page=1", '{"name": "Žížala"}'.encode(), content_type=content_type)
    got = as_arbiter.generic("GET", f"{URL}?page=1", content_type=content_type)

    assert (posted.status_code, posted.json()["name"], got.status_code) == (201, "Žížala", 200)


@pytest.mark.parametrize("text", ["[]", '"text"', "7", "null", "true"])
def test_json_that_is_no_object(as_arbiter, text):
    answer = send(as_arbiter, text)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert list(answer.json()["fields"]) == ["non_field_errors"]


def test_a_body_that_is_not_json(as_arbiter):
    answer = send(as_arbiter, "name=A", "application/x-www-form-urlencoded")

    assert (answer.status_code, answer.json()) == (
        415,
        {
            "code": "unsupported-media-type",
            "detail": 'Unsupported media type "application/x-www-form-urlencoded" in request.',
        },
    )


def test_a_body_that_is_too_large(as_arbiter, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 20

    answer = send(as_arbiter, '{"name": "Žižkovský turnaj"}')

    assert (answer.status_code, answer.json()) == (
        413,
        {"code": "request-too-large", "detail": "The request is too large."},
    )


def test_a_method_that_is_not_there(as_arbiter):
    answer = as_arbiter.put(URL, {})

    assert (answer.status_code, answer.json()) == (
        405,
        {"code": "method-not-allowed", "detail": 'Method "PUT" not allowed.'},
    )


def test_a_format_that_is_not_there(as_nobody):
    answer = as_nobody.get(URL, headers={"accept": "text/csv"})

    assert (answer.status_code, answer.json()["code"]) == (406, "not-acceptable")


@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_an_address_that_is_not_there(as_nobody, method):
    answer = getattr(as_nobody, method)("/api/v1/nothing/here/")

    assert (answer.status_code, answer.json()) == (
        404,
        {"code": "not-found", "detail": "There is no such address."},
    )


def test_an_address_without_its_slash(as_nobody):
    read = as_nobody.get("/api/v1/tournaments?page=1")
    written = as_nobody.post("/api/v1/tournaments", {})

    assert (read.status_code, read["Location"]) == (301, "/api/v1/tournaments/?page=1")
    assert (written.status_code, written.json()) == (
        404,
        {"code": "not-found", "detail": "There is no such address: it has to end with a slash."},
    )


def test_errors_speak_the_language_asked_for(as_arbiter):
    answer = as_arbiter.post(URL, {}, headers={"accept-language": "cs"})

    assert answer["Content-Language"] == "cs"
    assert answer.json()["fields"] == {"name": ["Toto pole je vyžadováno."]}


@pytest.mark.parametrize(
    "path",
    ["tournaments/nobody/", "pairings/99/", "pairings/99999999999999999999999/", "games/99/", "clubs/99/"],
)
def test_things_that_are_not_there(as_nobody, path):
    answer = as_nobody.get(f"/api/v1/{path}")

    assert (answer.status_code, answer.json().keys()) == (404, {"code", "detail"})


def test_a_token_opens_the_door(db):
    token = Token.objects.create(user=UserFactory())
    client = APIClient(headers={"authorization": f"Token {token.key}", "accept-language": "en"})

    assert client.post(URL, {"name": "A"}, format="json").status_code == 201


def test_a_wrong_token_is_refused_even_for_reading(db):
    client = APIClient(headers={"authorization": "Token nonsense", "accept-language": "en"})

    answer = client.get(URL)

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Token"
    assert answer.json() == {"code": "authentication-failed", "detail": "Invalid token."}


def test_a_session_needs_the_csrf_token(db):
    user = UserFactory()
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    client.login(username=user.username, password=PASSWORD)

    refused = client.post(URL, {"name": "A"}, content_type="application/json")
    client.get("/api/v1/docs/?script=")
    token = client.cookies["csrftoken"].value
    accepted = client.post(
        URL, {"name": "A"}, content_type="application/json", headers={"X-CSRFToken": token}
    )

    assert refused.status_code == 403
    assert refused.json() == {"code": "permission-denied", "detail": "CSRF Failed: CSRF cookie not set."}
    assert accepted.status_code == 201


def test_a_protected_row_is_a_conflict(db):
    """No view deletes what others rest on; should one, the answer has the shape."""
    entry = EntryFactory()
    with pytest.raises(Exception, match="protected") as caught:
        entry.player.delete()

    answer = exception_handler(caught.value, {"view": None, "request": None})

    assert (answer.status_code, answer.data["code"]) == (409, "conflict")
