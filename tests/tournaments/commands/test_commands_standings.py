"""``trf_standings --final``: final standings need every result."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

DONE = """\
012 Four players
001    1      Anna                              1800                             1.0    1     3 w 1
001    2      Běla                              1700                             0.5    2     4 b =
001    3      Cyril                             1600                             0.0    4     1 b 0
001    4      Dan                               1500                             0.5    3     2 w =
"""
OPEN = DONE.replace("4 b =", "4 b  ").replace("2 w =", "2 w  ")


@pytest.fixture
def printed(tmp_path):
    def run(text, *options):
        path, out = tmp_path / "file.trf", StringIO()
        path.write_text(text)
        with translation.override("en"):
            call_command("trf_standings", str(path), "--tiebreaks", "WIN", *options, stdout=out)
        return out.getvalue().splitlines()

    return run


def test_final_standings_are_printed_when_every_result_is_there(printed):
    assert printed(DONE, "--final") == printed(DONE)
    assert [line.split()[2] for line in printed(DONE, "--final")[1:]] == ["Anna", "Běla", "Dan", "Cyril"]


def test_final_standings_are_refused_with_the_table_while_a_result_is_missing(printed):
    with pytest.raises(CommandError) as caught:
        printed(OPEN, "--final")
    assert (caught.value.returncode, str(caught.value)) == (
        1,
        "Results still missing (round/table): 1/2. The final standings need all of them.",
    )
    assert len(printed(OPEN)) == 5
