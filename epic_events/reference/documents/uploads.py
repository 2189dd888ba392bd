"""Imports of uploaded rules documents by a worker, as leased jobs.

See ``jobs.leased``. The request only checks the bytes; parsing takes longer and is done by the worker.
"""

import logging
import time

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.infra.errors import MissingError, StateError, UserError
from epic_events.jobs import leased
from epic_events.jobs.models import UNFINISHED, JobStatus
from epic_events.reference.documents import services
from epic_events.reference.models import DocumentReading
from epic_events.reference.permissions import require_upload
from rules.games import GAMES
from rules.rulebooks.importer import ImportingError, source_hash

logger = logging.getLogger(__name__)

MAX_UPLOADS_PER_HOUR = 20
MAX_UNFINISHED_IMPORTS = 3
"""Maximum number of unfinished imports per user."""
PROGRESS_INTERVAL = 0.5
"""Minimum seconds between two progress updates."""


def queue_import(actor: User, *, game: str, profile: str, title: str, content: bytes) -> DocumentReading:
    """Queue the import of an uploaded document.

    Args:
        actor: an organiser or a site judge.
        game: slug of the game.
        profile: name of the importer's profile.
        title: title of the document; ignored for documents of this site.
        content: UTF-8 text or Markdown.

    Returns:
        The import; an identical file returns the import that is already queued.

    Raises:
        NotAllowedError: the actor is neither an organiser nor a site judge.
        StateError: too many imports of the actor are queued.
        TooOftenError: the actor exceeds the upload limit.
        UserError: the content is obviously not a rules document.
    """
    require_upload(actor)
    limit_rate("document.upload", actor.pk, limit=MAX_UPLOADS_PER_HOUR, seconds=3600)
    if game not in GAMES:
        message = _("This game is not available on this site.")
        raise UserError(message, fields={"game": message})
    try:
        digest = source_hash(content, services.require_profile(game, profile))
    except ImportingError as error:
        raise UserError(str(error), fields={"file": str(error)}) from error
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)  # Serialise concurrent uploads of the same user.
        waiting = DocumentReading.objects.filter(owner=actor, status__in=UNFINISHED)
        same = waiting.filter(game=game, profile=profile, title=title, source_hash=digest).first()
        if same is not None:
            return same
        if waiting.count() >= MAX_UNFINISHED_IMPORTS:
            raise StateError(
                _("%(most)d of your files are being imported. Wait until one of them is finished.")
                % {"most": MAX_UNFINISHED_IMPORTS}
            )
        text = content.decode("utf-8-sig")
        reading = DocumentReading.objects.create(
            owner=actor,
            game=game,
            profile=profile,
            title=title,
            source=text,
            source_hash=digest,
            lines=len(text.splitlines()),
        )
        transaction.on_commit(lambda: leased.enqueue(DocumentReading, reading.pk) and None)
    return reading


def get_reading_or_404(user: object, key: int) -> DocumentReading:
    """Return an import of the user, or any import for site administrators.

    Raises:
        MissingError: there is no such import.
    """
    person = user if isinstance(user, User) and user.is_active else None
    readable = Q() if person is not None and person.is_superuser else Q(owner=person)
    reading = DocumentReading.objects.filter(readable, pk=key).select_related("version").first()
    if reading is None:
        raise MissingError(_("This upload does not exist, or you may not view it."))
    return reading


def run(reading_id: int, task: str = "", *, is_retry: bool = False) -> bool:
    """Import a file.

    Return True if this call finished it, successfully or not. Idempotent.

    Args:
        reading_id: the import.
        task: id of the Celery task; empty outside of one.
        is_retry: True if the task already ran and found the database unavailable.
    """
    reading = leased.claim(DocumentReading.objects.all(), reading_id, task=task, is_retry=is_retry)
    if reading is None:
        return False
    failure = ""
    try:
        with leased.heartbeat(reading):
            return _import_document(reading)
    except SoftTimeLimitExceeded:
        failure = _("The import took too long and was stopped. Upload only the rules, without other text.")
    except UserError as error:
        failure = " ".join(dict.fromkeys((str(error), *error.fields.values())))
    except Exception:
        logger.exception("Reading %s failed.", reading_id)
        _close(reading, failure=_("The import failed because of an error on this site. The error has been logged."))
        raise
    return _close(reading, failure=failure)


def _import_document(reading: DocumentReading) -> bool:
    last_update = time.monotonic()

    def progress(lines: int) -> None:
        nonlocal last_update
        if time.monotonic() - last_update >= PROGRESS_INTERVAL:
            last_update = time.monotonic()
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
    """Store the outcome unless the lease was lost to another worker.

    The text of a failed import is kept so that it can be corrected; otherwise the version has it.
    """
    locked_reading = leased.lock_claimed(DocumentReading.objects.all(), reading)
    if locked_reading is None:
        return False
    locked_reading.version_id, locked_reading.is_new = version, new
    if not failure:
        locked_reading.source, locked_reading.lines_read = "", locked_reading.lines
    locked_reading.finish(JobStatus.FAILED if failure else JobStatus.DONE, failure)
    return True
