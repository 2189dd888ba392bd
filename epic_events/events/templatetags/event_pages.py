"""Template tags and filters of event pages: tabs, local times, Markdown."""

from datetime import datetime
from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from epic_events.events import stage_plans, times
from epic_events.events.defaults import version_name
from epic_events.events.extensions import event_tabs
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import rights
from epic_events.events.services import is_removed
from epic_events.infra import markdown
from epic_events.infra.names import within_sentence
from epic_events.page_cache.pages import MOMENT, placeholder

MAX_SHOWN = 5
POLLING_PARAMETERS = ("expected_version", "shown")

register = template.Library()
register.filter("stage_what", stage_plans.describe_structure)
register.filter("stage_how", stage_plans.describe_matches)
register.filter("markdown", markdown.as_html)
register.filter("within_sentence", within_sentence)
register.filter("start_for_reader", times.start_for_reader)


@register.filter
def version_of(version: str, game: str) -> str:
    """Return the name of a rules version of a game."""
    return version_name(game, version)


@register.simple_tag
def event_picture(event: Event, kind: str) -> str:
    """Return the URL of a picture of an event."""
    return event.picture_url(kind)


@register.inclusion_tag("events/partials/tabs.html", takes_context=True)
def event_tabs_nav(context: Context) -> dict[str, Any]:
    """Render the tabs and staff tools of the event.

    Uses ``rights`` of the template context, or else loads them.
    """
    event, request = context["event"], context["request"]
    event_rights = context.get("rights") or rights(request.user, event)
    tabs = event_tabs.of(request, event, event_rights)
    tools = [tab for tab in tabs if tab.staff]
    return {"event": event, "tabs": [tab for tab in tabs if not tab.staff], "tools": tools}


@register.simple_tag(takes_context=True)
def url_to_renew(context: Context) -> SafeString:
    """Return the URL from which an open page fetches its new state.

    It has the parameters of the page and the version token of what is shown: ``page_version`` of the context, or the
    placeholder of that name in a cached page.
    """
    request = context["request"]
    parameters = request.GET.copy()
    for name in POLLING_PARAMETERS:
        parameters.pop(name, None)
    query = f"{parameters.urlencode()}&" if parameters else ""
    version = context.get("page_version") or context["own"]["page_version"]
    return format_html("{}?{}expected_version={}", request.path, query, version)


@register.simple_tag(takes_context=True)
def current_events(context: Context) -> list[Event]:
    """Return a few visible events that are running or open, running ones first."""
    viewer = getattr(context.get("request"), "user", None)
    visible = Event.objects.visible_to(viewer).filter(status__in=(Event.Status.RUNNING, Event.Status.OPEN))
    return list(visible.order_by("-status", "starts_at", "pk")[:MAX_SHOWN])


@register.simple_tag(takes_context=True)
def print_timestamp(context: Context) -> str:
    """Return the current time at the venue, for the head of a printout."""
    now = timezone.now()
    return placeholder(
        context["request"], MOMENT, lambda: date_format(times.to_event_time(now, context["event"]), "DATETIME_FORMAT")
    )


@register.filter
def plain_words(text: str) -> str:
    """Return the plain text of a Markdown text on one line."""
    return " ".join(markdown.as_plain(text).split())


@register.filter
def player_page(entry: Registration) -> str:
    """Return the URL of the player's page, or an empty string if there is none.

    The entry must be loaded with its player and event.
    """
    played = (Registration.Status.CHECKED_IN, Registration.Status.REGISTERED)
    if not entry.event.has_started or entry.status not in played or is_removed(entry):
        return ""
    return reverse("web:player", args=[entry.player_id])


@register.filter
def local_datetime(moment: datetime | None, event: Event | None) -> str:
    """Format a time at the venue without its year: "12 May, 10:03 CEST"."""
    return times.format_event_time(moment, event) if moment else ""


@register.filter
def local_datetime_with_year(moment: datetime | None, event: Event | None) -> str:
    """Format a time at the venue with its year: "12 May 2017, 10:03 CEST"."""
    return times.format_event_time(moment, event, "DATETIME_FORMAT") if moment else ""


@register.filter
def local_time(moment: datetime | None, event: Event | None) -> str:
    """Format the time of day at the venue: "10:03 CEST"."""
    return times.format_event_time(moment, event, "TIME_FORMAT") if moment else ""


@register.filter
def local_day(moment: datetime | None, event: Event | None) -> str:
    """Format the date at the venue: "12 May 2017"."""
    return date_format(times.to_event_time(moment, event), "DATE_FORMAT") if moment else ""


@register.filter
def local_start_time(event: Event) -> str:
    """Format the start of an event: "Fri 12 May 2017, 10:00 CEST"."""
    day = date_format(times.to_event_time(event.starts_at, event), "D")
    return f"{day} {times.format_event_time(event.starts_at, event, 'DATETIME_FORMAT')}"


@register.filter
def backticks(text: str) -> SafeString:
    """Return HTML in which text between backticks is code; an unpaired backtick stays.

    >>> backticks("`is` names <one> of them")
    '<code>is</code> names &lt;one&gt; of them'
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:
        parts[-2:] = ["`".join(parts[-2:])]
    html_parts = (format_html("<code>{}</code>", part) if at % 2 else part for at, part in enumerate(parts))
    return format_html_join("", "{}", ((part,) for part in html_parts))
