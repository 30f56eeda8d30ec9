"""What all views of the API share: how requests are read, pages cut, errors described."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from inspect import signature
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import generics, serializers
from rest_framework.exceptions import ParseError
from rest_framework.metadata import SimpleMetadata
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.errors import RequestTooLarge, error
from tournaments.domain.errors import InputError
from tournaments.domain.money import read_amount
from tournaments.messages import explain
from tournaments.services.idempotency import Answer, answer_once

WRITING = {"POST", "PUT", "PATCH", "DELETE"}
IDEMPOTENCY_HEADER = "Idempotency-Key"
_ONCE = OpenApiParameter(
    IDEMPOTENCY_HEADER,
    str,
    OpenApiParameter.HEADER,
    description="A text of your own, new for each request. Sent again with it within two days, the request is"
    " not done again and answered as the first time; the same key with another request is refused (409).",
)


class JsonBodyParser(JSONParser):
    """JSON in UTF-8 (RFC 8259) within the site's limit, with nothing in it that a database cannot keep."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        size = int(parser_context["request"].META.get("CONTENT_LENGTH") or 0)
        if size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestTooLarge
        try:
            data = super().parse(stream, media_type, {**parser_context, "encoding": "utf-8"})
        except RecursionError as problem:
            raise ParseError(_("The JSON is nested too deeply.")) from problem
        except ParseError as problem:
            raise ParseError(_("The body cannot be read as JSON: %s") % problem.__context__) from problem
        for value in _leaves(data):
            _require_plain(value)
        return data


def _leaves(data: Any) -> Iterator[Any]:
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            waiting += value
        else:
            yield value


def _require_plain(value: Any) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise ParseError(_("A number in the JSON is too large."))
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise ParseError(_("A text in the JSON has half a character (a lone surrogate)."))


