"""Pairing systems as a file names them (192, 092), and the options that go with a name."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.domain.errors import InputError, gettext_noop
from tournaments.domain.pairing import PAIRING_SYSTEMS, PairingSystem, options_of
from tournaments.domain.state import ACCELERATION, PAIRING_BYE
from tournaments.domain.trf.document import TrfDocument

DRAW_BYE = "draw-bye"


@dataclass(frozen=True)
class SystemName:
    """Records 092 and 192 of a pairing system with these options."""

    key: str
    kind: str
    code: str = ""
    options: Mapping[str, object] = field(default_factory=dict)


NAMES: tuple[SystemName, ...] = (
    SystemName("swiss", "Individual: Swiss-System", "FIDE_DUTCH_2026_BAKU", {ACCELERATION: "baku"}),
    SystemName("swiss", "Individual: Swiss-System", "FIDE_DUTCH_2026"),
    SystemName("round-robin", "Individual: Round-Robin", "FIDE_ROUNDROBIN"),
    SystemName("double-round-robin", "Individual: Double Round-Robin", "FIDE_DOUBLEROUNDROBIN"),
    SystemName("knockout", "Individual: Knock-Out", "CUSTOM_KNOCKOUT"),
)
"""What is written: the first name that fits. A system without one has its label, and a remark of ours."""


def system_name(key: str, options: Mapping[str, object], *, teams: bool = False) -> SystemName:
    """Return how a file names a system with these options; of teams there is no code for ours."""
    if teams:
        return SystemName(key, f"Team: {PAIRING_SYSTEMS[key].label}")
    for name in NAMES:
        if name.key == key and name.options.items() <= options.items():
            return name
    return SystemName(key, f"Individual: {PAIRING_SYSTEMS[key].label}")


def pairing_system(document: TrfDocument) -> PairingSystem:
    """Return the system the file was paired by (a remark of ours, 192, 092): Swiss when it does not say.

    Raises ``InputError`` (``trf-system-unknown``) for a system that is not known here.
    """
    return PAIRING_SYSTEMS[_named(document).key]


def options_in(document: TrfDocument) -> dict[str, object]:
    """Return the options of the file's system: by its name, by the points of a bye (162), by our remarks.

    Raises ``InputError`` for a system, or points of a pairing bye, that are not known here.
    """
    name = _named(document)
    system = PAIRING_SYSTEMS[name.key]
    known = {setting.key for setting in system.settings}
    stored = dict(name.options)
    if PAIRING_BYE in known and has_draw_byes(document):
        stored[PAIRING_BYE] = DRAW_BYE
    stored |= {str(values[0]): values[1] for values in document.remarks("setting")}
    return options_of(system, stored)


def has_draw_byes(document: TrfDocument) -> bool:
    """Return whether a pairing bye is worth a draw (162). Raises ``InputError`` for any other points."""
    values = document.points.values if document.points else {}
    win, draw, loss = (document.worth(letter) for letter in "WDL")
    bye, absence = values.get("P", win), values.get("A", loss)
    if bye not in (win, draw) or absence != loss:
        raise InputError(
            "trf-bye-points",
            gettext_noop(
                "The file (record 162) gives a pairing bye other points than those of a win or a draw, or an"
                " absence other points than those of a loss; such a tournament cannot be counted here."
            ),
        )
    return bye != win


def _named(document: TrfDocument) -> SystemName:
    stated = document.remark("system")
    found = _by_words(document)
    if stated is not None and (found is None or found.key != stated):
        return SystemName(str(stated), "")
    if found is None:
        raise InputError(
            "trf-system-unknown",
            gettext_noop("“%(system)s” is not a system that can be paired from a file."),
            system=document.text("192") or document.text("092"),
        )
    return found


def _by_words(document: TrfDocument) -> SystemName | None:
    words = (document.text("192") or document.text("092")).upper()
    words = words.replace("_", " ").replace("-", " ")
    together = words.replace(" ", "")
    if "TEAM" in words or "DOUBLESWISS" in together:
        return None
    options: dict[str, object] = {}
    if "ROUNDROBIN" in together or "BERGER" in words:
        key = "double-round-robin" if "DOUBLE" in words else "round-robin"
    elif "KNOCK" in words:
        key = "knockout"
    else:
        key = "swiss"
        options = {ACCELERATION: "baku"} if "BAKU" in words else {}
    return SystemName(key, "", "", options)
