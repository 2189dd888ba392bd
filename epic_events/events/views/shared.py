"""What every page of an event begins with."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.accounts.idempotency import answered_once, form_key
from epic_events.accounts.models import User
from epic_events.audit_log.services import VersionTokens
from epic_events.events.lookup import load_versioned_event
from epic_events.events.models import Event
from epic_events.events.permissions import Rights, build_permission_error
from epic_events.infra.limits import check_length

LONGEST_REASON = 500


def posted_text(request: HttpRequest, name: str, most: int = LONGEST_REASON) -> str:
    """Return what was typed into a field; NUL, which no database keeps, is left out.

    Raises:
        TooLargeError: it has more than so many characters.
    """
    return check_length(request.POST.get(name, ""), most, name).replace("\0", "")


def get_event_or_404(request: HttpRequest, slug: str) -> Event:
    """Return the event at an address.

    Raises:
        MissingError: there is none, or the viewer may not know of it.
    """
    return load_versioned_event(request.user, slug).event


def new_version_token(request: HttpRequest, stamps: VersionTokens) -> str | None:
    """Return what changes with every line of an event's log; None where the open page that asks has ``seen`` it.

    The key of the last line would not do: keys are given before transactions end, and what becomes visible after a
    later line would be news to nobody.

    Args:
        request: of the page.
        stamps: of the event, read before anything that the page shows.
    """
    return None if request.GET.get("seen") == stamps.latest else stamps.latest


def get_event_for_staff(request: HttpRequest, slug: str) -> tuple[Event, Rights]:
    """Return the event at an address, with what the viewer, who is of its staff, may do.

    Raises:
        MissingError: there is none, or the viewer may not know of it.
        NotAllowedError: the viewer is not of its staff.
    """
    event, _stamps, held = load_versioned_event(request.user, slug)
    if not held.staff:
        raise build_permission_error(request.user, event, _("Only the staff of this event can see this page."))
    return event, held


def person(request: HttpRequest) -> User:
    """Return who is signed in; the view is for signed-in people."""
    assert isinstance(request.user, User)  # login_required stands in front
    return request.user


def once(request: HttpRequest, do: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], bool]:
    """Do what a form asks for, once however often it arrives; see :func:`answered_once`."""
    return answered_once(person(request), form_key(request), do)
