"""What an import tells about an archive as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from games.domain.archive_rounds import period
from games.domain.archives import ArchiveRecord, Remark
from tournaments.domain.errors import gettext_noop

LONG_EVENT = 60  # days; longer is more often a slip in a date than a tournament


def about_all(records: Sequence[ArchiveRecord], is_new: bool) -> list[Remark]:
    """Remarks about its events and days; `is_new` when the tournament was just made."""
    remarks = []
    events = list(dict.fromkeys(each.event for each in records if each.event))
    if len(events) > 1:
        template = gettext_noop("The records name several events: %(events)s.")
        remarks.append(Remark("events-differ", template, {"events": "; ".join(events)}))
    known = period(each.days for each in records if each.days)
    if known is None and is_new:
        template = gettext_noop("No record has a date: %(day)s was set. Correct it in the settings.")
        remarks.append(Remark("no-date", template, {"day": timezone.localdate().isoformat()}))
    elif known is not None and (known[1] - known[0]).days > LONG_EVENT and _has_exact_days(records):
        template = gettext_noop("The dates reach from %(first)s to %(last)s: is one of them a slip?")
        remarks.append(Remark("long-event", template, {"first": str(known[0]), "last": str(known[1])}))
    return remarks


def _has_exact_days(records: Sequence[ArchiveRecord]) -> bool:
    return any(each.days is not None and each.days[0] == each.days[1] for each in records)
