"""Home page and the page of a user."""

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
from epic_events.integrations.calendars import feed_address
from epic_events.page_cache.pages import Page, respond
from epic_events.web.selectors import MyEvents, events_now, has_running_event, latest_decisions

OWN_PARTS: Final = ("head", "now", "mine")
"""Templates of the user's parts of the home page."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show current and finished events and the user's own. Permission: public.

    An open page polls with the version token it has ``seen`` and gets 204 if nothing has changed. The events are
    cached,
    except for staff, who may see unpublished events. The user's part is inserted.
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
    """Return the user's part of the home page and its heading."""
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
    """Show the events of the user. Permission: signed-in users."""
    assert isinstance(request.user, User)
    return render(request, "web/me.html", {"mine": MyEvents(request.user), "calendar": feed_address(request.user)})


@require_safe
@never_cache
def device(request: HttpRequest) -> HttpResponse:
    """Return owner key and CSRF token as JSON. Permission: public.

    A page that only checks the connection and its session gets no more than that.
    """
    if getattr(request, "htmx", False):
        return HttpResponse(status=204)
    return JsonResponse({"owner": owner_key(request.user), "token": get_token(request)})


@require_safe
def no_signal(request: HttpRequest) -> HttpResponse:
    """Show the fallback page for missing offline copies. Permission: public."""
    return render(request, "web/no_signal.html")
