"""TRF files on the pages: a tournament to take away, and one to bring."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import EntryFactory, FederationFactory, TournamentFactory
from tests.tournaments.views.scenes import four_players
from tournaments.models import AuditEntry, Player, Tournament
from tournaments.selectors.trf import trf_text

pytestmark = pytest.mark.django_db

TWO = """\
012 Dva
162  W 2.0    D 1.0
001    1      Anna                              1800                             2.0    1     2 w 1
001    2      Běla                              1700                             0.0    2     1 b 0
"""
IMPORT = "/tournaments/import/"


@pytest.fixture
def user_client(arbiter):
    client = Client(headers={"accept-language": "en"})
    client.force_login(arbiter)
    return client


def errors(response, field):
    assert response.status_code == 400
    return list(response.context["form"].errors.get(field, []))


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_anybody_may_take_a_public_tournament_away(edition, client, other_client, arbiter_client):
    tournament = four_players()
    for each in (client, other_client, arbiter_client):
        response = each.get(f"/tournaments/four/trf/{edition}/")
        assert response.status_code == 200
        assert response["Content-Type"] == "text/plain; charset=utf-8"
        assert response["Content-Disposition"] == f'attachment; filename="four-{edition}.trf"'
        assert response.content.decode() == trf_text(tournament, edition)


def test_a_private_tournament_is_its_arbiters_alone(arbiter, arbiter_client, other_client, client):
    TournamentFactory(slug="closed", is_public=False, arbiters=[arbiter])
    answers = [each.get("/tournaments/closed/trf/trf26/").status_code
               for each in (client, other_client, arbiter_client)]  # fmt: skip
    assert answers == [404, 404, 200]


def test_there_are_two_editions(client):
    four_players()
    assert client.get("/tournaments/four/trf/trf2/").status_code == 404
    assert client.post("/tournaments/four/trf/trf26/").status_code == 405


def test_what_has_no_room_in_a_file_is_said_on_the_page(user_client):
    tournament = four_players()
    EntryFactory(tournament=tournament, number=5, rating=12345)
    response = user_client.get("/tournaments/four/trf/trf26/", follow=True)
    assert response.redirect_chain == [("/tournaments/four/about/", 302)]
    assert [str(message) for message in response.context["messages"]] == [
        "A TRF file has no room for a rating 12345: the field has 4 columns."
    ]


def test_the_page_about_a_tournament_leads_to_both_files(client):
    four_players()
    page = client.get("/tournaments/four/about/").content.decode()
    assert [f"/tournaments/four/trf/{edition}/" in page for edition in ("trf16", "trf26")] == [True, True]


def test_the_page_for_a_new_tournament_leads_to_the_import(user_client):
    assert IMPORT in user_client.get("/tournaments/new/").content.decode()


def test_who_is_not_logged_in_logs_in_first(client):
    for send in (client.get, client.post):
        assert send(IMPORT).url == f"/accounts/login/?next={IMPORT}"


def test_whoever_has_an_account_may_bring_a_tournament(other_client, other_user):
    assert other_client.get(IMPORT).status_code == 200
    response = other_client.post(IMPORT, {"text": TWO, "is_public": "on"})
    assert response.url == "/tournaments/dva/desk/"
    assert list(Tournament.objects.get().arbiters.all()) == [other_user]


def test_a_file_or_its_text_is_imported_and_what_was_done_is_said(user_client):
    file = SimpleUploadedFile("dva.trf", TWO.encode("cp1250"))
    response = user_client.post(IMPORT, {"file": file, "name": "Souboj dvou", "is_public": "on"}, follow=True)
    assert response.redirect_chain == [("/tournaments/souboj-dvou/desk/", 302)]
    assert [str(message) for message in response.context["messages"]] == [
        "“Souboj dvou” is imported. 2 players are new: Anna, Běla."
    ]
    response = user_client.post(IMPORT, {"text": f"{TWO}212 PTS,KNX\n"}, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "“Dva” is imported.",
        "The tie-break KNX is not known here and is left out.",
    ]
    assert list(Tournament.objects.order_by("pk").values_list("name", "is_public")) == [
        ("Souboj dvou", True),
        ("Dva", False),
    ]


def test_bad_lines_are_named_at_the_form_and_the_text_is_kept_to_be_mended(user_client):
    bad = TWO.replace("1800", "18x0").replace("1 b 0", "1 q 0")
    said = [
        "line 3, column 49: “18x0” is not a whole number",
        "line 4, column 97: “q” is not a colour: w, b or -",
    ]
    response = user_client.post(IMPORT, {"text": bad, "name": "Dál"})
    assert errors(response, "text") == said
    page = response.content.decode()
    assert "Anna                              18x0" in page
    assert 'value="Dál"' in page
    uploaded = SimpleUploadedFile("bad.trf", bad.encode())
    response = user_client.post(IMPORT, {"file": uploaded})
    assert errors(response, "text") == said
    assert "Běla                              1700" in response.content.decode()
    assert (Tournament.objects.count(), Player.objects.count(), AuditEntry.objects.count()) == (0, 0, 0)


def test_of_many_bad_lines_the_first_are_named(user_client):
    lines = [f"001 {number:4}      Hráč {number:25}  18x0" for number in range(1, 100)]
    said = errors(user_client.post(IMPORT, {"text": "\n".join(lines)}), "text")
    assert (len(said), said[-1]) == (51, "… and 49 more lines.")


def test_something_has_to_be_sent(user_client):
    assert errors(user_client.post(IMPORT, {"name": "Dál"}), "file") == ["Choose a file, or paste its text."]
    large = SimpleUploadedFile("large.trf", b" " * 1_000_001)
    assert errors(user_client.post(IMPORT, {"file": large}), "file") == [
        "The file is larger than a megabyte: it is hardly a TRF file."
    ]
    assert errors(user_client.post(IMPORT, {"text": TWO, "name": "x" * 121}), "name") != []


@pytest.mark.parametrize("data", [b"\x00\x01\xff", b"\xff\xfe0\x001\x00", "příliš".encode("cp1250")])
def test_any_other_file_is_refused_on_the_page(data, user_client):
    response = user_client.post(IMPORT, {"file": SimpleUploadedFile("x.trf", data)})
    assert errors(response, "text") != []


def test_one_acts_for_the_federations_one_works_for(user_client, arbiter):
    home, other = FederationFactory(), FederationFactory()
    assert "federation" not in user_client.get(IMPORT).context["form"].fields
    home.staff.add(arbiter)
    assert list(user_client.get(IMPORT).context["form"].fields["federation"].queryset) == [home]
    assert errors(user_client.post(IMPORT, {"text": TWO, "federation": other.pk}), "federation") != []
    user_client.post(IMPORT, {"text": TWO, "federation": home.pk})
    assert Tournament.objects.get().federation == home
    assert set(Player.objects.values_list("federation", flat=True)) == {home.pk}


@pytest.mark.parametrize("name", ["Import", "New", "Import TRF"])
def test_the_addresses_of_the_import_are_no_tournaments(name, user_client):
    response = user_client.post(IMPORT, {"text": TWO, "name": name})
    assert response.url == f"/tournaments/{name.lower().replace(' ', '-')}-2/desk/"
