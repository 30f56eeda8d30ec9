"""Lists of players over the API."""

import base64
import codecs

import pytest

from tests.factories import ClubFactory, EntryFactory, PlayerFactory, TournamentFactory
from tournaments.models import Entry, Player

URL = "/api/v1/tournaments/open/entries/import/"
PREVIEW = f"{URL}preview/"
TEXT = 'Name,Born,Club,Rating\nŽížala Řehoř,1985,Sokol,1500\n"Novák, Jan",1990,,\n'


@pytest.fixture
def tournament(arbiter):
    return TournamentFactory(slug="open", arbiters=[arbiter])


def base64_of(text: str, encoding: str) -> str:
    return base64.b64encode(text.encode(encoding)).decode()


@pytest.mark.parametrize(
    "sent",
    [
        {"text": TEXT},
        {"file": base64_of(TEXT, "cp1250")},
        {"file": base64.b64encode(codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be")).decode()},
    ],
)
def test_a_list_is_entered(as_arbiter, tournament, sent):
    answer = as_arbiter.post(URL, sent)
    assert answer.status_code == 201
    assert [(row["name"], row["club"], row["rating"]) for row in answer.json()] == [
        ("Řehoř Žížala", "Sokol", 1500),
        ("Novák Jan", None, None),
    ]


def test_a_preview_writes_nothing(as_arbiter, tournament):
    club = ClubFactory(name="Sokol")
    known = PlayerFactory(family_name="Novak", given_name="Jan", birth_year=1990, club=club)
    answer = as_arbiter.post(PREVIEW, {"text": TEXT})
    assert (answer.status_code, Entry.objects.count()) == (200, 0)
    body = answer.json()
    assert (body["version"], body["unread"]) == (tournament.version, [])
    assert [(row["line"], row["kind"], row["player"]) for row in body["rows"]] == [
        (2, "new", None),
        (3, "probable", None),
    ]
    assert body["rows"][1]["candidates"] == [
        {
            "id": known.pk, "name": "Novak Jan", "birth_year": 1990, "club": "Sokol", "federation": None
        }
    ]  # fmt: skip


def test_what_has_to_be_decided_is_refused_until_it_is(as_arbiter, tournament):
    known = PlayerFactory(family_name="Novak", given_name="Jan", birth_year=1990)
    refused = as_arbiter.post(URL, {"text": TEXT})
    assert (refused.status_code, refused.json()["problems"], Entry.objects.count()) == (
        400,
        [
            {
                "line": 3,
                "column": None,
                "detail": "Line 3: Choose who Novák, Jan is: a player of the list, or a new one.",
            }
        ],
        0,
    )
    done = as_arbiter.post(URL, {"text": TEXT, "choices": [{"line": 3, "player": known.pk}]})
    assert [row["player"] for row in done.json()][1:] == [known.pk]


def test_every_fault_is_named(as_arbiter, tournament):
    answer = as_arbiter.post(URL, {"text": "A, A;x\nB, B;1990\nC, C;;;9999"})
    assert (answer.status_code, answer.json()["code"]) == (400, "list-cell")
    assert [(each["line"], each["column"]) for each in answer.json()["problems"]] == [(1, 2), (3, 4)]
    assert Player.objects.count() == 0


def test_a_stale_version_is_refused(as_arbiter, tournament):
    answer = as_arbiter.post(URL, {"text": TEXT, "version": tournament.version + 1})
    assert (answer.status_code, answer.json()["code"], Entry.objects.count()) == (409, "stale", 0)


def test_the_same_key_enters_once(as_arbiter, tournament):
    answers = [
        as_arbiter.post(URL, {"text": TEXT}, headers={"Idempotency-Key": "k"}).json() for _time in range(2)
    ]
    assert (answers[0] == answers[1], Entry.objects.count()) == (True, 2)


def test_who_is_entered_stays(as_arbiter, tournament):
    player = EntryFactory(tournament=tournament, player__family_name="Bye", player__given_name="").player
    assert as_arbiter.post(URL, {"text": player.name}).json() == []


@pytest.mark.parametrize("sent", [{}, {"text": "A", "file": "QQ=="}, {"file": "%"}])
def test_one_of_text_and_file(as_arbiter, tournament, sent):
    answer = as_arbiter.post(URL, sent)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("url", [URL, PREVIEW])
def test_three_persons(as_arbiter, as_other, as_nobody, tournament, url):
    people = (as_nobody, as_other, as_arbiter)
    codes = [each.post(url, {"text": "Nový, Jan"}).status_code for each in people]
    assert codes == [401, 404, 201 if url == URL else 200]
    tournament.is_public = False
    tournament.save()
    assert [each.post(url, {"text": "Nový, Jan"}).status_code for each in people[:2]] == [401, 404]


def test_a_probable_double_by_name_comes_with_its_candidates(as_arbiter, tournament):
    known = PlayerFactory(family_name="Novák", given_name="Jan", birth_year=1980)
    url = "/api/v1/tournaments/open/entries/"
    refused = as_arbiter.post(url, {"name": "Novak, Jan", "birth_year": 1980})
    assert (refused.status_code, refused.json()["code"], Player.objects.count()) == (
        400,
        "probable-double",
        1,
    )
    assert [each["id"] for each in refused.json()["candidates"]] == [known.pk]
    made = as_arbiter.post(url, {"name": "Novak, Jan", "birth_year": 1980, "create_new": True})
    assert (made.status_code, Player.objects.count()) == (201, 2)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_query_count_of_a_preview(as_arbiter, tournament, django_assert_num_queries, rows):
    for number in range(rows):
        PlayerFactory(family_name=f"Novák{number}", given_name="Jan", club=ClubFactory())
    with django_assert_num_queries(4):
        answer = as_arbiter.post(PREVIEW, {"text": "\n".join(f"Novák{n}, Jan" for n in range(rows))})
    assert len(answer.json()["rows"]) == rows
