"""Template filters of the games' pages."""

from __future__ import annotations

from django import template

from tournaments.templatetags.pages import result_text

register = template.Library()

register.filter("result_words", result_text)
