"""Page of the pods and their seats."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from epic_events.events.permissions import rights
from epic_events.events.views.shared import get_event_or_404
from epic_events.pairings.pods.selectors import pod_rows, poddings


@require_safe
def pods(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pods of every stage, latest stage first.

    Permission: every user who may view the event; unpublished pods only for the staff.
    """
    event = get_event_or_404(request, slug)
    event_rights = rights(request.user, event)
    rows = poddings(event, drafts=event_rights.staff)
    context = {
        "event": event,
        "rights": event_rights,
        "stages": [(podding, pod_rows(podding.stage, request.user)) for podding in reversed(rows)],
    }
    return render(request, "pairings/pods.html", context)
