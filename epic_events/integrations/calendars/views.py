"""Views of calendar files."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from epic_events.accounts.languages import in_language_of
from epic_events.events.views.shared import get_event_or_404
from epic_events.integrations.calendars.entries import calendar_of
from epic_events.integrations.calendars.feeds import events_of, reader_of


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Download an event as an iCalendar file. Permission: users who may see the event."""
    shown = get_event_or_404(request, slug)
    return _file(calendar_of([shown], shown.name), f"{shown.slug}.ics")


@require_safe
def mine(request: HttpRequest, token: str) -> HttpResponse:
    """Return a user's calendar feed.

    Permission: the secret URL, because calendar programs cannot sign in.
    """
    del request
    user = reader_of(token)
    with in_language_of(user, default=get_language() or ""):
        return _file(calendar_of(events_of(user), _("My events")), "my-events.ics")


def _file(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response
