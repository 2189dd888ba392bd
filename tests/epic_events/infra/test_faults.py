"""Full disk and clock changes; ``make faults`` tests both on a whole site."""

import errno
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.conf import settings as ours
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.test import Client
from django.utils import timezone

from epic_events.accounts.idempotency import owner_key
from epic_events.disputes import services as disputes
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.infra import database
from epic_events.infra.metrics import CountedFile
from epic_events.infra.workers import Scheduler
from epic_events.jobs import leased
from epic_events.reference.documents import uploads
from epic_events.reference.models import DocumentReading
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.factories import make_event, make_user

AHEAD = timedelta(hours=2)


class FullDisk(FileUploadHandler):
    """Upload handler that fails as if the disk were full."""

    def receive_data_chunk(self, *_sent: object) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    def file_complete(self, *_sent: object) -> None:
        return None


@pytest.mark.django_db
def test_upload_disk_full_asks_to_send_again(settings: Any) -> None:
    event = make_event()
    actor = judge(event)
    dispute = disputes.open_dispute(actor, title="T", record=LEGAL, event=event)
    client = Client(raise_request_exception=False)
    client.force_login(actor)
    settings.FILE_UPLOAD_HANDLERS = [f"{__name__}.FullDisk"]
    photo = SimpleUploadedFile("table.png", b"x" * 1000, "image/png")
    sent_by = {"X-Outbox": owner_key(actor)}
    answer = client.post(f"/disputes/{dispute.slug}/evidence/", {"who": "Anna", "photo": photo}, headers=sent_by)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "disk of the site is full" in answer.json()["problem"]
    assert dispute.evidence.count() == 0


def test_is_unavailable_recognises_full_disk_only() -> None:
    counts = [errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.ENOENT]
    assert [database.is_unavailable(OSError(number, "")) for number in counts] == [True, True, False, False]


def test_counted_file_disk_full_counts_in_memory(tmp_path: Path) -> None:
    nowhere = CountedFile(str(tmp_path / "gone" / "counter_1.db"))
    nowhere.write_value("a", 3.0, 0.0)
    assert nowhere.read_value("a") == (3.0, 0.0)
    nowhere.close()
    folder = tmp_path / "full"
    folder.mkdir()
    file = CountedFile(str(folder / "counter_1.db"))
    assert (folder / "counter_1.db").stat().st_blocks * 512 >= 1 << 20  # its room is taken, not promised
    file.write_value("first", 1.0, 0.0)
    shutil.rmtree(folder)
    for number in range(5_000):
        file.write_value(f"{number} {'x' * 400}", float(number), 0.0)
    assert [file.read_value("first")[0], file.read_value(f"4999 {'x' * 400}")[0]] == [1.0, 4999.0]
    file.close()


def test_counted_file_grows_without_data_loss(tmp_path: Path) -> None:
    path = tmp_path / "counter_1.db"
    file = CountedFile(str(path))
    for number in range(5_000):
        file.write_value(f"{number} {'x' * 400}", float(number), 0.0)
    file.close()
    again = CountedFile(str(path))
    assert sum(value for _key, value, _at in again.read_all_values()) == sum(range(5_000))
    again.close()


@pytest.mark.django_db
def test_replay_leased_in_future_is_recovered() -> None:
    event = make_event()
    begun, waits, fresh = (
        disputes.open_dispute(judge(event), title=title, record=LEGAL, event=event) for title in "ABC"
    )
    Dispute.objects.filter(pk=begun.pk).update(
        status=Dispute.Status.RUNNING, heartbeat_at=timezone.now() + AHEAD, attempts=1
    )
    Dispute.objects.filter(pk=waits.pk).update(enqueued_at=timezone.now() + AHEAD, sent_at=timezone.now() + AHEAD)
    assert leased.find_lost(Dispute.objects.all()) == [begun.pk, waits.pk]
    assert (worker.run(begun.pk), worker.run(waits.pk)) == (True, True)
    assert leased.find_lost(Dispute.objects.all()) == []
    fresh.refresh_from_db()
    assert fresh.status == Dispute.Status.QUEUED


@pytest.mark.django_db
def test_document_reading_leased_in_future_is_recovered() -> None:
    organiser = make_user()
    make_event(organiser=organiser)
    content = b"SECTION 1 - X\n\n1.1 A narwhal swims."
    reading = uploads.queue_import(organiser, game="epic", profile="epic-complete", title="", content=content)
    later = timezone.now() + AHEAD
    DocumentReading.objects.filter(pk=reading.pk).update(status=DocumentReading.Status.RUNNING, heartbeat_at=later)
    claimed = leased.claim(DocumentReading.objects.all(), reading.pk)
    assert claimed is not None
    assert leased.claim(DocumentReading.objects.all(), reading.pk) is None


def test_scheduler_continues_after_clock_is_set_back(tmp_path: Path) -> None:
    assert ours.CELERY_BEAT_SCHEDULER == "epic_events.infra.workers:Scheduler"
    app = Celery("apart", broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {name: {"task": name, "schedule": 10.0} for name in ("one", "two")}
    scheduler = Scheduler(app=app, schedule_filename=str(tmp_path / "schedule"))
    for name in ("one", "two"):
        scheduler.schedule[name].last_run_at = timezone.now() + AHEAD
    assert 0 < scheduler.tick() <= 10
    for entry in scheduler.schedule.values():
        entry.last_run_at = timezone.now() - timedelta(seconds=11)
    scheduler._heap = None
    assert [scheduler.tick(), scheduler.tick()] == [0, 0]
    assert scheduler.schedule["one"].total_run_count == scheduler.schedule["two"].total_run_count == 1
    scheduler.close()
