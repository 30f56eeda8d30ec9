"""Importing archives: the real ones, and every slip they are known for."""

import datetime
import time
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from games.domain.archives import read_archive
from games.models import Flag, Game
from games.services.archives import NothingImportedError, import_archive
from tests.factories import FederationFactory, PlayerFactory, TournamentFactory
from tournaments.domain.errors import ConflictError, InputError
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.models import AuditEntry, Entry, Pairing, Player, Result, Seat, Tournament
from tournaments.selectors.standings import standings_table
from tournaments.selectors.state import tournament_snapshot
from tournaments.services.lifecycle import reopen_tournament
from tournaments.services.results import record_result

pytestmark = pytest.mark.django_db

ARCHIVES = Path(__file__).parents[2] / "golden" / "engine" / "pdn"
MOVES = "1. c3-d4 d6-c5 2. b2-c3 f6-g5"


def run(archive, name="Mistrovství", **fields):
    return import_archive(actor=None, archive=archive, tournament_name=name, **fields)


def record(white, black, number="1", result="1-0", moves=MOVES, end=None, **tags):
    """One record; `number` and `result` None leave their tags out, `end` is the end of the moves."""
    named = {"Round": number, "White": white, "Black": black, "Result": result, **tags}
    head = "".join(f'[{name} "{value}"]\n' for name, value in named.items() if value is not None)
    return f"{head}\n{moves} {end or result or '*'}\n\n"


def codes(report):
    return [(remark.record, remark.code) for remark in report.remarks]


def results(tournament):
    """(round, table, white, black, code) of every pairing."""
    rows = Pairing.objects.filter(round__tournament=tournament).order_by("round__number", "table")
    return list(
        rows.values_list(
            "round__number",
            "table",
            "white__player__family_name",
            "black__player__family_name",
            "result_code",
        )
    )


def points_of_tags(text):
    """Points by name on the 2-1-0 scale, counted from nothing but the lines of the tags."""
    points, white, black = {}, "", ""
    for line in text.splitlines():
        if line.startswith('[White "'):
            white = line.split('"')[1]
        elif line.startswith('[Black "'):
            black = line.split('"')[1]
        elif line.startswith('[Result "'):
            value = line.split('"')[1]
            won = {"1-0": (2, 0), "2-0": (2, 0), "0-1": (0, 2), "0-2": (0, 2)}.get(value, (1, 1))
            points[white] = points.get(white, 0) + won[0]
            points[black] = points.get(black, 0) + won[1]
    return points


@pytest.mark.parametrize(
    ("file", "records", "players", "rounds", "games", "flagged"),
    [
        ("championship-2000-qualification.pdn", 40, 34, 3, 40, 0),
        ("championship-2006.pdn", 44, 20, 5, 44, 1),  # 1-0, in a dead draw by the tables
        ("team-championship-2007.pdn", 72, 29, 7, 69, 0),
    ],
)
def test_the_championship_archives(file, records, players, rounds, games, flagged):
    archive = (ARCHIVES / file).read_bytes()
    start = time.perf_counter()
    report = run(archive)
    assert time.perf_counter() - start < 10
    assert (report.records, report.new, report.left_out) == (records, records, 0)
    assert (report.players, report.new_players, report.rounds, report.games) == (
        players,
        players,
        rounds,
        games,
    )
    assert report.flagged == flagged
    tournament = Tournament.objects.get()
    assert tournament.status == "finished"
    assert tournament.planned_rounds == rounds
    assert Pairing.objects.exclude(result_code=None).count() == records
    assert Seat.objects.count() == 2 * records
    assert Game.objects.filter(verdict="clean").count() == games - flagged
    assert sorted(tournament.entries.values_list("number", flat=True)) == list(range(1, players + 1))
    counted = {line.entry.player.name: line.row.points for line in standings_table(tournament).lines}
    expected = points_of_tags(archive.decode())
    assert sorted(counted.values()) == sorted(expected.values())
    by_key = {frozenset(name.replace(",", " ").split()): value for name, value in expected.items()}
    assert {frozenset(name.split()): value for name, value in counted.items()} == by_key


