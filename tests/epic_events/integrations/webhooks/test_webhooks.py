"""Webhooks: delivery, signatures, retries, private networks."""

import socket
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.events.models import Event, StaffRole
from epic_events.infra.errors import NotAllowedError, UserError
from epic_events.infra.http_client import require_sendable
from epic_events.integrations.webhooks import sending, services
from epic_events.integrations.webhooks.models import Delivery, Webhook
from epic_events.integrations.webhooks.sending import visible_secret
from tests.epic_events.factories import make_key, make_staff
from tests.epic_events.integrations.webhooks.receiver import Program, program
from tests.epic_events.pairings.play import published_round, running_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings: Any) -> Iterator[Program]:
    settings.PRIVATE_ADDRESSES = True
    with program() as made:
        yield made


def make_webhook_event(receiver: Program, *kinds: str) -> tuple[Event, User, Webhook]:
    """Return an event with a webhook to the receiver, its organiser and the webhook."""
    event, organiser = running_event(4, name="Open")
    made = services.create_webhook(organiser, event, address=receiver.address, kinds=kinds)
    receiver.secret = visible_secret(made.secret)
    return event, organiser, made


def deliver_webhooks() -> None:
    sending.gather()
    sending.send_due()


def test_webhook_sends_every_entry_once_and_signed(receiver: Program) -> None:
    event, organiser, _made = make_webhook_event(receiver)
    round_ = published_round(event, organiser)
    deliver_webhooks()
    deliver_webhooks()
    assert [one["type"] for one in receiver.received] == ["stage.rounds_fixed", "round.paired", "round.published"]
    line = Entry.objects.get(verb="round.published")
    assert receiver.received[2] == {
        "id": line.pk,
        "type": "round.published",
        "at": line.at.isoformat().replace("+00:00", "Z"),
        "event": event.slug,
        "subject": {"type": "pairings.round", "id": round_.pk},
        "actor": organiser.pk,
        "facts": line.data,
    }
    assert receiver.numbers[2] == f"change_{line.pk}"


def test_webhook_sends_subscribed_kinds_only(receiver: Program) -> None:
    event, organiser, made = make_webhook_event(receiver, "clock")
    published_round(event, organiser)
    deliver_webhooks()
    assert receiver.received == []
    services.update_webhook(organiser, made, kinds=["round"])
    deliver_webhooks()
    assert [one["type"] for one in receiver.received] == ["round.paired", "round.published"]


def test_webhook_sends_entry_committed_late(receiver: Program) -> None:
    event, organiser, _made = make_webhook_event(receiver, "round")
    published_round(event, organiser)
    deliver_webhooks()
    Delivery.objects.filter(verb="round.paired").delete()  # as if its transaction had ended only now
    deliver_webhooks()
    assert [one["type"] for one in receiver.received] == ["round.paired", "round.published", "round.paired"]


def test_webhook_failing_is_retried_then_deactivated(receiver: Program) -> None:
    event, organiser, made = make_webhook_event(receiver, "round")
    receiver.status = 500
    published_round(event, organiser)
    sending.gather()
    Delivery.objects.filter(verb="round.paired").delete()
    while (delivery := Delivery.objects.get(verb="round.published")).status == "waiting":
        with time_machine.travel(delivery.due_at, tick=False):
            assert sending.send_due() == 1
    assert (delivery.status, delivery.tries, delivery.answer) == ("failed", Delivery.MAX_TRIES, "500")
    assert len(set(receiver.numbers)) == 1
    made.refresh_from_db()
    assert not made.active
    assert Entry.objects.filter(verb="webhook.gave_up").count() == 1


def test_delivery_retried_by_fast_clock_is_sent_when_it_is_corrected(receiver: Program) -> None:
    event, organiser, _made = make_webhook_event(receiver, "round")
    published_round(event, organiser)
    receiver.status = 500
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        deliver_webhooks()
    receiver.status = 204
    deliver_webhooks()
    assert set(Delivery.objects.values_list("status", flat=True)) == {"sent"}


def test_webhook_reactivated_sends_missed_entries(receiver: Program) -> None:
    event, organiser, made = make_webhook_event(receiver, "round")
    services.update_webhook(organiser, made, active=False)
    published_round(event, organiser)
    deliver_webhooks()
    assert receiver.received == []
    services.update_webhook(organiser, made, active=True)
    deliver_webhooks()
    assert [one["type"] for one in receiver.received] == ["round.paired", "round.published"]


def test_webhook_follows_no_redirect(receiver: Program) -> None:
    event, organiser, _made = make_webhook_event(receiver, "round")
    receiver.status, receiver.elsewhere = 302, receiver.address
    published_round(event, organiser)
    deliver_webhooks()
    assert [(one.status, one.answer) for one in Delivery.objects.all()] == [("waiting", "302")] * 2
    assert len(receiver.received) == 2


