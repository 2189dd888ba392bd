"""The one write on evidence: adding a statement or a photo. Nothing of it is changed or taken away."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.evidence.photos import NotAPhotoError, Photo, made_anew
from epic_events.disputes.models import Dispute, Evidence
from epic_events.infra.errors import StateError, UserError

LONGEST_STATEMENT = 4_000
MOST_PHOTO_BYTES = 10 * 1024 * 1024
MOST_EVIDENCE = 12
PHOTOS_AN_HOUR = 60


@dataclass(frozen=True)
class Taken:
    """What a player says or shows, checked and made safe.

    Attributes:
        who: whose statement or photo it is; may be empty.
        statement: in their words; empty beside a photo alone.
        photo: made anew; None for a statement alone.
    """

    who: str
    statement: str
    photo: Photo | None


def taken(actor: User, *, who: str, statement: str, photo: bytes | None = None) -> Taken:
    """Check what a player says or shows; outside of any transaction, for a photo takes a moment to be made anew.

    Args:
        actor: who sends it, and may judge.
        who: whose statement or photo it is; may be empty.
        statement: in their words; may be empty beside a photo.
        photo: as it was sent; None for a statement alone.

    Raises:
        UserError: neither statement nor photo, or what was sent is no photo. TooOftenError: too many photos.
    """
    statement = statement.strip()
    if not statement and not photo:
        message = _("Enter a statement or choose a photo.")
        raise UserError(message, fields={"statement": message})
    made = _photo(actor, photo) if photo else None
    return Taken(who.strip()[:80], statement[:LONGEST_STATEMENT], made)


@transaction.atomic
def keep_evidence(actor: User, dispute: Dispute, given: Taken) -> Evidence:
    """Keep with a dispute what was checked.

    Raises:
        NotAllowedError: not a judge of it. StateError: there is enough already.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    number = dispute.evidence.count() + 1
    if number > MOST_EVIDENCE:
        raise StateError(_("A dispute can have at most %(most)d statements and photos.") % {"most": MOST_EVIDENCE})
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
    """Add to a dispute what a player says or shows; see :func:`taken` for what.

    Raises:
        NotAllowedError: not a judge of it. StateError: there is enough already.
        UserError: neither statement nor photo, or what was sent is no photo. TooOftenError: too many photos.
    """
    permissions.require_judge_of(actor, dispute)
    return keep_evidence(actor, dispute, taken(actor, who=who, statement=statement, photo=photo))


def _photo(actor: User, sent: bytes) -> Photo:
    """Make a photo anew, outside of any transaction: it takes a moment."""
    limit_rate("dispute.photo", actor.pk, limit=PHOTOS_AN_HOUR, seconds=3600)
    try:
        return made_anew(sent)
    except NotAPhotoError as error:
        message = _("This photo cannot be used: %(why)s. Upload a JPEG, PNG or WebP.") % {"why": error}
        raise UserError(message, fields={"photo": message}) from error
