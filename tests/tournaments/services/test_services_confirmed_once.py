"""Two different results at once, twenty times over: one is confirmed, the other learns of it."""

import pytest
from rest_framework.test import APIClient

from tests.concurrency import run_together
from tests.factories import UserFactory
from tests.tournaments.desk.conftest import pair, signed_in, with_players
from tournaments.domain.errors import StaleError
from tournaments.models import Pairing, Result
from tournaments.services.results import record_result

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 20


@pytest.fixture
def arbiter(transactional_db):
    return UserFactory(username="arbiter")


@pytest.fixture
def pairing(arbiter):
    return pair(arbiter, with_players(arbiter, 2))[0]


def turns(pairing):
    """The pairing as it is at the beginning of each turn, cleared, with two results to be sent together."""
    for turn in range(TIMES):
        Result.objects.filter(pairing=pairing).delete()
        fresh = Pairing.objects.get(pk=pairing.pk)
        codes = ["1-0", "0-1"] if turn % 2 else ["1/2-1/2", "1-0"]
        yield fresh, codes, iter(codes)


def test_by_the_service(arbiter, pairing):
    for fresh, codes, each in turns(pairing):
        done = run_together(
            lambda fresh=fresh, each=each: record_result(
                actor=arbiter, pairing=fresh, code=next(each), version=fresh.version
            )
        )
        refused = [error for error in done if isinstance(error, StaleError)]
        assert len(refused) == 1
        assert refused[0].params == {"current": fresh.version + 1, "given": fresh.version}
        confirmed = Result.objects.get(pairing=pairing, status="confirmed")
        assert confirmed.code in codes


def test_over_the_api(arbiter, pairing):
    url = f"/api/v1/pairings/{pairing.pk}/"

    def send(code, version):
        client = APIClient()
        client.force_authenticate(arbiter)
        return client.patch(url, {"result": code, "version": version}, format="json")

    for fresh, codes, each in turns(pairing):
        answers = run_together(lambda each=each, fresh=fresh: send(next(each), fresh.version))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        confirmed = Result.objects.get(pairing=pairing, status="confirmed")
        late = next(answer for answer in answers if answer.status_code == 409).json()
        assert late["current"] == {"result": confirmed.code, "version": fresh.version + 1}
        assert (late["given"], confirmed.code in codes) == (fresh.version, True)


def test_on_the_page(arbiter, pairing):
    slug = pairing.round.tournament.slug
    url = f"/tournaments/{slug}/desk/rounds/1/results/{pairing.pk}/"
    client = signed_in(arbiter)
    cookies = client.cookies

    def send(code, version):
        mine = signed_in(None)
        mine.cookies = cookies.copy()
        return mine.post(url, {"code": code, "version": version, "game": 1})

    for fresh, codes, each in turns(pairing):
        answers = run_together(lambda each=each, fresh=fresh: send(next(each), fresh.version))
        assert sorted(answer.status_code for answer in answers) == [302, 409]
        confirmed = Result.objects.get(pairing=pairing, status="confirmed")
        late = next(answer for answer in answers if answer.status_code == 409)
        refused = late.context["rows"][0].refused
        assert (refused.standing, {refused.code, confirmed.code}) == (confirmed, set(codes))
