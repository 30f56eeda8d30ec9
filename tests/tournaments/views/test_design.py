"""What the design promises: contrast in both themes, nothing inline."""

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "dama_site" / "static" / "css" / "base.css"
TEMPLATES = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
PAIRS = [
    *(
        (ink, ground)
        for ink in ("ink", "muted", "accent", "danger", "warning")
        for ground in ("paper", "surface", "sunken")
    ),
    ("on-accent", "accent"),
    ("on-accent", "accent-hover"),
    ("on-danger", "danger"),
    ("accent-hover", "paper"),
    ("accent", "accent-soft"),
    ("ink", "accent-soft"),
    ("warning", "warning-soft"),
    ("ink", "warning-soft"),
    ("danger", "danger-soft"),
    ("ink", "danger-soft"),
]


def themes():
    light, dark = CSS.read_text().split("@media (prefers-color-scheme: dark)")[:2]
    colour = re.compile(r"--([a-z-]+): #([0-9a-f]{6});")
    found = dict(colour.findall(light))
    return {"light": found, "dark": found | dict(colour.findall(dark))}


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """WCAG 2.2, relative luminance and contrast ratio."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_has_enough_contrast(theme, ink, ground):
    colours = themes()[theme]
    assert contrast(colours[ink], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_frames_of_fields_can_be_seen(theme):
    colours = themes()[theme]
    assert contrast(colours["line-strong"], colours["surface"]) >= 3


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_have_nothing_inline(template):
    text = template.read_text()
    assert re.findall(r"\sstyle=|<style|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", text) == []
