"""A tournament carried to another installation is the same tournament."""

import json

import pytest
from django.apps import apps
from django.db import models
from django.http import Http404
from django.utils import translation

from games.models import Game
from games.selectors.snapshot_kinds import KINDS, LOG, MODELS_LEFT_OUT, PLAYERS, TOURNAMENT
from games.services.snapshot_fields import JSON_SHAPES
from games.services.snapshot_read import restore_snapshot
from games.services.snapshot_write import snapshot_file
from tests.concurrency import run_together
from tests.factories import (
    EntryFactory,
    FederationFactory,
    PlayerFactory,
    RatingListFactory,
    TournamentFactory,
    UserFactory,
)
from tests.games.snapshot_scenes import (
    as_file,
    content_of,
    counts,
    elsewhere,
    flags,
    full_event,
    team_league,
    wipe,
)
from tests.tournaments.team_scenes import pair
from tournaments.domain.errors import ConflictError, InputError
from tournaments.models import (
    AuditEntry,
    Entry,
    Player,
    RatingChange,
    Seat,
    Tournament,
)
from tournaments.permissions import can_correct_player
from tournaments.selectors.audit import actor_text
from tournaments.selectors.standings import standings_table
from tournaments.services.lifecycle import finish_tournament

pytestmark = pytest.mark.django_db


OTHER_KEY = "7f1e3d58-6f5f-4d65-9b1c-94f4d9d8b0aa"


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


EVENTS = {"players": full_event, "teams": team_league}


@pytest.fixture(params=EVENTS)
def event(request, arbiter):
    return EVENTS[request.param](arbiter)


def belongs(model: type[models.Model], seen: frozenset = frozenset()) -> bool:
    """Whether rows of the model lead to a tournament by their foreign keys."""
    if model is Tournament:
        return True
    targets = {each.related_model for each in model._meta.concrete_fields if each.is_relation} - seen
    ours = {each for each in targets if each._meta.app_label in ("tournaments", "games")}
    return any(belongs(each, seen | {model}) for each in ours - {model})


def test_every_model_of_a_tournament_is_in_the_file_or_left_out_for_a_reason():
    every = {model for app in ("tournaments", "games") for model in apps.get_app_config(app).get_models()}
    carried = {kind.model for kind in (TOURNAMENT, *KINDS, LOG)}
    assert {model for model in every if belongs(model)} == carried | set(MODELS_LEFT_OUT)
    assert carried & set(MODELS_LEFT_OUT) == set()


def test_every_json_column_of_the_file_has_its_shape():
    kinds = (TOURNAMENT, PLAYERS, *KINDS, LOG)
    columns = {
        (kind.model, each.name)
        for kind in kinds
        for each in kind.fields
        if isinstance(each, models.JSONField)
    }
    assert columns == set(JSON_SHAPES)


def test_the_two_events_have_a_row_of_every_kind(arbiter):
    contents = [content_of(make(arbiter)) for make in EVENTS.values()]
    assert [kind.name for kind in KINDS if not any(content[kind.name] for content in contents)] == []


def test_the_same_state_makes_the_same_bytes(event, arbiter):
    first, second = (json.loads(snapshot_file(actor=arbiter, tournament=event)) for _ in range(2))
    assert first.pop("made_at") < second.pop("made_at")
    assert first == second
    texts = [snapshot_file(actor=arbiter, tournament=event).decode() for _ in range(2)]
    assert len({"\n".join(line for line in text.split("\n") if "made_at" not in line) for text in texts}) == 1


def test_it_is_restored_on_an_empty_site_and_exported_the_same(event, arbiter):
    table = [(line.name, line.points) for line in standings_table(event).lines]
    seats, private = Seat.objects.count(), set(Entry.objects.values_list("private_key", flat=True))
    file, before = snapshot_file(actor=arbiter, tournament=event), content_of(event)
    wipe()
    if before["tournament"]["rating_list"]:
        RatingListFactory(slug="cze")
    done = restore_snapshot(actor=None, source=file, arbiter=arbiter)
    assert (done.is_new, done.is_changed) == (True, True)
    assert content_of(done.tournament) == before
    assert [(line.name, line.points) for line in standings_table(done.tournament).lines] == table
    assert Seat.objects.count() == seats
    assert set(Entry.objects.values_list("private_key", flat=True)) == private
    assert [str(remark) for remark in done.remarks if "federation" not in str(remark)] == []


