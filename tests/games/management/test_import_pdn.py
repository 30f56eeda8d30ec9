"""The command around the import: what it prints and how it ends."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.factories import FederationFactory, UserFactory
from tournaments.models import AuditEntry, Tournament
from tournaments.permissions import can_manage_tournament

pytestmark = pytest.mark.django_db

ARCHIVE = Path(__file__).parents[2] / "golden" / "engine" / "pdn" / "team-championship-2007.pdn"


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def printed(capsys, *arguments):
    call_command("import_pdn", *map(str, arguments))
    return capsys.readouterr().out.splitlines()


def test_it_says_what_it_did_and_what_to_look_at(capsys):
    assert printed(capsys, ARCHIVE, "--tournament", "MR družstev", "--ruleset", "czech") == [
        "Tournament: MR družstev – /tournaments/mr-druzstev/",
        "Records: 72. New: 72, already here: 0, twice in the file: 0, not imported: 0.",
        "Players: 29, of them new on this site: 29. New rounds: 7.",
        "Games kept: 69, of them in the arbiter's queue: 0.",
        "State: finished.",
        "The tournament has no arbiter, so nobody decides what is in its queue. Run the command again with "
        "--arbiter USERNAME, or choose one in the administration (/admin/).",
        "",
        "To be looked at:",
        "  Record 12 (line 189), Petr Hrac73 – Petr Hrac74: There are no moves; only the result is recorded.",
        "  Record 20 (line 317), Petr Hrac74 – Petr Hrac66: There are no moves; only the result is recorded.",
        "  Record 36 (line 574), Petr Hrac66 – Petr Hrac73: There are no moves; only the result is recorded.",
    ]


def test_the_second_run_says_that_nothing_was_added(capsys):
    printed(capsys, ARCHIVE, "--tournament", "MR družstev")
    lines = printed(capsys, ARCHIVE, "--tournament", "MR družstev")
    assert lines[1:3] == [
        "Records: 72. New: 0, already here: 72, twice in the file: 0, not imported: 0.",
        "Nothing was added: everything that can be imported is here already.",
    ]


def test_arbiters_are_given_at_once_or_by_a_later_run(capsys):
    for name in ("karla", "alena"):
        UserFactory(username=name)
    arguments = (ARCHIVE, "--tournament", "MR družstev")
    assert printed(capsys, *arguments, "--arbiter", "karla")[5] == "Arbiters: karla."
    assert printed(capsys, *arguments)[3] == "Arbiters: karla."
    lines = printed(capsys, *arguments, "--arbiter", "alena", "--arbiter", "karla")
    assert lines[3] == "Arbiters: alena, karla."
    tournament = Tournament.objects.get()
    assert [can_manage_tournament(user, tournament) for user in tournament.arbiters.all()] == [True, True]
    entry = AuditEntry.objects.filter(action="set-arbiters").latest("pk")
    assert (entry.before, entry.after) == (["karla"], ["alena", "karla"])


def test_what_was_not_imported_stands_apart(capsys, tmp_path):
    file = tmp_path / "twice.pdn"
    file.write_text(
        '[White "Adam, A"]\n[Black "Bor, B"]\n[Round "1"]\n[Date "2006.12.02"]\n1. 1-0\n\n'
        '[White "Adam, A"]\n[Black "Cerny, C"]\n[Round "1"]\n[Date "2006.12.02"]\n1. c3-d4 0-1\n',
        encoding="utf-8",
    )
    lines = printed(capsys, file, "--tournament", "Open", "--private")
    assert lines[-5:] == [
        "Not imported:",
        "  Record 2 (line 7), Adam, A – Cerny, C: Adam, A already has a game in round 1: record 1.",
        "",
        "To be looked at:",
        "  Record 1 (line 1), Adam, A – Bor, B: There are no moves; only the result is recorded.",
    ]
    assert not Tournament.objects.get().is_public


def refused(*arguments):
    with pytest.raises(CommandError) as caught:
        call_command("import_pdn", *map(str, arguments))
    assert not Tournament.objects.exists()
    return str(caught.value)


def test_a_missing_file():
    assert refused("nowhere.pdn", "--tournament", "A") == (
        "nowhere.pdn cannot be read: No such file or directory."
    )


def test_an_unknown_federation_names_those_there_are():
    arguments = (ARCHIVE, "--tournament", "A", "--federation", "XX")
    assert refused(*arguments) == ("There is no federation “XX”: add it in the administration first.")
    for code in ("CZE", "SVK"):
        FederationFactory(code=code)
    assert refused(*arguments) == "There is no federation “XX”. There are: CZE, SVK."


def test_an_unknown_arbiter():
    assert refused(ARCHIVE, "--tournament", "A", "--arbiter", "nikdo") == "There is no user account “nikdo”."


def test_an_unknown_ruleset():
    message = refused(ARCHIVE, "--tournament", "A", "--ruleset", "chess")
    assert message.startswith("There is no ruleset “chess”. Choose one of: czech, ")


def test_a_name_no_tournament_can_have():
    assert refused(ARCHIVE, "--tournament", "") != ""


def test_a_file_without_a_usable_record_says_why(tmp_path):
    file = tmp_path / "nobody.pdn"
    file.write_text('[White "?"]\n[Black "Bor"]\n1. 1-0\n', encoding="utf-8")
    assert refused(file, "--tournament", "A").splitlines() == [
        "None of the records could be used: 1.",
        "Record 1 (line 1), ? – Bor: A player's name is missing.",
        "Record 1 (line 1), ? – Bor: There are no moves; only the result is recorded.",
    ]


def test_an_empty_file(tmp_path):
    file = tmp_path / "empty.pdn"
    file.touch()
    assert refused(file, "--tournament", "A") == "There is no game in the file."
