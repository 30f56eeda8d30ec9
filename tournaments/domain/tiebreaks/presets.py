"""What federations prescribe or usually choose, as named lists of tie-breaks."""

from dataclasses import dataclass

from tournaments.domain.errors import gettext_noop


@dataclass(frozen=True)
class TieBreakPreset:
    """A federation's order of tie-breaks for pairing systems; the points come before them."""

    key: str
    label: str
    pairing_systems: tuple[str, ...]
    tiebreaks: tuple[str, ...]


TIEBREAK_RULES: dict[str, str] = {
    "czech": gettext_noop("Czech draughts federation"),
    "fmjd": gettext_noop("FMJD"),
    "fide": gettext_noop("FIDE"),
}
"""Whose rules a federation may choose for its new tournaments; the presets are named after them."""


_ALL_PLAY_ALL = ("round-robin", "double-round-robin", "preliminary-finals")
"""Systems whose final order comes from a round robin."""


def preset_tiebreaks(rules: str, pairing_system: str) -> tuple[str, ...]:
    """Return the tie-breaks that rules prescribe for a pairing system, none where they do not."""
    return next(
        (
            preset.tiebreaks
            for preset in TIEBREAK_PRESETS.values()
            if preset.key.startswith(f"{rules}-") and pairing_system in preset.pairing_systems
        ),
        (),
    )


TIEBREAK_PRESETS: dict[str, TieBreakPreset] = {
    preset.key: preset
    for preset in (
        TieBreakPreset(
            "czech-swiss",
            gettext_noop("Czech federation, Swiss: Buchholz, direct encounter"),
            ("swiss",),
            ("buchholz", "direct-encounter"),
        ),
        TieBreakPreset(
            "czech-round-robin",
            gettext_noop("Czech federation, round robin: Sonneborn-Berger, direct encounter"),
            _ALL_PLAY_ALL,
            ("sonneborn-berger", "direct-encounter"),
        ),
        TieBreakPreset(
            "fmjd-swiss",
            gettext_noop("FMJD, Swiss: Solkoff, full truncated Solkoff"),
            ("swiss",),
            ("solkoff", "truncated-solkoff"),
        ),
        TieBreakPreset(
            "fmjd-round-robin",
            gettext_noop("FMJD, round robin: wins, direct encounter, results in ranking order"),
            _ALL_PLAY_ALL,
            ("wins", "direct-encounter", "ranking-results"),
        ),
        TieBreakPreset(
            "fide-swiss",
            gettext_noop("FIDE, Swiss: Buchholz Cut 1, Buchholz, Sonneborn-Berger, direct encounter, wins"),
            ("swiss",),
            ("buchholz-cut1", "buchholz", "sonneborn-berger", "direct-encounter", "wins"),
        ),
        TieBreakPreset(
            "fide-round-robin",
            gettext_noop("FIDE, round robin: direct encounter, wins, Sonneborn-Berger, Koya"),
            _ALL_PLAY_ALL,
            ("direct-encounter", "wins", "sonneborn-berger", "koya"),
        ),
    )
}
