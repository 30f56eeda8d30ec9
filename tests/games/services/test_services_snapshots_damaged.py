"""A file is nobody's word: what is damaged or made up brings nothing into the database."""

import json

import pytest
from django.db import transaction
from django.utils import translation

from games.domain.snapshot_text import MAX_BYTES
from games.models import Game
from games.selectors.snapshot_kinds import KINDS, LOG, PLAYERS
from games.services.snapshot_read import restore_snapshot
from tests.factories import UserFactory
from tests.games.snapshot_scenes import as_file, content_of, counts, flags, full_event, team_league
from tournaments.domain.errors import InputError
from tournaments.models import Seat

pytestmark = pytest.mark.django_db
VERSION = "The file has version %s of the format; this site reads version 1."
NO_OBJECT = "an object of names and values is missing."
NEWER = "this site does not know this field. A newer version wrote the file."
NO_YEAR = "there were no tournaments in that year."
NO_SLUG = "Enter a valid “slug” consisting of letters, numbers, underscores or hyphens."
NOT_OURS = "this is not what a site writes here."
NO_MESSAGE = "rounds[0].notes: a message in it cannot be read."
WIDE = {"code": "a", "template": "%(x)999999999s", "params": {"x": 1}}
BARE = {"code": "a", "template": "%(x)s", "params": {}}


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture(scope="module")
def files(django_db_setup, django_db_blocker):
    """Files of players for themselves and of teams, written once by a site that is gone."""
    with django_db_blocker.unblock(), transaction.atomic(), translation.override("en"):
        arbiter = UserFactory(username="arbiter")
        made = [as_file(content_of(make(arbiter))) for make in (full_event, team_league)]
        transaction.set_rollback(True)
    return made


@pytest.fixture
def contents(files):
    return [json.loads(each)["tournament"] for each in files]


@pytest.fixture
def content(contents, arbiter):
    """A file's content; the site it comes to has nothing but its arbiter."""
    return contents[0]


def refusal(source, **given):
    """How the file is refused; nothing of it was written."""
    before = counts()
    with pytest.raises(InputError) as caught:
        restore_snapshot(actor=None, source=source, **given)
    assert counts() == before
    return str(caught.value)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"", "The file cannot be read: it is not JSON in UTF-8."),
        (b"\xff\xfe{", "The file cannot be read: it is not JSON in UTF-8."),
        (b"[" * 100_000, "The file cannot be read: it is not JSON in UTF-8."),
        (b"[]", "This is not a tournament saved by this program (its “format” would be dama-tournament)."),
        (b'{"format": "dama-tournament", "version": 2}', VERSION % 2),
        (b'{"format": "dama-tournament", "version": true}', VERSION % True),
        (b'{"format": "dama-tournament", "version": 1}', f"In the file at tournament: {NO_OBJECT}"),
        (b" " * (MAX_BYTES + 1), "The file is larger than 20 megabytes."),
    ],
)  # fmt: skip
def test_what_is_no_file_of_ours(source, said, db):
    assert refusal(source) == said


@pytest.mark.parametrize("value", ['"a\\u0000b"', '"\\ud800"', "1e999", "NaN", f"{'[' * 60}{']' * 60}"])
def test_what_no_database_keeps(content, value):
    text = as_file(content).replace(b'"made_at": ""', b'"made_at": ' + value.encode())
    assert refusal(text) == (
        "The file holds a text or a number that cannot be stored. It was not written by this site."
    )


