"""Site, sign-in and rate limits while Redis is unavailable."""

import logging
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.utils import timezone

from epic_events.accounts.rate_limits import RateLimitError, limit_rate
from epic_events.disputes import services as disputes
from epic_events.disputes.replays import worker
from epic_events.jobs import leased
from epic_events.jobs.models import QUEUE_PATIENCE
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.factories import PASSWORD, make_event, make_user
from tests.epic_events.pairings.play import line, matches_of, published_round, running_event, users_at

pytestmark = pytest.mark.django_db


class HangingServer(socketserver.UnixStreamServer):
    """Server that closes every connection and counts them."""

    connections = 0

    def verify_request(self, _request, _client_address):
        self.connections += 1
        return False


@contextmanager
def hanging_up(path: Path) -> Iterator[HangingServer]:
    with HangingServer(str(path), socketserver.BaseRequestHandler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def no_redis(settings, tmp_path):
    """Use the production cache at an address without a server."""
    from epic_events import settings as ours

    settings.CACHES = {
        "limits": ours.LIMITS_CACHE,
        "default": {**ours.REDIS_CACHE, "LOCATION": f"unix://{tmp_path}/nobody.sock"},
    }
    yield
    del caches["default"]


@pytest.fixture
def broken_redis(settings, tmp_path, monkeypatch):
    """Use the production cache at a server that hangs up."""
    from epic_events import settings as ours
    from epic_events.infra import cache

    monkeypatch.setattr(cache, "PAUSE", 24 * 3600.0)
    with hanging_up(tmp_path / "broken.sock") as server:
        settings.CACHES = {
            "limits": ours.LIMITS_CACHE,
            "default": {**ours.REDIS_CACHE, "LOCATION": f"unix://{tmp_path}/broken.sock"},
        }
        yield server
        del caches["default"]


def test_pages_results_and_api_without_redis_succeed(no_redis, caplog):
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    first, second = users_at(match)
    client = Client()
    with caplog.at_level(logging.WARNING):
        assert client.get("/").status_code == 200
        assert client.get("/rules/?q=initiative").status_code == 200
        assert client.get("/api/v1/events/").status_code == 200
        assert client.post("/accounts/login/", {"login": first.email, "password": PASSWORD}).status_code == 302
        table = f"/events/{event.slug}/rounds/tables/{match.pk}/"
        assert client.post(f"{table}report/", {"score": "1-0-0-played"}).status_code == 302
        assert client.post(f"/events/{event.slug}/deck/check/", {"text": "3 Kong"}).status_code == 200
        client.force_login(second)
        body = {"game_wins": [1, 0]}
        answer = client.post(f"/api/v1/matches/{match.pk}/result/", body, content_type="application/json")
        assert answer.status_code == 200
    assert line(match) == [(1, 3, "win"), (0, 0, "loss")]
    assert "The cache does not answer" in caplog.text


def test_redis_unavailable_is_not_retried_at_once(broken_redis):
    client = Client()
    for _ in range(5):
        assert client.get("/rules/?q=initiative").status_code == 200
        assert client.get("/api/v1/events/").status_code == 200
    assert broken_redis.connections == 1


def test_redis_unavailable_is_detected_once_by_many_threads(broken_redis):
    barrier = threading.Barrier(8)

    def ask() -> None:
        barrier.wait()
        for number in range(20):
            caches["default"].get(f"something-{number}")
        del caches["default"]

    caches["default"].get("something")  # the first who asks finds out
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert broken_redis.connections == 1


def test_password_guessing_without_redis_is_limited(broken_redis):
    user, other = make_user(), make_user()
    body = {"login": user.email, "password": "wrong password"}
    output = [Client().post("/accounts/login/", body).content.decode() for _ in range(25)]
    assert ["Too many failed" in page for page in output] == [False] * 5 + [True] * 20
    assert Client().post("/accounts/login/", {**body, "password": PASSWORD}).status_code == 200
    elsewhere = Client(REMOTE_ADDR="10.0.0.9")
    assert elsewhere.post("/accounts/login/", {"login": other.email, "password": PASSWORD}).status_code == 302
    assert broken_redis.connections == 1


def test_password_guessing_without_redis_accepts_longest_address(no_redis):
    address = f"{'a' * 64}@{'b' * 60}.{'c' * 60}.{'d' * 60}.example"
    page = Client().post("/accounts/login/", {"login": address, "password": "wrong password"})
    assert (page.status_code, "Too many failed" in page.content.decode()) == (200, False)
    with connection.cursor() as cursor:
        cursor.execute("select count(*), max(length(cache_key)) from limits")
        count, longest = cursor.fetchone()
    assert count > 0
    assert longest <= 255


def test_token_guessing_without_redis_is_limited(no_redis):
    body = {"email": make_user().email, "password": "wrong"}
    client = Client()
    statuses = [client.post("/api/v1/token/", body, content_type="application/json").status_code for _ in range(7)]
    assert statuses == [401] * 5 + [429] * 2


def test_limit_rate_without_redis_counts_writes_but_not_searches(no_redis, django_assert_num_queries):
    with django_assert_num_queries(0):
        limit_rate("search", "10.0.0.9", limit=1, seconds=60)
        limit_rate("search", "10.0.0.9", limit=1, seconds=60)
    limit_rate("event.create", "10.0.0.9", limit=1, seconds=60)
    with pytest.raises(RateLimitError):
        limit_rate("event.create", "10.0.0.9", limit=1, seconds=60)


def test_sign_in_code_without_redis_is_mailed(no_redis, mailoutbox):
    user = make_user()
    assert Client().post("/accounts/login/code/", {"email": user.email}).status_code == 302
    assert [mail.to for mail in mailoutbox] == [[user.email]]


@pytest.fixture
def no_queue(tmp_path):
    """Use a Celery broker that hangs up."""
    from epic_events.celery import app

    app.loader.import_default_modules()  # the other application knows the tasks that exist when it is created
    with hanging_up(tmp_path / "broken.sock") as server:
        Celery(
            "nowhere",
            broker=f"redis+socket://{tmp_path}/broken.sock",
            broker_transport_options=settings.CELERY_BROKER_TRANSPORT_OPTIONS,
        ).set_current()
        yield server
        app.set_current()


def test_open_dispute_without_queue_waits_in_database(no_queue, django_capture_on_commit_callbacks, caplog):
    event = make_event()
    with django_capture_on_commit_callbacks(execute=True), caplog.at_level(logging.WARNING):
        dispute = disputes.open_dispute(judge(event), title="T", record=LEGAL, event=event)
    assert no_queue.connections == 2  # once, and once more: no one waits for a queue that is unavailable
    assert "The queue is unavailable; epic_events.disputes.tasks.replay" in caplog.text
    dispute.refresh_from_db()
    assert dispute.status == "queued"
    dispute.enqueued_at = timezone.now() - 2 * QUEUE_PATIENCE
    dispute.save()
    assert leased.find_lost(type(dispute).objects.all()) == [dispute.pk]
    assert worker.run(dispute.pk)
