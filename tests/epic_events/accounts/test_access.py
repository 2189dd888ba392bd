"""Revoking all access of a user."""

import pytest
from django.test import Client

from epic_events.accounts.access.sessions import revoke_access
from epic_events.audit_log.models import Entry
from tests.epic_events.factories import PASSWORD, make_key, make_user

pytestmark = pytest.mark.django_db


def signed_in(email: str) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": email, "password": PASSWORD})
    return client


def test_revoke_access_ends_password_sessions_and_tokens_and_is_logged():
    user, other = make_user(), make_user()
    mine, theirs, key, their_key = signed_in(user.email), signed_in(other.email), make_key(user), make_key(other)
    assert [client.get("/me/").status_code for client in (mine, theirs)] == [200, 200]
    revoke_access(None, user, reason="The address was confirmed by someone else.")
    assert [client.get("/me/").status_code for client in (mine, theirs)] == [302, 200]
    assert signed_in(user.email).get("/me/").status_code == 302
    asked = {key: 401, their_key: 200}
    for token, status in asked.items():
        answer = Client().get("/api/v1/events/", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == status
    assert not user.has_usable_password()
    line = Entry.objects.about(user).get(verb="access.ended")
    assert (line.actor, line.reason) == (None, "The address was confirmed by someone else.")


def test_revoke_access_user_without_password_ends_sessions():
    user = make_user(password=None)
    client = Client()
    client.force_login(user)
    assert client.get("/me/").status_code == 200
    revoke_access(user, user)
    assert client.get("/me/").status_code == 302
