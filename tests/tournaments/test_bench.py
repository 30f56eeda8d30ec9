"""What `make bench` measures is what it says."""

import pytest

from tournaments import bench, bench_rows
from tournaments.domain.standings import standings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("players", "rounds"), [(4, 1), (40, 5)])
def test_a_table_takes_as_many_queries_whatever_its_size(players, rounds):
    seconds, queries = bench_rows.rows_figures(bench.finished(players, rounds), bench.TIEBREAKS, 2)
    assert len(seconds) == 2
    assert queries == 4


def test_the_measured_tournament_is_whole():
    state = bench.finished()
    assert len(state.rounds) == 11
    assert len(standings(state, bench.TIEBREAKS)) == 300
    assert all(part.played for parts in state.histories.values() for part in parts)
