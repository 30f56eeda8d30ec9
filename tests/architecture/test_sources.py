"""What no file of the project may hold."""

import re

import pytest
from django.conf import settings
from django.template.loader import get_template

from tests.architecture.sources import ROOT, code_files, name, templates, text_files

PROMISE = re.compile(r"\b(TO" + "DO|FIX" + "ME|X" + r"XX)\b")  # in pieces, so as not to find itself
INLINE = re.compile(
    r"""<script(?![^>]*\b(?:src=|type="application/json"))|<style|\sstyle\s*=|\son[a-z]+\s*=\s*["']|javascript:""",
    re.IGNORECASE,
)
ENVIRONMENT = re.compile(r"""\benv(?:\.\w+)?\(\s*"([A-Z_]+)\"""")


def test_no_promise_is_left_in_the_code():
    files = text_files(".py", ".html", ".js", ".css", ".md", ".yaml", ".toml")
    assert len(files) > 50
    assert [name(path) for path in files if PROMISE.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("path", templates(), ids=name)
class TestTemplate:
    def test_it_compiles(self, path):
        assert get_template(str(path.relative_to(ROOT / "templates")))

    def test_it_holds_no_script_or_style_the_security_policy_would_block(self, path):
        assert INLINE.findall(path.read_text(encoding="utf-8")) == []


def test_every_script_and_style_of_the_site_is_a_file_of_the_site():
    pages = "".join(path.read_text(encoding="utf-8") for path in templates())
    assert re.findall(r"""(?:src|href)=["']https?://[^"']*\.(?:js|css)""", pages) == []
    assert settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["default-src"] == ["'self'"]


def settings_read() -> set[str]:
    """The environment variables the settings read."""
    source = (ROOT / "dama_site" / "settings.py").read_text(encoding="utf-8")
    return set(ENVIRONMENT.findall(source))


def test_every_setting_is_in_the_table_of_the_readme():
    table = set(
        re.findall(r"^\| `([A-Z_]+)`", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert len(settings_read()) > 8
    assert settings_read() - table == set()
    # What `make run` and its demo data read themselves.
    assert table - settings_read() == {"HOST", "PORT", "DEMO_PASSWORD"}


def test_every_dependency_has_its_reason():
    reasons = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").lower()
    lines = [
        line
        for file in ("requirements.txt", "requirements-dev.txt")
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines()
        if line and not line.startswith(("#", "-"))
    ]
    names = [re.split(r"[\[=]", line)[0].lower() for line in lines]
    assert len(names) > 20
    assert [each for each in names if f"`{each}`" not in reasons] == []


def test_every_package_is_pinned_to_what_was_tested():
    pinned = dict(
        line.lower().split("==")
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
    asked = re.findall(
        r"^([\w-]+)(?:\[[\w,]+\])?==(\S+)",
        "".join(
            (ROOT / file).read_text(encoding="utf-8") for file in ("requirements.txt", "requirements-dev.txt")
        ),
        re.MULTILINE,
    )
    assert len(asked) > 20
    canonical = {key.replace("_", "-"): version for key, version in pinned.items()}
    assert [each for each in asked if canonical.get(each[0].lower()) != each[1]] == []


def test_every_folder_of_code_is_a_package():
    folders = {path.parent for path in code_files()}
    assert [name(folder) for folder in folders if not (folder / "__init__.py").exists()] == []
