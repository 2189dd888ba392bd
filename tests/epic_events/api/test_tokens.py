"""Tokens: who gets one, how, and how it ends."""

import pytest
from django.conf import settings
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from epic_events.api.services import token_of
from epic_events.journal.models import Entry
from tests.epic_events.api.cast import ROOT, browser_of, client_of, post, refused
from tests.epic_events.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def test_address_and_password_give_a_token_that_is_the_person() -> None:
    user = make_user()
    token = post(APIClient(), "token/", {"email": user.email.upper(), "password": PASSWORD})["token"]
    assert token == Token.objects.get(user=user).key
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert post(client, "token/own/")["token"] == token
    assert [(entry.verb, entry.actor_id) for entry in Entry.objects.about(user)] == [("token.made", user.pk)]


@pytest.mark.parametrize("password", ["wrong", PASSWORD + " ", PASSWORD.upper()])
def test_a_wrong_password_is_401(password: str) -> None:
    user = make_user()
    error = refused(APIClient(), "token/", 401, "post", {"email": user.email, "password": password})
    assert (error["code"], error["message"]) == ("authentication_failed", "The address or the password is wrong.")
    assert not Token.objects.exists()


def test_unknown_and_closed_accounts_answer_alike() -> None:
    closed = make_user(is_active=False)
    errors = [
        refused(APIClient(), "token/", 401, "post", {"email": email, "password": PASSWORD})
        for email in (closed.email, "nobody@example.com")
    ]
    assert errors[0] == errors[1]


def test_the_token_of_a_closed_account_is_worthless() -> None:
    user = make_user()
    client = client_of(user)
    user.is_active = False
    user.save()
    assert refused(client, "events/", 401)["code"] == "authentication_failed"


def test_guessing_is_stopped_for_an_address_from_everywhere() -> None:
    user = make_user()
    body = {"email": user.email, "password": "wrong"}
    statuses = [
        APIClient(REMOTE_ADDR=f"10.0.0.{number}").post(f"{ROOT}token/", body).status_code for number in range(7)
    ]
    assert statuses == [401] * 5 + [429] * 2


def test_guessing_is_stopped_for_signed_in_people_too() -> None:
    client = client_of(make_user())
    bodies = [{"email": f"person{number}@example.org", "password": "wrong"} for number in range(11)]
    statuses = [client.post(f"{ROOT}token/", body).status_code for body in bodies]
    assert statuses == [401] * 10 + [429]


def test_who_signs_in_by_code_gets_a_token_from_the_session() -> None:
    browser = browser_of(make_user())
    assert browser.post(f"{ROOT}token/own/").status_code == 403
    browser.get(f"{ROOT}docs/?script=")
    csrf = browser.cookies[settings.CSRF_COOKIE_NAME].value
    response = browser.post(f"{ROOT}token/own/", content_type="application/json", headers={"X-CSRFToken": csrf})
    assert response.status_code == 200, response.content
    assert len(response.json()["token"]) == 40


def test_a_token_is_taken_back_and_replaced() -> None:
    user = make_user()
    client = client_of(user)
    before = token_of(user)
    response = client.delete(f"{ROOT}token/own/")
    assert (response.status_code, response.content) == (204, b"")
    assert refused(client, "token/own/", 401, "post")["code"] == "authentication_failed"
    assert token_of(user) != before
    verbs = [entry.verb for entry in Entry.objects.about(user)]
    assert verbs == ["token.made", "token.taken_back", "token.made"]


def test_nobody_has_no_token_of_their_own() -> None:
    assert refused(APIClient(), "token/own/", 401, "post")["code"] == "not_authenticated"
    assert refused(APIClient(), "token/own/", 401, "delete")["code"] == "not_authenticated"
