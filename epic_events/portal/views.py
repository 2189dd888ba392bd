"""Pages that join everything: home, and what the reader is in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from epic_events.accounts.models import User
from epic_events.portal.reads import Mine, events_now, latest_decisions


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what runs, what comes and what is over; first of all what the reader is in. For everybody."""
    mine = Mine(request.user) if isinstance(request.user, User) else None
    context = {**events_now(request.user), "decisions": latest_decisions(), "mine": mine}
    return render(request, "portal/home.html", context)


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Show everything the reader plays in or works at. For whoever is signed in."""
    assert isinstance(request.user, User)
    return render(request, "portal/me.html", {"mine": Mine(request.user)})
