"""What the admin's pages share: who sees which rows, and saving through services."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from tournaments.admin.stale import SeenAdmin
from tournaments.domain.errors import DomainError
from tournaments.domain.names import search_key
from tournaments.messages import explain
from tournaments.permissions import User, staffed_federations
from tournaments.selectors.people import named
from tournaments.services.register import add_record, change_record, remove_record


class ScopedAdmin(SeenAdmin):
    """Rows of the federations one works for; everything for superusers.

    `named_by` are the ways from a row to players by whose names it is found too, accents or not.
    """

    named_by: tuple[str, ...] = ()

    def owned(self, user: User) -> QuerySet:
        """The rows the user may see. A page of superusers alone keeps this."""
        return self.model._default_manager.none()

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return rows
        return rows.filter(pk__in=self.owned(request.user).values("pk"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet, search_term: str
    ) -> tuple[QuerySet, bool]:
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        if self.named_by and search_key(search_term):
            found |= queryset.filter(named(search_term, *self.named_by))
        return found, may_repeat

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Model:
        """The row. Raises Http404 for one that is not the user's as for one that does not exist."""
        row = super().get_object(request, object_id, from_field)
        if row is None:
            raise Http404(_("There is no such thing."))
        return row

    def _may(self, request: HttpRequest, row: Model | None = None) -> bool:
        user = request.user
        if user.is_superuser:
            return True
        if row is None:
            return type(self).owned is not ScopedAdmin.owned and works_for_a_federation(request)
        return self.owned(user).filter(pk=row.pk).exists()

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self._may(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._may(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._may(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._may(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._may(request, obj)


def works_for_a_federation(request: HttpRequest) -> bool:
    """Asked for every model on every page, so the answer is kept with the request."""
    if not hasattr(request, "works_for_a_federation"):
        request.works_for_a_federation = request.user.is_active and staffed_federations(request.user).exists()
    return bool(request.works_for_a_federation)


class ReadOnlyAdmin(ScopedAdmin):
    """Rows that only services write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """The same inside another page; seen by whoever sees that page."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ServiceForm(forms.ModelForm):
    """A form whose saving is a service call, `write`.

    Validation asks the service and rolls back what it did, so that a refusal stands beside what was typed.
    """

    actor: Any = None

    def write(self) -> Model:
        """Call the service; return the row as written. Each form has its own."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if not self.errors:
            self._ask()
        return cleaned

    def _post_clean(self) -> None:
        """Fill the instance; its validation was the service's."""
        if not self.errors:
            super()._post_clean()

    def _ask(self) -> None:
        try:
            with transaction.atomic():
                self.write()
                transaction.set_rollback(True)
        except DomainError as problem:
            raise ValidationError(explain(problem)) from problem
        except ValidationError as problem:
            raise _for_form(problem, self) from problem

    def _changes(self) -> dict[str, Any]:
        """The model's own columns that were changed in the form."""
        columns = {field.name for field in self._meta.model._meta.concrete_fields}
        return {name: self.cleaned_data[name] for name in self.changed_data if name in columns}


def _for_form(problem: ValidationError, form: forms.ModelForm) -> ValidationError:
    """A model's errors, those of fields the form does not have among the general ones."""
    known = form.fields.keys()
    if hasattr(problem, "error_dict") and problem.error_dict.keys() <= known:
        return problem
    return ValidationError(problem.messages)


class ServiceAdmin(ScopedAdmin):
    """Saves through the form's service."""

    form = ServiceForm

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.actor = request.user
        return form

    def save_model(self, request: HttpRequest, obj: Model, form: ServiceForm, change: bool) -> None:
        written = form.write()
        obj.pk = written.pk
        obj.refresh_from_db()

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except DomainError as problem:
            # Between the question and the saving somebody else was faster.
            messages.error(request, explain(problem))
            return HttpResponseRedirect(request.get_full_path())


class RecordForm(ServiceForm):
    """A row of a register."""

    def write(self) -> Model:
        if self.instance.pk is None:
            fields = {
                name: value
                for name, value in self.cleaned_data.items()
                if name in {field.name for field in self._meta.model._meta.concrete_fields}
            }
            return add_record(actor=self.actor, record=self._meta.model(**fields))
        return change_record(actor=self.actor, record=self.instance, changes=self._changes())


class RecordAdmin(ServiceAdmin):
    """A register: rows are added, changed and removed by its services."""

    form = RecordForm

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        remove_record(actor=request.user, record=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        for row in queryset:
            remove_record(actor=request.user, record=row)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        formset.save(commit=False)
        for row in formset.deleted_objects:
            remove_record(actor=request.user, record=row)
        for row, names in formset.changed_objects:
            change_record(
                actor=request.user, record=row, changes={name: getattr(row, name) for name in names}
            )
        for row in formset.new_objects:
            add_record(actor=request.user, record=row)
