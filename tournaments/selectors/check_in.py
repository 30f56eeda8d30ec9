"""Who is here before a round, and who is missing."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.domain.names import search_key, search_text
from tournaments.models import Entry, RequestedBye, Tournament
from tournaments.selectors.state import paired_count


@dataclass(frozen=True)
class CheckInSheet:
    """Those who still play, in the order of their names. `shown` are those the search finds.

    `absences` counts those whose bye in `next_round` was given because they were not here.
    """

    entries: tuple[Entry, ...]
    shown: tuple[Entry, ...]
    next_round: int

    @property
    def total(self) -> int:
        return len(self.entries)

    @property
    def here(self) -> int:
        return sum(entry.checked_in_at is not None for entry in self.entries)

    @property
    def missing(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.checked_in_at is None)

    @property
    def without_game(self) -> tuple[Entry, ...]:
        """Who gets no game in the next round because he is not here: nobody else's bye is among them."""
        return tuple(
            entry
            for entry in self.missing
            if not any(b.round_number == self.next_round for b in _byes(entry))
        )

    @property
    def absences(self) -> int:
        return sum(
            bye.for_absence and bye.round_number == self.next_round
            for entry in self.entries
            for bye in _byes(entry)
        )


def _byes(entry: Entry) -> list:
    return list(entry.requested_byes.all())


def check_in_sheet(tournament: Tournament, text: str = "", *, only_missing: bool = False) -> CheckInSheet:
    """Everybody who has not withdrawn; shown are those whose name or club has every word of the text. Three
    queries."""
    entries = tuple(
        tournament.entries.filter(withdrawn_after=None)
        .select_related("player__club")
        .prefetch_related("requested_byes")
        .order_by("player__family_name", "player__given_name", "pk")
    )
    words = search_key(text).split()
    shown = tuple(
        entry
        for entry in entries
        if _has_words(entry, words) and not (only_missing and entry.checked_in_at is not None)
    )
    return CheckInSheet(entries, shown, paired_count(tournament) + 1)


def _has_words(entry: Entry, words: list[str]) -> bool:
    club = entry.player.club.name if entry.player.club else ""
    place = f"{search_text(entry.player.name)} {search_key(club)} {entry.number or ''}"
    return all(word in place for word in words)


def missing_count(tournament: Tournament, number: int) -> int:
    """How many would be paired in round `number` although they are not here; 0 where nobody is checked in.
    One query."""
    byes = RequestedBye.objects.filter(entry=OuterRef("pk"), round_number=number)
    counts = tournament.entries.filter(withdrawn_after=None).aggregate(
        here=Count("pk", filter=Q(checked_in_at__isnull=False)),
        missing=Count("pk", filter=Q(checked_in_at=None) & ~Exists(byes)),
    )
    return counts["missing"] if counts["here"] else 0
