"""The log of a tournament in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, overload

from django.core.exceptions import FieldDoesNotExist
from django.db.models import QuerySet
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.names import search_key, search_text
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import RESULTS
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.messages import explain_record, moment_text
from tournaments.models import AuditEntry, Club, Player, Round, Tournament

ACTIONS = {
    "create-tournament": _("Created the tournament"),
    "update-tournament": _("Changed the settings"),
    "set-arbiters": _("Changed the arbiters"),
    "set-people": _("Changed the people of the event"),
    "finish-tournament": _("Finished the tournament"),
    "reopen-tournament": _("Reopened the tournament"),
    "rate-tournament": _("Rated the tournament"),
    "set-initial-rating": _("Set an initial rating"),
    "import-tournament": _("Imported the tournament"),
    "export-snapshot": _("Saved the whole tournament as a file"),
    "restore-snapshot": _("Restored the tournament from a file"),
    "add-entry": _("Entered a player"),
    "import-entries": _("Imported players"),
    "add-player": _("Made a new player"),
    "change-player": _("Corrected a player"),
    "add-user": _("Made a user account"),
    "remove-entry": _("Removed a player"),
    "withdraw-entry": _("Withdrew a player"),
    "return-entry": _("Let a player return"),
    "check-in": _("Checked a player in"),
    "undo-check-in": _("Took a check-in back"),
    "mark-absent": _("Gave byes to those who were not here"),
    "unmark-absent": _("Took back the byes of those who were not here"),
    "set-fee": _("Changed a player's entry fee"),
    "record-payment": _("Recorded a payment"),
    "add-category": _("Made a category"),
    "rename-category": _("Renamed a category"),
    "remove-category": _("Removed a category"),
    "set-category": _("Changed who is in a category"),
    "request-bye": _("Noted a requested bye"),
    "cancel-bye": _("Cancelled a requested bye"),
    "add-team": _("Entered a team"),
    "change-team": _("Changed a team"),
    "set-members": _("Changed the players of a team"),
    "remove-team": _("Removed a team"),
    "withdraw-team": _("Withdrew a team"),
    "return-team": _("Let a team return"),
    "request-team-bye": _("Noted a requested bye of a team"),
    "cancel-team-bye": _("Cancelled a requested bye of a team"),
    "keep-apart": _("Said which teams may not meet"),
    "set-line-up": _("Changed a line-up"),
    "forfeit-match": _("Decided a match without games"),
    "pair-round": _("Paired a round"),
    "draft-round": _("Prepared a round as a draft"),
    "repair-round": _("Paired a draft anew"),
    "publish-round": _("Published a round"),
    "unpublish-round": _("Took a round back to a draft"),
    "start-round": _("Started a round"),
    "close-round": _("Closed a round"),
    "reopen-round": _("Reopened a round"),
    "schedule-round": _("Said when a round begins"),
    "adjourn-game": _("Adjourned a game"),
    "resume-game": _("Took the mark of an adjourned game off"),
    "edit-round": _("Paired a round anew by hand"),
    "prohibit-pairing": _("Forbade two players to meet"),
    "allow-pairing": _("Allowed two players to meet"),
    "undo-round": _("Undid a round"),
    "record-result": _("Recorded a result"),
    "adjudicate-game": _("Adjudicated a game"),
    "report-result": _("A player reported a result"),
    "dismiss-reports": _("Dismissed players' reports"),
    "renew-link": _("Renewed a private link"),
    "add-adjustment": _("Gave or took points by decision"),
    "remove-adjustment": _("Took back points by decision"),
    "submit-game": _("Submitted a game"),
    "verify-game": _("Verified a game"),
    "decide-finding": _("Decided what was found in a game"),
}
# What the log keeps beside the tournament's own fields, which have their names from the model.
_LABELS = {
    "family_name": _("family name"),
    "given_name": _("given name"),
    "birth_year": _("year of birth"),
    "rating": _("rating"),
    "fee": _("entry fee"),
    "federation_number": _("federation id"),
    "amount": _("amount"),
    "note": _("note"),
    "put_in": _("put in"),
    "taken_out": _("taken out"),
    "joined_round": _("plays from round"),
    "withdrawn_after": _("withdrawn after round"),
    "round": _("round"),
    "code": _("bye"),
    "state": _("state"),
    "starts_at": _("starts at"),
    "team": _("team"),
    "players": _("players"),
    "kept_apart": _("may not meet"),
    "result": _("result"),
    "finding": _("found"),
    "decision": _("decision"),
    "ply": _("ply"),
    "move_number": _("move"),
    "on_record": _("the record counts"),
    "plies": _("plies"),
    "points": _("points"),
    "reported_by": _("reported by"),
}
# Keys of the games app, whose words this app cannot ask for.
_WORDS = {
    "illegal": _("illegal ply"),
    "threefold": _("threefold repetition"),
    "no-progress": _("no progress"),
    "result-against-board": _("the result contradicts the board"),
    "result-against-record": _("the result contradicts the record"),
    "duplicate": _("duplicate of another game"),
    "names-differ": _("names of other players"),
    "reported-by-player": _("result from a player's game"),
    "wrong-opening": _("another opening than drawn"),
    "uphold": _("upheld"),
    "upheld": _("upheld"),
    "dismiss": _("dismissed"),
    "dismissed": _("dismissed"),
}
NOTHING = "—"
_REPLACED_ROUNDS = ("edit-round", "repair-round", "undo-round")
_OF_ROUNDS = (
    *_REPLACED_ROUNDS,
    "pair-round",
    "draft-round",
    "publish-round",
    "unpublish-round",
    "start-round",
    "close-round",
    "reopen-round",
    "schedule-round",
)


@dataclass(frozen=True)
class Change:
    """A value before ("" when there was none) and after; `label` is empty where the action says it all."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class LogLine:
    """An entry of the log in words. `lines` are the details of a whole round."""

    entry: AuditEntry
    action: str
    subject: str
    changes: tuple[Change, ...]
    lines: tuple[str, ...]

    @property
    def who(self) -> str:
        """Who did it; "" for the site itself."""
        return actor_text(self.entry)


