"""Write services for evidence: add a statement or photo. Evidence is never changed or deleted."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.evidence.photos import NotAPhotoError, Photo, reencode
from epic_events.disputes.models import Dispute, Evidence
from epic_events.infra.errors import StateError, UserError

MAX_STATEMENT_LENGTH = 4_000
MAX_PHOTO_BYTES = 10 * 1024 * 1024
MAX_EVIDENCE = 12
PHOTOS_AN_HOUR = 60


@dataclass(frozen=True)
class ValidatedEvidence:
    """A validated statement or photo.

    Attributes:
        who: its author; may be empty.
        statement: the text; empty for a photo alone.
        photo: the re-encoded photo; ``None`` for a statement alone.
    """

    who: str
    statement: str
    photo: Photo | None


def validate_evidence(actor: User, *, who: str, statement: str, photo: bytes | None = None) -> ValidatedEvidence:
    """Validate a statement and photo. Call it outside of a transaction, because re-encoding takes time.

    Args:
        actor: the user who uploads it.
        who: its author; may be empty.
        statement: the text; may be empty if there is a photo.
        photo: the uploaded file; ``None`` for a statement alone.

    Raises:
        UserError: both are empty, or the file is not a photo. TooOftenError: too many photos.
    """
    statement = statement.strip()
    if not statement and not photo:
        message = _("Enter a statement or choose a photo.")
        raise UserError(message, fields={"statement": message})
    made = _photo(actor, photo) if photo else None
    return ValidatedEvidence(who.strip()[:80], statement[:MAX_STATEMENT_LENGTH], made)


@transaction.atomic
def store_evidence(actor: User, dispute: Dispute, given: ValidatedEvidence) -> Evidence:
    """Store validated evidence with a dispute.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: it has too much evidence.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    number = dispute.evidence.count() + 1
    if number > MAX_EVIDENCE:
        raise StateError(_("A dispute can have at most %(most)d statements and photos.") % {"most": MAX_EVIDENCE})
    photo = given.photo
    added = Evidence.objects.create(
        dispute=dispute,
        number=number,
        who=given.who,
        statement=given.statement,
        photo=photo.data if photo else None,
        width=photo.width if photo else 0,
        height=photo.height if photo else 0,
        by=actor,
    )
    log(actor, "dispute.evidence_added", event=dispute.event, subject=dispute, evidence=added)
    return added


def add_evidence(actor: User, dispute: Dispute, *, who: str, statement: str, photo: bytes | None = None) -> Evidence:
    """Validate and store evidence; see :func:`taken` for the arguments.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: it has too much evidence.
        UserError: both are empty, or the file is not a photo. TooOftenError: too many photos.
    """
    permissions.require_judge_of(actor, dispute)
    return store_evidence(actor, dispute, validate_evidence(actor, who=who, statement=statement, photo=photo))


def _photo(actor: User, sent: bytes) -> Photo:
    """Re-encode a photo, outside of a transaction."""
    limit_rate("dispute.photo", actor.pk, limit=PHOTOS_AN_HOUR, seconds=3600)
    try:
        return reencode(sent)
    except NotAPhotoError as error:
        message = _("This photo cannot be used: %(why)s. Upload a JPEG, PNG or WebP.") % {"why": error}
        raise UserError(message, fields={"photo": message}) from error
