"""Lists of players: all of them or nobody, also when two lists come at once."""

import pytest

from tests.concurrency import run_together
from tests.factories import PlayerFactory, TournamentFactory
from tournaments.domain.errors import ConflictError
from tournaments.domain.player_lists import read_players
from tournaments.models import AuditEntry, Entry, Player
from tournaments.services.entry_lists import EntryListError
from tournaments.services.player_files import text_rows
from tournaments.services.player_import import import_players, plan_import
from tournaments.services.rounds import pair_next_round

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
