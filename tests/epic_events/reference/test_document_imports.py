"""Imports of uploaded documents by workers: leases, retries, limits."""

from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import RateLimitError
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from epic_events.jobs import leased
from epic_events.jobs.models import QUEUE_PATIENCE
from epic_events.reference.documents import services, uploads
from epic_events.reference.models import DocumentReading, DocumentVersion
from tests.epic_events.factories import make_event, make_user

pytestmark = pytest.mark.django_db
TEXT = "1.1 A narwhal swims.\n\n1.2 It is not a fish.\n"
Status = DocumentReading.Status


@pytest.fixture
def organiser() -> User:
    user = make_user("Olga Organiser")
    make_event(organiser=user)
    return user


def received(actor: User, text: str = TEXT, title: str = "Sea") -> DocumentReading:
    return uploads.queue_import(actor, game="epic", profile="numbered", title=title, content=text.encode())


def test_import_document_is_queued_read_and_linked_to_version(organiser: User):
    reading = received(organiser)
    assert (reading.status, reading.lines, reading.lines_read, reading.source) == (Status.QUEUED, 3, 0, TEXT)
    assert uploads.run(reading.pk)
    reading.refresh_from_db()
    version = DocumentVersion.objects.get()
    assert (reading.status, reading.version, reading.is_new, reading.lines_read) == (Status.DONE, version, True, 3)
    assert (reading.source, version.source, version.rules) == ("", TEXT, 2)
    assert not uploads.run(reading.pk)


def test_import_document_known_file_links_existing_version(organiser: User):
    first, again = received(organiser), None
    uploads.run(first.pk)
    again = received(organiser)
    assert again.pk != first.pk
    uploads.run(again.pk)
    again.refresh_from_db()
    assert (again.version, again.is_new) == (DocumentVersion.objects.get(), False)


def test_queue_import_twice_while_waiting_creates_one_reading(organiser: User):
    assert received(organiser).pk == received(organiser).pk
    assert received(organiser, title="Ocean").pk != received(organiser).pk


def test_import_document_unreadable_fails_with_reason_and_keeps_text(organiser: User):
    reading = received(organiser, "Only prose.")
    assert uploads.run(reading.pk)
    reading.refresh_from_db()
    assert (reading.status, reading.source, reading.version) == (Status.FAILED, "Only prose.", None)
    assert reading.failure.startswith("No rule was found in the file")
    client = Client()
    client.force_login(organiser)
    html = client.get(reading.get_absolute_url()).content.decode()
    assert "No rule was found in the file" in html
    form = client.get(f"/rules/uploads/new/?again={reading.pk}").content.decode()
    assert "Only prose.</textarea>" in form


@pytest.mark.parametrize("content", [b"", b"\xff", b"%PDF-1.4", b"1.1 A\x00", b"a" * 3_000_000])
def test_queue_import_invalid_content_raises(organiser: User, content: bytes):
    with pytest.raises(UserError) as raised:
        uploads.queue_import(organiser, game="epic", profile="numbered", title="Sea", content=content)
    assert raised.value.fields.keys() == {"file"}
    assert not DocumentReading.objects.exists()