def change(content, path, value):
    """Put a value at a path such as `pairings.0.white`; `...` takes the key away."""
    *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    for part in way:
        content = content[part]
    if value is ...:
        del content[last]
    else:
        content[last] = value


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("pairings.0.white", 99, "pairings[0].white: there is no such row in the file."),
        ("pairings.0.white", True, "pairings[0].white: there is no such row in the file."),
        ("pairings.0.white", None, "pairings[0].white: a value is missing."),
        ("pairings.0.id", 2, "pairings[1].id: each row has a whole number of its own."),
        ("pairings.0.table", "1", "pairings[0].table: a whole number is expected."),
        ("pairings.0.table", ..., "pairings[0].table: a value is missing."),
        ("pairings.0.is_adjourned", 0, "pairings[0].is_adjourned: true or false is expected."),
        ("pairings.0.colour", "red", f"pairings[0].colour: {NEWER}"),
        ("pairings.1.table", 1, "pairings[1]: the database does not allow this row."),
        ("pairings", {}, "pairings: a list is expected."),
        ("pairings.0", [], "pairings[0]: an object of names and values is missing."),
        ("bets", [], "bets: this site does not know this part. A newer version wrote the file."),
        ("clubs.0.federation", "QQQ", "clubs[0].federation: there is no such row in the file."),
        ("categories.0.entries", [7], "categories[0].entries[0]: there is no such row in the file."),
        ("results.0.code", "5-0", "results[0].code: Value '5-0' is not a valid choice."),
        ("results.0.recorded_at", "2026-03-07T10:00", "results[0].recorded_at: the time has no time zone."),
        ("reports.0.reported_at", "0001-01-01T00:00+14:00", f"reports[0].reported_at: {NO_YEAR}"),
        ("payments.0.amount", "0.00", "payments[0]: the database does not allow this row."),
        ("payments.0.amount", "NaN", "payments[0].amount: “NaN” value must be a decimal number."),
        ("tournament.snapshot_key", "home", f"tournament.snapshot_key: {NOT_OURS}"),
        ("tournament.tiebreaks", "buchholz", f"tournament.tiebreaks: {NOT_OURS}"),
        ("tournament.tiebreaks", ["luck"], "tournament.tiebreaks: There is no tie-break “luck”."),
        ("tournament.name", "", "tournament.name: This field cannot be blank."),
        ("tournament.slug", "a/b", f"tournament.slug: {NO_SLUG}"),
        ("rounds.0.number", 2, "rounds: the rounds are not numbered from 1 without a gap."),
        ("rounds.0.pairing_system", "dice", "rounds[0].pairing_system: there is no such pairing system."),
        ("rounds.0.options", {"groups": [1]}, f"rounds[0].options: {NOT_OURS}"),
        ("rounds.0.options", {"present": "x"}, f"rounds[0].options: {NOT_OURS}"),
        ("rounds.0.options", {"present": [None]}, f"rounds[0].options: {NOT_OURS}"),
        ("tournament.status", "setup", f"tournament.status: {NOT_OURS}"),
        ("rounds.0.notes", [WIDE], NO_MESSAGE),
        ("rounds.0.notes", [BARE], NO_MESSAGE),
        ("games.0.moves", [], f"games[0].moves: {NOT_OURS}"),
        ("games.0.number", 3, "games[0].number: the pairing has no such game."),
        ("games.0.result", "win", "games[0].result: there is no such result."),
        ("flags.0.kind", "luck", "flags[0].kind: Value 'luck' is not a valid choice."),
        ("log.0.before", {"starts_on": "never"}, f"log[0]: {NOT_OURS}"),
        ("log.0.address", "home", "log[0].address: Enter a valid IPv4 or IPv6 address."),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_place_and_nothing_is_written(content, path, value, said):
    change(content, path, value)
    assert refusal(as_file(content)) == f"In the file at {said}"


@pytest.mark.parametrize("kind", [PLAYERS, *KINDS, LOG], ids=lambda kind: kind.name)
def test_a_fault_in_the_last_row_of_a_list_leaves_nothing(kind, contents, arbiter):
    found = next(each for each in contents if each[kind.name])
    found[kind.name][-1]["shoe_size"] = 44
    last = len(found[kind.name]) - 1
    assert refusal(as_file(found)).startswith(f"In the file at {kind.name}[{last}].shoe_size: ")


@pytest.mark.parametrize("kind", ["results", "reports", "games"])
def test_in_a_draft_nothing_has_been_played(content, kind):
    content["rounds"][0]["status"] = "draft"
    for name in {"results", "reports", "games"} - {kind}:
        content[name] = [each for each in content[name] if each.get("source") == "pairing"]
    content["flags"] = []
    assert NOT_OURS in refusal(as_file(content))