class LogLines(Sequence[LogLine]):
    """Entries of the log in words, which are made of those that are asked for."""

    def __init__(self, entries: QuerySet[AuditEntry]) -> None:
        self._entries = entries

    def __len__(self) -> int:
        return self._entries.count()

    @overload
    def __getitem__(self, at: int) -> LogLine: ...
    @overload
    def __getitem__(self, at: slice) -> list[LogLine]: ...
    def __getitem__(self, at: int | slice) -> LogLine | list[LogLine]:
        found = self._entries[at]
        return _log_line(found) if isinstance(found, AuditEntry) else log_lines(found)

    def __iter__(self) -> Iterator[LogLine]:
        return map(_log_line, self._entries)


def audit_log(tournament: Tournament) -> QuerySet[AuditEntry]:
    """The tournament's entries, the newest first, with who made them."""
    return AuditEntry.objects.filter(tournament=tournament).select_related("actor").order_by("-pk")


def found_in_log(
    tournament: Tournament,
    *,
    q: str = "",
    action: str = "",
    since: date | None = None,
    until: date | None = None,
) -> Sequence[LogLine]:
    """The lines whose words hold all of `q`, without regard to accents, of an action and of days; newest
    first.

    Without `q` only the lines that are asked for are read. Most words of the log are made when it is read,
    and it has some hundreds of entries: so words are looked for here, and not in the database.
    """
    entries = audit_log(tournament)
    if action:
        entries = entries.filter(action=action)
    if since:
        entries = entries.filter(created_at__date__gte=since)
    if until:
        entries = entries.filter(created_at__date__lte=until)
    words = search_key(q).split()
    if not words:
        return LogLines(entries)
    return [line for line in log_lines(entries) if all(word in _searchable(line) for word in words)]


def actions_in_log(tournament: Tournament) -> list[tuple[str, str]]:
    """The actions the log has, each with its words, in the order of the words."""
    names = AuditEntry.objects.filter(tournament=tournament).order_by().values_list("action", flat=True)
    return sorted(((name, action_text(name)) for name in names.distinct()), key=lambda each: each[1])


def actor_text(entry: AuditEntry) -> str:
    """Who did it, by full name where there is one; "" for the site itself.

    Of an account that is deleted, or of another site, the name it had: it may be anybody's here.
    """
    if entry.actor:
        return entry.actor.get_full_name() or entry.actor.get_username()
    return gettext("%(name)s (no account here)") % {"name": entry.actor_name} if entry.actor_name else ""


def change_text(change: Change) -> str:
    """A change in one line: `label: before → after`."""
    before = f"{change.before} → " if change.before else ""
    label = f"{change.label}: " if change.label else ""
    return f"{label}{before}{change.after}"


def _searchable(line: LogLine) -> str:
    entry = line.entry
    said = [line.action, line.subject, entry.reason, actor_text(entry), entry.address or "", *line.lines]
    return search_text(" ".join([*said, *map(change_text, line.changes)]))


def action_text(action: str) -> str:
    return str(ACTIONS.get(action, action.replace("-", " ").capitalize()))


def log_lines(entries: Iterable[AuditEntry]) -> list[LogLine]:
    return [_log_line(entry) for entry in entries]


def _log_line(entry: AuditEntry) -> LogLine:
    action = action_text(entry.action)
    subject = entry.subject
    if entry.action in _OF_ROUNDS:
        subject = gettext("round %(number)s") % {"number": entry.subject}
    return LogLine(entry, action, _at_table(subject), _changes(entry), _lines(entry))


