"""The one write on evidence: adding a statement or a photo. Nothing of it is changed or taken away."""

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.throttle import throttle
from epic_events.disputes import permissions
from epic_events.disputes.evidence.photos import NotAPhotoError, Photo, made_anew
from epic_events.disputes.models import Dispute, Evidence
from epic_events.errors import StateError, UserError
from epic_events.journal.services import record as log

LONGEST_STATEMENT = 4_000
MOST_PHOTO_BYTES = 10 * 1024 * 1024
MOST_EVIDENCE = 12
PHOTOS_AN_HOUR = 60


def add_evidence(actor: User, dispute: Dispute, *, who: str, statement: str, photo: bytes | None = None) -> Evidence:
    """Add what a player says or shows.

    Args:
        actor: a judge of the dispute.
        dispute: to which it is added.
        who: whose statement or photo it is; may be empty.
        statement: in their words; may be empty beside a photo.
        photo: as it was sent; None for a statement alone.

    Raises:
        NotAllowedError: not a judge of it. StateError: there is enough already.
        UserError: neither statement nor photo, or what was sent is no photo. TooOftenError: too many photos.
    """
    permissions.require_judge_of(actor, dispute)
    statement = statement.strip()
    if not statement and not photo:
        message = _("Write what was said, or choose a photo.")
        raise UserError(message, fields={"statement": message})
    made = _photo(actor, photo) if photo else None
    with transaction.atomic():
        dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
        number = dispute.evidence.count() + 1
        if number > MOST_EVIDENCE:
            raise StateError(_("A dispute keeps at most %(most)d statements and photos.") % {"most": MOST_EVIDENCE})
        added = Evidence.objects.create(
            dispute=dispute,
            number=number,
            who=who.strip()[:80],
            statement=statement[:LONGEST_STATEMENT],
            photo=made.data if made else None,
            width=made.width if made else 0,
            height=made.height if made else 0,
            by=actor,
        )
        log(actor, "dispute.evidence_added", event=dispute.event, subject=dispute, evidence=added)
    return added


def _photo(actor: User, sent: bytes) -> Photo:
    """Make a photo anew, outside of any transaction: it takes a moment."""
    throttle("dispute.photo", actor.pk, limit=PHOTOS_AN_HOUR, seconds=3600)
    try:
        return made_anew(sent)
    except NotAPhotoError as error:
        message = _("This is no photo that can be taken: %(why)s. Send a JPEG, PNG or WebP.") % {"why": error}
        raise UserError(message, fields={"photo": message}) from error
