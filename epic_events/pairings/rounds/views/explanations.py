"""View that explains a pairing or a bye."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.events.permissions import rights
from epic_events.events.views.shared import get_event_or_404
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.selectors import get_match_or_404
from epic_events.pairings.rounds.explanations import explain_match


@require_safe
@never_cache
def explanation_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Explain a pairing or bye, with the best alternative.

    Permission: everyone for published rounds. Unpublished rounds and avoidances: staff.
    """
    event = get_event_or_404(request, slug)
    match = get_match_or_404(request, event, pk)
    match.round.stage.event = event
    event_rights = rights(request.user, event)
    context = {
        "event": event,
        "rights": event_rights,
        "round": match.round,
        "row": table_rows.build_table_row(match, request.user),
        "why": explain_match(match, staff=event_rights.staff),
    }
    return render(request, "pairings/why.html", context)
