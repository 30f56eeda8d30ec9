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


class SearchFilter(Filter):
    q = forms.CharField(label=_("Name"), required=False, max_length=100)


class ClubFilter(Filter):
    federation = forms.ChoiceField(label=_("Federation"), required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        # A list: a callable would be asked again for the validation and for the drawing.
        self.fields["federation"].choices = [("", _("all")), *Federation.objects.values_list("code", "name")]


class PlayerFilter(SearchFilter, ClubFilter):
    field_order = ["q", "federation"]


class TournamentFilter(PlayerFilter):
    status = forms.ChoiceField(
        label=_("State"), required=False, choices=[("", _("all")), *Tournament.Status.choices]
    )
    year = forms.TypedChoiceField(label=_("Year"), required=False, coerce=int, empty_value=None)
    field_order = ["q", "federation", "status", "year"]

    def __init__(self, *args: object, years: list[int], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["q"].label = _("Name or place")
        self.fields["year"].choices = [("", _("all")), *((year, str(year)) for year in years)]
