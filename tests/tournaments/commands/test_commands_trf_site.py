"""The commands that bring TRF files to the site and take them away."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.factories import EntryFactory, FederationFactory, TournamentFactory
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db

TWO = """\
012 Dva
162  W 2.0    D 1.0
001    1      Anna                              1800                             2.0    1     2 w 1
001    2      Běla                              1700                             0.0    2     1 b 0
"""


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def run(command, *arguments):
    """Return what a command says on standard output and standard error."""
    out, err = StringIO(), StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def refused(command, *arguments):
    with pytest.raises(CommandError) as caught:
        run(command, *arguments)
    return caught.value.returncode, str(caught.value)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "two.trf"
    path.write_text(TWO, encoding="utf-8")
    return path


def test_a_file_becomes_a_tournament_and_a_tournament_a_file(file, arbiter, tmp_path):
    home = FederationFactory(code="CZE")
    options = ["--name", "Souboj", "--arbiter", "arbiter", "--federation", "CZE", "--private"]
    assert run("trf_import", file, *options) == ("souboj\n", "2 new players: Anna; Běla\n")
    tournament = Tournament.objects.get()
    assert (tournament.name, list(tournament.arbiters.all())) == ("Souboj", [arbiter])
    assert (tournament.federation, tournament.is_public) == (home, False)
    written, said = run("trf_export", "souboj")
    assert (written.splitlines()[0], said) == ("012 Souboj", "")
    path = tmp_path / "out.trf"
    assert run("trf_export", "souboj", "--output", path) == ("", "")
    assert path.read_bytes() == written.encode()
    assert "\n162 " in written
    assert "\n162 " not in run("trf_export", "souboj", "--edition", "trf16")[0]
    assert run("trf_import", path, "--federation", "CZE") == ("souboj-2\n", "")


def test_what_does_not_come_along_is_said(file):
    file.write_text(f"{TWO}212 PTS,KNX\n", encoding="utf-8")
    assert run("trf_import", file)[1].splitlines()[-1] == (
        "The tie-break KNX is not known here and is left out."
    )


def test_what_is_not_there_is_named(file, tmp_path):
    assert refused("trf_export", "none") == (2, "There is no tournament “none”.")
    assert refused("trf_import", file, "--arbiter", "none") == (2, "There is no user “none”.")
    assert refused("trf_import", file, "--federation", "XX") == (2, "There is no federation “XX”.")
    assert refused("trf_import", tmp_path / "none.trf")[0] == 2
    TournamentFactory(slug="there")
    code, message = refused("trf_export", "there", "--output", tmp_path / "no" / "out.trf")
    assert (code, message.split(": ")[0]) == (2, f"{tmp_path / 'no' / 'out.trf'} cannot be written")


def test_every_bad_line_is_named_and_nothing_is_left(file):
    file.write_text(TWO.replace("1800", "18x0").replace("1 b 0", "1 q 0"), encoding="utf-8")
    assert refused("trf_import", file) == (
        2,
        "line 3, column 49: “18x0” is not a whole number\nline 4, column 97: “q” is not a colour: w, b or -",
    )
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


def test_a_name_too_long_is_refused_without_a_trace(file):
    code, message = refused("trf_import", file, "--name", "x" * 121)
    assert (code, message.split(": ")[0]) == (2, "The tournament cannot have this name")
    assert Tournament.objects.count() == 0


def test_a_number_too_wide_for_the_file_is_named():
    EntryFactory(tournament=TournamentFactory(slug="wide"), rating=12345)
    assert refused("trf_export", "wide") == (
        2,
        "A TRF file has no room for a rating 12345: the field has 4 columns.",
    )


@pytest.mark.parametrize("content", [b"", bytes(range(256)), b"001 abc\n"])
def test_a_file_that_cannot_be_read_has_the_exit_code_of_the_other_commands(content, file):
    file.write_bytes(content)
    code, said = refused("trf_import", file)
    assert (code, said.startswith("line 1, column ")) == (2, True)
    assert refused("trf_import", "nowhere.trf") == (
        2,
        "nowhere.trf cannot be read: No such file or directory",
    )
    assert refused("trf_export", "nowhere") == (2, "There is no tournament “nowhere”.")
