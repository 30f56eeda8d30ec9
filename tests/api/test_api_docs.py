"""The browsable page of the API, in a browser under the site's content security policy."""

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_docs_page_shows_the_operations_without_breaking_the_policy(page: Page, live_server):
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda problem: said.append(str(problem)))

    page.goto(f"{live_server.url}/api/v1/docs/")
    page.wait_for_selector("text=/api/v1/tournaments/{slug}/standings/")

    assert page.locator(".opblock").count() >= 42
    assert page.locator(".swagger-ui .info .title").inner_text().startswith("Dáma API")
    page.locator("#operations-rounds-rounds_create .opblock-summary-control").click()
    page.wait_for_selector("#operations-rounds-rounds_create >> text=Pair the next round.")
    assert said == []
