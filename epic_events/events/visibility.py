"""Which events everybody may know of: the one condition behind every list and every page."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Q

if TYPE_CHECKING:
    from epic_events.events.models import Event


def is_public(event: str = "") -> Q:
    """Return the condition under which everybody may know of an event and what belongs to it.

    Drafts are known to their staff only, and the demo only while the site shows it.

    Args:
        event: leads from the filtered rows to the event, for example ``stage__event__``.
    """
    public = ~Q(**{f"{event}status": "draft"})
    return public if settings.DEMO else public & Q(**{f"{event}is_demo": False})


def is_public_event(event: "Event") -> bool:
    """Whether :func:`is_public` holds of an event that has been read."""
    return event.status != "draft" and (settings.DEMO or not event.is_demo)
