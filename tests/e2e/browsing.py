"""What a person does in the browser in more than one test."""

from playwright.sync_api import expect

from tests.factories.accounts import PASSWORD


def log_in(page, address) -> None:
    """Sign in as the arbiter `alena`."""
    page.goto(address("login"))
    page.fill("[name=username]", "alena")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    expect(page.locator("form[action$='/logout/']")).to_be_visible()
