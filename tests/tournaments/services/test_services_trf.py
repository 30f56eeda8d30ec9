"""Tournaments out of the site as TRF files and back: the same file again, and all of it or nothing."""

import datetime
import random
from contextlib import suppress
from pathlib import Path

import pytest
from django.apps import apps
from django.utils import translation

from tests.factories import (
    EntryFactory,
    FederationFactory,
    PlayerFactory,
    ProhibitedPairingFactory,
    RequestedByeFactory,
    TournamentFactory,
    UserFactory,
)
from tournaments.domain.errors import ConflictError, InputError
from tournaments.domain.match_score import match_code
from tournaments.domain.pairing import PAIRING_SYSTEMS
from tournaments.domain.results import GAME_RESULTS, RESULTS, SCORINGS
from tournaments.domain.trf import EDITIONS, TrfError, read_trf
from tournaments.models import (
    AuditEntry,
    Entry,
    Pairing,
    Player,
    PointAdjustment,
    Result,
    Round,
    Tournament,
)
from tournaments.permissions import can_correct_player
from tournaments.selectors.trf import trf_text
from tournaments.services.lifecycle import finish_tournament
from tournaments.services.registration import add_entry, withdraw_entry
from tournaments.services.results import record_result
from tournaments.services.rounds import pair_next_round
from tournaments.services.trf_import import import_trf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


GOLDEN = Path(__file__).parents[2] / "golden" / "pairing"
FOUR = """\
012 Čtyři hráči
022 Žďár
042 2026/03/07
052 2026/03/08
122 20 min
142 3
152 W
162  W 2.0    D 1.0
001    1      Žížala, Anna                      1800                 1980        2.0    1     3 w 1
001    2      Novák, Běla                       1700                             1.0    2     4 b =
001    3      Novák, Cyril                                                       0.0    4     1 b 0
001    4      Dan                               1500                             1.0    2     2 w =
"""


def counts():
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def without_everything():
    """Empty the site of tournaments and players, as another site is."""
    Round.objects.all().delete()
    Tournament.objects.all().delete()
    Player.objects.all().delete()


def problems(source, **options):
    with pytest.raises(TrfError) as caught:
        import_trf(actor=None, source=source, **options)
    return [(each.line, each.column, str(each.reason)) for each in caught.value.problems]


def played(arbiter, system, rounds, seed=1, players=8, **fields):
    """Return a tournament paired by the site, with results of all kinds; the last round lacks one."""
    lot = random.Random(seed)
    tournament = TournamentFactory(
        slug="played",
        name="Hráno ve Žďáru",
        pairing_system=system,
        planned_rounds=None if system != "swiss" else rounds + 2,
        tiebreaks=["buchholz", "direct-encounter"],
        arbiters=[arbiter],
        seed=seed,
        **fields,
    )
    for at in range(players):
        player = PlayerFactory(family_name=f"Dvořák {at}", birth_year=1960 + at, sex="fm"[at % 2])
        EntryFactory(tournament=tournament, player=player, rating=lot.choice([None, 1500, 1800]))
    codes = ["1-0", "0-1", "1/2-1/2", "1/2+-1/2"] if PAIRING_SYSTEMS[system].plays_off else GAME_RESULTS
    for _ in range(rounds):
        paired = pair_next_round(actor=arbiter, tournament=tournament)
        for pairing in paired.pairings.exclude(black=None).order_by("table"):
            for game in range(1, paired.games + 1):
                code = lot.choice(codes)
                record_result(actor=arbiter, pairing=pairing, code=code, game=game)
            decide(arbiter, pairing, paired.games)
    tournament.refresh_from_db()
    return tournament


def decide(arbiter, pairing, games):
    """Play an equal tie of a knockout off: a draw, then a win."""
    pairing = Pairing.objects.get(pk=pairing.pk)
    codes = [pairing.result_code, pairing.second_code][:games]
    both = RESULTS[match_code(codes, SCORINGS["2-1-0"])]
    if PAIRING_SYSTEMS[pairing.round.pairing_system].plays_off and both.white == both.black:
        # The games of a group are not played off.
        with suppress(ConflictError):
            for game, code in enumerate(("1/2-1/2", "1-0"), start=games + 1):
                record_result(actor=arbiter, pairing=pairing, code=code, game=game)


