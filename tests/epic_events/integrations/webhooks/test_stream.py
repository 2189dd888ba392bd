"""Server-sent events of the changes feed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.access.tokens import revoke_tokens
from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import RateLimitError
from epic_events.events.models import Event, StaffRole
from epic_events.integrations.webhooks import changes
from epic_events.integrations.webhooks.changes import ChangeStream, changes_of, open_streams
from epic_events.pairings import services
from tests.epic_events.factories import make_key, make_staff
from tests.epic_events.pairings.play import published_round, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def played() -> tuple[Event, User]:
    event, organiser = running_event(4)
    published_round(event, organiser)
    return event, organiser


class OwnTime:
    """Clock that advances only while code waits."""

    def __init__(self) -> None:
        self._now = 0.0

    def monotonic(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += seconds


@pytest.fixture(autouse=True)
def every_place_is_given_back(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.CHANGE_STREAMS = 1
    monkeypatch.setattr(changes, "time", OwnTime())
    assert open_streams() == 0
    yield
    assert open_streams() == 0


def ask(event: Event, key: str, **more: Any) -> Any:
    headers = {"Authorization": f"Bearer {key}", "Accept": "text/event-stream", **more.pop("headers", {})}
    return Client().get(reverse("api:changes-stream", args=[event.slug]), {"seconds": 1, **more}, headers=headers)


def open_stream(event: Event) -> ChangeStream:
    return ChangeStream(event, after=0, kinds=[], seconds=1, may_read=lambda: True)


def parse_events(answer: Any) -> list[dict[str, str]]:
    """Return the events of a stream as dictionaries of their fields."""
    text = b"".join(answer.streaming_content).decode()
    blocks = [block for block in text.split("\n\n") if block.startswith("id: ")]
    return [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]


def test_change_stream_equals_changes_feed(played: tuple[Event, User]) -> None:
    event, organiser = played
    key = make_key(organiser)
    answer = ask(event, key, after=0)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
    assert (answer["Cache-Control"], answer["X-Accel-Buffering"]) == ("no-store", "no")
    found = parse_events(answer)
    feed = (
        Client()
        .get(reverse("api:changes", args=[event.slug]), {"limit": 500}, headers={"Authorization": f"Bearer {key}"})
        .json()
    )
    assert [json.loads(one["data"]) for one in found] == feed["changes"]
    assert [one["id"] for one in found] == [str(change["id"]) for change in feed["changes"]]
    assert {one["event"] for one in found} == {"change"}
    rounds = parse_events(ask(event, key, after=0, kinds="round"))
    assert [json.loads(one["data"])["type"] for one in rounds] == ["round.paired", "round.published"]
    last = feed["changes"][-2]["id"]
    assert [one["id"] for one in parse_events(ask(event, key, headers={"Last-Event-ID": str(last)}))] == [
        str(feed["next"])
    ]
    assert parse_events(ask(event, key)) == []


def test_change_stream_sends_new_entries(played: tuple[Event, User]) -> None:
    event, organiser = played
    answer = ask(event, make_key(organiser), seconds=2)
    parts = iter(answer.streaming_content)
    assert next(parts).startswith(b"retry: 3000\n: changes after ")
    services.enter_lines(organiser, event.stages.get().round_set.get(), "1 1")
    part = next(parts).decode()
    assert f"id: {changes_of(event).last().pk}\n" in part  # type: ignore[union-attr]
    assert '"type": "result.entered"' in part
    assert list(parts) == []


def test_change_stream_above_limit_is_429_and_closing_frees_slot(played: tuple[Event, User], settings: Any) -> None:
    event, organiser = played
    settings.CHANGE_STREAMS = 2
    first, second = open_stream(event), open_stream(event)
    with pytest.raises(RateLimitError):
        open_stream(event)
    refused = ask(event, make_key(organiser))
    assert (refused.status_code, refused["Retry-After"], refused.json()["code"]) == (429, "15", "too_often")
    assert open_streams() == 2
    assert next(iter(first)).startswith(b"retry: ")
    first.close()
    first.close()
    assert open_streams() == 1
    second.close()  # before its first byte
    assert open_streams() == 0
    forgotten = open_stream(event)
    assert open_streams() == 1
    del forgotten
    settings.CHANGE_STREAMS = 0
    assert ask(event, make_key(organiser)).status_code == 429


def test_change_stream_ends_when_permission_is_revoked(
    played: tuple[Event, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    event, organiser = played
    monkeypatch.setattr(changes, "HEARTBEAT", 0.0)
    judge = make_staff(event, "judge")
    for delete_webhook in (
        lambda: revoke_tokens(organiser, judge),
        lambda: StaffRole.objects.filter(user=judge).delete(),
    ):
        answer = ask(event, make_key(judge), seconds=300)
        parts = iter(answer.streaming_content)
        assert next(parts).startswith(b"retry: ")
        assert next(parts) == b": still there\n\n"
        delete_webhook()
        assert list(parts) == []


def test_change_stream_hostile_request_is_refused(played: tuple[Event, User]) -> None:
    event, organiser = played
    key = make_key(organiser)
    for wrong in ({"seconds": 0}, {"seconds": 301}, {"after": -1}, {"after": "x"}, {"kinds": "!"}, {"other": 1}):
        answer = ask(event, key, **wrong)
        assert answer.status_code == 400, wrong
        assert json.loads(answer.content)["code"]
    for odd in ("x", "-1", "9" * 40, "\N{ARABIC-INDIC DIGIT ONE}"):
        assert parse_events(ask(event, key, headers={"Last-Event-ID": odd})) == []
    head = Client().head(reverse("api:changes-stream", args=[event.slug]), headers={"Authorization": f"Bearer {key}"})
    assert (head.status_code, head["Content-Type"], open_streams()) == (200, "text/event-stream", 0)
