"""What players are told of their own penalties: on the event's page and at the table."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.events.extensions import EVENT, READER, EventSubject, Panel
from epic_events.events.models import Event
from epic_events.judging.models import Penalty
from epic_events.judging.models.penalty import PenaltyQuerySet
from epic_events.judging.penalties.selectors import list_own_penalties
from epic_events.pairings.results.match_extensions import MatchSubject


def event_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Tell the reader's own penalties at an event; None without any."""
    return _panel(request, subject.event)


def select_event_rows() -> PenaltyQuerySet:
    """Return what they are found by."""
    return Penalty.objects.active().filter(event_id=EVENT, registration__player__user_id=READER)


def match_panel(request: HttpRequest, subject: MatchSubject) -> Panel | None:
    """Tell them at a match as well, while it can matter there."""
    return _panel(request, subject.match.round.stage.event)


def _panel(request: HttpRequest, event: Event) -> Panel | None:
    penalties = list_own_penalties(request.user, event) if event.has_started else []
    if not penalties:
        return None
    return Panel(_("Your penalties"), "judging/partials/own_penalties.html", {"penalties": penalties, "event": event})
