"""What players reported from their phones, and what a player sees of his own tournament."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Max, Prefetch, Q

from tournaments.domain.results import RESULTS
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.models import Entry, Pairing, ResultReport, Round, Tournament
from tournaments.selectors.pairing_games import PairingGame, code_of, game_of, games_of
from tournaments.selectors.play_offs import game_is_due
from tournaments.selectors.state import play_off_codes

CONFLICT, AGREED, SINGLE = "conflict", "agreed", "single"
_ORDER = (CONFLICT, AGREED, SINGLE)
PLAYED_ON = (Round.Status.PUBLISHED, Round.Status.PLAYING)
"""The states of a round in which its players may report."""


@dataclass(frozen=True)
class GameReports:
    """What waits for the arbiter of one game: one report, or one of each player."""

    pairing: Pairing
    game: PairingGame
    reports: tuple[ResultReport, ...]

    @property
    def state(self) -> str:
        """CONFLICT when the players differ, AGREED when they say the same, SINGLE when one has spoken."""
        if len(self.reports) == 1:
            return SINGLE
        return AGREED if len(self.codes) == 1 else CONFLICT

    @property
    def codes(self) -> tuple[str, ...]:
        """The different results reported, in the order they came."""
        return tuple(dict.fromkeys(each.code for each in self.reports))


def open_reports(tournament: Tournament, number: int | None = None) -> list[GameReports]:
    """What waits in the tournament, or in a round: conflicts first, then what both agree on. One query."""
    waiting = ResultReport.objects.filter(
        pairing__round__tournament=tournament, status=ResultReport.Status.OPEN
    )
    if number is not None:
        waiting = waiting.filter(pairing__round__number=number)
    found: dict[tuple[int, int], list[ResultReport]] = {}
    for each in waiting.select_related(
        "pairing__round", "pairing__white__player", "pairing__black__player", "entry__player"
    ).order_by("pairing__round__number", "pairing__table", "game", "pk"):
        found.setdefault((each.pairing_id, each.game), []).append(each)
    games = [
        GameReports(of[0].pairing, game_of(of[0].pairing, of[0].game), tuple(of)) for of in found.values()
    ]
    return sorted(games, key=lambda each: _ORDER.index(each.state))


def live_state(tournament: Tournament) -> str:
    """Another text whenever something was recorded or paired, or a player reported. One query where players
    may report, else none."""
    if not tournament.players_report:
        return str(tournament.version)
    reports = ResultReport.objects.filter(pairing__round__tournament=tournament)
    waiting = Count("pk", filter=Q(status=ResultReport.Status.OPEN))
    found = reports.aggregate(last=Max("pk"), waiting=waiting)
    return f"{tournament.version}.{found['last'] or 0}.{found['waiting']}"


def reportable_codes(tournament: Tournament) -> tuple[str, ...]:
    """What a player may report: games on the board that count, never a forfeit.

    Plus draws only where a tie-break of the tournament tells them apart.
    """
    has_plus = any(getattr(TIEBREAKS[key], "tells_plus_draws", False) for key in tournament.tiebreaks)
    return tuple(code for code, kind in RESULTS.items() if kind.rated and (has_plus or kind.plus is None))


def games_to_report(pairing: Pairing) -> list[PairingGame]:
    """The games of the pairing, the next of a play-off among them; a report is of one without a code."""
    if pairing.is_bye:
        return []
    tournament = pairing.round.tournament
    play_off = play_off_codes(tournament, pairing.round.number).get(pairing.pk, ())
    return games_of(pairing, play_off, also_next=game_is_due(tournament, pairing, play_off))


def may_report(pairing: Pairing) -> bool:
    """Whether the players of this pairing may report now."""
    tournament = pairing.round.tournament
    return (
        tournament.players_report
        and tournament.status == Tournament.Status.RUNNING
        and pairing.round.status in PLAYED_ON
        and not pairing.is_bye
    )


def entry_by_key(key: str) -> Entry | None:
    """Whose private link it is."""
    if "\x00" in key:
        # PostgreSQL does not even compare with it.
        return None
    found = Entry.objects.filter(private_key=key).select_related("tournament", "player__club")
    return found.prefetch_related("requested_byes").first()


def pairings_of_entry(entry: Entry) -> list[Pairing]:
    """The player's pairings in the rounds that are not drafts any more, with what he and his opponents
    reported, the newest round first. Two queries."""
    return list(
        Pairing.objects.published()
        .filter(seats__entry=entry)
        .select_related("round__tournament", "white__player", "black__player")
        .prefetch_related(Prefetch("reports", ResultReport.objects.order_by("pk")))
        .order_by("-round__number")
    )


def pairing_at_table(slug: str, number: int, table: int) -> Pairing | None:
    """The pairing at a table of a round that is not a draft any more."""
    return (
        Pairing.objects.published()
        .filter(round__tournament__slug=slug, round__number=number, table=table)
        .select_related("round__tournament", "white__player", "black__player")
        .prefetch_related(Prefetch("reports", ResultReport.objects.order_by("pk")))
        .first()
    )


def is_recorded(pairing: Pairing, game: int) -> bool:
    """Whether the game has a result already."""
    return code_of(pairing, game) is not None
