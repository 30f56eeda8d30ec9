"""The catalogues of texts: complete, compiled, and holding every text of the source."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.utils.functional import Promise

from tests.catalogues import LOCALE, compiled_form, read_po, stale
from tests.processes import LIMIT, ROOT, site_environment

CATALOGUES = sorted(LOCALE.rglob("*.po"))
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|%[sd]|\{\w*\}")
SAMPLE = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#: a.py
msgid "Pair round %(number)s"
msgstr ""
"Nalosovat "
"kolo %(number)s"

msgctxt "draughts"
msgid "man"
msgstr "kámen"

msgid "%(count)s game"
msgid_plural "%(count)s games"
msgstr[0] "%(count)s partie"
msgstr[1] "%(count)s partie"
msgstr[2] "%(count)s partií"

#, fuzzy
msgid "guessed"
msgstr "uhodnuto"

msgid "open"
msgstr ""

#~ msgid "gone"
#~ msgstr "pryč"
"""


def test_a_catalogue_is_read_as_gettext_reads_it(tmp_path):
    path = tmp_path / "sample.po"
    path.write_text(SAMPLE, encoding="utf-8")
    assert compiled_form(read_po(path)) == {
        "Pair round %(number)s": "Nalosovat kolo %(number)s",
        "draughts\x04man": "kámen",
        ("%(count)s game", 0): "%(count)s partie",
        ("%(count)s game", 1): "%(count)s partie",
        ("%(count)s game", 2): "%(count)s partií",
    }
    assert [message.msgid for message in read_po(path) if not message.is_translated] == ["guessed", "open"]


def test_every_language_but_the_sources_own_has_a_catalogue():
    assert {path.parts[-3] for path in CATALOGUES} - {"en"} == set(LANGUAGES)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
class TestCatalogue:
    def test_what_is_compiled_is_what_was_translated(self, path):
        assert stale(path) == ""

    def test_every_text_is_translated(self, path):
        if path.parts[-3] != "en":
            assert [message.msgid for message in read_po(path) if not message.is_translated] == []

    def test_a_translation_has_the_placeholders_of_its_text(self, path):
        wrong = []
        for message in read_po(path):
            known = {
                *PLACEHOLDER.findall(message.fields["msgid"]),
                *PLACEHOLDER.findall(message.fields.get("msgid_plural", "")),
            }
            for text in filter(None, message.translations.values()):
                used = set(PLACEHOLDER.findall(text))
                # A form of a plural may leave its number out; nothing may be made up.
                if used - known or ("msgid_plural" not in message.fields and used != known):
                    wrong.append((message.msgid, text))
        assert wrong == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs xgettext (package gettext)")
def test_every_text_of_the_source_is_in_the_catalogues(tmp_path):
    copy = tmp_path / "copy"
    for folder in ("dama_site", "engine", "games", "tournaments", "templates"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "vendor"))
    shutil.copy(ROOT / "manage.py", copy)
    # Not --all: a catalogue that is missing would not be looked at.
    languages = [word for code in LANGUAGES for word in ("--locale", code)]
    command = [sys.executable, "manage.py", "makemessages", *languages, "--no-obsolete", "--no-wrap"]
    environment = site_environment(tmp_path / "data", CELERY_BROKER_URL="")
    subprocess.run(command, cwd=copy, env=environment, check=True, capture_output=True, timeout=LIMIT)
    for code in LANGUAGES:
        found = {message.msgid for message in read_po(copy / catalogue(code).relative_to(ROOT))}
        known = {message.msgid for message in read_po(catalogue(code))}
        assert (code, sorted(found - known), sorted(known - found)) == (code, [], [])


def catalogue(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def test_every_model_and_field_has_a_name_in_every_language():
    models = [
        model for label in ("tournaments", "games") for model in apps.get_app_config(label).get_models()
    ]
    unnamed = [
        f"{model.__name__}.{field.name}"
        for model in models
        for field in (*model._meta.fields, *model._meta.many_to_many)
        if not field.primary_key and not isinstance(field.verbose_name, Promise)
    ]
    unnamed += [model.__name__ for model in models if not isinstance(model._meta.verbose_name, Promise)]
    assert unnamed == []
