"""Condition under which an event is public, used by all lists and pages."""

from typing import Protocol

from django.conf import settings
from django.db.models import Q


class HasVisibility(Protocol):
    """Fields of an event that decide whether it is public."""

    @property
    def status(self) -> str:
        """Status of the event."""

    @property
    def is_demo(self) -> bool:
        """True for the demo event."""


def public_q(event: str = "") -> Q:
    """Return the condition under which an event, and what belongs to it, is public.

    Unpublished events are visible to their staff only. The demo event is public only if the site shows demo data.

    Args:
        event: lookup prefix from the filtered model to the event, for example ``stage__event__``.
    """
    public = ~Q(**{f"{event}status": "draft"})
    return public if settings.DEMO else public & Q(**{f"{event}is_demo": False})


def is_public_event(event: HasVisibility) -> bool:
    """Return True if :func:`public_q` holds for a loaded event."""
    return event.status != "draft" and (settings.DEMO or not event.is_demo)