class Pages(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


class Metadata(SimpleMetadata):
    """What OPTIONS tells; the fields are in the schema."""

    def determine_actions(self, request: Request, view: Any) -> dict[str, Any]:
        return {}


class Schema(AutoSchema):
    """Adds to each operation the errors that any operation of its kind can have."""

    def get_override_parameters(self) -> list[OpenApiParameter]:
        return [*super().get_override_parameters(), *([_ONCE] if self.method == "POST" else [])]

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        responses = super()._get_response_bodies(direction)
        for code in self._common_errors():
            responses.setdefault(str(code), self._get_response_for_code(error(code), str(code)))
        return dict(sorted(responses.items()))

    def _common_errors(self) -> list[int]:
        codes = [401]
        if "{" in self.path or (self.view.pagination_class and self._is_list_view()):
            codes.append(404)
        if self.method in WRITING:
            codes += [400, 403, 413, 415]
        elif self.view.reads_query:
            codes.append(400)
        return codes


class ApiView(generics.GenericAPIView):
    """The base of every view. One that writes reads its input with `read`, and calls one service."""

    parser_classes = [JsonBodyParser]
    metadata_class = Metadata
    pagination_class: type[Pages] | None = None
    filter_backends: list[type] = []
    schema = Schema()
    # The status of bad input found by a service; what is well formed but breaks the game's rules is 422.
    input_error_status = 400
    # Whether GET can be refused for its query parameters.
    reads_query = False
    # The view that shows what this one changes, where it has no GET of its own.
    stands_at: type[ApiView] | None = None

    def initialize_request(self, request: Any, *args: Any, **kwargs: Any) -> Request:
        # A charset in the header would decide how the query string is read, and some cannot read one.
        request.encoding = "utf-8"
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if (
            request.method == "POST"
            and request.headers.get(IDEMPOTENCY_HEADER)
            and request.user.is_authenticated
        ):
            self.post = partial(self._post_once, self.post)

    def _post_once(
        self, post: Callable[..., Response], request: Request, *args: Any, **kwargs: Any
    ) -> Response:
        """Answer a request that came before with its key as it was answered then."""
        made: list[Response] = []

        def work() -> Answer:
            response = post(request, *args, **kwargs)
            made.append(response)
            return Answer(response.status_code, body=JSONRenderer().render(response.data).decode())

        earlier = answer_once(
            user=request.user,
            key=request.headers[IDEMPOTENCY_HEADER],
            path=request.path,
            fingerprint=hashlib.sha256(JSONRenderer().render(request.data)).hexdigest(),
            work=work,
        )
        if earlier is None:
            return made[0]
        body = json.loads(earlier.body) if earlier.body else None
        return Response(body, earlier.status, headers={"Idempotency-Replayed": "true"})

    def error_extra(self, problem: Exception) -> dict[str, Any]:
        """What the answer to `problem` has beyond its code and detail."""
        return {}

    def standing(self) -> Any:
        """What stands there now, for who came too late: what GET answers here or at `stands_at`."""
        view = (self.stands_at or type(self))()
        if not hasattr(view, "get"):
            return None
        taken = signature(view.get).parameters
        view.setup(self.request, **{name: value for name, value in self.kwargs.items() if name in taken})
        return view.get(self.request, **view.kwargs).data

    def read(self, shape: type[serializers.Serializer], **context: Any) -> dict[str, Any]:
        """The request's body in the serializer's shape. Raises ValidationError naming the fields at fault."""
        return self._valid(shape, self.request.data, context)

    def read_query(self, shape: type[serializers.Serializer]) -> dict[str, Any]:
        """The query parameters in the serializer's shape."""
        return self._valid(shape, self.request.query_params.dict(), {})

    def read_removal(self) -> dict[str, Any]:
        """What a DELETE says in its query, the version also in the header If-Match."""
        given, header = self.request.query_params.dict(), self.request.headers.get("If-Match", "")
        if header and header != "*":
            given.setdefault("version", header.strip().removeprefix("W/").strip('"'))
        return self._valid(ChangeInput, given, {})

    def _valid(
        self, shape: type[serializers.Serializer], data: Any, context: dict[str, Any]
    ) -> dict[str, Any]:
        reader = shape(data=data, context={"request": self.request, **context})
        reader.is_valid(raise_exception=True)
        return reader.validated_data

    def paged(self, rows: QuerySet, shape: type[serializers.Serializer]) -> Response:
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(shape(page, many=True).data)


def found(rows: QuerySet, message: str, **lookup: Any) -> Any:
    """The one row. Raises Http404 with the message."""
    row = rows.filter(**lookup).first()
    if row is None:
        raise Http404(message)
    return row


class IdField(serializers.IntegerField):
    """A primary key, kept within what the databases can hold."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1, **kwargs)


class AmountField(serializers.DecimalField):
    """An amount of money: a text such as "250.00", read with a comma or a point, or a number."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=8, decimal_places=2, **kwargs)

    def to_internal_value(self, data: Any) -> Decimal:
        if isinstance(data, str):
            try:
                data = read_amount(data)
            except InputError as problem:
                raise serializers.ValidationError(explain(problem)) from problem
        return super().to_internal_value(data)


class VersionField(serializers.IntegerField):
    """The version the caller looked at."""

    def __init__(self, **kwargs: Any) -> None:
        text = "The version you looked at: a stale change is refused (409)."
        super().__init__(**{"min_value": 1, "max_value": 2**31 - 1, "help_text": text, **kwargs})


class ReasonSerializer(serializers.Serializer):
    reason = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=200, help_text="Why; it goes into the log."
    )


class ChangeInput(ReasonSerializer):
    version = VersionField(required=False)


REMOVAL = [
    OpenApiParameter("reason", str, description="Why; it goes into the log."),
    OpenApiParameter(
        "version",
        OpenApiTypes.INT,
        description="The version you looked at: a stale removal is refused (409). Or send it as `If-Match`.",
    ),
    OpenApiParameter(
        "If-Match", str, OpenApiParameter.HEADER, description="The version you looked at, in quotes or not."
    ),
]
"""The parameters of `ApiView.read_removal`."""
