"""What is answered before Django builds a request."""

import pytest

from dama_site.wsgi import text_requests_only


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("", "200 OK"),
        ("application/json", "200 OK"),
        ("text/plain; charset=UTF-8", "200 OK"),
        ("text/plain; charset=windows-1250", "200 OK"),
        ("text/plain; charset=nonsense", "200 OK"),
        ("text/plain; charset=hex", "400 Bad Request"),
        ("text/plain; charset=ROT13", "400 Bad Request"),
    ],
)
def test_a_charset_that_is_no_text_is_refused(content_type, status):
    def site(environ, start_response):
        start_response("200 OK", [])
        return [b""]

    answered = []
    list(
        text_requests_only(site)({"CONTENT_TYPE": content_type}, lambda line, headers: answered.append(line))
    )
    assert answered == [status]
