"""Categories at the desk: made, named, and their players ticked in one list."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.errors import DomainError
from tournaments.forms.categories import CategoryForm, MembersForm, TickForm
from tournaments.models import Category, Entry, Tournament
from tournaments.selectors.categories import categories_of, members_of
from tournaments.services.categories import add_category, change_members, remove_category, rename_category
from tournaments.views.desk.access import for_entries, not_elsewhere, refuse, sentences, status_of

BAD_REQUEST = 400


@require_safe
@for_entries
def categories(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _list_page(request, tournament, CategoryForm())


def _list_page(
    request: HttpRequest, tournament: Tournament, form: CategoryForm, status: int = 200
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tab": "players",
        "categories": categories_of(tournament),
        "form": form,
    }
    return render(request, "tournaments/desk/categories.html", context, status=status)


@require_POST
@for_entries
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form, status = CategoryForm(request.POST), BAD_REQUEST
    if form.is_valid():
        try:
            made = add_category(actor=request.user, tournament=tournament, name=form.cleaned_data["name"])
        except (DomainError, ValidationError) as error:
            status = refuse(form, error, "name")
        else:
            messages.success(request, _("The category “%(name)s” is made.") % {"name": made.name})
            return redirect("desk-category", tournament.slug, made.pk)
    return _list_page(request, tournament, form, status)


def _category(tournament: Tournament, pk: int) -> Category:
    category = tournament.categories.filter(pk=pk).first()
    if category is None:
        raise Http404(_("There is no such category."))
    return category


def _entries(tournament: Tournament) -> list[Entry]:
    return list(
        tournament.entries.select_related("player__club").order_by(
            "player__family_name", "player__given_name", "pk"
        )
    )


@require_safe
@for_entries
def category(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return _category_page(request, tournament, _category(tournament, pk))


def _category_page(
    request: HttpRequest, tournament: Tournament, found: Category, *, status: int = 200, **more: Any
) -> HttpResponse:
    """The category with everybody to be ticked; what was asked to be ticked at once is, but not saved."""
    members, entries = members_of(found), _entries(tournament)
    asks = any(name in request.GET for name in TickForm.base_fields)
    tick_form = TickForm(request.GET if asks else None)
    also = tick_form.ticked(entries) if asks and tick_form.is_valid() else set()
    context = {
        "tournament": tournament,
        "tab": "players",
        "category": found,
        "rows": [(entry, entry.pk in members, entry.pk in also - members) for entry in entries],
        "seen": " ".join(str(pk) for pk in sorted(members)),
        "member_count": len(members),
        "also_count": len(also - members),
        "tick_form": tick_form,
        "asks": asks,
        "name_form": CategoryForm(initial={"name": found.name, "seen": found.name}),
        "problems": (),
        **more,
    }
    return render(request, "tournaments/desk/category.html", context, status=status)


@require_POST
@for_entries
def members(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Save who is ticked: only what differs from the page as it was opened is changed."""
    found = _category(tournament, pk)
    form = MembersForm(request.POST, entries=tournament.entries.values_list("pk", flat=True))
    if not form.is_valid():
        problems = [_("Somebody you ticked is not entered any more. Look at the list once more.")]
        return _category_page(request, tournament, found, problems=problems, status=BAD_REQUEST)
    try:
        change_members(actor=request.user, category=found, **form.changes)
    except DomainError as error:
        return _category_page(request, tournament, found, problems=sentences(error), status=status_of(error))
    messages.success(request, _("Who is in “%(name)s” is saved.") % {"name": found.name})
    return redirect("desk-category", tournament.slug, pk)


@require_POST
@for_entries
def rename(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    found, form, status = _category(tournament, pk), CategoryForm(request.POST), BAD_REQUEST
    if form.is_valid():
        name, seen = form.cleaned_data["name"], form.cleaned_data["seen"]
        try:
            rename_category(actor=request.user, category=found, name=name, seen=seen)
        except (DomainError, ValidationError) as error:
            if isinstance(error, DomainError) and error.code == "stale":
                # What was typed stays; sent again, it counts against the name that stands there now.
                form = CategoryForm({"name": name, "seen": found.name})
            status = refuse(form, error, "name")
        else:
            messages.success(request, _("The category is saved."))
            return redirect("desk-category", tournament.slug, pk)
    return _category_page(request, tournament, found, name_form=form, status=status)


def _seen(request: HttpRequest) -> dict[str, Any]:
    """The name and the members that the page showed."""
    if "seen" not in request.POST:
        return {}
    members = request.POST.get("seen_members", "").split()
    return {
        "seen": request.POST["seen"],
        # What is no entry's id is nobody that ever was in it.
        "seen_members": [int(each) if each.isdecimal() and len(each) < 20 else 0 for each in members],
    }


@require_POST
@for_entries
def remove(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    found = tournament.categories.filter(pk=pk).first()
    if found is None:
        not_elsewhere(Category.objects, pk)
    else:
        try:
            remove_category(actor=request.user, category=found, **_seen(request))
        except DomainError as error:
            return _category_page(
                request, tournament, found, problems=sentences(error), status=status_of(error)
            )
        messages.success(request, _("The category “%(name)s” is removed.") % {"name": found.name})
    return redirect("desk-categories", tournament.slug)
