"""The log of a tournament: searched, and as a file."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.permissions import Right
from tournaments.selectors.audit import LogLine, actions_in_log, actor_text, change_text, found_in_log
from tournaments.views.desk.access import with_right
from tournaments.views.exports import table_file
from tournaments.views.paging import Filter, paged


class LogFilter(Filter):
    q = forms.CharField(label=gettext_lazy("Words"), required=False, max_length=100)
    action = forms.ChoiceField(label=gettext_lazy("What"), required=False)
    since = forms.DateField(
        label=gettext_lazy("From the day"),
        required=False,
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )
    until = forms.DateField(
        label=gettext_lazy("To the day"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )

    def __init__(self, *args: object, tournament: Tournament, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["action"].choices = [("", _("all")), *actions_in_log(tournament)]


@require_safe
@with_right(Right.LOG)
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = LogFilter(request.GET, tournament=tournament)
    wanted = form.values()
    page = paged(request, found_in_log(tournament, **wanted))
    context = {
        "tournament": tournament,
        "tab": "log",
        "page": page,
        "form": form,
        "is_filtered": bool(wanted),
    }
    return render(request, "tournaments/desk/log.html", context)


@require_safe
@with_right(Right.LOG)
def log_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the page would show, all of it, as CSV."""
    lines = found_in_log(tournament, **LogFilter(request.GET, tournament=tournament).values())
    headers = [
        _("When"),
        _("Who"),
        _("By way of"),
        _("Address"),
        _("What"),
        _("Of what"),
        _("Change"),
        _("Why"),
    ]
    return table_file(f"{tournament.slug}-log", "csv", headers, map(_row, lines))


def _row(line: LogLine) -> list[object]:
    entry = line.entry
    return [
        timezone.localtime(entry.created_at).isoformat(sep=" ", timespec="seconds"),
        actor_text(entry) or _("the site"),
        entry.get_via_display(),
        entry.address or "",
        line.action,
        line.subject,
        "; ".join([*map(change_text, line.changes), *line.lines]),
        entry.reason,
    ]