def test_games_are_checked_again_and_found_as_they_were(arbiter, django_capture_on_commit_callbacks):
    event = full_event(arbiter)
    before, file = flags(event), snapshot_file(actor=arbiter, tournament=event)
    verdicts = list(Game.objects.order_by("pk").values_list("number", "verdict"))
    wipe()
    with django_capture_on_commit_callbacks(execute=True):
        tournament = restore_snapshot(actor=None, source=file).tournament
    assert flags(tournament) == before
    assert list(Game.objects.order_by("pk").values_list("number", "verdict")) == verdicts
    assert before != []


def test_a_private_tournament_stays_private(arbiter):
    event = TournamentFactory(arbiters=[arbiter], is_public=False, slug="closed")
    file = snapshot_file(actor=arbiter, tournament=event)
    wipe()
    assert restore_snapshot(actor=arbiter, source=file).tournament.is_public is False


def test_an_address_that_is_taken_is_numbered(arbiter):
    event = TournamentFactory(arbiters=[arbiter], slug="open")
    file = snapshot_file(actor=arbiter, tournament=event)
    wipe()
    TournamentFactory(slug="open")
    assert restore_snapshot(actor=arbiter, source=file).tournament.slug == "open-2"


def test_players_of_the_site_are_known_again_and_nobody_twice(arbiter):
    event = TournamentFactory(arbiters=[arbiter], slug="open")
    federation = FederationFactory(code="CZE")
    names = [
        ("Novák", "Jan", 1980, "7"),
        ("Novák", "Jan", None, ""),
        ("Dub", "Petr", 1970, ""),
        ("Erb", "Ota", 1960, ""),
    ]
    for family_name, given_name, year, number in names:
        EntryFactory(tournament=event, player=PlayerFactory(
            family_name=family_name, given_name=given_name, birth_year=year,
            federation=federation if number else None, federation_number=number))  # fmt: skip
    file = snapshot_file(actor=arbiter, tournament=event)
    wipe()
    federation = FederationFactory(code="CZE")
    by_id = PlayerFactory(
        family_name="Novák", given_name="Honza", federation=federation, federation_number="7"
    )
    by_name = PlayerFactory(family_name="Dub", given_name="Petr", birth_year=1970)
    for _ in range(2):
        PlayerFactory(family_name="Erb", given_name="Ota", birth_year=1960)
    done = restore_snapshot(actor=arbiter, source=file)
    entered = [entry.player for entry in done.tournament.entries.order_by("pk")]
    assert (entered[0], entered[2]) == (by_id, by_name)
    assert [player.name for player in done.made] == ["Novák Jan", "Erb Ota"]
    assert [str(remark) for remark in done.remarks] == [
        "Novák Honza is called Novák Jan in the file. The name here was left as it is.",
        "Several players may be Erb Ota: a new one was made.",
    ]


def test_a_finished_one_is_rated_by_the_list_of_the_site(arbiter, django_capture_on_commit_callbacks):
    event = full_event(arbiter)
    for result in (1, 2):
        for pairing in event.rounds.get().pairings.exclude(black=None):
            if not pairing.results.filter(game=result, status="confirmed").exists():
                pairing.results.create(game=result, code="1-0")
    finish_tournament(actor=arbiter, tournament=event)
    file = snapshot_file(actor=arbiter, tournament=event)
    wipe()
    RatingListFactory(slug="cze")
    with django_capture_on_commit_callbacks(execute=True):
        done = restore_snapshot(actor=None, source=file)
    assert RatingChange.objects.filter(tournament=done.tournament).count() == 4


