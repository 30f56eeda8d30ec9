"""What passes around every view: where a request comes from, and doing a creating request once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _

from dama_site.middleware import busy_answer
from tournaments.domain.errors import ConflictError, DomainError
from tournaments.messages import explain
from tournaments.models import AuditEntry
from tournaments.services.audit import Origin, origin
from tournaments.services.idempotency import Answer, answer_once

FIELD = "idempotency_key"
_VIA = {
    "/api/": AuditEntry.Via.API,
    "/admin/": AuditEntry.Via.ADMIN,
    "/my/": AuditEntry.Via.LINK,
    "/door/": AuditEntry.Via.LINK,
    "/t/": AuditEntry.Via.LINK,
}

GetResponse = Callable[[HttpRequest], HttpResponse]


def client_address(request: HttpRequest) -> str | None:
    """The address the request came from; behind a proxy, the one the proxy (the last to add one) saw."""
    if settings.BEHIND_PROXY and request.headers.get("X-Forwarded-For"):
        return request.headers["X-Forwarded-For"].rpartition(",")[2].strip() or None
    return request.META.get("REMOTE_ADDR") or None


class OriginMiddleware:
    """Let the log know from where something was done."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        via = next((via for path, via in _VIA.items() if request.path_info.startswith(path)), None)
        token = origin.set(Origin(via or AuditEntry.Via.PAGE, client_address(request)))
        try:
            return self.get_response(request)
        finally:
            origin.reset(token)


class OnceMiddleware:
    """A form that creates something carries a key: sent twice, it is answered as the first time."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: tuple, kwargs: dict
    ) -> HttpResponse | None:
        # The API has its own way (a header) and reads the body itself.
        if request.path_info.startswith("/api/"):
            return None
        # Who is not signed in creates nothing.
        if request.method != "POST" or FIELD not in request.POST or not request.user.is_authenticated:
            return None
        made: list[HttpResponse] = []

        def work() -> Answer:
            response = view(request, *args, **kwargs)
            made.append(response)
            return Answer(_status(request, response), response.headers.get("Location", ""))

        try:
            earlier = answer_once(
                user=request.user,
                # A database cannot keep a NUL, and no key of the site's own has one.
                key=request.POST[FIELD].replace("\x00", ""),
                path=request.path,
                fingerprint=_fingerprint(request),
                work=work,
            )
        except DomainError as error:
            return _refused(request, error)
        except OperationalError as error:
            # What a middleware raises passes by the others' handling of a view's errors.
            busy = busy_answer(error)
            if busy is None:
                raise
            return busy
        if earlier is None:
            return made[0]
        messages.info(request, _("This was sent twice; it was done once."))
        return HttpResponseRedirect(earlier.location or request.path)


def _status(request: HttpRequest, response: HttpResponse) -> int:
    """The administration shows a form with faults with 200; it is as little done as one of the site's own."""
    is_shown_again = response.status_code == HTTPStatus.OK and request.path_info.startswith("/admin/")
    return HTTPStatus.BAD_REQUEST if is_shown_again else response.status_code


def _refused(request: HttpRequest, error: DomainError) -> HttpResponse:
    """Why the key is refused, with a button that sends what was written as a request of its own."""
    status = HTTPStatus.CONFLICT if isinstance(error, ConflictError) else HTTPStatus.BAD_REQUEST
    left_out = (FIELD, "csrfmiddlewaretoken")
    fields = [
        (name, value) for name, values in request.POST.lists() for value in values if name not in left_out
    ]
    context = {"said": explain(error), "fields": fields, "lost_files": list(request.FILES)}
    return render(request, "409.html", context, status=status)


def _fingerprint(request: HttpRequest) -> str:
    fields = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    files = {name: [file.name, file.size] for name, file in request.FILES.items()}
    return hashlib.sha256(json.dumps([fields, files], sort_keys=True).encode()).hexdigest()