def test_what_a_real_archive_says_of_itself():
    run((ARCHIVES / "championship-2000-qualification.pdn").read_bytes(), "Kvalifikace 2000")
    tournament = Tournament.objects.get()
    assert (tournament.starts_on, tournament.ends_on) == (datetime.date(2000, 11, 25),) * 2
    assert (tournament.venue, tournament.description) == ("Praha", "Mistrovstvi CR 2000-kvalifikace")
    first = tournament.entries.get(number=1)
    assert (first.player.name, first.rating) == ("Hrac01 Petr", 1269)
    assert tournament.entries.filter(rating=0).count() == 0
    assert tournament.rounds.first().notes[0]["code"] == "imported"


def test_records_without_moves_have_a_result_and_no_game():
    report = run((ARCHIVES / "team-championship-2007.pdn").read_bytes())
    assert codes(report) == [(12, "no-moves"), (20, "no-moves"), (36, "no-moves")]
    assert Pairing.objects.filter(games=None).count() == 3


@pytest.mark.parametrize("file", ["championship-2006.pdn", "team-championship-2007.pdn"])
def test_a_second_run_adds_nothing(file):
    archive = (ARCHIVES / file).read_bytes()
    first = run(archive)
    before = [
        model.objects.count() for model in (Tournament, Player, Entry, Pairing, Result, Game, AuditEntry)
    ]
    version = Tournament.objects.get().version
    again = run(archive)
    assert (again.is_new, again.new, again.known, again.games) == (False, 0, first.records, 0)
    assert not again.changed
    after = [
        model.objects.count() for model in (Tournament, Player, Entry, Pairing, Result, Game, AuditEntry)
    ]
    assert after == before
    assert Tournament.objects.get().version == version


def test_a_file_with_more_games_adds_only_those():
    run(record("Adam, A", "Bor, B"))
    version = Tournament.objects.get().version
    both = record("Adam, A", "Bor, B") + record("Bor, B", "Cerny, C", "2", "0-1")
    report = run(both)
    assert (report.is_new, report.new, report.known, report.new_players, report.rounds) == (False, 1, 1, 1, 1)
    tournament = Tournament.objects.get()
    assert results(tournament) == [(1, 1, "Adam", "Bor", "1-0"), (2, 1, "Bor", "Cerny", "0-1")]
    assert tournament.version > version
    assert tournament.status == "finished"
    assert tournament.entries.get(player__family_name="Cerny").number == 3


def test_a_later_file_brings_the_moves_of_a_known_pairing():
    run(record("Adam, A", "Bor, B", moves="1."))
    assert Game.objects.count() == 0
    report = run(record("Adam, A", "Bor, B"))
    assert (report.new, report.known, report.games) == (0, 1, 1)
    assert Game.objects.get().pairing == Pairing.objects.get()


def test_a_record_taken_off_its_pairing_does_not_come_back():
    run(record("Adam, A", "Bor, B"))
    Game.objects.update(is_current=False)
    report = run(record("Adam, A", "Bor, B"))
    assert (report.known, report.games, Game.objects.filter(is_current=True).count()) == (1, 0, 0)
    # Other moves are another record, which the pairing lacks.
    assert run(record("Adam, A", "Bor, B", moves="1. e3-f4 f6-g5")).games == 1


def test_corrections_on_the_site_are_kept():
    run(record("Adam, A", "Bor, B"))
    tournament = reopen_tournament(actor=None, tournament=Tournament.objects.get(), reason="error")
    record_result(actor=None, pairing=Pairing.objects.get(), code="1/2-1/2")
    report = run(record("Adam, A", "Bor, B", moves="1. e3-f4 f6-g5") + record("Cerny, C", "Dub, D"))
    assert codes(report) == [(1, "stored-result-kept"), (1, "stored-game-kept")]
    assert [row[4] for row in results(tournament)] == ["1/2-1/2", "1-0"]
    tournament.refresh_from_db()
    assert tournament.status == "running"