class TestStranger:
    """Who restores a file gets no more by it than he could do by hand."""

    def test_he_alone_becomes_arbiter_and_nobody_else_is_said_to_have_acted(self, arbiter, other_user):
        event = full_event(arbiter)
        file = snapshot_file(actor=arbiter, tournament=event)
        wipe()
        done = restore_snapshot(actor=other_user, source=file)
        tournament = done.tournament
        assert list(tournament.arbiters.all()) == [other_user]
        assert tournament.created_by is None
        actors = set(tournament.audit_entries.values_list("actor__username", flat=True))
        assert actors == {None, "other"}
        said = [str(remark) for remark in done.remarks]
        assert "The file's other arbiters were not made arbiters here: arbiter." in said
        assert "Accounts of the file that have no part in this tournament here: arbiter." in said

    def test_a_federation_and_a_list_that_are_not_his_are_left_out(self, arbiter, other_user):
        file = snapshot_file(actor=arbiter, tournament=full_event(arbiter))
        wipe()
        federation = FederationFactory(code="CZE")
        RatingListFactory(slug="cze", federation=federation)
        done = restore_snapshot(actor=other_user, source=file)
        assert (done.tournament.federation, done.tournament.rating_list) == (None, None)
        assert Player.objects.exclude(federation=None).count() == 0
        said = [str(remark) for remark in done.remarks]
        assert said[:2] == [
            "You may not act for the federation CZE: left out.",
            "You have no rating list cze here: the tournament is not rated.",
        ]

    def test_staff_of_the_federation_keep_both(self, arbiter, other_user):
        file = snapshot_file(actor=arbiter, tournament=full_event(arbiter))
        wipe()
        federation = FederationFactory(code="CZE")
        federation.staff.add(other_user)
        rating_list = RatingListFactory(slug="cze", federation=federation)
        tournament = restore_snapshot(actor=other_user, source=file).tournament
        assert (tournament.federation, tournament.rating_list) == (federation, rating_list)

    def test_nobody_is_staff_or_has_a_players_rights_by_it(self, arbiter, other_user):
        event = full_event(arbiter)
        content = content_of(event)
        content["players"][0]["user"] = "other"
        content["tournament"]["snapshot_key"] = OTHER_KEY
        with pytest.raises(InputError, match=r"players\[0\]\.user"):
            restore_snapshot(actor=other_user, source=as_file(content))

    def test_the_log_of_a_file_gives_no_right_over_players_of_the_site(self, arbiter, other_user):
        event = TournamentFactory(arbiters=[arbiter])
        known = PlayerFactory(family_name="Známý", given_name="Jan", birth_year=1980)
        foreign = PlayerFactory(family_name="Cizí", given_name="Jan")
        EntryFactory(tournament=event, player=foreign)
        AuditEntry.objects.create(
            tournament=event, action="add-player", subject="Cizí Jan", after={"player": foreign.pk}
        )
        content = content_of(event)
        assert content["log"][-1]["after"] == {"player": 1}
        content["players"][0] |= {"family_name": "Známý", "birth_year": 1980}
        content["tournament"]["snapshot_key"] = OTHER_KEY
        tournament = restore_snapshot(actor=other_user, source=as_file(content)).tournament
        assert tournament.entries.get().player == known
        assert can_correct_player(other_user, tournament, known) is False

    def test_who_does_not_manage_it_cannot_replace_it(self, arbiter, other_user):
        event = TournamentFactory(arbiters=[arbiter])
        file = snapshot_file(actor=arbiter, tournament=event)
        with pytest.raises(Http404):
            restore_snapshot(actor=other_user, source=file)
        Tournament.objects.update(is_public=False)
        with pytest.raises(Http404):
            restore_snapshot(actor=other_user, source=file)

    def test_a_private_key_that_is_taken_or_could_be_guessed_is_replaced(self, arbiter, other_user):
        event = TournamentFactory(arbiters=[arbiter])
        for _ in range(2):
            EntryFactory(tournament=event)
        content = content_of(event)
        theirs = EntryFactory().private_key
        content["entries"][0]["private_key"] = theirs
        content["entries"][1]["private_key"] = "a"
        content["tournament"]["snapshot_key"] = OTHER_KEY
        tournament = restore_snapshot(actor=other_user, source=as_file(content)).tournament
        assert {theirs, "a"} & set(tournament.entries.values_list("private_key", flat=True)) == set()


