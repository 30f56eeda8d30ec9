"""Every form that writes is done once, or says what it was read at, or has a reason to do neither."""

import re

from django.conf import settings

TEMPLATES = settings.BASE_DIR / "templates"
FORM = re.compile(r"<form[^>]*method=\"post\".*?</form>", re.DOTALL)
CREATES = ("{% once %}",)
CHANGES = (
    "{% seen ",
    'name="version"',
    ".version }}",
    ".seen }}",
    'name="seen"',
    "admin/_seen.html",
    'name="seen-',
)
# A template and a part of the form, with why the form is safe sent twice and sent late.
EXEMPT = {
    ("registration/login.html", "<form"): "signs in",
    ("_account.html", "logout"): "signs out",
    ("_languages.html", "set_language"): "chooses a language",
    ("my/page.html", "report-form"): "a player's own report: his last one holds, the arbiter decides",
    ("my/table.html", "report-form"): "the same from the table",
    ("my/_arrival.html", "<form"): "he is here: said twice it is said once",
    ("tournaments/desk/_prohibitions.html", "desk-allow"): "a row that never changes; gone is gone",
    ("tournaments/desk/_reports.html", "desk-reports-agreed"): "records what both agree on at that moment",
    ("tournaments/desk/check_in.html", "desk-check-in-note"): "says here or not here: twice is once",
    ("tournaments/desk/check_in.html", "desk-absent"): "names the round; twice is once",
    ("tournaments/desk/import.html", "desk-import"): "shows what would be done",
    ("tournaments/desk/import_preview.html", "edit-list"): "goes back to the list",
    ("tournaments/desk/people.html", "desk-dismiss"): "names a person and his role; gone is gone",
}


def writing_forms() -> list[tuple[str, str]]:
    return [
        (str(path.relative_to(TEMPLATES)), form)
        for path in sorted(TEMPLATES.rglob("*.html"))
        for form in FORM.findall(path.read_text(encoding="utf-8"))
    ]


def exemption(name: str, form: str) -> tuple[str, str] | None:
    return next((key for key in EXEMPT if key[0] == name and key[1] in form), None)


def is_safe(form: str) -> bool:
    return any(mark in form for mark in (*CREATES, *CHANGES))


def test_every_form_is_done_once_or_carries_what_it_was_read_at():
    open_forms = [
        f"{name}: {form[:120]}"
        for name, form in writing_forms()
        if not is_safe(form) and exemption(name, form) is None
    ]
    assert open_forms == []


def test_no_exemption_is_left_over():
    used = {exemption(name, form) for name, form in writing_forms() if not is_safe(form)}
    assert EXEMPT.keys() - used == set()