def test_one_player_in_several_spellings():
    archive = record("Žížala, Řehoř", "Hrac35,X.") + record("X. HRAC35", "Rehor Zizala", "2")
    report = run(archive.encode("cp1250"))
    assert sorted(Player.objects.values_list("family_name", "given_name")) == [
        ("Hrac35", "X."),
        ("Žížala", "Řehoř"),
    ]
    assert codes(report) == [(0, "no-date"), (0, "spellings"), (0, "spellings")]


def test_near_names_stay_apart_and_are_pointed_at():
    archive = record("Petr Hrac01", "Petr Hrac02") + record("Jan Novak", "Petr Hrac02", "2")
    PlayerFactory(family_name="Nowák", given_name="Jan")
    report = run(archive + record("Jna Novak", "Petr Hrac01", "3"))
    assert report.new_players == 4
    alike = [dict(each.params) for each in report.remarks if each.code == "alike"]
    assert alike == [
        {"one": "Novak Jan", "other": "Novak Jna"},
        {"one": "Novak Jan", "other": "Nowák Jan"},
    ]


def test_a_known_player_is_used_and_a_namesake_is_not_guessed():
    home = FederationFactory(code="CZE")
    known = PlayerFactory(family_name="Žížala", given_name="Řehoř", federation=home)
    for club in range(2):
        PlayerFactory(family_name="Novák", given_name="Jan", federation=home, federation_number=str(club))
    elsewhere = PlayerFactory(family_name="Dub", given_name="Jan", federation=FederationFactory())
    archive = record("Zizala,Rehor", "Novák, Jan") + record("Dub, Jan", "Zizala,Rehor", "2")
    report = run(archive, federation="CZE")
    entered = set(Entry.objects.values_list("player", flat=True))
    assert known.pk in entered
    assert elsewhere.pk not in entered
    assert report.new_players == 2
    assert (0, "several-players") in codes(report)
    assert set(Player.objects.filter(pk__in=entered).values_list("federation__code", flat=True)) == {"CZE"}
    players = Player.objects.count()
    assert not run(archive, federation="CZE").changed
    assert Player.objects.count() == players


def test_a_player_of_the_same_diacritics_is_preferred():
    PlayerFactory(family_name="Novák", given_name="Jan")
    plain = PlayerFactory(family_name="Novak", given_name="Jan")
    run(record("Novak, Jan", "Dub, D"))
    assert Entry.objects.filter(player=plain).count() == 1


def test_new_players_can_be_found_by_their_search_key():
    run(record("Žížala, Řehoř", "Dub, D"))
    assert Player.objects.get(family_name="Žížala").search_key == "zizala rehor"


def test_a_second_game_in_a_round_is_left_out_and_named():
    archive = record("Adam, A", "Bor, B") + record("Cerny, C", "Adam, A", moves="1. e3-f4")
    report = run(archive + record("Bor, B", "Adam, A"))
    left_out = [each for each in report.remarks if each.is_left_out]
    assert [(each.record, each.line, each.players, each.code) for each in left_out] == [
        (2, 8, "Cerny, C – Adam, A", "plays-twice"),
        (3, 15, "Bor, B – Adam, A", "plays-twice"),
    ]
    assert left_out[0].params == {"player": "Adam, A", "round": 1, "other": 1}
    assert (report.records, report.new, report.left_out) == (3, 1, 2)
    assert sorted(Player.objects.values_list("family_name", flat=True)) == ["Adam", "Bor"]


def test_the_same_record_twice_counts_once():
    report = run(record("Adam, A", "Bor, B") * 2)
    assert (report.new, report.duplicates, report.left_out) == (1, 1, 0)
    assert (2, "duplicate") in codes(report)


