"""Concurrent sign-ins and tokens stay within limits."""

import pytest
from django.db import connection
from django.test import Client

from epic_events.accounts.access.tokens import MAX_TOKENS, create_token, tokens_of
from epic_events.infra.errors import StateError
from tests.epic_events.events.test_races import at_once
from tests.epic_events.factories import PASSWORD, make_user

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _connections_of_their_own() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("two connections at once need PostgreSQL")


def test_create_token_concurrently_stays_within_limit() -> None:
    user = make_user()
    for _ in range(MAX_TOKENS - 2):
        create_token(user, "Desk")

    answers = at_once(*[lambda: create_token(user, "Desk")] * 5)
    assert sum(isinstance(answer, StateError) for answer in answers) == 3
    assert tokens_of(user).count() == MAX_TOKENS


def test_password_guesses_concurrently_stay_within_limit() -> None:
    user = make_user()
    body = {"login": user.email, "password": "wrong password"}

    def guess() -> bool:
        return "Too many failed" not in Client().post("/accounts/login/", body).content.decode()

    assert at_once(*[guess] * 10).count(True) <= 5


def test_sign_ins_of_one_account_at_once_all_succeed() -> None:
    """An account of a desk is used by many devices; attempts in progress are no failures."""
    user = make_user()
    body = {"login": user.email, "password": PASSWORD}
    assert at_once(*[lambda: Client().post("/accounts/login/", body).status_code] * 12) == [302] * 12
