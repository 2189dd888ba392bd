"""API clients of users with every relation to one event."""

from dataclasses import dataclass
from typing import Any

from django.test import Client
from rest_framework.test import APIClient

from epic_events.accounts.models import User
from epic_events.events.models import Event, StaffRole
from epic_events.pairings.models import Match, Round
from tests.epic_events.factories import PASSWORD, make_key, make_staff, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

ROOT = "/api/v1/"
NOT_STAFF = ("anonymous", "outsider", "other_player", "player")
STAFF = ("scorekeeper", "judge", "organiser")


def client_of(user: User | None = None) -> APIClient:
    """Return an API client authenticated by token, or an anonymous one."""
    client = APIClient()
    if user is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {make_key(user)}")
    return client


def browser_of(user: User) -> Client:
    """Return a signed-in browser with CSRF checks."""
    client = Client(enforce_csrf_checks=True)
    assert client.login(email=user.email, password=PASSWORD)
    return client


def get(client: Any, path: str, **query: Any) -> Any:
    """Return the JSON of a GET request, which must respond with 200."""
    response = client.get(f"{ROOT}{path}", query)
    assert response.status_code == 200, (path, response.status_code, response.content)
    assert response["Content-Type"] == "application/json"
    return response.json()


def post(client: Any, path: str, body: Any = None, status: int = 200) -> Any:
    """Return the JSON of a write, which must respond with this status."""
    response = client.post(f"{ROOT}{path}", body if body is not None else {}, format="json")
    assert response.status_code == status, (path, response.status_code, response.content)
    assert response["Content-Type"] == "application/json"
    return response.json()


def refused(client: Any, path: str, status: int, method: str = "get", body: Any = None) -> dict[str, Any]:
    """Return the error of a request, which must have this status and the error format."""
    if method == "get":
        response = client.get(f"{ROOT}{path}")
    else:
        response = getattr(client, method)(f"{ROOT}{path}", body if body is not None else {}, format="json")
    assert response.status_code == status, (path, response.status_code, response.content)
    assert response["Content-Type"] == "application/json"
    error: dict[str, Any] = response.json()
    assert error.keys() == {"code", "message", "fields"}
    assert error["code"]
    assert error["message"]
    return error


@dataclass(frozen=True)
class Cast:
    """A running event with a published round, and users with every relation to it."""

    event: Event
    round: Round
    match: Match
    people: dict[str, User | None]

    def client(self, who: str) -> APIClient:
        return client_of(self.people[who])

    def user(self, who: str) -> User:
        user = self.people[who]
        assert user is not None
        return user


def make_cast(players: int = 4, **fields: Any) -> Cast:
    event, organiser = running_event(players, **fields)
    round_ = published_round(event, organiser)
    first, second = matches_of(round_)[:2]
    player, opponent = users_at(first)
    people = {
        "anonymous": None,
        "outsider": make_user("Otto Outsider"),
        "other_player": users_at(second)[0],
        "player": player,
        "opponent": opponent,
        "scorekeeper": make_staff(event, StaffRole.Role.SCOREKEEPER),
        "judge": make_staff(event, StaffRole.Role.JUDGE),
        "head_judge": make_staff(event, StaffRole.Role.HEAD_JUDGE),
        "organiser": organiser,
    }
    return Cast(event, round_, first, people)