def test_records_that_cannot_be_placed():
    archive = "".join(
        [
            record("Adam, A", "?"),
            record("Bor, B", "B. Bor"),
            record("Cerny, C", "Dub, D", GameType="25,W,8,8,A0,0"),
            record("E" * 81, "Fiala, F"),
            record("Gaj, G", "Hora, H", "1"),
            record("Ivan, I", "Jan, J", "?"),
            record("Gaj, G", "Hora, H", "2"),
        ]
    )
    report = run(archive)
    assert [pair for pair in codes(report) if pair[0]] == [
        (1, "no-player"),
        (2, "plays-self"),
        (3, "other-gametype"),
        (4, "name-too-long"),
        (6, "round-unknown"),
    ]
    assert (report.records, report.new, report.left_out) == (7, 2, 5)
    assert Player.objects.count() == 2


def test_rounds_and_tables_of_the_tag():
    archive = (
        record("Adam, A", "Bor, B", "1.2")
        + record("Cerny, C", "Dub, D", "1")
        + record("Eva, E", "Fiala, F", "1.2")
        + record("Gaj, G", "Hora, H", None)
        + record("Ivan, I", "Jan, J", "1")
    )
    report = run(archive)
    assert [(row[1], row[2]) for row in results(Tournament.objects.get())] == [
        (1, "Cerny"),
        (2, "Adam"),
        (3, "Eva"),
        (4, "Gaj"),
        (5, "Ivan"),
    ]
    assert (4, "round-deduced") in codes(report)


def test_a_round_nobody_names_is_there_but_empty():
    """The rounds of a tournament have no gaps: pages and standings count on it."""
    report = run(record("Adam, A", "Bor, B", "1") + record("Adam, A", "Bor, B", "3", "0-1"))
    tournament = Tournament.objects.get()
    assert list(tournament.rounds.values_list("number", flat=True)) == [1, 2, 3]
    assert (0, "round-empty") in codes(report)
    assert dict(tournament_snapshot(tournament).state.points) == {1: 2, 2: 2}


@pytest.mark.parametrize(
    ("result", "end", "code", "remarks"),
    [
        ("2-0", None, "1-0", []),
        ("1-1", None, "1/2-1/2", []),
        ("0-2", None, "0-1", []),
        ("½-½", "1/2-1/2", "1/2-1/2", []),
        (None, "0-1", "0-1", []),
        ("*", "0-1", "0-1", []),
        ("1-0", "*", "1-0", []),
        ("0-0", None, "0-0", []),
        ("+/-", "*", "+/-", []),
        ("1-0", "0-1", "1-0", ["results-differ"]),
        ("won", "0-1", "0-1", ["unreadable-result"]),
        ("*", "*", None, ["no-result"]),
    ],
)
def test_results(result, end, code, remarks):
    report = run(record("Adam, A", "Bor, B", "1", result, end=end, Date="2006.12.02"))
    assert Pairing.objects.get().result_code == code
    assert [each.code for each in report.remarks] == remarks
    assert Tournament.objects.get().status == ("finished" if code else "running")


def test_results_that_contradict_each_other_wait_in_the_queue():
    report = run(record("Adam, A", "Bor, B", "1", "1-0", end="0-1"))
    assert report.flagged == 1
    assert Flag.objects.get().kind == "result-against-record"


def test_the_board_gives_a_result_where_the_record_has_none(decided):
    moves = decided.split("\n\n", 1)[1].rsplit(maxsplit=1)[0]
    run(record("Adam, A", "Bor, B", "1", None, moves=moves, end="*"))
    assert Pairing.objects.get().result_code == "0-1"


def test_a_result_against_the_board_is_recorded_as_written_and_queued(decided):
    moves = decided.split("\n\n", 1)[1].rsplit(maxsplit=1)[0]
    report = run(record("Adam, A", "Bor, B", "1", "1-0", moves=moves))
    assert Pairing.objects.get().result_code == "1-0"
    assert (1, "result-against-board") in codes(report)
    assert (
        list(Flag.objects.values_list("kind", flat=True))
        == ["result-against-board", "result-against-record"][::-1]
    )


