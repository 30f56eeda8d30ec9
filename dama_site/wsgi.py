"""The WSGI entry point."""

import codecs
import os
from collections.abc import Callable, Iterable
from email.message import Message
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dama_site.settings")

WsgiApplication = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def text_requests_only(site: WsgiApplication) -> WsgiApplication:
    """The site, spared requests whose charset names no text encoding (`charset=hex`).

    Django takes any codec Python knows for one and then fails while it builds the request, before any of
    the site's own code could answer; such a request is answered 400 here.
    """

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if _has_text_charset(environ.get("CONTENT_TYPE", "")):
            return site(environ, start_response)
        start_response("400 Bad Request", [("Content-Type", "text/plain; charset=utf-8")])
        return [b"The charset of the request names no text encoding: send UTF-8.\n"]

    return answer


def _has_text_charset(content_type: str) -> bool:
    header = Message()
    header["content-type"] = content_type
    charset = header.get_content_charset() or "utf-8"
    try:
        "".encode(charset)
    except LookupError:
        # A name Python does not know at all is ignored by Django, which then reads UTF-8.
        return not _is_codec(charset)
    return True


def _is_codec(name: str) -> bool:
    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True


application = text_requests_only(get_wsgi_application())
