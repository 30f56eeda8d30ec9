"""Whatever is sent, the API answers as its schema says and never with a 500.

The same few examples every time; `schemathesis run http://…/api/v1/schema/` tries far more by hand.
"""

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from rest_framework.authtoken.models import Token
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dama_site.wsgi import application
from tests.factories import (
    CategoryFactory,
    ClubFactory,
    FederationFactory,
    FlagFactory,
    GameFactory,
    MatchFactory,
    PointAdjustmentFactory,
    ProhibitedPairingFactory,
    RatingFactory,
    RatingListFactory,
    TeamFactory,
)
from tournaments.services.registration import request_bye

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 6
PORTION = 6

schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))
schema.app = application
schema.location = "http://localhost/api/v1/schema/"
schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
OPERATIONS = {operation.ok().label: operation.ok() for operation in schema.get_all_operations()}
LABELS = list(OPERATIONS)


@pytest.fixture
def open_connection():
    """A request's end closes the database's connection, and the test's rows with it."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def rows(open_swiss, arbiter, open_connection):
    """One of everything; the ids for the placeholders of an address, by the word before."""
    arbiter.is_superuser = True
    arbiter.save()
    federation = FederationFactory(code="CZ", name="Federation")
    rating = RatingFactory(rating_list=RatingListFactory(slug="cz", federation=federation))
    pairing = open_swiss.rounds.get().pairings.first()
    game = GameFactory(pairing=pairing)
    entry = open_swiss.entries.first()
    request_bye(actor=arbiter, entry=entry, round_number=2)
    return {
        "tournaments": "open",
        "rating-lists": "cz",
        "federations": "CZ",
        "clubs": ClubFactory(federation=federation).pk,
        "players": rating.player_id,
        "entries": entry.pk,
        "rounds": 1,
        "byes": 2,
        "pairings": pairing.pk,
        "games": game.pk,
        "flags": FlagFactory(game=game).pk,
        "categories": CategoryFactory(tournament=open_swiss).pk,
        "people": "arbiter",
        "{role}": arbiter.username,
        "adjustments": PointAdjustmentFactory(entry=entry).pk,
        "prohibited-pairings": ProhibitedPairingFactory(tournament=open_swiss).pk,
        "teams": TeamFactory(tournament=open_swiss).pk,
        "matches": MatchFactory(round=pairing.round).pk,
    }


def placeholders(path: str, rows: dict[str, object]) -> dict[str, object]:
    words = path.strip("/").split("/")
    return {word[1:-1]: rows[words[at - 1]] for at, word in enumerate(words) if word.startswith("{")}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "labels",
    [LABELS[at : at + PORTION] for at in range(0, len(LABELS), PORTION)],
    ids=lambda labels: labels[0],
)
def test_every_operation_holds_to_its_schema(labels, rows, arbiter):
    headers = {"Authorization": f"Token {Token.objects.get_or_create(user=arbiter)[0].key}"}
    for label in labels:
        # What one operation changes is nothing to the next; a failure shows the request.
        with transaction.atomic():
            check_operation(OPERATIONS[label], rows, headers)
            transaction.set_rollback(True)


def check_operation(operation, rows, headers):
    known = placeholders(operation.path, rows)

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def check(case: schemathesis.Case) -> None:
        case.path_parameters = dict(known)
        case.call_and_validate(headers=headers, checks=CHECKS)

    check()
