"""Pages of the bracket and the final standings."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from epic_events.events.permissions import rights
from epic_events.events.selectors import load_versioned_event
from epic_events.events.views.shared import get_event_or_404, has_current_version, renewal
from epic_events.infra.errors import MissingError
from epic_events.pairings import selectors
from epic_events.pairings.cut.selectors import Elimination, bracket_sections, compute_final_standings, final_rows
from epic_events.pairings.cut.services import has_outdated_seeds
from epic_events.pairings.methods.standings import winner
from epic_events.pairings.results.selectors import visible_rounds
from epic_events.pairings.standings.cached_ranking import ROWS_A_PAGE
from epic_events.pairings.standings.views import own


@require_safe
def final(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the final standings over all stages.

    Permission: every user who may view the event; 404 until the event is finished.
    """
    event = get_event_or_404(request, slug)
    ended = compute_final_standings(event)
    page = Paginator(ended, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "rows": final_rows(event, list(page), request.user),
        "winner": winner(ended),
        "page_obj": page,
        **own(event, ended, request.user),
        "rights": rights(request.user, event),
    }
    return render(request, "pairings/final_standings.html", context)


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket and the ranks in it.

    Permission: every user who may view the event; unpublished rounds only for the staff.
    """
    event, tokens, event_rights = load_versioned_event(request.user, slug)
    cut = selectors.event_plan(event).cut
    if cut is None:
        raise MissingError(_("This event has no cut."))
    if has_current_version(request, tokens.latest):
        return HttpResponse(status=204)
    rounds = list(visible_rounds(request, event).filter(stage=cut))
    for round_ in rounds:
        round_.stage.event = event
    state = Elimination(cut)
    context = {
        "event": event,
        "cut": cut,
        "sections": bracket_sections(state, rounds, request.user) if rounds else [],
        "placings": state.placings() if rounds else [],
        "outdated": has_outdated_seeds(event),
        "rights": event_rights,
        **renewal(event, tokens.latest),
    }
    return render(request, "pairings/bracket.html", context)
