"""API tokens: creation, scopes, expiry, revocation, limits."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from epic_events.accounts.access.tokens import MAX_TOKENS, Scope, create_token, find_token, tokens_of
from epic_events.accounts.models import AccessToken, User, digest_of
from epic_events.audit_log.models import Entry
from epic_events.infra.errors import StateError, UserError
from tests.epic_events.api.cast import ROOT, Cast, browser_of, client_of, get, post, refused
from tests.epic_events.factories import PASSWORD, make_key, make_user

pytestmark = pytest.mark.django_db


def program(key: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    return client


def test_create_token_by_password_defaults_to_read_scope() -> None:
    user = make_user()
    made = post(APIClient(), "token/", {"email": user.email.upper(), "password": PASSWORD})
    token = AccessToken.objects.get(user=user)
    assert (made["id"], made["name"], made["scopes"]) == (token.pk, "API", ["read"])
    assert token.expires_at - token.made_at == timedelta(days=90)
    assert made["token"].startswith("epic_")
    assert get(program(made["token"]), "events/?page=1")["results"] == []
    lines = Entry.objects.about(user).filter(verb="token.made")
    assert [(line.actor_id, line.data) for line in lines] == [
        (user.pk, {"token": token.pk, "scopes": ["read"], "days": 90})
    ]


def test_token_is_stored_as_digest_only() -> None:
    user = make_user()
    body = {"email": user.email, "password": PASSWORD, "name": "Desk", "scopes": ["results", "read"], "days": 7}
    made = post(APIClient(), "token/", body)
    token = AccessToken.objects.get(user=user)
    assert (token.name, token.scopes, token.digest) == ("Desk", ["read", "results"], digest_of(made["token"]))
    stored = " ".join(str(value) for value in AccessToken.objects.values().get().values())
    assert made["token"] not in stored
    assert token.hint == made["token"][:9]
    assert post(APIClient(), "token/", body)["token"] != made["token"]


@pytest.mark.parametrize(
    ("field", "value"), [("scopes", []), ("scopes", ["all"]), ("days", 0), ("days", 367), ("name", "\u200b")]
)
def test_create_token_invalid_field_is_refused(field: str, value: Any) -> None:
    user = make_user()
    error = refused(APIClient(), "token/", 400, "post", {"email": user.email, "password": PASSWORD, field: value})
    assert [*error["fields"]] == [field]
    with pytest.raises(UserError):
        create_token(user, **{"name": "Desk", field: value})
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("password", ["wrong", PASSWORD + " ", PASSWORD.upper()])
def test_create_token_wrong_password_is_401(password: str) -> None:
    user = make_user()
    error = refused(APIClient(), "token/", 401, "post", {"email": user.email, "password": password})
    assert (error["code"], error["message"]) == (
        "authentication_failed",
        ("The e-mail address or the password is incorrect."),
    )
    assert not AccessToken.objects.exists()


def test_create_token_unknown_and_closed_accounts_get_same_response() -> None:
    closed = make_user(is_active=False)
    errors = [
        refused(APIClient(), "token/", 401, "post", {"email": email, "password": PASSWORD})
        for email in (closed.email, "nobody@example.com")
    ]
    assert errors[0] == errors[1]


def close(user: User) -> None:
    user.is_active = False
    user.save()


def change_password(user: User) -> None:
    user.set_password("another battery staple")
    user.save()


@pytest.mark.parametrize("ended_by", [close, change_password])
def test_token_is_revoked_when_account_closes_or_password_changes(ended_by: Any) -> None:
    user = make_user()
    client = client_of(user)
    assert client.get(f"{ROOT}events/").status_code == 200
    ended_by(user)
    assert refused(client, "events/", 401)["code"] == "authentication_failed"
    assert not user.is_active or not tokens_of(user).exists()


def test_token_survives_password_rehash(settings: Any) -> None:
    newer = "django.contrib.auth.hashers.ScryptPasswordHasher"
    user = make_user()
    key, before = make_key(user), user.password
    settings.PASSWORD_HASHERS = [newer, *settings.PASSWORD_HASHERS]
    assert APIClient().login(email=user.email, password=PASSWORD)
    user.refresh_from_db()
    assert user.password != before
    assert find_token(key) is not None


def test_token_is_invalid_after_expiry() -> None:
    user = make_user()
    _token, key = create_token(user, "Desk", days=7)
    with time_machine.travel(timezone.now() + timedelta(days=6, hours=23)):
        assert find_token(key) is not None
    with time_machine.travel(timezone.now() + timedelta(days=7, seconds=1)):
        assert find_token(key) is None
        assert refused(program(key), "events/", 401)["message"].startswith("This token is invalid, expired or revoked.")


def test_token_is_limited_to_its_scopes(cast: Cast) -> None:
    path, body = f"matches/{cast.match.pk}/result/", {"game_wins": [1, 0]}
    reader = program(make_key(cast.user("player"), "read"))
    error = refused(reader, path, 403, "post", body)
    assert (error["code"], error["message"]) == (
        "scope",
        "This token needs the scope results. It has: read.",
    )
    reporter = program(make_key(cast.user("player"), "results"))
    assert refused(reporter, f"matches/{cast.match.pk}/", 403)["code"] == "scope"
    assert post(reporter, path, body)["status"] == "reported"
    everything = program(make_key(cast.user("outsider")))
    assert refused(everything, path, 403, "post", body)["code"] == "not_allowed"  # never more than the person may


def test_token_last_use_is_stored_once_a_day() -> None:
    user = make_user()
    _token, key = create_token(user, "Desk")
    with time_machine.travel("2030-05-01T10:00Z", tick=False):
        user_token = AccessToken.objects.get(user=user)
        AccessToken.objects.update(expires_at=timezone.now() + timedelta(days=9))
        writes = []
        for _ in range(3):
            with CaptureQueriesContext(connection) as asked:
                assert find_token(key) is not None
            writes.append(len(asked) - 1)
        user_token.refresh_from_db()
    assert (writes, str(user_token.last_used_on)) == ([1, 0, 0], "2030-05-01")


def test_create_token_above_limit_is_refused() -> None:
    user = make_user()
    for _ in range(MAX_TOKENS):
        create_token(user, "Desk")
    with pytest.raises(StateError, match="Revoke one"):
        create_token(user, "Desk")
    AccessToken.objects.filter(pk=AccessToken.objects.all()[0].pk).update(ended_at=timezone.now())
    assert create_token(user, "Desk")


def test_create_token_guesses_are_limited_per_account_from_any_address(settings: Any) -> None:
    settings.SIGN_IN_LIMITS = {**settings.SIGN_IN_LIMITS, "account": "5/h"}
    user = make_user()
    body = {"email": user.email, "password": "wrong"}
    statuses = [
        APIClient(REMOTE_ADDR=f"10.0.0.{number}").post(f"{ROOT}token/", body).status_code for number in range(7)
    ]
    assert statuses == [401] * 5 + [429] * 2
    assert APIClient(REMOTE_ADDR="10.0.0.9").post(f"{ROOT}token/", body)["Retry-After"] == "300"


def test_create_token_guesses_are_limited_for_signed_in_users() -> None:
    client = client_of(make_user())
    body = {"email": make_user().email, "password": "wrong"}
    statuses = [client.post(f"{ROOT}token/", body).status_code for _ in range(7)]
    assert statuses == [401] * 5 + [429] * 2


def test_create_token_with_recent_browser_session_is_allowed() -> None:
    user = make_user()
    browser = browser_of(user)
    assert browser.post(f"{ROOT}token/own/").status_code == 403  # without the CSRF token
    browser.get("/accounts/login/")
    browser.get(f"{ROOT}docs/?script=")
    csrf = {"X-CSRFToken": browser.cookies[settings.CSRF_COOKIE_NAME].value}
    late = browser.post(f"{ROOT}token/own/", {}, content_type="application/json", headers=csrf)
    assert (late.status_code, late.json()["code"]) == (403, "sign_in_again")
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD}, headers=csrf)
    made = browser.post(f"{ROOT}token/own/", {"name": "Desk"}, content_type="application/json", headers=csrf)
    assert made.status_code == 200, made.content
    assert get(program(made.json()["token"]), "events/")["results"] == []


def test_token_cannot_create_tokens_and_revokes_only_itself() -> None:
    user = make_user()
    client, other = client_of(user), client_of(user)
    assert refused(client, "token/own/", 403, "post", {"name": "Copy"})["code"] == "scope"
    response = client.delete(f"{ROOT}token/own/")
    assert (response.status_code, response.content) == (204, b"")
    assert refused(client, "events/", 401)["code"] == "authentication_failed"
    assert get(other, "events/")["results"] == []
    verbs = [entry.verb for entry in Entry.objects.about(user)]
    assert verbs == ["token.made", "token.made", "token.taken_back"]


def test_own_token_anonymous_is_401() -> None:
    assert refused(APIClient(), "token/own/", 401, "post")["code"] == "not_authenticated"
    assert refused(APIClient(), "token/own/", 401, "delete")["code"] == "not_authenticated"
    assert Scope.values == ["read", "results", "decks", "judge", "organise"]