def test_webhook_does_not_reach_private_network(
    receiver: Program, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _event, _organiser, made = make_webhook_event(receiver, "round")
    settings.PRIVATE_ADDRESSES = False
    port = int(receiver.address.split(":")[2].split("/")[0])
    asked = socket.getaddrinfo

    def leads_inside(host: str, *rest: Any, **more: Any) -> Any:
        return asked("127.0.0.1" if host == "rebound.example" else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", leads_inside)
    hosts = ("127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "[::ffff:127.0.0.1]", "rebound.example")
    for address in (*(f"http://{host}:{port}/" for host in hosts), "http://169.254.169.254/latest/"):
        Webhook.objects.filter(pk=made.pk).update(address=address)
        published = Delivery.objects.create(webhook=made, line=Entry.objects.latest("pk").pk, verb="round.published")
        sending.send_due()
        published.refresh_from_db()
        assert (published.status, published.answer) == ("waiting", "InvalidIPAddress"), address
        published.delete()
    assert receiver.received == []


@pytest.mark.parametrize(
    "address",
    ["http://example.com/", "ftp://example.com/", "https://", "https://me:secret@example.com/", "https://example.com/#a",
     "https://example.com:99999/", "example.com", "https://exämple.com/"],
)  # fmt: skip
def test_webhook_invalid_address_raises(address: str) -> None:
    with pytest.raises(UserError, match="https://"):
        require_sendable(address, "address")


def test_create_webhook_needs_organiser_and_is_limited(settings: Any) -> None:
    event, organiser = running_event(2)
    judge = make_staff(event, StaffRole.Role.HEAD_JUDGE)
    with pytest.raises(NotAllowedError):
        services.create_webhook(judge, event, address="https://example.com/")
    for number in range(services.MAX_WEBHOOKS):
        services.create_webhook(organiser, event, address=f"https://example.com/{number}")
    with pytest.raises(UserError, match="limit of 5 webhooks"):
        services.create_webhook(organiser, event, address="https://example.com/more")
    with pytest.raises(UserError, match="already"):
        services.create_webhook(organiser, event, address="https://example.com/1")
    with pytest.raises(UserError, match="Unknown: round%"):
        services.create_webhook(organiser, event, address="https://example.com/x", kinds=["round%"])


def test_webhook_page_creates_edits_and_deletes(client: Client) -> None:
    event, organiser = running_event(2)
    client.force_login(organiser)
    page = f"/events/{event.slug}/webhooks/"
    answer = client.post(page, {"address": "https://example.com/x", "kinds": "round, result"})
    made = Webhook.objects.get()
    assert (made.address, made.kinds) == ("https://example.com/x", ["result", "round"])
    assert visible_secret(made.secret) in answer.text
    assert visible_secret(made.secret) not in client.get(page).text
    client.post(f"{page}{made.pk}/switch/", {"active": "0"})
    assert not Webhook.objects.get().active
    client.post(f"{page}{made.pk}/delete/")
    assert not Webhook.objects.exists()
    assert client.post(page, {"address": "http://example.com/x"}).status_code == 400


def test_webhooks_api_creates_and_deletes_and_changes_api_lists_entries(client: Client) -> None:
    event, organiser = running_event(4)
    headers = {"Authorization": f"Bearer {make_key(organiser)}"}
    base = f"/api/v1/events/{event.slug}"

    def ask(method: str, path: str, body: Any = None, **more: str) -> Any:
        sent = {"data": body, "content_type": "application/json"} if body is not None else {}
        return getattr(client, method)(path, headers={**headers, **more}, **sent)

    made = ask("post", f"{base}/webhooks/", {"address": "https://example.com/x", "kinds": ["round"]})
    assert made.status_code == 201
    assert made.json()["secret"] == visible_secret(Webhook.objects.get().secret)
    (listed,) = ask("get", f"{base}/webhooks/").json()["results"]
    assert listed == {key: value for key, value in made.json().items() if key != "secret"}
    one = f"/api/v1/webhooks/{listed['id']}/"
    assert ask("patch", one, {"active": False}).json()["active"] is False
    assert ask("get", f"{one}deliveries/").json()["results"] == []
    assert ask("delete", one).status_code == 204

    published_round(event, organiser)
    feed = ask("get", f"{base}/changes/?kinds=round&limit=1").json()
    assert ([line["type"] for line in feed["changes"]], feed["more"]) == (["round.paired"], True)
    path = f"{base}/changes/?kinds=round&after={feed['next']}"
    answer = ask("get", path)
    assert ([line["type"] for line in answer.json()["changes"]], answer.json()["more"]) == (["round.published"], False)
    assert ask("get", path, **{"If-None-Match": answer["ETag"]}).status_code == 304
    late = answer.json()["changes"][0]["at"].replace("+00:00", "Z")
    assert ask("get", f"{base}/changes/?updated_after={late}").json()["changes"] == []
