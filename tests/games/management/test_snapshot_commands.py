"""The commands that save a tournament as a file and restore it."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.factories import EntryFactory, TournamentFactory, UserFactory
from tests.games.snapshot_scenes import wipe
from tournaments.models import Tournament
from tournaments.services.registration import add_entry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def saved(tmp_path, capsys):
    """The file of a tournament with one player."""
    EntryFactory(tournament=TournamentFactory(slug="open", name="Open"))
    call_command("export_snapshot", "open")
    file = tmp_path / "open.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    return file


def printed(capsys, *arguments):
    call_command("restore_snapshot", *map(str, arguments))
    return capsys.readouterr().out.splitlines()


def test_a_tournament_is_saved_and_restored(saved, capsys):
    wipe()
    karla = UserFactory(username="karla")
    assert printed(capsys, saved, "--arbiter", "karla") == [
        "Tournament: Open – /tournaments/open/",
        "Restored: new on this site.",
        "Players: 1, of them new on this site: 1. Rounds: 0. Games: 0.",
    ]
    assert list(Tournament.objects.get().arbiters.all()) == [karla]


def test_it_comes_home_once(saved, capsys):
    assert printed(capsys, saved)[1] == "Restored: brought home."
    assert printed(capsys, saved)[1] == "Nothing was done: this file has been brought home before."


def test_what_was_changed_here_is_replaced_when_asked(saved, capsys):
    add_entry(actor=None, tournament=Tournament.objects.get(), name="Nový, Jan")
    with pytest.raises(CommandError, match="Entered a player: Nový Jan"):
        printed(capsys, saved)
    assert printed(capsys, saved, "--replace")[1] == "Restored: brought home."
    assert Tournament.objects.get().entries.count() == 1


def test_what_cannot_be_done_is_said(saved, tmp_path, capsys):
    (tmp_path / "bad.json").write_text("{}")
    for name, arguments, said in (
        ("export_snapshot", ["nothing"], "There is no tournament “nothing”."),
        ("restore_snapshot", [str(tmp_path / "no.json")], "cannot be read: No such file or directory."),
        ("restore_snapshot", [str(tmp_path / "bad.json")], "This is not a tournament saved by this program"),
        ("restore_snapshot", [str(saved), "--arbiter", "nobody"], "There is no user account “nobody”."),
    ):
        with pytest.raises(CommandError, match=said):
            call_command(name, *arguments)
