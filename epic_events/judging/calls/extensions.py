"""Judge call panel on the match page."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.extensions import Panel
from epic_events.events.models import Event
from epic_events.judging.calls import selectors
from epic_events.judging.models.call import MAX_REASON_LENGTH
from epic_events.judging.permissions import Permission, has_permission
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results.extensions import MatchSubject
from epic_events.pairings.selectors import own_seat


def is_being_played(match: Match) -> bool:
    """Return True if a judge can be called to the match."""
    running = match.round.stage.event.status == Event.Status.RUNNING
    return match.table is not None and match.round.status == Round.Status.PUBLISHED and running


def build_call_context(request: HttpRequest, match: Match) -> dict[str, Any] | None:
    """Return the template context of the call panel.

    Returns None if the user is neither a player of the match nor staff, or if the match is not being played.
    """
    if not isinstance(request.user, User) or not is_being_played(match):
        return None
    event = match.round.stage.event
    mine = own_seat(request.user, match) is not None
    staff = has_permission(request.user, event, Permission.OPEN_CALL)
    if not mine and not staff:
        return None
    waiting = selectors.get_waiting_call(match)
    return {
        "event": event,
        "match": match,
        "waiting": waiting,
        "stamp": selectors.call_version_token(waiting),
        "mine": mine,
        "longest_reason": MAX_REASON_LENGTH,
    }


def call_panel(request: HttpRequest, subject: MatchSubject) -> Panel | None:
    """Return the panel to call a judge and to show the waiting call.

    Permission: players of the match and event staff.
    """
    context = build_call_context(request, subject.match)
    return Panel(_("Judge"), "judging/partials/call_panel.html", context, mine=True) if context is not None else None
