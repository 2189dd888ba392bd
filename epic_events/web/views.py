"""Pages that join everything: home, and what the reader is in."""

from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.accounts.idempotency import owner_key
from epic_events.accounts.models import User
from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event
from epic_events.events.permissions import has_any_staff_role
from epic_events.integrations.calendars.feeds import feed_address
from epic_events.page_cache.pages import Page, respond
from epic_events.web.selectors import MyEvents, events_now, has_running_event, latest_decisions

OWN_PARTS: Final = ("head", "now", "mine")
"""The parts of the first page that are another for each reader, as their templates are called."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what runs, what comes and what is over; first of all what the reader is in. For everybody.

    An open page asks again with the stamp it has ``seen`` and gets 204 while nothing has changed. The events are kept
    for everybody but those who work at one, which may be a draft; what the reader is in is put in.
    """
    stamps = version_tokens()
    stamp = f"{stamps.latest}.{timezone.now():%y%j}.{owner_key(request.user)}"
    if request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    staff = isinstance(request.user, User) and (request.user.is_superuser or has_any_staff_role(request.user))
    page = Page(
        name=("home",),
        query="",
        stamp=stamps.lasting,
        shown=lambda asked: ("web/home.html", {**events_now(asked.user), "decisions": latest_decisions()}),
        own=lambda: _own_home(request, stamp, staff=staff),
        own_stamp=stamp,
    )
    return respond(request, page, staff=staff)


def _own_home(request: HttpRequest, stamp: str, *, staff: bool) -> dict[str, str]:
    """Return what the reader of the first page is in, and the heading, which says what comes first."""
    mine = MyEvents(request.user, works=staff) if isinstance(request.user, User) else None
    known = Event.objects.visible_to(request.user) if staff else None
    running = known.filter(status=Event.Status.RUNNING).exists() if known is not None else has_running_event()
    context = {"mine": mine, "running": running, "stamp": stamp}
    parts: dict[str, str] = {
        name: render_to_string(f"web/partials/own_{name}.html", context, request) for name in OWN_PARTS
    }
    if not (mine and mine.seats):
        parts["running"] = mark_safe(' class="sr-only"')
    return parts


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Show everything the reader plays in or works at. For whoever is signed in."""
    assert isinstance(request.user, User)
    return render(request, "web/me.html", {"mine": MyEvents(request.user), "calendar": feed_address(request.user)})


@require_safe
@never_cache
def device(request: HttpRequest) -> HttpResponse:
    """Tell a page's script whose device this is now, and the token its forms need. For everybody, about themselves.

    An open page that only asks whether the site is there, and its reader still signed in, is told no more than that.
    """
    if getattr(request, "htmx", False):
        return HttpResponse(status=204)
    return JsonResponse({"owner": owner_key(request.user), "token": get_token(request)})


@require_safe
def no_signal(request: HttpRequest) -> HttpResponse:
    """Stand for a page that a device has no copy of while it has no connection. For everybody."""
    return render(request, "web/no_signal.html")
