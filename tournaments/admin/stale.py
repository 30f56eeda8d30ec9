"""Pages of the administration that somebody else was faster than.

Each page that changes or deletes carries what its row, the row's lists and its inlines said when it was read.
Saved when they say something else, nothing is written: the answer is 409; the page says who did what, keeps
what was typed, and saves over it when it is sent again.
"""

from __future__ import annotations

import hashlib
import json
import time
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected as delete_rows
from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms.models import _get_foreign_key
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext_lazy

from tournaments.selectors.audit import LogLine
from tournaments.selectors.meanwhile import done_to, moment_read

SAID = gettext_lazy("Somebody changed this meanwhile. Look at what stands there now, then try again.")
# Logging in is no change of an account.
_UNSEEN = {"last_login"}


def state_of(page: admin.ModelAdmin, row: Model) -> str:
    """What stands in the row, in its lists and in the rows that are changed on its page, as 16 characters."""
    said = [_columns(row), *(sorted(_listed(row, field.name)) for field in row._meta.many_to_many)]
    for inline in page.inlines:
        if getattr(inline, "can_delete", True):
            way = _get_foreign_key(page.model, inline.model, fk_name=inline.fk_name)
            rows = inline.model._default_manager.filter(**{way.name: row}).order_by("pk")
            said += [_columns(each) for each in rows]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def _columns(row: Model) -> dict[str, str]:
    fields = [field.attname for field in row._meta.concrete_fields if field.attname not in _UNSEEN]
    return {name: str(getattr(row, name)) for name in fields}


def _listed(row: Model, name: str) -> list[int]:
    return list(getattr(row, name).order_by().values_list("pk", flat=True))


def _refuse(form: forms.ModelForm) -> None:
    raise ValidationError(str(SAID))


def _told(request: HttpRequest, row: Model) -> list[LogLine]:
    """What the log says of the row since the page was read."""
    return done_to(row, moment_read(request.POST.get("read_at", "")))


class SeenAdmin(admin.ModelAdmin):
    """Changes and deletes nothing that somebody changed since the page was read."""

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, **kwargs: Any
    ) -> type[forms.ModelForm]:
        form = super().get_form(request, obj, **kwargs)
        if getattr(request, "is_stale", False):
            # The class was made for this request alone.
            form.clean = _refuse
        return form

    def _changeform_view(
        self, request: HttpRequest, object_id: str | None, form_url: str, extra_context: dict[str, Any] | None
    ) -> HttpResponse:
        row = self._locked(request, object_id)
        if row is None or not self.has_change_permission(request, row):
            return super()._changeform_view(request, object_id, form_url, extra_context)
        more = self._seen(request, row)
        response = super()._changeform_view(request, object_id, form_url, {**(extra_context or {}), **more})
        if request.is_stale:
            response.status_code = 409
        return response

    def _delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None
    ) -> HttpResponse:
        row = self._locked(request, object_id)
        if row is None or not self.has_delete_permission(request, row):
            return super()._delete_view(request, object_id, extra_context)
        more = self._seen(request, row)
        if not request.is_stale:
            return super()._delete_view(request, object_id, {**(extra_context or {}), **more})
        messages.error(request, str(SAID))
        # Nothing is confirmed: the page asks again.
        request.POST = QueryDict()
        response = super()._delete_view(request, object_id, {**(extra_context or {}), **more})
        response.status_code = 409
        return response

    def _locked(self, request: HttpRequest, object_id: str | None) -> Model | None:
        """The row; locked where it is to be written, so that of two who save at once the second is late."""
        row = self.get_object(request, unquote(object_id)) if object_id is not None else None
        if row is None or request.method != "POST":
            return row
        return self.model._default_manager.select_for_update(of=("self",)).filter(pk=row.pk).first()

    def _seen(self, request: HttpRequest, row: Model) -> dict[str, Any]:
        """What the page carries; notes in the request whether what it carried is out of date."""
        state = state_of(self, row)
        request.is_stale = request.method == "POST" and request.POST.get("seen") != state
        told = _told(request, row) if request.is_stale else []
        return {"seen": state, "read_at": int(time.time() * 1000), "told": told}


@admin.action(permissions=["delete"], description=gettext_lazy("Delete selected %(verbose_name_plural)s"))
def delete_selected(page: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet) -> HttpResponse | None:
    """Django's own, for rows that are as they were when the deletion was asked for."""
    with transaction.atomic():
        is_stale = bool(request.POST.get("post")) and any(
            request.POST.get(f"seen-{row.pk}") != state_of(page, row)
            for row in queryset.select_for_update(of=("self",)).order_by("pk")
        )
        if is_stale:
            messages.error(request, str(SAID))
            request.POST = request.POST.copy()
            del request.POST["post"]
        response = delete_rows(page, request, queryset)
    if response is not None:
        response.context_data["states"] = [(row.pk, state_of(page, row)) for row in queryset]
        response.status_code = 409 if is_stale else response.status_code
    return response
