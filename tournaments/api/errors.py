"""The one shape of every error of the API, for the schema; `dama_site.api` makes the answers."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.exceptions import APIException


class ErrorSerializer(serializers.Serializer):
    code = serializers.CharField(help_text="What went wrong, as a constant name for programs.")
    detail = serializers.CharField(help_text="The same as a sentence in the language of Accept-Language.")


class FieldErrorSerializer(ErrorSerializer):
    fields = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="For code `invalid`: what is wrong with which field; `non_field_errors` with the whole.",
    )


class ConflictErrorSerializer(ErrorSerializer):
    given = serializers.JSONField(required=False, help_text="With code `stale`: the version you sent.")
    current = serializers.JSONField(
        required=False, help_text="With code `stale`: what stands there now, with its `version`."
    )


class RequestTooLarge(APIException):
    status_code = 413
    default_detail = _("The request is too large.")
    default_code = "request-too-large"


DESCRIPTIONS = {
    400: "The request cannot be read, or a field has a value it cannot have.",
    401: "No credentials, or credentials that nobody has.",
    403: "The caller has a part in this event, but not the right to do this.",
    404: "There is no such thing, or the caller has no part in it.",
    409: "The state of things forbids it now.",
    413: "The request is too large.",
    415: "The body is not JSON.",
    422: "The record cannot be read or breaks the rules of the game.",
}


_SHAPES = {400: FieldErrorSerializer, 409: ConflictErrorSerializer}


def errors(*codes: int) -> dict[int, OpenApiResponse]:
    """Responses for `extend_schema`: the error shape under each status code."""
    return {code: error(code) for code in codes}


def error(code: int, shape: type[serializers.Serializer] | None = None) -> OpenApiResponse:
    shape = shape or _SHAPES.get(code, ErrorSerializer)
    return OpenApiResponse(shape, description=DESCRIPTIONS[code])


def flattened(detail: object, path: str = "") -> dict[str, list[str]]:
    """The messages of nested serializers by dotted field: `{"tiebreaks.0": ["…"]}`."""
    if isinstance(detail, dict):
        parts: Iterable[tuple[object, object]] = detail.items()
    elif isinstance(detail, list) and any(isinstance(each, (dict, list)) for each in detail):
        parts = enumerate(detail)
    else:
        messages = detail if isinstance(detail, list) else [detail]
        return {path or "non_field_errors": [str(message) for message in messages]} if messages else {}
    found: dict[str, list[str]] = {}
    for key, value in parts:
        found |= flattened(value, f"{path}.{key}" if path else str(key))
    return found
