"""Liveness, readiness and metrics endpoints."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from epic_events import settings as ours
from epic_events.disputes import services as disputes
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.infra import metrics
from epic_events.site_admin import queues
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.infra.test_database_unavailable import unavailable_database
from tests.epic_events.pairings.play import published_round, running_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def certified(settings: Any) -> None:
    """Configure a site with HTTPS and one host name."""
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["events.example.org"]


@pytest.mark.usefixtures("certified")
def test_probes_answer_for_any_host_without_https(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        alive = client.get("/health/", headers={"host": "10.0.0.7"})
    assert (alive.status_code, alive.content, "no-store" in alive["Cache-Control"]) == (200, b"alive\n", True)
    ready = client.get("/ready/", headers={"host": "10.0.0.7"})
    assert (ready.json()["database"], ready.cookies) == ("ok", {})
    assert client.get("/events/", headers={"host": "10.0.0.7"}, secure=True).status_code == 400


def test_probes_database_unavailable_is_alive_but_not_ready(client: Client) -> None:
    with unavailable_database():
        assert client.get("/health/").status_code == 200
        answer = client.get("/ready/")
    states = answer.json()
    assert (answer.status_code, states["database"], states["migrations"]) == (503, "unavailable", "unknown")


def test_readiness_without_redis_reports_queue_unavailable(client: Client, settings: Any, tmp_path: Any) -> None:
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    assert client.get("/ready/").json()["queue"] == "unavailable"


@pytest.mark.parametrize(
    ("token", "sent", "status"),
    [
        ("", {}, 200),
        ("", {"x-forwarded-for": "127.0.0.1"}, 404),
        ("a-token-of-some-length", {}, 404),
        ("a-token-of-some-length", {"authorization": "Bearer a-token-of-some-lengtH"}, 404),
        ("a-token-of-some-length", {"authorization": "Bearer a-token-of-some-length"}, 200),
        ("a-token-of-some-length", {"authorization": "Bearer ü"}, 404),
    ],
)
def test_metrics_need_token_or_local_address(
    client: Client, settings: Any, token: str, sent: dict[str, str], status: int
) -> None:
    settings.METRICS_TOKEN = token
    assert client.get("/metrics/", headers=sent).status_code == status


def test_metrics_from_other_machine_are_404(client: Client, settings: Any) -> None:
    assert client.get("/metrics/", REMOTE_ADDR="192.168.1.20").status_code == 404
    assert client.get("/metrics/", REMOTE_ADDR="").status_code == 404
    settings.PROXIES = 1
    assert client.get("/metrics/").status_code == 404


def value(text: str, name: str, labels: dict[str, str]) -> float:
    """Return one value of the metrics; 0 if missing."""
    wanted = [f'{label}="{word}"' for label, word in labels.items()]
    for line in text.splitlines():
        if line.partition("{")[0] == name and all(each in line for each in wanted):
            return float(line.rpartition(" ")[2])
    return 0.0


def test_metrics_count_requests_by_route(client: Client) -> None:
    event = make_event()
    page = {"method": "GET", "address": "events:detail", "status": "2xx"}
    strange = {"method": "other", "address": "unknown", "status": "4xx"}
    before = metrics.exposition().decode()
    client.get(f"/events/{event.slug}/")
    client.generic("BREW", "/nowhere/")
    text = client.get("/metrics/").content.decode()
    for labels in (page, strange):
        count = "epic_request_seconds_count"
        assert value(text, count, labels) == value(before, count, labels) + 1
    assert event.slug not in text
    assert "BREW" not in text
    assert value(text, "epic_up", {"part": "database"}) == 1.0
    assert value(text, "epic_waiting", {"kind": "replays"}) == 0.0


def test_metrics_report_age_of_waiting_jobs(client: Client) -> None:
    one = disputes.open_dispute(judge(), title="T", record=LEGAL)
    Dispute.objects.filter(pk=one.pk).update(enqueued_at=timezone.now() - timedelta(minutes=5))
    text = client.get("/metrics/").content.decode()
    assert value(text, "epic_waiting", {"kind": "replays"}) == 1.0
    assert 299 < value(text, "epic_oldest_waiting_seconds", {"kind": "replays"}) < 400
    assert [(found.kind, found.late) for found in queues.unfinished_work()] == [
        ("replays", True),
        ("documents", False),
        ("prints", False),
    ]


def test_status_page_lists_every_job_queue(client: Client) -> None:
    client.force_login(make_user(is_superuser=True))
    page = client.get("/site/status/").content.decode()
    rows = re.findall(r'<th scope="row" class="title">\s*([^<]*?)\s*</th>', page.partition("Age of the oldest")[2])
    assert rows[:3] == ["Replays of disputes", "Uploaded documents", "PDFs"]


def test_metrics_count_replays_pairings_and_cache(tmp_path: Any, settings: Any) -> None:
    names = ("epic_replay_seconds_count", "epic_pairing_seconds_count", "epic_cache_answers_total")
    labels = ({"outcome": "legal"}, {"kind": "swiss"}, {"answer": "unavailable"})
    before = metrics.exposition().decode()
    worker.run(disputes.open_dispute(judge(), title="T", record=LEGAL).pk)
    published_round(*running_event(4))
    settings.CACHES = {
        "limits": ours.LIMITS_CACHE,
        "default": {**ours.REDIS_CACHE, "LOCATION": f"unix://{tmp_path}/nobody.sock"},
    }
    caches["default"].get("throttle:x")
    caches["default"].get_many(["throttle:y", "throttle:z"])
    del caches["default"]
    text = metrics.exposition().decode()
    counts = [(value(before, *each), value(text, *each)) for each in zip(names, labels, strict=True)]
    assert [after - earlier for earlier, after in counts] == [1.0, 1.0, 3.0]
