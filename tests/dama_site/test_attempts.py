"""Failed logins are counted, whatever was typed."""

import pytest
from axes.models import AccessAttempt
from django.urls import reverse

pytestmark = pytest.mark.django_db


def test_a_name_longer_than_the_log_is_a_failed_login(client, settings):
    settings.AXES_ENABLED = True
    answer = client.post(reverse("login"), {"username": "x" * 10_000, "password": "y"})
    assert answer.status_code == 200
    assert AccessAttempt.objects.get().username == "x" * 150
