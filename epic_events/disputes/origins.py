"""Where a new dispute comes from: the match or the event that an address names."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.events.models import Event
from epic_events.events.views.shared import get_event_or_404
from epic_events.infra.errors import MissingError
from epic_events.pairings.models import Match

MOST_DIGITS = 19  # of a number in an address: what a database can hold


@dataclass(frozen=True)
class Origin:
    """Where a new dispute comes from."""

    event: Event | None
    match: Match | None


def is_first_game(request: HttpRequest) -> bool:
    """Whether the address says that it is about the first game of its match, before anybody sideboarded."""
    return request.GET.get("game") == "1"


def origin_of(request: HttpRequest) -> Origin:
    """Return the match and event the address names, when the visitor may see them.

    Raises:
        MissingError: a match or event that does not exist for this visitor.
    """
    match_id, slug = request.GET.get("match", ""), request.GET.get("event", "")
    if match_id:
        found = Match.objects.visible_to(request.user).select_related("round__stage__event")
        match = found.filter(pk=match_id).first() if match_id.isdecimal() and len(match_id) < MOST_DIGITS else None
        if match is None:
            raise MissingError(_("There is no such match."))
        return Origin(match.round.stage.event, match)
    if slug:
        return Origin(get_event_or_404(request, slug), None)
    return Origin(None, None)