def carried(arbiter, file, play):
    """The file of a laptop that restored another, and on which `play(tournament)` was done then."""
    with elsewhere():
        tournament = restore_snapshot(actor=None, source=file, arbiter=arbiter).tournament
        play(tournament)
        return snapshot_file(actor=arbiter, tournament=tournament)


class TestHome:
    def rows(self, tournament):
        """Everything but the log, and what is the site's own."""
        content = content_of(tournament)
        del content["log"], content["federations"]
        kept = ("version", "slug", "federation", "rating_list")
        return {**content, "tournament": {k: v for k, v in content["tournament"].items() if k not in kept}}

    def test_what_was_played_elsewhere_comes_home(self, arbiter, event):
        rating_list, version = event.rating_list, event.version
        players = set(Player.objects.values_list("pk", flat=True))
        rounds = event.rounds.count()
        file = snapshot_file(actor=arbiter, tournament=event)
        own_log = list(event.audit_entries.values_list("pk", flat=True))
        brought = carried(arbiter, file, lambda there: finish_round(arbiter, there))
        done = restore_snapshot(actor=arbiter, source=brought)
        home = Tournament.objects.get(pk=event.pk)
        assert (done.is_new, done.tournament) == (False, home)
        assert home.rounds.count() == rounds + 1
        assert (home.slug, home.rating_list, list(home.arbiters.all())) == (
            event.slug,
            rating_list,
            [arbiter],
        )
        assert home.version > version
        assert set(Player.objects.values_list("pk", flat=True)) == players
        # Its own log is kept, and the other's goes on after it.
        log = list(home.audit_entries.order_by("pk").values_list("pk", "action"))
        assert [pk for pk, _action in log[: len(own_log)]] == sorted(own_log)
        assert [action for _pk, action in log].count("pair-round") == rounds + 1
        assert log[-1][1] == "restore-snapshot"
        there = json.loads(brought)["tournament"]
        del there["log"], there["federations"]
        kept = ("version", "slug", "federation", "rating_list")
        there["tournament"] = {k: v for k, v in there["tournament"].items() if k not in kept}
        assert self.rows(home) == there

    def test_twice_is_once(self, arbiter, event):
        file = snapshot_file(actor=arbiter, tournament=event)
        brought = carried(arbiter, file, lambda there: finish_round(arbiter, there))
        restore_snapshot(actor=arbiter, source=brought)
        before = counts()
        again = restore_snapshot(actor=arbiter, source=brought)
        assert (again.is_new, again.is_changed) == (False, False)
        assert counts() == before

    def test_a_laptop_goes_on_and_comes_home_again(self, arbiter, event):
        file = snapshot_file(actor=arbiter, tournament=event)
        rounds = event.rounds.count()
        with elsewhere():
            there = restore_snapshot(actor=None, source=file, arbiter=arbiter).tournament
            finish_round(arbiter, there)
            first = snapshot_file(actor=arbiter, tournament=there)
            finish_round(arbiter, there)
            second = snapshot_file(actor=arbiter, tournament=there)
        restore_snapshot(actor=arbiter, source=first)
        restore_snapshot(actor=arbiter, source=second)
        assert event.rounds.count() == rounds + 2
        # The older file knows less than what stands here now.
        with pytest.raises(ConflictError) as caught:
            restore_snapshot(actor=arbiter, source=first)
        assert caught.value.code == "snapshot-home-changed"

    def test_what_was_changed_at_home_meanwhile_is_named_and_replaced_only_when_confirmed(
        self, arbiter, event
    ):
        file = snapshot_file(actor=arbiter, tournament=event)
        with elsewhere():
            there = restore_snapshot(actor=None, source=file, arbiter=arbiter).tournament
            finish_round(arbiter, there)
            brought = snapshot_file(actor=arbiter, tournament=there)
            finish_round(arbiter, there)
            later = snapshot_file(actor=arbiter, tournament=there)
        rounds = event.rounds.count()
        finish_round(arbiter, event)
        before = counts()
        with pytest.raises(ConflictError) as caught:
            restore_snapshot(actor=arbiter, source=brought)
        assert caught.value.code == "snapshot-home-changed"
        assert caught.value.changes[-1] == "Paired a round: round 2"
        assert counts() == before
        restore_snapshot(actor=arbiter, source=brought, replace=True)
        assert event.rounds.count() == rounds + 1
        # What was given up then is not asked for again.
        restore_snapshot(actor=arbiter, source=later)
        assert event.rounds.count() == rounds + 2

    def test_the_same_file_over_an_untouched_home_changes_nothing_but_the_version(self, arbiter, event):
        before = self.rows(event)
        restore_snapshot(actor=arbiter, source=snapshot_file(actor=arbiter, tournament=event))
        assert self.rows(Tournament.objects.get()) == before


