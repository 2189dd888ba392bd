"""The match or event of a new dispute, from the query string."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.events.models import Event
from epic_events.events.views.shared import get_event_or_404
from epic_events.infra.errors import MissingError
from epic_events.pairings.models import Match

MAX_DIGITS = 19  # digits of a key in a URL; the database stores no larger ones


@dataclass(frozen=True)
class Origin:
    """The match and event of a new dispute; both may be missing."""

    event: Event | None
    match: Match | None


def is_first_game(request: HttpRequest) -> bool:
    """Return True if the query string says that it is the first game of the match, before sideboarding."""
    return request.GET.get("game") == "1"


def origin_of(request: HttpRequest) -> Origin:
    """Return the match and event of the query string, if the user may see them.

    Raises:
        MissingError: there is no such match or event.
    """
    match_id, slug = request.GET.get("match", ""), request.GET.get("event", "")
    if match_id:
        found = Match.objects.visible_to(request.user).select_related("round__stage__event")
        match = found.filter(pk=match_id).first() if match_id.isdecimal() and len(match_id) < MAX_DIGITS else None
        if match is None:
            raise MissingError(_("There is no such match."))
        return Origin(match.round.stage.event, match)
    if slug:
        return Origin(get_event_or_404(request, slug), None)
    return Origin(None, None)
