"""Pages that join everything: home, and what the reader is in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.accounts.models import User
from epic_events.accounts.sent_forms import owner_of
from epic_events.journal.services import last_line
from epic_events.portal.reads import Mine, events_now, latest_decisions


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what runs, what comes and what is over; first of all what the reader is in. For everybody.

    An open page asks again with the stamp it has ``seen`` and gets 204 while nothing has changed.
    """
    stamp = f"{last_line()}.{timezone.now():%y%j}.{owner_of(request.user)}"
    if request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    mine = Mine(request.user) if isinstance(request.user, User) else None
    context = {**events_now(request.user), "decisions": latest_decisions(), "mine": mine, "stamp": stamp}
    return render(request, "portal/home.html", context)


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Show everything the reader plays in or works at. For whoever is signed in."""
    assert isinstance(request.user, User)
    return render(request, "portal/me.html", {"mine": Mine(request.user)})


@require_safe
@never_cache
def device(request: HttpRequest) -> HttpResponse:
    """Tell a page's script whose device this is now, and the token its forms need. For everybody, about themselves.

    An open page that only asks whether the site is there, and its reader still signed in, is told no more than that.
    """
    if getattr(request, "htmx", False):
        return HttpResponse(status=204)
    return JsonResponse({"owner": owner_of(request.user), "token": get_token(request)})


@require_safe
def no_signal(request: HttpRequest) -> HttpResponse:
    """Stand for a page that a device has no copy of while it has no connection. For everybody."""
    return render(request, "portal/no_signal.html")