CASES = {
    "swiss": ("swiss", 4, {}),
    "swiss of two games": ("swiss", 3, {"games_per_round": 2, "scoring": "3-1-0"}),
    "odd swiss with byes worth a draw": (
        "swiss",
        3,
        {"players": 9, "system_settings": {"pairing_bye": "draw-bye"}, "scoring": "1-0.5-0"},
    ),
    "accelerated swiss": ("swiss", 3, {"players": 12, "system_settings": {"acceleration": "baku"}}),
    "round robin": ("round-robin", 4, {"players": 5, "initial_colour": "black"}),
    "double round robin": ("double-round-robin", 6, {"players": 4, "games_per_round": 2}),
    "preliminary and finals": (
        "preliminary-finals",
        6,
        {"players": 9, "system_settings": {"preliminary_rounds": 3, "final_a_size": 4}},
    ),
    "groups": ("groups-knockout", 4, {"players": 8, "system_settings": {"group_count": 2}}),
    "knockout": ("knockout", 2, {"players": 6}),
    "knockout of two games": ("knockout", 3, {"players": 8, "games_per_round": 2, "seed": 5}),
}


@pytest.mark.parametrize("case", list(CASES))
def test_exported_imported_and_exported_again_it_is_the_same_file(case, arbiter):
    system, rounds, fields = CASES[case]
    tournament = played(arbiter, system, rounds, **fields)
    texts = {edition: trf_text(tournament, edition) for edition in EDITIONS}
    kept = structure(tournament)
    for edition, text in texts.items():
        here = import_trf(actor=arbiter, source=text.encode())
        assert (here.made, here.notes) == ((), ())
        assert trf_text(here.tournament, edition) == text
        assert structure(here.tournament) == kept
    without_everything()
    for at, (edition, text) in enumerate(texts.items()):
        elsewhere = import_trf(actor=arbiter, source=text)
        assert len(elsewhere.made) == (0 if at else fields.get("players", 8))
        assert trf_text(elsewhere.tournament, edition) == text
        assert structure(elsewhere.tournament) == kept


