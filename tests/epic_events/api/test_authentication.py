"""Authentication header of the API."""

import pytest
from rest_framework.test import APIClient

from tests.epic_events.api.cast import ROOT, get
from tests.epic_events.factories import make_key, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.parametrize("scheme", ["Token", "Bearer", "bearer", "TOKEN"])
def test_authentication_accepts_token_and_bearer_schemes(scheme: str) -> None:
    user = make_user()
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"{scheme} {make_key(user)}")
    assert get(client, "rules/")
    assert client.delete(f"{ROOT}token/own/").status_code == 204


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ("Basic YWRhOnNlY3JldA==", "Basic"),
        ("Digest username=ada", "Digest"),
        ("Bearer", "no token"),
        ("Token  ", "no token"),
        ("Bearer one two", "must not contain spaces"),
        ("Bearer t\xf6ken", "invalid, expired or revoked"),
        ("Bearer " + "a" * 5000, "invalid, expired or revoked"),
        ("Bearer 0123456789", "invalid, expired or revoked"),
        ("0123456789", "Authorization: Bearer"),
        ("", "Authorization: Bearer"),
    ],
)
@pytest.mark.parametrize("path", ["", "rules/", "events/", "token/own/", "cards/"])
def test_authentication_invalid_header_is_refused_even_on_public_endpoint(path: str, header: str, says: str) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=header)
    response = client.get(f"{ROOT}{path}")
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    error = response.json()
    assert error["code"] == "authentication_failed"
    assert says in error["message"]
    assert "Authorization: Bearer" in error["message"]


def test_authentication_without_header_allows_public_reads() -> None:
    assert get(APIClient(), "rules/")
