"""Players from a file or a spreadsheet: looked at first, then entered, all of them or nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import DomainError, StaleError
from tournaments.domain.player_lists import PlayerList, read_players
from tournaments.forms.player_import import ImportVersionForm, PlayerFileForm, choices_sent
from tournaments.models import Tournament
from tournaments.services.entry_lists import EntryListError
from tournaments.services.player_files import read_file, text_rows
from tournaments.services.player_import import Choice, ImportRow, import_players, plan_import
from tournaments.views.desk.access import for_entries, refuse, sentences, status_of
from tournaments.views.desk.players import entered_text

MOST_SAID = 50
"""Faults named at once; a list with more is of another kind."""
BAD_REQUEST = HTTPStatus.BAD_REQUEST


@require_http_methods(["GET", "HEAD", "POST"])
@for_entries
def bring(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The form; sent, what the list would do; confirmed, the list entered."""
    if request.method != "POST":
        return _form_page(request, tournament, PlayerFileForm())
    if "edit" in request.POST:
        return _form_page(request, tournament, PlayerFileForm(initial={"text": request.POST.get("text", "")}))
    form = PlayerFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _form_page(request, tournament, form, BAD_REQUEST)
    try:
        listed, text = _read(form)
    except DomainError as error:
        return _form_page(request, tournament, form, refuse(form, error, "text"))
    if listed.faults:
        return _form_page(request, tournament, _with_faults(form, listed, text), BAD_REQUEST)
    if "confirm" in request.POST:
        return _enter(request, tournament, listed, text)
    return _preview(request, tournament, listed, text)


def _read(form: PlayerFileForm) -> tuple[PlayerList, str]:
    """The list and its text, which is carried from page to page."""
    file = form.cleaned_data["file"]
    if file:
        rows, text = read_file(file.read())
    else:
        text = form.cleaned_data["text"]
        rows = text_rows(text)
    return read_players(rows), text


def _with_faults(form: PlayerFileForm, listed: PlayerList, text: str) -> PlayerFileForm:
    """The form with every fault, and the text in the box, where it can be mended: no browser sends a file
    again by itself."""
    form.data = form.data.copy()
    form.data["text"] = text
    said = sentences(EntryListError(listed.faults[:MOST_SAID]))
    further = len(listed.faults) - len(said)
    if further:
        more = ngettext("… and %(count)s more cell.", "… and %(count)s more cells.", further)
        said.append(more % {"count": further})
    form.add_error("text", said)
    return form


def _enter(request: HttpRequest, tournament: Tournament, listed: PlayerList, text: str) -> HttpResponse:
    choices = choices_sent(request.POST)
    sent = ImportVersionForm(request.POST)
    version = sent.cleaned_data["version"] if sent.is_valid() else 0
    try:
        entries = import_players(
            actor=request.user, tournament=tournament, listed=listed, choices=choices, version=version
        )
    except EntryListError as error:
        at = {problem.params["line"]: problem.params["problem"] for problem in error.problems}
        return _preview(request, tournament, listed, text, choices, at=at, status=BAD_REQUEST)
    except StaleError:
        said = [
            _("Somebody changed the tournament meanwhile. Nobody was entered: look at the rows once more.")
        ]
        tournament.refresh_from_db()
        return _preview(request, tournament, listed, text, choices, problems=said, status=HTTPStatus.CONFLICT)
    except (DomainError, ValidationError) as error:
        return _preview(
            request, tournament, listed, text, choices, problems=sentences(error), status=status_of(error)
        )
    said = entered_text(tournament, entries) if entries else _("All of them were entered already.")
    messages.success(request, said)
    return redirect("desk-players", tournament.slug)


def _preview(
    request: HttpRequest,
    tournament: Tournament,
    listed: PlayerList,
    text: str,
    choices: Mapping[int, Choice] | None = None,
    *,
    at: Mapping[object, object] | None = None,
    problems: Sequence[str] = (),
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """What each row would do. `at` are the problems of rows by their lines."""
    rows = plan_import(tournament, listed.players)
    context = {
        "tournament": tournament,
        "tab": "players",
        "rows": [_shown(row, choices or {}, at or {}) for row in rows],
        "counts": Counter("undecided" if row.is_undecided else row.kind for row in rows),
        "unread": listed.unread,
        "text": text,
        "problems": problems,
        "is_wrong": bool(at),
    }
    return render(request, "tournaments/desk/import_preview.html", context, status=status)


def _shown(row: ImportRow, choices: Mapping[int, Choice], at: Mapping[object, object]) -> dict[str, Any]:
    """A row with what is chosen in its list: what was sent, else what the row does by itself."""
    line = row.listed.line
    chosen = choices.get(line, row.player.pk if row.player else None)
    is_new = (line in choices and choices[line] is None) or (line not in choices and row.kind == "new")
    problem = at.get(line)
    return {
        "row": row,
        "listed": row.listed,
        "chosen": chosen,
        "is_new": is_new,
        "problem": _sentence(problem) if problem is not None else "",
    }


def _sentence(problem: object) -> str:
    return " ".join(sentences(problem)) if isinstance(problem, DomainError) else str(problem)


def _form_page(
    request: HttpRequest, tournament: Tournament, form: PlayerFileForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"tournament": tournament, "tab": "players", "form": form}
    return render(request, "tournaments/desk/import.html", context, status=status)
