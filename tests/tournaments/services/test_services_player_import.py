"""Lists of players: all of them or nobody, also when two lists come at once."""

import pytest
from django.db import connection

from tests.concurrency import run_together
from tests.factories import CategoryFactory, PlayerFactory, RatingFactory, TournamentFactory
from tournaments.domain.errors import ConflictError
from tournaments.domain.player_lists import read_players
from tournaments.models import AuditEntry, Entry, Player
from tournaments.permissions import can_correct_player
from tournaments.services.entry_lists import EntryListError
from tournaments.services.player_files import text_rows
from tournaments.services.player_import import import_players, plan_import
from tournaments.services.rounds import pair_next_round

# PostgreSQL has a lock of its own for those who are new.
NEW_LIST_QUERIES = 19 if connection.vendor == "postgresql" else 18
LIST = "Novák, Jan;1980\nStarý, Petr\nBye\n"


def listed(text: str = LIST):
    return read_players(text_rows(text))


@pytest.fixture
def tournament(arbiter):
    return TournamentFactory(arbiters=[arbiter])


@pytest.mark.django_db
def test_a_second_import_enters_nobody(arbiter, tournament):
    first = import_players(actor=arbiter, tournament=tournament, listed=listed())
    again = import_players(actor=arbiter, tournament=tournament, listed=listed())
    assert (len(first), again, Player.objects.count()) == (3, [], 3)
    assert [row.kind for row in plan_import(tournament, listed().players)] == ["entered"] * 3
    entry = AuditEntry.objects.get(action="import-entries")
    assert entry.after == {"players": ["Novák Jan", "Starý Petr", "Bye"]}


@pytest.mark.django_db
def test_an_undecided_row_enters_nobody(arbiter, tournament):
    PlayerFactory(family_name="Novak", given_name="Jan", birth_year=1980)
    with pytest.raises(EntryListError) as caught:
        import_players(actor=arbiter, tournament=tournament, listed=listed())
    assert [problem.params["line"] for problem in caught.value.problems] == [1]
    assert (Entry.objects.count(), Player.objects.count(), AuditEntry.objects.count()) == (0, 1, 0)


@pytest.mark.django_db
def test_a_late_list_plays_from_the_next_round(arbiter, tournament):
    import_players(actor=arbiter, tournament=tournament, listed=listed("A, A\nB, B"))
    pair_next_round(actor=arbiter, tournament=tournament)
    late = import_players(actor=arbiter, tournament=tournament, listed=listed())
    assert [entry.joined_round for entry in late] == [2, 2, 2]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_lists_at_once_enter_everybody_once(arbiter, tournament):
    version = tournament.version

    def enter():
        return import_players(actor=arbiter, tournament=tournament, listed=listed(), version=version)

    outcomes = run_together(enter)
    refused = [outcome for outcome in outcomes if isinstance(outcome, ConflictError)]
    assert ([error.code for error in refused], Entry.objects.count()) == (["stale"], 3)
    assert Player.objects.count() == 3


FULL = (
    "Jméno;Rok;Reg. číslo;Kategorie;Startovné\nNovák, Jan;2012;A7;Junioři;100,50\nBye;;;;0\nŽák, Petr;;;;\n"
)


@pytest.mark.django_db
def test_fees_numbers_and_categories_are_stored(arbiter, tournament):
    CategoryFactory(tournament=tournament, name="junioři")
    made = import_players(actor=arbiter, tournament=tournament, listed=listed(FULL))
    assert [(entry.player.federation_number, str(entry.fee)) for entry in made] == [
        ("A7", "100.50"),
        ("", "0.00"),
        ("", "None"),
    ]
    assert [(each.name, list(each.entries.all())) for each in tournament.categories.all()] == [
        ("junioři", [made[0]])
    ]
    # The number came with the list: the arbiter may still mend the name he wrote.
    assert can_correct_player(arbiter, tournament, made[0].player)
    made[0].player.federation_number = "B1"
    assert not can_correct_player(arbiter, tournament, made[0].player)


@pytest.mark.django_db
def test_somebody_elses_number_is_not_taken(arbiter, tournament):
    PlayerFactory(family_name="Starý", given_name="Petr", federation_number="A7", federation=None)
    made = import_players(actor=arbiter, tournament=tournament, listed=listed(FULL), choices={2: None})
    assert (made[0].player.name, made[0].player.federation_number) == ("Novák Jan", "")


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 3, 40])
def test_as_many_queries_for_one_as_for_many(arbiter, tournament, count, django_assert_num_queries):
    rows = "".join(f"Player{number}, Jan;1980;Sokol;1500\n" for number in range(count))
    # 40 new players took 480 when each was entered by himself.
    with django_assert_num_queries(NEW_LIST_QUERIES):
        import_players(actor=arbiter, tournament=tournament, listed=listed(rows))
    assert (Entry.objects.count(), Player.objects.filter(search_text="player0 jan").count()) == (count, 1)
    actions = AuditEntry.objects.filter(action__in=["add-entry", "add-player"])
    assert actions.count() == 2 * count


@pytest.mark.django_db
def test_ratings_of_the_list_come_with_the_players(arbiter, tournament):
    known = [PlayerFactory(family_name=name, given_name="Jan") for name in ("Alt", "Bor")]
    RatingFactory(player=known[0], value=1700, games=5)
    RatingFactory(player=known[0], value=1800, games=9)
    rows = listed("Name;Rating\nAlt, Jan;\nBor, Jan;1200\nCep, Jan;")
    made = import_players(actor=arbiter, tournament=tournament, listed=rows)
    assert [entry.rating for entry in made] == [1800, 1200, None]
