"""An uploaded rules document on its way through a worker, which reads it: claimed by a lease, read, stored once.

Nothing that takes longer than looking at the bytes is done in the request. A worker that dies leaves its lease behind;
once that is older than ``REPLAY_LEASE`` the sweep gives the file to another.
"""

import logging
import time
import uuid
from datetime import timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.infra.errors import MissingError, StateError, UserError
from epic_events.infra.leases import is_expired_since
from epic_events.reference.documents import services
from epic_events.reference.models import DocumentReading
from epic_events.reference.permissions import require_upload
from rules.games import GAMES
from rules.rulebooks.importer import ImportingError, source_hash

logger = logging.getLogger(__name__)

UPLOADS_AN_HOUR = 20
MOST_WAITING = 3
"""Files of one person that may wait or be read at once."""
MOST_ATTEMPTS = 3
QUEUE_PATIENCE = timedelta(seconds=20)
"""How long a file may wait in the queue before the sweep asks again."""
BETWEEN_TOLD = 0.5
"""Seconds between two notes of how far a worker has come."""


def receive(actor: User, *, game: str, profile: str, title: str, content: bytes) -> DocumentReading:
    """Take a file in and have a worker read it.

    Args:
        actor: who uploads; an organiser.
        game: the game's slug.
        profile: the name of the importer's profile.
        title: the document's title; for a document that this site knows its own title is taken.
        content: the file: UTF-8 text or Markdown.

    Returns:
        The reading; the same file sent again while it waits gives the one that waits.

    Raises:
        NotAllowedError: for who organises nothing.
        StateError: when too many files of the person wait.
        TooOftenError: for a stream of files.
        UserError: for what can be seen to be no rules document without reading it.
    """
    require_upload(actor)
    limit_rate("document.upload", actor.pk, limit=UPLOADS_AN_HOUR, seconds=3600)
    if game not in GAMES:
        message = _("This game does not exist on this site.")
        raise UserError(message, fields={"game": message})
    try:
        stamp = source_hash(content, services.require_profile(game, profile))
    except ImportingError as error:
        raise UserError(str(error), fields={"file": str(error)}) from error
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)  # two of one person's tabs come in one after the other
        waiting = DocumentReading.objects.filter(owner=actor, state__in=DocumentReading.OPEN)
        same = waiting.filter(game=game, profile=profile, title=title, source_hash=stamp).first()
        if same is not None:
            return same
        if waiting.count() >= MOST_WAITING:
            raise StateError(
                _("%(most)d of your files are being imported. Wait until one of them is finished.")
                % {"most": MOST_WAITING}
            )
        text = content.decode("utf-8-sig")
        reading = DocumentReading.objects.create(
            owner=actor,
            game=game,
            profile=profile,
            title=title,
            source=text,
            source_hash=stamp,
            lines=len(text.splitlines()),
        )
        transaction.on_commit(lambda: enqueue(reading.pk))
    return reading


def known_reading(user: object, key: int) -> DocumentReading:
    """Return a reading that a visitor may follow: one's own, or any for who looks after the site.

    Raises:
        MissingError: when there is none.
    """
    person = user if isinstance(user, User) and user.is_active else None
    readable = Q() if person is not None and person.is_superuser else Q(owner=person)
    found = DocumentReading.objects.filter(readable, pk=key).select_related("version").first()
    if found is None:
        raise MissingError(_("This upload does not exist, or you may not view it."))
    return found


def enqueue(reading_id: int) -> None:
    """Ask a worker to read a file. When the queue does not answer, nothing is lost: the sweep asks again."""
    from epic_events.reference.tasks import read_document  # noqa: PLC0415 - the task module imports this one

    try:
        read_document.apply_async(args=(reading_id,), retry=False)
    except OperationalError:
        logger.warning("The queue does not answer; reading %s waits for the sweep.", reading_id)


def _worker_is_lost() -> Q:
    return Q(state=DocumentReading.State.READING) & is_expired_since(
        "started_at", timedelta(seconds=settings.REPLAY_LEASE)
    )


@transaction.atomic
def claim(reading_id: int) -> DocumentReading | None:
    """Take a file that waits, or one whose worker is lost; None when there is nothing to do."""
    free = Q(state=DocumentReading.State.QUEUED) | _worker_is_lost()
    reading = DocumentReading.objects.select_for_update().filter(free, pk=reading_id).first()
    if reading is None:
        return None
    if reading.attempts >= MOST_ATTEMPTS:
        _end(
            reading,
            failure=_("The import stopped unexpectedly %(times)d times. Upload the file again.")
            % {"times": MOST_ATTEMPTS},
        )
        return None
    reading.state, reading.lease = DocumentReading.State.READING, uuid.uuid4()
    reading.attempts += 1
    reading.lines_read, reading.started_at = 0, timezone.now()
    reading.save()
    return reading


def run(reading_id: int) -> bool:
    """Read a file; return whether this call came to its end with it, well or not. Safe to run twice."""
    reading = claim(reading_id)
    if reading is None:
        return False
    failure = ""
    try:
        return _read(reading)
    except SoftTimeLimitExceeded:
        failure = _("The import took too long and was stopped. Upload only the rules, without other text.")
    except UserError as error:
        failure = " ".join(dict.fromkeys((str(error), *error.fields.values())))
    except Exception:
        logger.exception("Reading %s failed.", reading_id)
        _close(reading, failure=_("The import failed because of an error on this site. The error has been logged."))
        raise
    return _close(reading, failure=failure)


def _read(reading: DocumentReading) -> bool:
    told = time.monotonic()

    def progress(lines: int) -> None:
        nonlocal told
        if time.monotonic() - told >= BETWEEN_TOLD:
            told = time.monotonic()
            DocumentReading.objects.filter(pk=reading.pk, lease=reading.lease).update(lines_read=lines)

    version, new = services.upload(
        reading.owner,
        game=reading.game,
        profile=reading.profile,
        title=reading.title,
        content=reading.source.encode(),
        progress=progress,
    )
    return _close(reading, version=version.pk, new=new)


@transaction.atomic
def _close(reading: DocumentReading, *, failure: str = "", version: int | None = None, new: bool = False) -> bool:
    """Store how a reading ended, unless its claim was lost to another worker."""
    held = DocumentReading.objects.select_for_update().filter(pk=reading.pk, lease=reading.lease).first()
    if held is None:
        return False
    _end(held, failure=failure, version=version, new=new)
    return True


def _end(reading: DocumentReading, *, failure: str = "", version: int | None = None, new: bool = False) -> None:
    """Store the end; of a file that was read the version keeps the text, of another it stays here to be mended."""
    reading.state = DocumentReading.State.FAILED if failure else DocumentReading.State.DONE
    reading.failure, reading.version_id, reading.is_new = failure, version, new
    if not failure:
        reading.source, reading.lines_read = "", reading.lines
    reading.lease, reading.finished_at = None, timezone.now()
    reading.save()


def sweep() -> int:
    """Queue again every file that waits too long or whose worker is lost; return how many."""
    waits = Q(state=DocumentReading.State.QUEUED) & is_expired_since("received_at", QUEUE_PATIENCE)
    lost = _worker_is_lost()
    found = list(DocumentReading.objects.filter(waits | lost).order_by("pk").values_list("pk", flat=True))
    for reading_id in found:
        enqueue(reading_id)
    return len(found)