def test_queue_import_needs_permission_and_stays_within_limits(organiser: User, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(NotAllowedError):
        received(make_user("Stan Stranger"))
    with pytest.raises(UserError, match="is not available on this site"):
        uploads.queue_import(organiser, game="go", profile="numbered", title="Sea", content=b"1.1 A rule.")
    for number in range(uploads.MAX_UNFINISHED_IMPORTS):
        received(organiser, title=f"Sea {number}")
    with pytest.raises(StateError, match="3 of your files are being imported"):
        received(organiser, title="One more")
    monkeypatch.setattr(uploads, "MAX_UPLOADS_PER_HOUR", 5)
    with pytest.raises(RateLimitError):
        received(organiser)


def test_import_document_reports_progress(organiser: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(uploads, "PROGRESS_INTERVAL", 0)
    output: list[int] = []
    upload = services.upload

    def watched(actor: User, **what: object) -> object:
        done = upload(actor, **what)  # type: ignore[arg-type]
        output.append(DocumentReading.objects.get().lines_read)
        return done

    monkeypatch.setattr(services, "upload", watched)
    reading = received(organiser)
    uploads.run(reading.pk)
    assert output == [3]


def test_claim_after_expired_lease_resets_progress(organiser: User):
    reading = received(organiser)
    DocumentReading.objects.filter(pk=reading.pk).update(
        status=Status.RUNNING, lines_read=2, attempts=1, heartbeat_at=timezone.now() - timedelta(days=1)
    )
    assert leased.claim(DocumentReading.objects.all(), reading.pk) is not None
    reading.refresh_from_db()
    assert (reading.status, reading.attempts, reading.lines_read) == (Status.RUNNING, 2, 0)


def test_import_document_out_of_time_fails(organiser: User, monkeypatch: pytest.MonkeyPatch):
    def slow(_actor: User, **_what: object) -> object:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(services, "upload", slow)
    reading = received(organiser)
    assert uploads.run(reading.pk)
    reading.refresh_from_db()
    assert reading.status == Status.FAILED
    assert reading.failure.startswith("The import took too long")


def test_import_document_expired_lease_is_taken_over_and_late_result_discarded(organiser: User):
    reading = received(organiser)
    lost = leased.claim(DocumentReading.objects.all(), reading.pk)
    assert lost is not None
    assert leased.claim(DocumentReading.objects.all(), reading.pk) is None
    assert leased.recover(DocumentReading.objects.all()) == 0
    long_ago = timezone.now() - timedelta(seconds=8 * settings.JOB_HEARTBEAT_TIMEOUT + 1)
    DocumentReading.objects.filter(pk=reading.pk).update(heartbeat_at=long_ago)
    assert leased.recover(DocumentReading.objects.all()) == 1
    assert uploads.run(reading.pk)
    assert not uploads._close(lost, failure="Too late.")
    reading.refresh_from_db()
    assert (reading.status, reading.attempts) == (Status.DONE, 2)


def test_import_document_above_max_attempts_fails(organiser: User):
    reading = received(organiser)
    long_ago = timezone.now() - timedelta(seconds=8 * settings.JOB_HEARTBEAT_TIMEOUT + 1)
    for _ in range(DocumentReading.MAX_ATTEMPTS):
        assert leased.claim(DocumentReading.objects.all(), reading.pk) is not None
        DocumentReading.objects.filter(pk=reading.pk).update(heartbeat_at=long_ago)
    assert leased.claim(DocumentReading.objects.all(), reading.pk) is None
    reading.refresh_from_db()
    assert (reading.status, reading.failure) == (Status.FAILED, "It was started 3 times and never finished.")


def test_recovery_task_finds_reading_that_was_not_sent(organiser: User):
    reading = received(organiser)
    DocumentReading.objects.filter(pk=reading.pk).update(enqueued_at=timezone.now() - 2 * QUEUE_PATIENCE)
    assert leased.recover(DocumentReading.objects.all()) == 1


def test_reading_is_visible_to_its_owner_and_administrators_only(organiser: User):
    reading = received(organiser)
    for other in (None, make_user("Stan Stranger")):
        with pytest.raises(MissingError):
            uploads.get_reading_or_404(other, reading.pk)
    assert uploads.get_reading_or_404(make_user("Sue Super", is_superuser=True), reading.pk) == reading


def test_reading_page_polls_for_changes(organiser: User):
    reading = received(organiser)
    client = Client()
    client.force_login(organiser)
    address, headers = reading.get_absolute_url(), {"HX-Request": "true", "HX-Target": "reading"}
    assert client.get(f"{address}?expected_version=queued-0", headers=headers).status_code == 204
    assert b"<html" not in client.get(f"{address}?expected_version=", headers=headers).content
    uploads.run(reading.pk)
    done = client.get(f"{address}?expected_version=queued-0", headers=headers)
    assert done.headers["HX-Redirect"] == DocumentVersion.objects.get().get_absolute_url()
    client.get(address, headers=headers)  # a slow page asks once more while it is led on already
    html = client.get(done.headers["HX-Redirect"]).content.decode()
    assert html.count("Text imported as a preview") == 1


def test_reading_status_and_lease_constraints_are_enforced_by_database(organiser: User):
    reading = received(organiser)
    for wrong in ({"status": "lost"}, {"lease": "0" * 32}):
        with pytest.raises(IntegrityError), transaction.atomic():
            DocumentReading.objects.filter(pk=reading.pk).update(**wrong)
