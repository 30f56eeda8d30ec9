"""Every key of a registry has its label, its golden cases, and a place in the forms that offer it."""

import json

import pytest
from django.utils.functional import Promise

from engine import RULESETS
from tests.architecture.sources import ROOT
from tests.factories import RatingListFactory, TournamentFactory
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.ratings import RATING_PRESETS, RATING_SYSTEMS
from tournaments.domain.results import RESULTS, SCORINGS
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.models import RatingList, Tournament

GOLDEN = ROOT / "tests" / "golden"
DOMAIN_TESTS = ROOT / "tests" / "tournaments" / "domain"
REGISTRIES = {
    "rulesets": RULESETS,
    "pairing systems": PAIRING_SYSTEMS,
    "tie-breaks": TIEBREAKS,
    "rating systems": RATING_SYSTEMS,
    "results": RESULTS,
    "scorings": SCORINGS,
}
# The golden counts name some families together.
COUNTED_AS = {
    "spanish": "spanish_portuguese",
    "portuguese": "spanish_portuguese",
    "canadian": "canadian_12x12",
}
# The moves of these are another ruleset's; what differs, the end of the game, has its own tests.
SAME_MOVES = {"czech-misere": "czech"}


@pytest.mark.parametrize("registry", REGISTRIES.values(), ids=list(REGISTRIES))
class TestRegistry:
    def test_a_value_knows_the_key_it_is_found_by(self, registry):
        found = {key: getattr(value, "key", getattr(value, "code", None)) for key, value in registry.items()}
        assert found == {key: key for key in registry}

    def test_a_key_is_a_stored_string_that_stays_readable(self, registry):
        assert [key for key in registry if key != key.strip() or len(key) > 30] == []

    def test_every_label_is_a_text_of_its_own_left_to_the_catalogue(self, registry):
        labels = [value.label for value in registry.values()]
        assert [label for label in labels if isinstance(label, Promise) or not label.strip()] == []
        assert len(set(labels)) == len(labels)


def test_every_ruleset_has_golden_positions_and_perft_counts():
    counted = json.loads((GOLDEN / "engine" / "perft.json").read_text(encoding="utf-8"))
    positions = {path.stem for path in (GOLDEN / "engine" / "movegen").glob("*.jsonl")}
    keys = {SAME_MOVES.get(key, COUNTED_AS.get(key, key)) for key in RULESETS}
    assert keys - positions - set(counted) == set()


def test_every_pairing_system_has_golden_rounds():
    cases = {
        "swiss": GOLDEN / "pairing" / "tec.trf",
        "round-robin": GOLDEN / "pairing" / "berger.json",
        "double-round-robin": GOLDEN / "pairing" / "double_round_robin.json",
        "preliminary-finals": GOLDEN / "pairing" / "preliminary_finals.json",
        "knockout": GOLDEN / "pairing" / "knockout.json",
        "groups-knockout": GOLDEN / "pairing" / "groups_knockout.json",
    }
    assert set(PAIRING_SYSTEMS) == set(cases)
    assert [path for path in cases.values() if not path.exists()] == []


@pytest.mark.parametrize(
    ("registry", "tests"),
    [(TIEBREAKS, "test_domain_tiebreaks*.py"), (RATING_SYSTEMS, "test_domain_ratings*.py")],
    ids=["tie-breaks", "rating systems"],
)
def test_every_key_is_in_a_worked_example(registry, tests):
    cases = "".join(path.read_text(encoding="utf-8") for path in DOMAIN_TESTS.glob(tests))
    assert [key for key in registry if f'"{key}"' not in cases] == []


def test_a_pairing_system_names_tie_breaks_that_exist():
    assert [system.key for system in PAIRING_SYSTEMS.values() if not system.default_tiebreaks] == []
    named = {key for system in PAIRING_SYSTEMS.values() for key in system.default_tiebreaks}
    assert named - set(TIEBREAKS) == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "registry"),
    [("ruleset", RULESETS), ("pairing_system", PAIRING_SYSTEMS), ("scoring", SCORINGS)],
)
def test_a_tournament_may_have_every_key(field, registry):
    choices = [key for key, _ in Tournament._meta.get_field(field).flatchoices]
    assert choices == list(registry)
    for key in registry:
        TournamentFactory(**{field: key}).full_clean()


@pytest.mark.django_db
def test_a_rating_list_may_have_every_system_and_preset():
    assert [key for key, _ in RatingList._meta.get_field("system").flatchoices] == list(RATING_SYSTEMS)
    for key in RATING_SYSTEMS:
        RatingListFactory(system=key).full_clean()
    assert len(RATING_PRESETS) > 1
