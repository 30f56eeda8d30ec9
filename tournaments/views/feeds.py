"""The feed of a tournament: a round is paired, results come in, the standings after a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from tournaments.models import Pairing, Tournament
from tournaments.permissions import tournament_for_reading
from tournaments.selectors.feeds import RoundNews, round_news
from tournaments.selectors.pairing_games import round_codes
from tournaments.selectors.standings import AnySnapshot, standings_table
from tournaments.selectors.teams import competitors
from tournaments.templatetags.pages import result_text, score_text
from tournaments.views.tags import version_tag

NEWEST = 20
"""How many rounds the feed goes back."""


@dataclass(frozen=True)
class Item:
    """One piece of news; `key` stays the same while its text grows."""

    key: str
    title: str
    text: SafeString
    address: str
    published: datetime
    updated: datetime


class TournamentFeed(Feed):
    """Atom. A private tournament has none for strangers, and no draft is in it."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> Tournament:
        return tournament_for_reading(request.user, slug)

    def title(self, tournament: Tournament) -> str:
        return tournament.name

    def subtitle(self, tournament: Tournament) -> str:
        return _("Rounds, results and standings")

    def link(self, tournament: Tournament) -> str:
        return tournament.get_absolute_url()

    def feed_guid(self, tournament: Tournament) -> str:
        return f"urn:uuid:{tournament.snapshot_key}"

    def items(self, tournament: Tournament) -> list[Item]:
        news = round_news(tournament, NEWEST)
        snapshot = competitors(tournament) if news else None
        items = [item for each in news for item in _items(tournament, each, snapshot)]
        return sorted(items, key=lambda item: item.updated, reverse=True)

    def item_title(self, item: Item) -> str:
        return item.title

    def item_description(self, item: Item) -> str:
        return item.text

    def item_link(self, item: Item) -> str:
        return item.address

    def item_guid(self, item: Item) -> str:
        return item.key

    def item_pubdate(self, item: Item) -> datetime:
        return item.published

    def item_updateddate(self, item: Item) -> datetime:
        return item.updated


def _items(tournament: Tournament, news: RoundNews, snapshot: AnySnapshot | None) -> list[Item]:
    this = news.round
    key, number = f"urn:dama:{tournament.snapshot_key}:{this.number}", {"number": this.number}
    page = reverse("tournament-round", args=[tournament.slug, this.number])
    made, first, last = this.created_at, news.first_result, news.last_result
    title = _("Round %(number)s: pairings") % number
    found = [Item(f"{key}:pairings", title, _listed(map(_players, news.pairings)), page, made, made)]
    if first is None or last is None:
        return found
    said = {**number, "count": news.finished, "total": len(news.games)}
    title = _("Round %(number)s: %(count)s of %(total)s results") % said
    lines = (_with_result(tournament, each) for each in news.pairings)
    found.append(Item(f"{key}:results", title, _listed(lines), page, first, last))
    if news.finished == len(news.games):
        title = _("Standings after round %(number)s") % number
        table = standings_table(tournament, after_round=this.number, snapshot=snapshot)
        lines = (f"{line.row.place}. {line.name} {line.points}" for line in table.lines)
        address = f"{reverse('tournament-standings', args=[tournament.slug])}?after={this.number}"
        found.append(Item(f"{key}:standings", title, _listed(lines), address, last, last))
    return found


def _listed(lines: Iterable[str]) -> SafeString:
    """The lines as a list: readers of feeds take it for HTML, so that names are escaped here."""
    return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", ((line,) for line in lines)))


def _players(pairing: Pairing) -> str:
    """`Adam – Bartoš`; who has no opponent stands alone, with what he has instead in brackets."""
    if pairing.black is None:
        return f"{pairing.white.player.name} ({result_text(pairing.result_code)})"
    return f"{pairing.table}. {pairing.white.player.name} – {pairing.black.player.name}"


def _with_result(tournament: Tournament, pairing: Pairing) -> str:
    codes = round_codes(pairing)
    shown = result_text(codes[0]) if len(codes) == 1 else score_text(codes, tournament.scoring)
    return _players(pairing) if pairing.is_bye or not shown else f"{_players(pairing)} {shown}"


def _etag(request: HttpRequest, slug: str) -> str | None:
    return version_tag(request, slug, "feed")


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_etag)
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The feed; 304 while nothing has changed, at the price of one query."""
    return TournamentFeed()(request, slug=slug)
