"""The frame of the REST API: its errors, its entrance, its schema and the page of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, RequestDataTooBig
from django.core.exceptions import ValidationError as ModelValidationError
from django.db import IntegrityError, OperationalError
from django.http import Http404, HttpResponseBase, HttpResponsePermanentRedirect
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from dama_site.middleware import RETRY_AFTER, is_busy
from tournaments.api.base import ApiView, Metadata
from tournaments.api.errors import RequestTooLarge, flattened
from tournaments.domain.errors import ConflictError, DomainError, StaleError
from tournaments.messages import explain

Context = dict[str, Any]
Answer = Callable[[Any, Context], Response | None]


def exception_handler(problem: Exception, context: Context) -> Response | None:
    """The answer to an error: `{"code", "detail"}`, `fields` for bad input, and what the view adds.

    `code` is for programs, `detail` a sentence in the language asked for. None for what nobody foresaw.
    """
    for kind, answer in ANSWERS.items():
        if isinstance(problem, kind):
            return answer(problem, context)
    return None


def _error(status: int, code: str, detail: object, **extra: Any) -> Response:
    return Response({"code": code, "detail": str(detail), **extra}, status)


def _busy(problem: OperationalError, context: Context) -> Response | None:
    if not is_busy(problem):
        return None
    response = _error(503, "busy", _("The database is busy. Nothing was saved: try again in a few seconds."))
    response["Retry-After"] = RETRY_AFTER
    return response


def _domain_error(problem: DomainError, context: Context) -> Response:
    view = context["view"]
    status = 409 if isinstance(problem, ConflictError) else getattr(view, "input_error_status", 400)
    return _error(status, problem.code, explain(problem), **_extra(problem, context))


def _extra(problem: Exception, context: Context) -> dict[str, Any]:
    view = context["view"]
    extra = view.error_extra(problem) if hasattr(view, "error_extra") else {}
    if isinstance(problem, StaleError):
        return {"given": problem.params.get("given"), "current": _standing(view, extra, problem), **extra}
    return extra


def _standing(view: Any, extra: Context, problem: StaleError) -> Any:
    """What stands there now; its version alone where there is no reading it."""
    if "current" in extra:
        return extra["current"]
    return view.standing() or {"version": problem.params.get("current")}


def _invalid(problem: ValidationError, context: Context) -> Response:
    return _fields(flattened(problem.detail))


def _model_invalid(problem: ModelValidationError, context: Context) -> Response:
    messages = (
        problem.message_dict if hasattr(problem, "error_dict") else {NON_FIELD_ERRORS: problem.messages}
    )
    names = {NON_FIELD_ERRORS: "non_field_errors", "planned_rounds": "rounds"}
    return _fields({names.get(field, field): list(said) for field, said in messages.items()})


def _fields(fields: dict[str, list[str]]) -> Response:
    said = [
        " ".join(messages) if field == "non_field_errors" else f"{field}: {' '.join(messages)}"
        for field, messages in fields.items()
    ]
    return _error(400, "invalid", " ".join(said), fields=fields)


def _forbidden(problem: PermissionDenied, context: Context) -> Response:
    view, request = context["view"], context["request"]
    if not request.user.is_authenticated:
        # Who has not said who he is may be allowed after all.
        missing = NotAuthenticated()
        missing.auth_header = view.get_authenticate_header(request)
        return _api_error(missing, context)
    return _error(403, "permission-denied", str(problem) or _("You may not do this."))


def _not_found(problem: Http404, context: Context) -> Response:
    said = problem.args[0] if problem.args and isinstance(problem.args[0], str) else ""
    return _error(404, "not-found", said or _("There is no such thing."))


def _api_error(problem: APIException, context: Context) -> Response:
    code = str(getattr(problem.detail, "code", problem.default_code)).replace("_", "-")
    answer = _error(problem.status_code, code, problem.detail)
    if getattr(problem, "auth_header", None):
        answer["WWW-Authenticate"] = problem.auth_header
    return answer


def _in_use(problem: IntegrityError, context: Context) -> Response:
    # ProtectedError is one of them; anything else is a constraint that two requests at once ran into.
    return _error(
        409, "conflict", _("Something else in the database forbids this. Look again, then try again.")
    )


def _too_large(problem: RequestDataTooBig, context: Context) -> Response:
    return _api_error(RequestTooLarge(), context)


# The first that fits answers.
ANSWERS: dict[type[Exception], Answer] = {
    DomainError: _domain_error,
    ValidationError: _invalid,
    ModelValidationError: _model_invalid,
    PermissionDenied: _forbidden,
    Http404: _not_found,
    APIException: _api_error,
    IntegrityError: _in_use,
    RequestDataTooBig: _too_large,
    OperationalError: _busy,
}

LISTS = {
    "tournaments": "api-tournaments",
    "games": "api-games",
    "players": "api-players",
    "clubs": "api-clubs",
    "federations": "api-federations",
    "rating_lists": "api-rating-lists",
    "schema": "api-schema",
    "docs": "api-docs",
}


class RootSerializer(serializers.Serializer):
    tournaments = serializers.URLField()
    games = serializers.URLField()
    players = serializers.URLField()
    clubs = serializers.URLField()
    federations = serializers.URLField()
    rating_lists = serializers.URLField()
    schema = serializers.URLField(help_text="The OpenAPI description of everything.")
    docs = serializers.URLField(help_text="The same as a page.")


class RootView(ApiView):
    @extend_schema(operation_id="root", tags=["entrance"], responses=RootSerializer)
    def get(self, request: Request) -> Response:
        """Where things are. What belongs to a tournament stands below its address."""
        return Response({name: reverse(view, request=request) for name, view in LISTS.items()})


@extend_schema(exclude=True)
class NoSuchAddressView(ApiView):
    """Any other address below the API: its 404 is JSON too."""

    permission_classes: list[type] = []
    authentication_classes: list[type] = []

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD") and self._exists(f"{request.path_info}/"):
            query = request.META.get("QUERY_STRING", "")
            return HttpResponsePermanentRedirect(f"{request.path}/{'?' if query else ''}{query}")
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if self._exists(f"{request.path_info}/"):
            raise Http404(_("There is no such address: it has to end with a slash."))
        raise Http404(_("There is no such address."))

    def _exists(self, address: str) -> bool:
        try:
            return resolve(address).url_name != "api-nothing"
        except Resolver404:
            return False


class SchemaView(SpectacularAPIView):
    metadata_class = Metadata


class DocsView(SpectacularSwaggerSplitView):
    url_name = "api-schema"
    template_name = "api/docs.html"
    metadata_class = Metadata