def finish_round(arbiter, tournament):
    """Record what is missing and pair one round more."""
    from tournaments.models import Pairing
    from tournaments.services.results import record_result

    for pairing in Pairing.objects.filter(round__tournament=tournament).unfinished().exclude(black=None):
        for game in range(1, pairing.round.games + 1):
            if not pairing.results.filter(game=game, status="confirmed").exists():
                record_result(actor=arbiter, pairing=pairing, code="1-0", game=game)
    pair(arbiter, tournament)


def test_who_did_something_on_the_laptop_stands_in_the_log_at_home(arbiter, event):
    file = snapshot_file(actor=arbiter, tournament=event)
    brought = carried(UserFactory(username="laptop"), file, lambda there: finish_round(arbiter, there))
    # The account that made the file of the laptop is none of this site's event.
    content = json.loads(brought)
    for entry in content["tournament"]["log"]:
        if entry["action"] == "pair-round":
            entry["actor"], entry["actor_name"] = "hall", "hall"
    restore_snapshot(actor=arbiter, source=content)
    last = event.audit_entries.filter(action="pair-round").order_by("-pk").first()
    assert (last.actor, actor_text(last)) == (None, "hall (no account here)")


@pytest.mark.django_db(transaction=True)
class TestTogether:
    """Two windows with the same file at the same moment: it is restored once."""

    def outcome(self, answer):
        return answer.code if isinstance(answer, ConflictError) else (answer.is_new, answer.is_changed)

    def test_on_a_site_that_does_not_know_it(self, arbiter):
        event = full_event(arbiter)
        file = snapshot_file(actor=arbiter, tournament=event)
        wipe()
        done = run_together(lambda: restore_snapshot(actor=None, source=file), times=4)
        found = [self.outcome(each) for each in done]
        assert sorted(found) == [(False, False)] * 3 + [(True, True)]
        assert (Tournament.objects.count(), Player.objects.count()) == (1, Entry.objects.count())

    def test_coming_home(self, arbiter):
        event = full_event(arbiter)
        rounds = event.rounds.count()
        file = snapshot_file(actor=arbiter, tournament=event)
        with elsewhere():
            there = restore_snapshot(actor=None, source=file, arbiter=arbiter).tournament
            finish_round(arbiter, there)
            brought = snapshot_file(actor=arbiter, tournament=there)
        done = run_together(lambda: restore_snapshot(actor=arbiter, source=brought), times=4)
        assert sorted(self.outcome(each) for each in done) == [(False, False)] * 3 + [(False, True)]
        assert event.rounds.count() == rounds + 1
        assert event.audit_entries.filter(action="restore-snapshot").count() == 1
