"""Sign-in limits when many people share one network address."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.app_settings import AppSettings
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.test import Client

from epic_events.accounts.models import User
from tests.epic_events.accounts.second_factors import give_app, recovery_codes
from tests.epic_events.accounts.test_confirmation import code_in
from tests.epic_events.accounts.test_known_device import signed_in_and_out, try_sign_in
from tests.epic_events.factories import PASSWORD, make_user, make_users

pytestmark = pytest.mark.django_db

HALL = "192.0.2.7"


@pytest.fixture
def few_failures(settings: Any) -> None:
    """Lower the limits of an address and of an account, so that a test reaches them."""
    settings.SIGN_IN_LIMITS = {**settings.SIGN_IN_LIMITS, "address": "30/h", "account": "12/h"}


def at_hall() -> Client:
    return Client(REMOTE_ADDR=HALL)


def token_status(user: User, password: str = PASSWORD) -> int:
    body = {"email": user.email, "password": password}
    return at_hall().post("/api/v1/token/", body, content_type="application/json").status_code


def test_every_allauth_limit_is_set() -> None:
    from allauth.mfa.app_settings import AppSettings as SecondFactorSettings

    chosen = settings.ACCOUNT_RATE_LIMITS
    assert set(AppSettings("ACCOUNT_").RATE_LIMITS) == set(chosen)
    assert set(SecondFactorSettings("MFA_").RATE_LIMITS) == set(settings.MFA_RATE_LIMITS)


def test_successful_sign_ins_consume_no_limit() -> None:
    user = make_user()
    assert all(try_sign_in(at_hall(), user, PASSWORD) for _ in range(40))
    assert [token_status(user) for _ in range(19)] == [200] * 19
    assert [try_sign_in(at_hall(), user) for _ in range(5)] == [False] * 5  # the limit of failures is still whole
    assert not try_sign_in(at_hall(), user, PASSWORD)


def test_successful_sign_ins_by_code_consume_no_limit(mailoutbox: list[Any]) -> None:
    user = make_user()
    for _ in range(8):
        assert sign_in_by_code(at_hall(), user, mailoutbox) == 200
    for _ in range(3):  # unused codes count
        assert at_hall().post("/accounts/login/code/", {"email": user.email}).status_code == 302
    refused = at_hall().post("/accounts/login/code/", {"email": user.email})
    assert (refused.status_code, "Too many" in refused.content.decode()) == (200, True)


def test_sign_ins_by_code_with_second_factor_consume_no_limit(mailoutbox: list[Any]) -> None:
    user = make_user()
    give_app(user)
    for code in recovery_codes_of(user)[:5]:
        client = at_hall()
        assert sign_in_by_code(client, user, mailoutbox) == 302
        client.post("/accounts/second-factor/authenticate/", {"code": code})
        assert client.get("/me/").status_code == 200


def recovery_codes_of(user: User) -> list[str]:
    RecoveryCodes.activate(user)
    return recovery_codes(user)


def sign_in_by_code(client: Client, user: User, mailoutbox: list[Any]) -> int:
    """Return the status of *My page* after signing in with a mailed code."""
    mailoutbox.clear()
    client.post("/accounts/login/code/", {"email": user.email})
    client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[-1])})
    return client.get("/me/").status_code


def test_failures_count_per_account_and_address_together() -> None:
    user, other = make_user(), make_user()
    for _ in range(5):
        try_sign_in(at_hall(), user)
    assert not try_sign_in(at_hall(), user, PASSWORD)
    assert try_sign_in(at_hall(), other, PASSWORD)
    assert try_sign_in(Client(REMOTE_ADDR="192.0.2.8"), user, PASSWORD)


def test_failures_of_addresses_of_one_ipv6_network_count_together() -> None:
    user = make_user()
    for number in range(5):
        try_sign_in(Client(REMOTE_ADDR=f"2001:db8::{number}"), user)
    assert not try_sign_in(Client(REMOTE_ADDR="2001:db8::ffff"), user, PASSWORD)
    assert try_sign_in(Client(REMOTE_ADDR="2001:db8:0:1::1"), user, PASSWORD)


@pytest.mark.usefixtures("few_failures")
def test_failures_of_one_account_from_many_addresses_are_limited() -> None:
    user = make_user()
    for number in range(12):
        try_sign_in(Client(REMOTE_ADDR=f"10.1.0.{number}"), user)
    assert not try_sign_in(Client(REMOTE_ADDR="10.2.0.1"), user, PASSWORD)


@pytest.mark.usefixtures("few_failures")
def test_address_limit_is_lifted_for_device_by_mailed_code(mailoutbox: list[Any]) -> None:
    known, user = make_user(), make_user()
    device = signed_in_and_out(known, at_hall())
    for stranger in make_users(*(f"Stranger {number}" for number in range(30))):
        try_sign_in(at_hall(), stranger)
    refused = at_hall().post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert refused.status_code == 200
    assert "Too many failed attempts. Try again later, or sign in with a code sent by e-mail." in (
        refused.content.decode()
    )
    assert token_status(user) == 429
    assert try_sign_in(device, known, PASSWORD)

    phone = at_hall()
    assert sign_in_by_code(phone, user, mailoutbox) == 200
    phone.post("/accounts/logout/")
    assert try_sign_in(phone, user, PASSWORD)
    assert not try_sign_in(at_hall(), make_user(), PASSWORD)


def mistype_and_sign_in(user: User) -> None:
    assert not try_sign_in(at_hall(), user)
    assert try_sign_in(at_hall(), user, PASSWORD)


def request_code(user: User) -> None:
    answer = at_hall().post("/accounts/login/code/", {"email": user.email})
    assert answer["Location"] == "/accounts/login/code/confirm/"


def request_reset(user: User) -> None:
    assert at_hall().post("/accounts/password/reset/", {"email": user.email}).status_code == 302


def sign_up(user: User) -> None:
    form = {"email": f"new-{user.email}", "name": "New", "password1": PASSWORD}
    assert at_hall().post("/accounts/signup/", form)["Location"] == "/accounts/confirm-email/"


FORMS = (mistype_and_sign_in, request_code, request_reset, sign_up)


@pytest.mark.parametrize("send", FORMS)
def test_sixty_people_behind_one_address_meet_no_limit(send: Callable[[User], None]) -> None:
    """More than the limits of allauth, which are 10 to 30 in a minute."""
    for user in people_at_hall(60):
        send(user)


@pytest.mark.sweep
@pytest.mark.parametrize("send", FORMS)
def test_two_thousand_people_behind_one_address_meet_no_limit(send: Callable[[User], None]) -> None:
    for user in people_at_hall(2000):
        send(user)


def people_at_hall(number: int) -> list[User]:
    stored = make_password(PASSWORD)
    users = User.objects.bulk_create(
        [User(name=f"P {each}", email=f"p{each}@hall.example", password=stored) for each in range(number)]
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    return users
