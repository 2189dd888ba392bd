"""Known devices have their own sign-in rate limit."""

import pytest
from django.test import Client

from epic_events.accounts.access.sign_ins import COOKIE
from epic_events.accounts.models import User
from tests.epic_events.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def try_sign_in(client: Client, user: User, password: str = "wrong password") -> bool:
    """Return True if the sign-in attempt succeeds; a rate-limited attempt fails."""
    return client.post("/accounts/login/", {"login": user.email, "password": password}).status_code == 302


def signed_in_and_out(user: User, client: Client | None = None) -> Client:
    client = client or Client()
    assert try_sign_in(client, user, PASSWORD)
    client.post("/accounts/logout/")
    return client


def guess(user: User, times: int = 5) -> None:
    for _ in range(times):
        try_sign_in(Client(), user)


def test_known_device_is_not_locked_out_by_failures_elsewhere() -> None:
    user = make_user()
    own = signed_in_and_out(user)
    guess(user)
    assert not try_sign_in(Client(), user, PASSWORD)
    assert try_sign_in(own, user, PASSWORD)


def test_known_device_counts_only_for_its_own_user() -> None:
    user, other = make_user(), make_user()
    theirs = signed_in_and_out(other)
    guess(user)
    assert not try_sign_in(theirs, user, PASSWORD)
    shared = signed_in_and_out(other, signed_in_and_out(other))
    assert not try_sign_in(shared, user, PASSWORD)


def test_known_device_forged_cookie_is_ignored() -> None:
    user = make_user()
    guess(user)
    for value in ("", "x", f"[{user.pk}]", signed_in_and_out(make_user()).cookies[COOKIE].value[:-1] + "x"):
        client = Client()
        client.cookies[COOKIE] = value
        assert not try_sign_in(client, user, PASSWORD)


def test_known_device_has_its_own_limit() -> None:
    user = make_user()
    own = signed_in_and_out(user)
    assert not any(try_sign_in(own, user) for _ in range(10))
    assert not try_sign_in(own, user, PASSWORD)
    assert try_sign_in(Client(), user, PASSWORD)  # no one else is locked out by that


def test_known_device_cookie_is_http_only_and_does_not_authenticate() -> None:
    user = make_user()
    cookie = signed_in_and_out(user).cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    client = Client()
    client.cookies[COOKIE] = cookie.value
    assert client.get("/me/").status_code == 302
    assert user.email not in cookie.value
