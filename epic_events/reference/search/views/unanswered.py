"""Page of searches without results."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from epic_events.reference.permissions import require_can_view_unanswered
from epic_events.reference.rules import selectors
from epic_events.reference.search import unanswered


@login_required
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """List searches without results. Permission: site judges and site administrators."""
    require_can_view_unanswered(request.user)
    context = {
        "gaps": unanswered.unanswered_questions(),
        "days": unanswered.RETENTION_DAYS,
        "books": selectors.rulebooks(),
    }
    return render(request, "reference/unanswered.html", context)
