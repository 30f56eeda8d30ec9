"""Long lists by pages, and the filters above them."""
from __future__ import annotations

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.models import Federation, Tournament

PER_PAGE = 50


def paged(request: HttpRequest, rows: QuerySet, per_page: int = PER_PAGE) -> Page:
    """The page the address asks for; a page that is not there is the last one."""
    return Paginator(rows, per_page).get_page(request.GET.get("page"))


class Filter(forms.Form):
    """A filter in the address. A value that is no choice does not narrow the list."""

    def values(self) -> dict[str, object]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}


def _federations() -> list[tuple[str, str]]:
    return [("", _("all")), *Federation.objects.values_list("code", "name")]


class SearchFilter(Filter):
    q = forms.CharField(label=_("Name"), required=False, max_length=100)


class PlayerFilter(SearchFilter):
    federation = forms.ChoiceField(label=_("Federation"), required=False, choices=_federations)


class ClubFilter(Filter):
    federation = forms.ChoiceField(label=_("Federation"), required=False, choices=_federations)


class TournamentFilter(PlayerFilter):
    status = forms.ChoiceField(
        label=_("State"), required=False, choices=[("", _("all")), *Tournament.Status.choices])
    year = forms.TypedChoiceField(label=_("Year"), required=False, coerce=int, empty_value=None)

    def __init__(self, *args: object, years: list[int], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["q"].label = _("Name or place")
        self.fields["year"].choices = [("", _("all")), *((year, str(year)) for year in years)]
