"""Status page: services, workers, queues."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from epic_events.site_admin import queues
from epic_events.site_admin.probes import missing_migrations
from tests.epic_events.factories import make_user
from tests.live import worker

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_status_page_shows_unavailable_services(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    client.force_login(make_user(is_superuser=True))
    page = client.get("/site/status/").content.decode()
    assert "unavailable" in page
    assert "No worker is running" in page
    assert "0.1.0" in page


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_status_page_shows_version_and_queues_of_worker(client: Client) -> None:
    output = {"ready": True, "database": "ok", "migrations": "ok", "cache": "ok", "queue": "ok"}
    assert client.get("/ready/").json() == output
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("events", "0001_initial")
    recorder.record_applied("events", "9999_of_a_newer_version")  # does no harm to the version before it
    behind = client.get("/ready/")
    missing = missing_migrations()
    recorder.record_applied("events", "0001_initial")
    recorder.record_unapplied("events", "9999_of_a_newer_version")
    assert (behind.status_code, behind.json()["migrations"], missing) == (503, "missing", [("events", "0001_initial")])
    client.force_login(make_user(is_superuser=True))
    with worker():
        found: list[queues.WorkerFacts] = []
        for _ in range(60):
            if found := queues.workers() or []:
                break
        assert [(one.version, one.queues, one.processes) for one in found] == [
            ("0.1.0", ("documents", "notices", "replays", "sweeps"), 1)
        ]
        page = client.get("/site/status/").content.decode()
    assert "documents, notices, replays, sweeps" in page