def structure(tournament):
    """Return what a tournament consists of, without what says how it came to be."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    own = ("name", "pairing_system", "scoring", "tiebreaks", "games_per_round", "system_settings", "seed",
           "planned_rounds", "initial_colour", "starts_on", "ends_on", "status", "ruleset", "openings",
           "description", "venue", "time_control")  # fmt: skip
    results = Result.objects.filter(pairing__round__tournament=tournament, status="confirmed")
    return (
        [getattr(tournament, name) for name in own],
        sorted(
            tournament.entries.values_list(
                "number", "player__family_name", "player__birth_year", "player__sex", "rating",
                "joined_round", "withdrawn_after",
            )
        ),
        list(tournament.rounds.order_by("number").values_list("number", "games", "opening", "options")),
        list(
            Pairing.objects.filter(round__tournament=tournament)
            .order_by("round__number", "table")
            .values_list("round__number", "table", "white__number", "black__number")
        ),
        sorted(results.values_list("pairing__round__number", "pairing__table", "game", "code")),
        sorted(
            tournament.entries.filter(requested_byes__round_number__gt=tournament.rounds.count())
            .values_list("number", "requested_byes__round_number", "requested_byes__code")
        ),
    )  # fmt: skip


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_all_that_happens_to_a_tournament_comes_along(edition, arbiter):
    tournament = played(
        arbiter,
        "swiss",
        2,
        players=7,
        description="První řádek\r\nDruhý „řádek“",
        openings="Tahy: c3-d4 f6-e5 d4xf6",
        venue="Žďár nad Sázavou",
        time_control="20 min + 5 s",
        ruleset="czech",
    )
    late = add_entry(actor=arbiter, tournament=tournament, name="Pozdní, Přihláška")
    paired = pair_next_round(actor=arbiter, tournament=tournament)
    Round.objects.filter(pk=paired.pk).update(opening="Tahy: c3-d4 f6-e5 d4xf6")
    entries = list(tournament.entries.order_by("number"))
    withdraw_entry(actor=arbiter, entry=entries[3])
    RequestedByeFactory(entry=entries[0], round_number=4, code="half-bye")
    RequestedByeFactory(entry=entries[1], round_number=4, code="zero-bye")
    first, second = sorted(entries[4:6], key=lambda entry: entry.pk)
    ProhibitedPairingFactory(tournament=tournament, first=first, second=second, reason="family")
    PointAdjustment.objects.create(entry=entries[2], round_number=2, points=-1, reason="late")
    add_entry(actor=arbiter, tournament=tournament, name="Ještě Pozdnější")
    text = trf_text(tournament, edition)
    assert "### dama withdrawn 4 3\n" in text
    for count in (0, 1):
        done = import_trf(actor=arbiter, source=text)
        assert trf_text(done.tournament, edition) == text
        assert [entry.joined_round for entry in done.tournament.entries.order_by("number")].count(1) == 7
        assert done.tournament.prohibited_pairings.count() == 1
        assert len(done.made) == (9 if count else 0)
        without_everything()
    assert late.joined_round == 3


def test_a_finished_tournament_is_finished_again(arbiter):
    tournament = finish_tournament(actor=arbiter, tournament=played(arbiter, "round-robin", 3, players=4))
    text = trf_text(tournament)
    done = import_trf(actor=arbiter, source=text)
    assert done.tournament.status == "finished"
    assert trf_text(done.tournament) == text


def test_a_tournament_being_prepared_keeps_its_numbers_open(arbiter):
    tournament = TournamentFactory(arbiters=[arbiter], planned_rounds=None, tiebreaks=["wins"])
    for name in ("Bor", "Adam"):
        add_entry(actor=arbiter, tournament=tournament, name=name)
    text = trf_text(tournament)
    done = import_trf(actor=arbiter, source=text)
    assert trf_text(done.tournament) == text
    assert done.tournament.status == "setup"
    assert set(done.tournament.entries.values_list("number", flat=True)) == {None}


@pytest.mark.parametrize("edition", sorted(EDITIONS))
@pytest.mark.parametrize("name", ["t1001_p10_r5", "t1021_p17_r6", "t1077_p40_r9", "tec"])
def test_a_golden_file_is_the_same_once_it_was_exported(name, edition, arbiter):
    source = (GOLDEN / f"{name}.trf").read_bytes()
    done = import_trf(actor=arbiter, source=source, name="Golden")
    text = trf_text(done.tournament, edition)
    theirs, ours = read_trf(source).players, read_trf(text).players
    assert [each.points for each in ours.values()] == [each.points for each in theirs.values()]
    again = import_trf(actor=arbiter, source=text)
    assert again.made == ()
    assert trf_text(again.tournament, edition) == text
    without_everything()
    assert trf_text(import_trf(actor=arbiter, source=text).tournament, edition) == text


def test_what_a_file_says_is_what_the_site_has(arbiter):
    done = import_trf(actor=arbiter, source=FOUR, is_public=False)
    tournament = done.tournament
    assert (tournament.name, tournament.slug, tournament.venue) == ("Čtyři hráči", "ctyri-hraci", "Žďár")
    assert (tournament.starts_on, tournament.ends_on) == (
        datetime.date(2026, 3, 7),
        datetime.date(2026, 3, 8),
    )
    assert (tournament.planned_rounds, tournament.scoring, tournament.initial_colour) == (3, "2-1-0", "white")
    assert (tournament.status, tournament.is_public, list(tournament.arbiters.all())) == (
        "running", False, [arbiter],
    )  # fmt: skip
    entries = tournament.entries.order_by("number")
    assert [(e.number, e.player.formal_name, e.player.birth_year, e.rating) for e in entries] == [
        (1, "Žížala, Anna", 1980, 1800),
        (2, "Novák, Běla", None, 1700),
        (3, "Novák, Cyril", None, None),
        (4, "Dan", None, 1500),
    ]
    paired = tournament.rounds.get()
    assert (paired.source, paired.seed, paired.pairing_system) == ("import", tournament.seed, "swiss")
    assert paired.options == {"pairing_bye": "bye", "acceleration": "none"}
    assert list(paired.pairings.values_list("table", "white__number", "black__number", "result_code")) == [
        (1, 1, 3, "1-0"),
        (2, 4, 2, "1/2-1/2"),
    ]
    assert set(Result.objects.values_list("source", flat=True)) == {"import"}
    assert paired.seats.count() == 4
    entry = AuditEntry.objects.get(action="import-tournament")
    assert (entry.tournament, entry.actor) == (tournament, arbiter)
    assert entry.after == {
        "players": 4,
        "rounds": 1,
        "new_players": ["Žížala Anna", "Novák Běla", "Novák Cyril", "Dan"],
    }
    pair_next_round(actor=arbiter, tournament=tournament)
    assert tournament.rounds.count() == 2


def test_a_command_imports_without_an_arbiter():
    assert list(import_trf(actor=None, source=FOUR).tournament.arbiters.all()) == []


def test_who_was_new_may_be_corrected_by_the_arbiter(arbiter):
    known = PlayerFactory(family_name="Dan", given_name="")
    tournament = import_trf(actor=arbiter, source=FOUR).tournament
    mine = {each.player.family_name: can_correct_player(arbiter, tournament, each.player)
            for each in tournament.entries.select_related("player")}  # fmt: skip
    assert mine == {"Žížala": True, "Novák": True, "Dan": False}
    assert tournament.entries.get(number=4).player == known


def test_a_player_is_found_by_id_else_by_name_and_year(arbiter):
    home, other = FederationFactory(code="CZE"), FederationFactory(code="POL")
    by_id = PlayerFactory(family_name="Žížalová", given_name="Anna", federation=home, federation_number="77")
    PlayerFactory(family_name="Žížala", given_name="Anna", birth_year=1980, federation=home)
    abroad = PlayerFactory(family_name="Novák", given_name="Běla", federation=other)
    PlayerFactory(family_name="Novák", given_name="Cyril", federation=other)
    PlayerFactory(family_name="Cizí", given_name="", federation=home, federation_number="88")
    text = FOUR.replace("1800                 1980 ", "1800 CZE          77 1980 ")
    text = text.replace(
        "Novák, Běla                       1700    ", "Novák, Běla                       1700 POL"
    )
    text = text.replace(
        "Dan                               1500               ",
        "Dan                               1500             88",
    )
    assert text != FOUR
    done = import_trf(actor=arbiter, source=text, federation=home)
    players = {entry.number: entry.player for entry in done.tournament.entries.select_related("player")}
    assert (players[1], players[2]) == (by_id, abroad)
    assert [player.formal_name for player in done.made] == ["Novák, Cyril", "Dan"]
    assert [player.federation for player in done.made] == [home, home]
    # The number is somebody else's, of another name: it is not given twice.
    assert [player.federation_number for player in done.made] == ["", ""]


def test_somebody_of_another_federation_is_not_made_a_player_of_ours(arbiter):
    home = FederationFactory(code="CZE")
    text = FOUR.replace(
        "Dan                               1500    ", "Dan                               1500 POL"
    )
    done = import_trf(actor=arbiter, source=text, federation=home)
    assert {player.family_name: player.federation for player in done.made} == {
        "Žížala": home,
        "Novák": home,
        "Dan": None,
    }


def test_two_of_one_name_in_a_file_are_two_players(arbiter):
    PlayerFactory(family_name="Dan", given_name="")
    text = FOUR.replace("Novák, Cyril", "Dan         ")
    done = import_trf(actor=arbiter, source=text)
    assert len({entry.player_id for entry in done.tournament.entries.all()}) == 4
    assert Player.objects.filter(family_name="Dan").count() == 2


def test_a_name_that_several_players_have_is_named_by_its_line(arbiter):
    for year in (1970, 1990):
        PlayerFactory(family_name="Dan", given_name="", birth_year=year)
    before = counts()
    assert problems(FOUR) == [
        (
            12,
            15,
            "Several players are called Dan: Dan (1970); Dan (1990). Choose one from the list of players.",
        )
    ]
    assert counts() == before
    text = FOUR.replace("1500                             1.0", "1500                 1990        1.0")
    assert import_trf(actor=arbiter, source=text).tournament.entries.get(number=4).player.birth_year == 1990


NAMES = [
    ("Nejkrásnějšívalaškovský-Valašskomeziříčský", "Bartoloměj Kryštof Maxmilián"),
    ("Bye", ""),
    ("O'Neill-Žák", "Řehoř"),
    ("de la Cruz", ""),
    ("Novák\t\x07", "Jan"),
    ("Ňuňuťáková", ""),
    ('Uvozovka"', "Zpětné\\lomítko"),
]


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_unusual_names_come_back_whole(edition, arbiter):
    tournament = TournamentFactory(arbiters=[arbiter], planned_rounds=3, tiebreaks=["wins"])
    for family, given in NAMES:
        player = PlayerFactory(family_name=family, given_name=given, federation_number="")
        EntryFactory(tournament=tournament, player=player)
    text = trf_text(tournament, edition)
    without_everything()
    done = import_trf(actor=arbiter, source=text.encode())
    assert trf_text(done.tournament, edition) == text
    found = [(each.player.family_name, each.player.given_name) for each in Entry.objects.order_by("pk")]
    assert found == [
        ("Novák", "Jan") if family.startswith("Novák") else (family, given) for family, given in NAMES
    ]


def test_ids_and_federations_that_the_fields_cannot_hold(arbiter):
    home = FederationFactory(code="CZ-MORAVA")
    tournament = TournamentFactory(arbiters=[arbiter], federation=home, tiebreaks=["wins"])
    for number, identity in enumerate(["007", "12345678901", "CZ/12"]):
        player = PlayerFactory(family_name=f"Hráč{number}", federation=home, federation_number=identity)
        EntryFactory(tournament=tournament, player=player)
    text = trf_text(tournament)
    without_everything()
    done = import_trf(actor=arbiter, source=text, federation=home)
    assert [player.federation_number for player in done.made] == ["007", "12345678901", "CZ/12"]
    assert trf_text(done.tournament) == text


def test_a_number_wider_than_its_field_is_refused(arbiter):
    tournament = TournamentFactory(arbiters=[arbiter])
    EntryFactory(tournament=tournament, rating=12000)
    with pytest.raises(InputError) as caught:
        trf_text(tournament)
    assert (caught.value.code, caught.value.params["text"]) == ("trf-too-wide", "12000")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("012 Čtyři hráči", f"012 {'x' * 121}", (1, 5, "Ensure this value has at most 120 ")),
        ("022 Žďár", f"022 {'x' * 121}", (2, 5, "Ensure this value has at most 120 ")),
        ("052 2026/03/08", "052 2026/03/01", (4, 5, "The last day is before the first.")),
        ("142 3", "142 100", (6, 5, "a tournament has at most 99 rounds")),
        ("152 W", '### dama openings "c3-c4"', (7, 5, "Line 1: c3-c4 cannot be played")),
        ("152 W", '### dama opening 1 "c3-c4"', (7, 10, "This opening cannot be played: c3-c4")),
        (
            "W 2.0    D 1.0",
            "W 5.0    D 1.0",
            (8, 5, "a win, a draw and a loss cannot be worth 5-1-0 here; they can: 2-1-0, 1-0.5-0, 3-1-0"),
        ),
        ("W 2.0    D 1.0", "W 2.0    D 1.0    A 1.0", (8, 5, "The file (record 162) gives a ")),
        ("152 W", "192 FIDE_TEAM", (7, 5, "“FIDE_TEAM” is not a system that can be paired from a file.")),
        ("Žížala, Anna", "            ", (9, 15, "the player has no name")),
        (
            "152 W",
            "250       1.0   2   3    1    2",
            (7, 1, "only Baku acceleration can be kept for rounds to come, and this is another"),
        ),
        (
            "152 W",
            "260   2   2    1    2",
            (7, 5, "pairings can be prohibited for the whole tournament alone, not for rounds 2 to 2"),
        ),
        ("152 W", "260   1   3    1    9", (7, 18, "there is no player 9")),
        ("152 W", "240 Z   3    9    1", (7, 11, "there is no player 9")),
        ("152 W", "299 W         2.0    1    2", (7, 5, "only points given or taken from a ")),
        ("1800", "18x0", (9, 49, "“18x0” is not a whole number")),
    ],
)  # fmt: skip
def test_a_line_the_site_cannot_keep_is_named_and_nothing_is_left(old, new, problem, arbiter):
    text = FOUR.replace(old, new)
    assert text != FOUR
    before = counts()
    ((line, column, said),) = problems(text)
    if not (said.startswith(problem[2]) and (line, column) == problem[:2]):
        assert (line, column, said) == problem
    assert counts() == before


def test_all_bad_lines_are_named_and_nothing_is_left(arbiter):
    text = FOUR.replace("1800", "18x0").replace("4 b =", "4 q =").replace("142 3", "142 three")
    before = counts()
    assert [(line, column) for line, column, _ in problems(text)] == [(6, 5), (9, 49), (10, 97)]
    assert counts() == before


def test_a_tournament_needs_a_name():
    before = counts()
    with pytest.raises(InputError) as caught:
        import_trf(actor=None, source=FOUR.replace("012 Čtyři hráči\n", ""))
    assert caught.value.code == "trf-name-missing"
    assert counts() == before


def test_what_does_not_come_along_is_said(arbiter):
    text = FOUR + "250       1.0   1   1    1    2\n260   1   1    1    2\n212 PTS,BH,KNX,SB\n"
    done = import_trf(actor=arbiter, source=text)
    assert [str(note) for note in done.notes] == [
        "The acceleration of rounds already paired is left out.",
        "Pairings prohibited in rounds already paired are left out.",
        "The tie-break KNX is not known here and is left out.",
    ]
    assert done.tournament.tiebreaks == ["buchholz", "sonneborn-berger"]


def test_points_by_decision_are_kept(arbiter):
    done = import_trf(actor=arbiter, source=f"{FOUR}299          -1.0    2    3\n")
    decision = PointAdjustment.objects.get()
    assert (decision.entry.number, decision.round_number, decision.points) == (3, 2, -1)
    assert "299          -1.0    2    3\n" in trf_text(done.tournament)


def test_remarks_of_others_do_not_count(arbiter):
    done = import_trf(actor=arbiter, source=f"{FOUR}### Ceny: dort a káva\nXYZ whatever\n")
    assert done.tournament.entries.count() == 4
    assert problems(f"{FOUR}### dama coffee 2\n")[0][:2] == (13, 10)


def test_a_file_of_any_encoding_and_line_end(arbiter):
    for at, (encoding, end) in enumerate([("cp1250", "\r\n"), ("utf-8-sig", "\r"), ("utf-8", "\n")]):
        done = import_trf(actor=arbiter, source=FOUR.replace("\n", end).encode(encoding), name=f"Turnaj {at}")
        assert done.tournament.venue == "Žďár"
        assert len(done.made) == (4 if at == 0 else 0)


@pytest.mark.parametrize(
    "source", [b"", b"\x00\x01\x02\xff", b"%PDF-1.7\n\xe2\xe3", b"\xff\xfe0\x000\x001\x00"]
)
def test_what_is_no_trf_file_is_refused(source):
    before = counts()
    assert problems(source) != []
    assert counts() == before


def test_a_file_of_too_many_players_is_refused():
    lines = [f"001 {number:4}      Hráč {number}" for number in range(1, 1002)]
    assert problems("\n".join(lines), name="Velký") == [
        (1, 1, "the file has 1001 players; import at most 1000")
    ]


def test_the_export_asks_the_database_as_often_for_many_players_as_for_few(
    arbiter, django_assert_num_queries
):
    small = played(arbiter, "swiss", 1, players=2)
    Tournament.objects.filter(pk=small.pk).update(slug="small")
    large = played(arbiter, "swiss", 3, players=9)
    for tournament in (small, large):
        with django_assert_num_queries(8):
            trf_text(Tournament.objects.select_related("federation").get(pk=tournament.pk))


def test_the_chief_arbiter_is_in_the_file_by_name_alone():
    named = UserFactory(username="login", first_name="Eva", last_name="Malá")
    tournament = TournamentFactory(arbiters=[named, UserFactory(username="secret")])
    text = trf_text(tournament)
    assert "102 Eva Malá\n" in text
    assert "secret" not in text
    assert "login" not in text
