"""Uploads and removes the picture of an event."""

import hashlib
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, EventPicture
from epic_events.events.permissions import require_organiser
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import UserError
from epic_events.infra.photos import NotAPhotoError, Photo, reencode

MAX_PICTURE_BYTES: Final = 10 * 1024 * 1024
MIN_WIDTH: Final = 600
"""Minimum width in pixels: a cover is about 500 pixels wide."""
MAX_EDGE: Final = 1_600
"""Longer edge of stored pictures in pixels."""
PICTURES_PER_HOUR: Final = 20


def upload_picture(actor: User, event: Event, content: bytes) -> Event:
    """Store a picture that is used in place of the drawn cover.

    Args:
        actor: an organiser of the event.
        event: the event.
        content: JPEG, PNG or WebP.

    Raises:
        NotAllowedError: the user is not an organiser.
        TooOftenError: the user has uploaded too many pictures in the last hour.
        UserError: the file is not a picture, or too small.
    """
    require_organiser(actor, event)
    limit_rate("event.picture", actor.pk, limit=PICTURES_PER_HOUR, seconds=3600)
    picture = _reencoded(content)
    values = {"data": picture.data, "width": picture.width, "height": picture.height, "uploaded_by": actor}
    with transaction.atomic():
        event = lock_event(event)
        EventPicture.objects.update_or_create(event=event, defaults=values)
        return _save_digest(actor, event, hashlib.sha256(picture.data).hexdigest()[:16])


def remove_picture(actor: User, event: Event) -> Event:
    """Remove the uploaded picture, so that the drawn cover is used again.

    Raises:
        NotAllowedError: the user is not an organiser.
    """
    require_organiser(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if event.picture:
            EventPicture.objects.filter(event=event).delete()
        return _save_digest(actor, event, "")


def _save_digest(actor: User, event: Event, digest: str) -> Event:
    if event.picture != digest:
        event.picture = digest
        event.save(update_fields=["picture"])
        audit_log.record(actor, "event.changed", event=event, subject=event, fields=["picture"])
    return event


def _reencoded(content: bytes) -> Photo:
    """Return the picture without metadata.

    Raises:
        UserError: it is not a picture, or too small.
    """
    try:
        picture = reencode(content, max_edge=MAX_EDGE)
    except NotAPhotoError as error:
        message = _("This picture cannot be used: %(why)s. Upload a JPEG, PNG or WebP.") % {"why": error}
        raise UserError(message, fields={"picture": message}) from error
    if picture.width < MIN_WIDTH:
        message = _("The picture is too small: it is %(width)d pixels wide, the minimum is %(least)d.") % {
            "width": picture.width,
            "least": MIN_WIDTH,
        }
        raise UserError(message, fields={"picture": message})
    return picture