def _at_table(subject: str) -> str:
    """`2/5 Novák – Malý` as it is read aloud."""
    place, _space, players = subject.partition(" ")
    number, slash, table = place.partition("/")
    if not slash or not (number.isdecimal() and table.isdecimal()):
        return subject
    return gettext("round %(round)s, table %(table)s: %(players)s") % {
        "round": number,
        "table": table,
        "players": players,
    }


def _changes(entry: AuditEntry) -> tuple[Change, ...]:
    before, after = entry.before, entry.after
    if isinstance(before, dict) or isinstance(after, dict):
        return _field_changes(before, after or {})
    if entry.action in ("pair-round", "draft-round") or before == after:
        return ()
    return (Change("", fact_text("result", before), fact_text("result", after)),)


def _field_changes(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> tuple[Change, ...]:
    old = before or {}
    # What an entry only names before has not been erased where it names other things after: it is a fact.
    facts = old.keys() ^ after.keys() if old and after else set()
    # JSON has no order of its own in PostgreSQL.
    names = sorted({**old, **after}, key=_place)
    shown = [name for name in names if _is_shown(name, old.get(name, after.get(name)))]
    changes = [
        Change(
            field_label(name),
            "" if before is None or name in facts else fact_text(name, old.get(name)),
            fact_text(name, after.get(name, old.get(name)) if name in facts else after.get(name)),
        )
        for name in shown
    ]
    return tuple(change for change in changes if change.after != (change.before or NOTHING))


def _place(name: str) -> int:
    known = [*_LABELS, *(field.name for field in Tournament._meta.get_fields())]
    return known.index(name) if name in known else len(known)


def _is_shown(name: str, value: Any) -> bool:
    """What has a name and is one value; that somebody plays from round 1 goes without saying, and a finding
    about a whole game has no ply or move."""
    is_obvious = (name, value) in (("joined_round", 1), ("ply", 0), ("move_number", 0))
    is_rows = name != "system_settings" and (isinstance(value, dict) or _is_list_of_rows(value))
    return bool(field_label(name)) and not is_rows and not is_obvious


def _is_list_of_rows(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(row, dict) for row in value)


def _lines(entry: AuditEntry) -> tuple[str, ...]:
    """What is to be said of a round paired by hand, and what stood in a round that is no more: every table
    with its result."""
    after = entry.after if isinstance(entry.after, dict) else {}
    notes = [explain_record(note) for note in after.get("notes", ())]
    if entry.action not in _REPLACED_ROUNDS or not isinstance(entry.before, dict):
        return tuple(notes)
    return (*notes, *(_pairing_text(pairing) for pairing in entry.before.get("pairings", ())))


def _pairing_text(pairing: Mapping[str, Any]) -> str:
    players = f"{pairing['table']}. {pairing['white']} – {pairing['black'] or NOTHING}"
    results = pairing.get("results", ())
    confirmed = [result["code"] for result in results if result.get("status") == "confirmed"]
    return f"{players}: {fact_text('result', confirmed[-1])}" if confirmed else players


def field_label(name: str) -> str:
    """A field's name in words; empty for what only programs read."""
    if name in _LABELS:
        return str(_LABELS[name])
    for model in (Tournament, Player, Club):
        try:
            return str(model._meta.get_field(name).verbose_name) if name != "id" else ""
        except (FieldDoesNotExist, AttributeError):
            continue
    return ""


def fact_text(name: str, value: Any) -> str:
    """A value of the log in words; a dash for none."""
    if value in (None, "", [], {}):
        return NOTHING
    if name == "system_settings":
        return ", ".join(f"{_setting_label(key)}: {fact_text(key, each)}" for key, each in value.items())
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return ", ".join(gettext(TIEBREAKS[key].label) if key in TIEBREAKS else str(key) for key in value)
    return _choice_text(name, str(value))


def _setting_label(key: str) -> str:
    labels = {
        setting.key: setting.label for system in PAIRING_SYSTEMS.values() for setting in system.settings
    }
    return gettext(labels[key]) if key in labels else key


def _choice_text(name: str, value: str) -> str:
    if name in ("result", "code") and value in RESULTS:
        return gettext(RESULTS[value].label)
    if name in ("finding", "decision"):
        return str(_WORDS.get(value, value))
    if name == "state" or (name == "status" and value in Round.Status.values):
        return str(dict(Round.Status.choices).get(value, value))
    if name == "starts_at":
        return moment_text(datetime.fromisoformat(value))
    if name in ("entry_fee", "fee", "amount"):
        return number_format(Decimal(value), 2, use_l10n=True)
    if name in ("starts_on", "ends_on"):
        return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    try:
        choices = Tournament._meta.get_field(name).flatchoices
    except (FieldDoesNotExist, AttributeError):
        return value
    return str({str(key): label for key, label in choices}.get(value, value))
