"""Settings of pairing systems, games of a round, boards and openings: what may change and when."""

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from tests.factories import RoundFactory, TournamentFactory
from tests.tournaments.desk.conftest import pair, with_players
from tests.tournaments.team_scenes import team_event
from tournaments.domain.errors import ConflictError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.pairing.settings import SwitchSetting, clean_settings, still_known, without_defaults
from tournaments.models import AuditEntry
from tournaments.selectors.audit import log_lines
from tournaments.services.rounds import undo_last_round
from tournaments.services.tournaments import create_tournament, update_tournament

pytestmark = pytest.mark.django_db

DRAWN = {"draw_numbers": True}


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def change(arbiter, tournament, **changes):
    return update_tournament(actor=arbiter, tournament=tournament, changes=changes)


@pytest.fixture
def round_robin(arbiter):
    return TournamentFactory(
        pairing_system="round-robin", system_settings=DRAWN, arbiters=[arbiter], tiebreaks=["wins"]
    )


def test_what_stands_at_its_default_is_not_stored(arbiter):
    made = create_tournament(
        actor=arbiter, name="A", pairing_system="round-robin", system_settings={"draw_numbers": False}
    )
    assert made.system_settings == {}
    assert change(arbiter, made, system_settings=DRAWN).system_settings == DRAWN
    assert change(arbiter, made, system_settings={}).system_settings == {}


@pytest.mark.parametrize(
    ("system", "given", "said"),
    [
        ("round-robin", {"luck": 1}, "The pairing system has no setting “luck”."),
        ("round-robin", {"draw_numbers": "so"}, "The setting “draw_numbers” cannot be “so”."),
        ("swiss", DRAWN, "The pairing system has no setting “draw_numbers”."),
        ("round-robin", ["draw_numbers"], "Settings are an object of names and values."),
    ],
)
def test_a_fault_names_the_setting(arbiter, system, given, said):
    with pytest.raises(ValidationError) as caught:
        create_tournament(actor=arbiter, name="A", pairing_system=system, system_settings=given)
    ((field, messages),) = caught.value.message_dict.items()
    assert (field, messages[0].startswith(said)) == ("system_settings", True)


def test_another_system_keeps_only_what_it_knows_too(arbiter, round_robin):
    changed = change(arbiter, round_robin, pairing_system="swiss")
    assert (changed.pairing_system, changed.system_settings) == ("swiss", {})
    with pytest.raises(ValidationError):
        change(arbiter, changed, system_settings=DRAWN)


def test_a_value_another_system_would_refuse_is_not_kept():
    both = [SwitchSetting("a", "", "", default=False), SwitchSetting("b", "", "", default=True)]
    assert still_known(both, {"a": True, "b": "none", "c": 1}) == {"a": True}
    assert without_defaults(both, {"a": True, "b": True}) == {"a": True}


@pytest.mark.parametrize("changes", [{"games_per_round": 2}, {"boards": 4}, {"system_settings": {}}])
def test_rounds_rest_on_them(arbiter, round_robin, changes):
    RoundFactory(tournament=round_robin)
    with pytest.raises(ConflictError) as caught:
        change(arbiter, round_robin, **changes)
    assert caught.value.code == "fixed-by-rounds"


def test_the_refusal_says_which_setting(arbiter, round_robin):
    RoundFactory(tournament=round_robin)
    with pytest.raises(ConflictError) as caught:
        change(arbiter, round_robin, system_settings={})
    assert caught.value.params == {"fields": "Draw the starting numbers by lot"}


def test_equal_settings_written_otherwise_are_no_change(arbiter, round_robin):
    RoundFactory(tournament=round_robin)
    settings = PAIRING_SYSTEMS["round-robin"].settings
    every = {setting.key: setting.default for setting in settings} | DRAWN
    assert clean_settings(settings, every) == every
    assert change(arbiter, round_robin, system_settings=every).version == round_robin.version


def test_openings_may_change_between_rounds_and_are_checked(arbiter, round_robin):
    RoundFactory(tournament=round_robin)
    assert change(arbiter, round_robin, openings="c3-d4").openings == "c3-d4"
    with pytest.raises(ValidationError) as caught:
        change(arbiter, round_robin, openings="c3-d4\nc3-e5\n\nd6-c5")
    assert [said[:7] for said in caught.value.message_dict["openings"]] == ["Line 2:", "Line 4:"]


def test_another_ruleset_has_to_allow_the_openings(arbiter, round_robin):
    change(arbiter, round_robin, openings="c3-d4 d6-c5")
    with pytest.raises(ValidationError) as caught:
        change(arbiter, round_robin, ruleset="international")
    assert list(caught.value.message_dict) == ["openings"]


def test_the_log_says_settings_in_words(arbiter, round_robin):
    change(arbiter, round_robin, system_settings={}, games_per_round=2)
    with override("en"):
        (line,) = log_lines(AuditEntry.objects.all())
    assert {(each.label, each.before, each.after) for each in line.changes} == {
        ("settings of the pairing system", "Draw the starting numbers by lot: yes", "—"),
        ("games of a round", "one", "two, with colours reversed"),
    }


class TestDrawing:
    LINES = ("City game: c3-d4 d6-c5", "g3-f4 f6-e5", "W:Wa1,c1,e1:Bb8,d8,f8")

    @pytest.fixture
    def tournament(self, arbiter):
        return with_players(arbiter, 4, openings="\n".join(self.LINES))

    def test_each_round_has_one_and_says_so(self, arbiter, tournament):
        for _ in range(3):
            pair(arbiter, tournament, "1-0", "1-0")
        rounds = list(tournament.rounds.order_by("number"))
        assert {each.opening for each in rounds} == set(self.LINES)
        note = rounds[0].notes[-1]
        assert (note["code"], note["params"]) == ("opening-drawn", {"count": 3, "opening": rounds[0].opening})

    def test_undone_and_paired_again_it_is_the_same(self, arbiter, tournament):
        pair(arbiter, tournament)
        first = tournament.rounds.get().opening
        undo_last_round(actor=arbiter, tournament=tournament, number=1)
        pair(arbiter, tournament)
        assert tournament.rounds.get().opening == first

    def test_without_a_list_play_is_free(self, arbiter):
        tournament = with_players(arbiter, 4, slug="free")
        pair(arbiter, tournament)
        this = tournament.rounds.get()
        assert (this.opening, [n for n in this.notes if n["code"] == "opening-drawn"]) == ("", [])


def test_boards_stay_while_teams_are_entered(arbiter):
    league = team_event(arbiter, "AB")
    with pytest.raises(ConflictError) as caught:
        update_tournament(actor=arbiter, tournament=league, changes={"boards": None})
    assert caught.value.code == "boards-of-teams"
    assert update_tournament(actor=arbiter, tournament=league, changes={"boards": 4}).boards == 4
    league.teams.all().delete()
    assert update_tournament(actor=arbiter, tournament=league, changes={"boards": None}).boards is None
