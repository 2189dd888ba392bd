"""While Redis is away pages, API, sign-in and results go on; what was queued waits."""

import logging
import time

import pytest
from celery import Celery
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from epic_events.disputes import replays
from epic_events.disputes import services as disputes
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.factories import PASSWORD, make_event, make_user
from tests.epic_events.pairings.play import line, matches_of, published_round, running_event, users_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def no_redis(settings, tmp_path):
    """The cache as it is configured in production, at an address where nobody listens."""
    from epic_events import settings as ours

    settings.CACHES = {"default": {**ours.REDIS_CACHE, "LOCATION": f"unix://{tmp_path}/nobody.sock"}}
    yield
    del caches["default"]


def test_everything_that_counts_goes_on(no_redis, caplog):
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    first, second = users_at(match)
    client = Client()
    began = time.monotonic()
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
    assert time.monotonic() - began < 5
    assert "The cache does not answer" in caplog.text


def test_codes_for_signing_in_are_sent(no_redis, mailoutbox):
    user = make_user()
    assert Client().post("/accounts/login/code/", {"email": user.email}).status_code == 302
    assert [mail.to for mail in mailoutbox] == [[user.email]]


@pytest.fixture
def no_queue(tmp_path):
    """A Celery whose broker is an address where nobody listens."""
    from epic_events.celery import app

    Celery(
        "nowhere",
        broker=f"redis+socket://{tmp_path}/nobody.sock",
        broker_transport_options=settings.CELERY_BROKER_TRANSPORT_OPTIONS,
    ).set_current()
    yield
    app.set_current()


def test_a_dispute_waits_in_the_database_while_the_queue_is_away(no_queue, django_capture_on_commit_callbacks, caplog):
    event = make_event()
    began = time.monotonic()
    with django_capture_on_commit_callbacks(execute=True), caplog.at_level(logging.WARNING):
        dispute = disputes.open_dispute(judge(event), title="T", record=LEGAL, event=event)
    assert time.monotonic() - began < 5
    assert "The queue does not answer" in caplog.text
    dispute.refresh_from_db()
    assert dispute.status == "queued"
    dispute.enqueued_at = timezone.now() - 2 * replays.QUEUE_PATIENCE
    dispute.save()
    assert replays.lost() == [dispute.pk]
    assert replays.run(dispute.pk)
