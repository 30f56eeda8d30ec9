"""The command around the demo data: the password it makes, keeps and prints."""

import stat

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils import translation

from tests.factories import TournamentFactory
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def login_file(monkeypatch, tmp_path):
    """An own data folder, no DEMO_PASSWORD, and English."""
    monkeypatch.delenv("DEMO_PASSWORD", raising=False)
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    with translation.override("en"):
        yield tmp_path / "demo_login.txt"


def printed(capsys, *arguments):
    call_command("load_demo", *arguments)
    return capsys.readouterr().out.splitlines()


def test_the_password_is_made_once_kept_and_printed_each_time(capsys, login_file):
    first = printed(capsys, "--force")
    password = login_file.read_text().strip()
    assert len(password) == 11
    assert stat.S_IMODE(login_file.stat().st_mode) == 0o600
    logins = [
        f"Demo arbiter  user arbiter, password {password}",
        f"Demo player   user player, password {password}",
    ]
    assert first == ["The demo data were loaded; every name of theirs says so.", *logins]
    tournaments = Tournament.objects.count()
    assert printed(capsys) == logins
    assert Tournament.objects.count() == tournaments
    user = get_user_model().objects.get(username="arbiter")
    user.set_password("jiné heslo")
    user.save()
    get_user_model().objects.filter(username="player").update(is_active=False)
    assert printed(capsys) == [
        "Demo arbiter  user arbiter; its password was changed (a new one: manage.py changepassword arbiter)"
    ]


def test_a_given_password_is_used(capsys, monkeypatch, login_file):
    monkeypatch.setenv("DEMO_PASSWORD", "heslo od obsluhy")
    lines = printed(capsys, "--force")
    assert lines[1] == "Demo arbiter  user arbiter, password heslo od obsluhy"
    assert get_user_model().objects.get(username="arbiter").check_password("heslo od obsluhy")


def test_a_site_in_use_starts_without_them(capsys, login_file):
    TournamentFactory()
    assert printed(capsys) == ["No demo data: there are tournaments here already."]
    assert not login_file.exists()
    assert not get_user_model().objects.filter(username="arbiter").exists()
