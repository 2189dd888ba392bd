"""Second factor with a virtual passkey."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from epic_events.web import demo
from tests.browser.conftest import MAIL
from tests.browser.page_width import width_of
from tests.epic_events.accounts.second_factors import PAGE, digits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = {role: password for role, _mail, password in demo.SIGN_INS}["judge"]


def give_authenticator(page: Page) -> None:
    """Add a virtual authenticator that stores passkeys and always confirms."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def sign_in(page: Page) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Email").fill(MAIL["judge"])
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


@pytest.mark.usefixtures("hall")
@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.sweep)])
def test_authenticator_app_and_passkey_are_set_up_and_sign_in(open_as: Callable[..., Page], width: int) -> None:
    page = open_as(width=width)
    give_authenticator(page)
    sign_in(page)
    page.goto(PAGE)
    page.get_by_role("link", name="Set up an authenticator app").click()
    secret = page.get_by_label("Or enter this secret").input_value()
    page.get_by_label("Authenticator code").fill(digits(secret))
    page.get_by_role("button", name="Activate").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    page.goto(f"{PAGE}webauthn/add/")
    page.get_by_label("Allow sign-in with this key").check()
    page.get_by_role("button", name="Add the key").click()
    expect(page).to_have_url(re.compile(f"{PAGE}$"))
    page.goto(f"{PAGE}webauthn/")
    page.context.clear_cookies()
    sign_in(page)
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    page.get_by_role("button", name="Use a passkey or key").click()
    expect(page).not_to_have_url(re.compile("/accounts/"))
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).not_to_have_url(re.compile("/accounts/"))
    expect(page.get_by_role("link", name="Sign in")).to_have_count(0)
    page.goto("/me/")
    expect(page.get_by_text(MAIL["judge"])).to_be_visible()
    assert width_of(page) <= width
