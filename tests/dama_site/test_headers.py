"""What goes with every page: the icon and the headers."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.templatetags.static import static

from tests.processes import LIMIT, ROOT, site_environment

ASK = "from django.conf import settings; print(settings.SECURE_CROSS_ORIGIN_OPENER_POLICY)"


def test_the_icon_where_browsers_look_for_it(client):
    response = client.get("/favicon.ico")
    assert (response.status_code, response["Location"]) == (302, static("icons/favicon.svg"))
    assert response["Cache-Control"] == "public, max-age=86400"
    assert client.post("/favicon.ico").status_code == 405


def test_plain_http_has_no_header_that_only_https_may_send(client):
    assert "Cross-Origin-Opener-Policy" not in client.get("/favicon.ico").headers


@pytest.mark.parametrize(("https", "policy"), [("1", "same-origin"), ("0", "None")])
def test_the_opener_policy_comes_with_https(tmp_path, https, policy):
    environment = site_environment(tmp_path, HTTPS=https, DJANGO_SETTINGS_MODULE="dama_site.settings")
    run = subprocess.run(
        [sys.executable, "-c", ASK], cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
        timeout=LIMIT,
    )  # fmt: skip
    assert run.stdout.strip() == policy
