"""Template tags every page may use: navigation, query strings, results, points and dates."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django import template
from django.template.context import RequestContext
from django.urls import reverse
from django.utils.formats import date_format, get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from tournaments.domain.match_score import for_first_white, match_points
from tournaments.domain.results import RESULTS, SCORINGS, show_fraction
from tournaments.messages import moment_text
from tournaments.models import Pairing
from tournaments.selectors.pairing_games import round_codes

register = template.Library()

EN_DASH, MINUS = "–", "−"
_SIDES = {"win": "1", "draw": "½", "loss": "0"}
_DISCS = {"white": "○", "black": "●"}
_UNPLAYED_SIDES = {"win": "+", "draw": "½", "loss": MINUS}


@register.simple_tag(takes_context=True)
def nav_item(context: RequestContext, name: str, label: str) -> SafeString:
    """One item of the main navigation, marked when the page is inside its section."""
    address = reverse(name)
    request = context.get("request")
    here = request is not None and request.path.startswith(address)
    mark = SafeString(' aria-current="true"') if here else ""
    return format_html('<li><a href="{}"{}>{}</a></li>', address, mark, label)


@register.simple_tag(takes_context=True)
def query_with(context: RequestContext, **changes: object) -> str:
    """The page's query string with some values changed; an empty value takes the key out."""
    query = context["request"].GET.copy()
    for key, value in changes.items():
        if value in ("", None):
            query.pop(key, None)
        else:
            query[key] = str(value)
    return query.urlencode()


def result_text(code: str | None) -> str:
    """A result code as result lists print it; the empty text while there is none.

    `1-0` is `1–0`, `1/2-1/2` is `½–½`, `+/-` is `+ –`; a bye is its name in the page's language.
    """
    if not code:
        return ""
    kind = RESULTS[code]
    if kind.is_bye:
        return gettext(kind.label)
    signs = _SIDES if kind.played else _UNPLAYED_SIDES
    between = EN_DASH if kind.played else " "
    plus = {kind.plus: "+"}
    return f"{signs[kind.white]}{plus.get('white', '')}{between}{signs[kind.black]}{plus.get('black', '')}"


def result_text_for(code: str | None, colour: str | None, scoring: str = "1-0.5-0") -> str:
    """The same from one player's side: what the scoring gives for a game, `1`, `½`, `0` where it says
    nothing else; `+`, `−` where none was played; a bye is its name."""
    if not code:
        return ""
    kind = RESULTS[code]
    if kind.is_bye:
        return gettext(kind.label)
    side = kind.black if colour == "black" else kind.white
    if not kind.played:
        return _UNPLAYED_SIDES[side]
    rule = SCORINGS[scoring]
    plus = "" if kind.plus is None else "+" if kind.plus == colour else "−"
    return f"{rule.show(rule.points(side))}{plus}"


def _result_span(text: str, code: str | None) -> SafeString:
    if not code:
        return format_html(
            '<span class="result open"><span aria-hidden="true">…</span>'
            '<span class="visually-hidden">{}</span></span>',
            gettext("not finished"),
        )
    return format_html('<span class="result" title="{}">{}</span>', gettext(RESULTS[code].label), text)


@register.simple_tag
def result(code: str | None) -> SafeString:
    """A pairing's result: `{% result pairing.result_code %}`."""
    return _result_span(result_text(code), code)


def score_text(codes: Sequence[str | None], scoring: str) -> str:
    """What both players have of several games together: `3–1`; the empty text while none is finished."""
    if not any(codes):
        return ""
    rule = SCORINGS[scoring]
    white, black = match_points(codes, rule)
    return f"{rule.show(white)}{EN_DASH}{rule.show(black)}"


def _games_text(codes: Sequence[str | None], first: int = 0) -> str:
    """The results of games from number `first` (0: the first) on, each from the side of the first's White."""
    return ", ".join(result_text(code) or "…" for code in for_first_white(codes)[first:])