def test_a_finished_tournament_has_no_draft(content):
    content["rounds"][0]["status"], content["tournament"]["status"] = "draft", "finished"
    content |= {"reports": [], "games": [], "flags": []}
    content["results"] = [each for each in content["results"] if each["source"] == "pairing"]
    assert refusal(as_file(content)) == f"In the file at tournament.status: {NOT_OURS}"


def test_a_bye_has_no_result_of_a_game(content):
    byes = {each["id"] for each in content["pairings"] if each["black"] is None}
    at = next(index for index, each in enumerate(content["results"]) if each["pairing"] in byes)
    game = next(each for each in content["results"] if each["pairing"] not in byes)
    content["results"][at]["code"] = game["code"]
    assert refusal(as_file(content)) == f"In the file at results[{at}].code: there is no such result."


def test_nobody_plays_two_games_of_a_round(content):
    content["pairings"][1]["white"] = content["pairings"][0]["white"]
    said = refusal(as_file(content))
    assert said == "In the file at pairings[1]: a player of it has another game in this round."


def test_a_position_that_cannot_be_read(content):
    content["games"][0]["start_fen"] = "W:Wx9"
    assert refusal(as_file(content)) == (
        "In the file at games[0].start_fen: W:Wx9 is not a position. "
        "Write it like W:Wa1,Kc3:Bb8 or W:W21-32:B1-12."
    )


ODD = [None, -1, {"template": 1}, "x" * 70_000, 2**70, True, [[]], "", 1.5, {}, []]


@pytest.mark.parametrize("kind", [PLAYERS, *KINDS, LOG], ids=lambda kind: kind.name)
def test_whatever_stands_in_a_field_the_file_is_restored_or_refused(kind, content):
    """Nothing but a refusal that can be read ever comes of it. Each field gets one of the odd values."""
    names = list(content[kind.name][-1]) if content[kind.name] else []
    before = counts()
    for place, name in enumerate(names):
        damaged = json.loads(as_file(content))
        damaged["tournament"][kind.name][-1][name] = ODD[place % len(ODD)]
        with transaction.atomic():
            try:
                restore_snapshot(actor=None, source=json.dumps(damaged).encode())
            except InputError:
                assert counts() == before
            else:
                transaction.set_rollback(True)


def test_what_follows_from_the_moves_is_not_taken_from_the_file(content, django_capture_on_commit_callbacks):
    game = content["games"][0]
    right = dict(game)
    game |= {"final_fen": "W:Wa1:Bh8", "plies": 1, "fingerprint": "0" * 64, "pdn": "1. a3-b4 *"}
    with django_capture_on_commit_callbacks(execute=True):
        done = restore_snapshot(actor=None, source=as_file(content))
    stored = Game.objects.earliest("pk")
    assert (stored.final_fen, stored.plies, stored.fingerprint) == (
        right["final_fen"],
        right["plies"],
        right["fingerprint"],
    )
    assert "The record at games[0] did not agree with its moves: it was written anew." in [
        str(remark) for remark in done.remarks
    ]


def test_an_illegal_game_and_hidden_findings_come_to_the_queue(content, django_capture_on_commit_callbacks):
    content["flags"] = []
    content["games"][0]["moves"][2] = "a1-h8"
    with django_capture_on_commit_callbacks(execute=True):
        done = restore_snapshot(actor=None, source=as_file(content))
    assert ("illegal", 3, "open") in flags(done.tournament)
    assert ("threefold", 84, "open") in flags(done.tournament)
    assert Game.objects.earliest("pk").verdict == "flagged"


def test_who_sits_where_is_made_anew(content):
    tournament = restore_snapshot(actor=None, source=as_file(content)).tournament
    games = sum(1 if pairing["black"] is None else 2 for pairing in content["pairings"])
    assert Seat.objects.filter(round__tournament=tournament).count() == games