def test_claims_wait_in_the_queue(threefold):
    report = run(
        record("Adam, A", "Bor, B", "1", "0-1", moves=threefold.split("\n\n", 1)[1].rsplit(maxsplit=1)[0])
    )
    assert list(Flag.objects.values_list("kind", "ply")) == [("threefold", 84)]
    assert report.flagged == 1


def test_an_illegal_game_keeps_its_sound_part_its_text_and_its_result():
    archive = record("Adam, A", "Bor, B", moves="1. c3-d4 d6-c5 2. a1-b2 f6-g5 3. b2-c3")
    report = run(archive + record("Cerny, C", "Dub, D"))
    game = Game.objects.get(pairing__white__player__family_name="Adam")
    assert (game.moves, game.plies, game.verdict) == (["c3-d4", "d6-c5"], 2, "flagged")
    assert game.submitted_pdn == archive.strip()
    assert game.pairing.result_code == "1-0"
    flag = game.flags.get()
    assert (flag.kind, flag.ply, flag.details["move"]) == ("illegal", 3, "a1-b2")
    assert "b2-c3" in flag.details["legal"]
    assert (1, "illegal") in codes(report)
    assert report.flagged == 1
    assert not run(archive + record("Cerny, C", "Dub, D")).changed


def test_a_bad_set_up_keeps_the_text():
    run(record("Adam, A", "Bor, B", FEN="W:Wz9:Bh8"))
    game = Game.objects.get()
    assert (game.moves, game.plies, game.verdict, game.pairing.result_code) == ([], 0, "flagged", "1-0")
    assert '[FEN "W:Wz9:Bh8"]' in game.submitted_pdn
    assert game.flags.get().ply == 0


def test_a_set_up_is_played_from_and_that_of_the_start_is_none():
    start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
    run(
        record("Adam, A", "Bor, B", FEN=start)
        + record("Cerny, C", "Dub, D", moves="1. a1-b2", FEN="W:Wa1:Bh8")
    )
    assert list(Game.objects.order_by("pairing__table").values_list("start_fen", "plies")) == [
        ("", 4),
        ("W:Wa1:Bh8", 1),
    ]


def test_words_among_the_moves_are_told_and_the_moves_kept():
    report = run(record("Adam, A", "Bor, B", moves="1. c3-d4 dobře d6-c5"))
    assert Game.objects.get().moves == ["c3-d4", "d6-c5"]
    assert (1, "fault") in codes(report)
    assert report.flagged == 0


def test_each_record_keeps_its_own_text():
    archive = record("Adam, A", "Bor, B") + record("Cerny, C", "Dub, D")
    texts = [each.text for each in read_archive(archive.replace("\n", "\r\n"), "czech")]
    assert texts == [record("Adam, A", "Bor, B").strip(), record("Cerny, C", "Dub, D").strip()]


def test_ratings():
    archive = record("Adam, A", "Bor, B", WhiteElo="1200", BlackElo="0000") + record(
        "Bor, B", "Adam, A", "2", BlackElo="1300", WhiteElo="-"
    )
    report = run(archive)
    assert list(Entry.objects.order_by("number").values_list("player__family_name", "rating")) == [
        ("Adam", 1200),
        ("Bor", None),
    ]
    assert (0, "ratings-differ") in codes(report)


@pytest.mark.parametrize(
    ("dates", "first", "last", "remarks"),
    [
        (["2006.12.02", "03.12.2006"], (2006, 12, 2), (2006, 12, 3), []),
        (["1950.", "????.??.??"], (1950, 1, 1), (1950, 12, 31), []),
        (["2006.12.02", "2016.12.03"], (2006, 12, 2), (2016, 12, 3), ["long-event"]),
    ],
)
def test_days_of_the_tournament(dates, first, last, remarks):
    report = run("".join(record("Adam, A", "Bor, B", str(n), Date=each) for n, each in enumerate(dates, 1)))
    tournament = Tournament.objects.get()
    assert (tournament.starts_on, tournament.ends_on) == (datetime.date(*first), datetime.date(*last))
    assert [each.code for each in report.remarks] == remarks