@register.simple_tag
def match_result(pairing: Pairing, play_off: Sequence[str] = (), scoring: str = "2-1-0") -> SafeString:
    """All of a pairing's results: of two games their sum and each of them, then the play-off.

    A pairing of one game looks as with `{% result %}`.
    """
    codes = round_codes(pairing)
    shown = _result_span(result_text(codes[0]), codes[0])
    if len(codes) > 1:
        shown = _sum_span(codes, scoring)
    if not play_off:
        return shown
    text = _games_text([*codes, *play_off], len(codes))
    return format_html('{} <span class="games-each">{} {}</span>', shown, gettext("play-off"), text)


def _sum_span(codes: Sequence[str | None], scoring: str) -> SafeString:
    text = score_text(codes, scoring)
    if not text:
        return _result_span("", None)
    return format_html(
        '<span class="result" title="{}">{}</span> <span class="games-each">{}</span>',
        gettext("Both games together, then each from White's side in the first"),
        text,
        _games_text(codes),
    )


@register.simple_tag
def result_for(code: str | None, colour: str | None, scoring: str = "1-0.5-0") -> SafeString:
    """A pairing's result as one player sees it, in points of the scoring: `{% result_for code "black" %}`."""
    return _result_span(result_text_for(code, colour, scoring), code)


@register.simple_tag
def once() -> SafeString:
    """The key of a form that creates something: sent twice, it is done once."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', secrets.token_urlsafe(16))


@register.filter
def colour_name(colour: str | None) -> str:
    """`white` and `black` as words of the page's language."""
    if not colour:
        return ""
    return {"white": pgettext("colour", "White"), "black": pgettext("colour", "Black")}[colour]


@register.simple_tag
def colour_sign(colour: str | None) -> SafeString:
    """A colour as a disc, for tables where a word is too long."""
    if not colour:
        return SafeString("")
    return format_html('<span role="img" aria-label="{}">{}</span>', colour_name(colour), _DISCS[colour])


@register.simple_tag
def said(text: str) -> str:
    """A label of the domain's registries (an English msgid) in the page's language."""
    return gettext(text)


@register.filter
def paper(value: Fraction | None) -> str:
    """Points on paper as people write them: `2½`; nothing for None."""
    return "" if value is None else show_fraction(value)


@register.simple_tag
def scoring_words(key: str) -> str:
    """What a win, a draw and a loss are worth."""
    scoring = SCORINGS[key]
    return gettext("win %(win)s, draw %(draw)s, loss %(loss)s") % {
        side: scoring.show(scoring.points(side)) for side in _SIDES
    }


@register.filter
def have_record(games: Iterable[Any]) -> bool:
    """Whether any game of a player's list can be replayed: else its column would be empty."""
    return any(game.game_id for game in games)


@register.filter
def moves_of_plies(plies: int | None) -> str:
    """Plies as the number of moves a score sheet counts: both sides' plies are one move."""
    return "" if plies is None else str((plies + 1) // 2)


@register.filter
def points(value: object, scoring: str) -> str:
    """Integer points as a scoring writes them: `{{ row.points|points:tournament.scoring }}`."""
    return SCORINGS[scoring].show(value)


def signed(value: int) -> str:
    """A change with its sign: `+12`, `−7`, `0`."""
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"


@register.simple_tag
def signed_mark(value: int | None) -> SafeString:
    """A change of rating with its sign, marked by colour too; nothing for None."""
    if value is None:
        return SafeString("")
    direction = "up" if value > 0 else "down" if value < 0 else "same"
    return format_html('<span class="{}">{}</span>', direction, signed(value))


@register.simple_tag
def change_mark(before: int | None, after: int | None) -> SafeString:
    """The difference of two ratings; nothing while one is missing."""
    return signed_mark(None if before is None or after is None else after - before)


@register.filter
def moment(value: datetime | None) -> str:
    """When a round begins: the day as the language writes it, the time as the clocks in the hall show it."""
    return "" if value is None else moment_text(value)


@register.simple_tag
def days(first: date, last: date) -> str:
    """One day, or the first and the last of several; a year common to both is written once."""
    if first == last:
        return date_format(first)
    whole = get_format("DATE_FORMAT")
    pattern = re.sub(r"[,\s]*Y", "", whole) if first.year == last.year else whole
    return f"{date_format(first, pattern)} {EN_DASH} {date_format(last)}"
