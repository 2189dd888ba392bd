"""Open pages after sign-out or change of user."""

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.idempotency import owner_key
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import published_round, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SIGN_IN = "/accounts/login/?next=%2Fevents%2Fx%2Fdesk%2Fentry%2F%3Fa%3D1%26b%3D2"


def get_fragment(
    client: Client, address: str, reader: object = None, page: str = "http://testserver/events/x/desk/entry/?a=1&b=2"
):
    headers = {"HX-Request": "true", "HX-Current-URL": page}
    return client.get(address, headers={**headers, "X-Owner": owner_key(reader)} if reader else headers)


@pytest.fixture
def rounds() -> str:
    event, organiser = running_event(4)
    published_round(event, organiser)
    return reverse("pairings:rounds", args=[event.slug])


def test_fragment_after_sign_out_is_401_instead_of_public_page(client: Client, rounds: str):
    response = get_fragment(client, rounds, make_user())
    assert (response.status_code, response["X-Sign-In"], response.content) == (401, SIGN_IN, b"")


def test_fragment_as_other_user_is_401(client: Client, rounds: str):
    client.force_login(make_user())
    assert get_fragment(client, rounds, make_user()).status_code == 401


def test_fragment_as_same_user_or_anonymous_is_200(client: Client, rounds: str):
    assert get_fragment(client, rounds).status_code == 200
    user = make_user()
    client.force_login(user)
    assert get_fragment(client, rounds, user).status_code == 200
    assert get_fragment(client, rounds).status_code == 200


def test_fragment_requiring_sign_in_is_401(client: Client):
    response = get_fragment(client, "/me/")
    assert (response.status_code, response["X-Sign-In"], response.get("Location")) == (401, SIGN_IN, None)


def test_page_without_htmx_redirects_to_sign_in(client: Client):
    assert client.get("/me/").status_code == 302


@pytest.mark.parametrize(
    "page", ["https://elsewhere.example/events/", "//elsewhere.example/", "javascript:alert(1)", ""]
)
def test_fragment_sign_in_link_stays_on_site(client: Client, page: str):
    assert get_fragment(client, "/me/", page=page)["X-Sign-In"] == "/accounts/login/?next=%2F"


def test_page_contains_owner_key_of_its_user(client: Client):
    assert 'data-owner=""' in client.get("/").content.decode()
    user = make_user()
    client.force_login(user)
    assert f'data-owner="{owner_key(user)}"' in client.get("/").content.decode()


def test_device_check_reports_session_of_open_page(client: Client):
    user = make_user()
    client.force_login(user)
    answer = get_fragment(client, "/device/", user)
    assert (answer.status_code, answer.content) == (204, b"")
    client.logout()
    assert get_fragment(client, "/device/", user).status_code == 401
    assert get_fragment(client, "/device/").status_code == 204