def test_different_events_are_reported():
    report = run(record("Adam, A", "Bor, B", Event="A") + record("Bor, B", "Adam, A", "2", Event="B"))
    assert (0, "events-differ") in codes(report)


def test_the_tournament_that_is_made():
    home = FederationFactory(code="CZE")
    run(record("Adam, A", "Bor, B"), federation="CZE", is_public=False)
    tournament = Tournament.objects.get()
    assert (tournament.federation, tournament.is_public, tournament.scoring) == (home, False, "2-1-0")
    assert (tournament.pairing_system, tournament.players_submit) == ("swiss", False)
    assert tournament.tiebreaks == list(PAIRING_SYSTEMS["swiss"].default_tiebreaks)
    entry = AuditEntry.objects.get(action="import-tournament")
    assert (entry.tournament, entry.after["players"], entry.after["games"]) == (tournament, 2, 1)


def assert_nothing_written():
    for model in (Tournament, Player, AuditEntry):
        assert model.objects.count() == 0


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"ruleset": "chess"}, "ruleset-unknown"), ({"federation": "CZE"}, "federation-unknown")],
)
def test_unknown_keys_are_refused(fields, code):
    with pytest.raises(InputError) as caught:
        run(record("Adam, A", "Bor, B"), **fields)
    assert caught.value.code == code
    assert_nothing_written()


@pytest.mark.parametrize("archive", ["", "*", b"\xff\xfe\x00", record("?", "?")])
def test_an_archive_without_a_usable_record_writes_nothing(archive):
    with pytest.raises(NothingImportedError):
        run(archive)
    assert_nothing_written()


@pytest.mark.parametrize("name", ["", "x" * 121])
def test_a_name_no_tournament_can_have_writes_nothing(name):
    with pytest.raises(ValidationError):
        run(record("Adam, A", "Bor, B"), name)
    assert_nothing_written()


def test_a_namesake_that_was_not_imported_is_left_alone():
    TournamentFactory(name="Mistrovství")
    with pytest.raises(ConflictError) as caught:
        run(record("Adam, A", "Bor, B"), "mistrovstvi")
    assert caught.value.code == "not-imported"


@pytest.mark.parametrize("fields", [{"federation": "CZE"}, {"ruleset": "russian"}])
def test_an_import_under_other_settings_is_not_made_twice(fields):
    FederationFactory(code="CZE")
    run(record("Adam, A", "Bor, B"))
    with pytest.raises(ConflictError) as caught:
        run(record("Adam, A", "Bor, B"), **fields)
    assert caught.value.code == "imported-otherwise"


def test_two_federations_may_have_tournaments_of_one_name():
    for code in ("CZE", "SVK"):
        FederationFactory(code=code)
        assert run(record("Adam, A", "Bor, B"), federation=code).is_new
    assert Tournament.objects.count() == 2


def test_nul_bytes_reach_no_database():
    report = run(record("No\0vák, Jan", "Dvořák, Petr", Site="a\0b", moves=f"{MOVES} {{\0}}"))
    assert report.new == 1
    assert report.tournament.entries.filter(player__family_name="No\ufffdvák").count() == 1


def test_an_endless_game_is_left_out():
    moves = " ".join(["a1-b2 h2-g1 b2-a1 g1-h2"] * 9000)
    report = run(record("A, B", "C, D") + record("E, F", "G, H", moves=moves, FEN="W:WKa1:BKh2"))
    assert (report.new, report.left_out) == (1, 1)
    assert codes(report) == [(0, "no-date"), (2, "game-too-long")]
