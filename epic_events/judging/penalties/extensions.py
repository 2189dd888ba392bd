"""Panels that show players their own penalties."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.events.extensions import EVENT, READER, EventSubject, Panel
from epic_events.events.models import Event
from epic_events.judging.models import Penalty
from epic_events.judging.models.penalty import PenaltyQuerySet
from epic_events.judging.penalties.selectors import list_own_penalties
from epic_events.pairings.results.extensions import MatchSubject


def event_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the user's penalties at an event, or None without any."""
    return _panel(request, subject.event)


def select_event_rows() -> PenaltyQuerySet:
    """Return the rows that make the event panel non-empty."""
    return Penalty.objects.active().filter(event_id=EVENT, registration__player__user_id=READER)


def match_panel(request: HttpRequest, subject: MatchSubject) -> Panel | None:
    """Return the panel with the user's penalties for the page of an unfinished match."""
    return _panel(request, subject.match.round.stage.event)


def _panel(request: HttpRequest, event: Event) -> Panel | None:
    penalties = list_own_penalties(request.user, event) if event.has_started else []
    if not penalties:
        return None
    return Panel(_("Your penalties"), "judging/partials/own_penalties.html", {"penalties": penalties, "event": event})
