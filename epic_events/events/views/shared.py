"""Helpers shared by the views of events."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.accounts.idempotency import idempotency_key, run_once
from epic_events.accounts.models import User
from epic_events.audit_log.services import VersionTokens
from epic_events.events.models import Event
from epic_events.events.permissions import Rights, build_permission_error
from epic_events.events.selectors import load_versioned_event
from epic_events.infra.limits import check_length

MAX_REASON_LENGTH = 500


def posted_text(request: HttpRequest, name: str, most: int = MAX_REASON_LENGTH) -> str:
    """Return a submitted text without NUL characters, which databases reject.

    Raises:
        TooLargeError: the text has more than `most` characters.
    """
    return check_length(request.POST.get(name, ""), most, name).replace("\0", "")


def get_event_or_404(request: HttpRequest, slug: str) -> Event:
    """Return the event with this slug.

    Raises:
        MissingError: there is no such event, or the user may not see it.
    """
    return load_versioned_event(request.user, slug).event


def new_version_token(request: HttpRequest, tokens: VersionTokens) -> str | None:
    """Return the latest version token, or None if the polling page already has it.

    The page sends the token it has as ``?expected_version=``. The primary key of the last audit entry would not do:
    keys are assigned before transactions commit, so a lower key can become visible after a higher one.

    Args:
        request: the request of the polling page.
        tokens: version tokens of the event, read before any data of the page.
    """
    return None if request.GET.get("expected_version") == tokens.latest else tokens.latest


def has_current_version(request: HttpRequest, page_version: str) -> bool:
    """Return True if the polling page already shows this version.

    The response is then 204.
    """
    return request.GET.get("expected_version") == page_version


def renewal(event: Event, page_version: str = "") -> dict[str, Any]:
    """Return the template context of a page that renews itself.

    It does so while the event is open or running.

    Args:
        event: the event of the page.
        page_version: version token of what the page shows; empty if it is a placeholder of a cached page.
    """
    live = event.status in (Event.Status.OPEN, Event.Status.RUNNING)
    return {"page_renews": live, "page_version": page_version}


def get_event_for_staff(request: HttpRequest, slug: str) -> tuple[Event, Rights]:
    """Return the event with this slug and the user's rights; only for its staff.

    Raises:
        MissingError: there is no such event, or the user may not see it.
        NotAllowedError: the user is not on the staff.
    """
    event, _tokens, event_rights = load_versioned_event(request.user, slug)
    if not event_rights.staff:
        raise build_permission_error(request.user, event, _("Only the staff of this event can see this page."))
    return event, event_rights


def signed_in_user(request: HttpRequest) -> User:
    """Return the user of a view that requires sign-in."""
    assert isinstance(request.user, User)  # ensured by login_required
    return request.user


def run_form_once(request: HttpRequest, do: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], bool]:
    """Run the action of a form at most once per idempotency key.

    See :func:`epic_events.accounts.idempotency.run_once`.
    """
    return run_once(signed_in_user(request), idempotency_key(request), do)
