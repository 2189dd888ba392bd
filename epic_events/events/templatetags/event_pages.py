"""What the pages of an event share: its tabs, and times on the clock of its place."""

from datetime import datetime
from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from epic_events.events import times
from epic_events.events.defaults import version_name
from epic_events.events.extensions import event_tabs
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import rights
from epic_events.events.services import is_removed
from epic_events.events.stages import labels as stage_labels
from epic_events.infra import markdown
from epic_events.infra.labels import within_sentence
from epic_events.page_cache.pages import MOMENT, placeholder

MOST_SHOWN = 5

register = template.Library()
register.filter("stage_what", stage_labels.what)
register.filter("stage_how", stage_labels.how)
register.filter("markdown", markdown.as_html)
register.filter("within_sentence", within_sentence)
register.filter("start_for_reader", times.start_for_reader)


@register.filter
def version_of(version: str, game: str) -> str:
    """Return what a game calls a version of its rules."""
    return version_name(game, version)


@register.inclusion_tag("events/partials/tabs.html", takes_context=True)
def event_tabs_nav(context: Context) -> dict[str, Any]:
    """Show the tabs of the page's ``event``, and its staff their tools; uses ``rights`` of the context where it is."""
    event, request = context["event"], context["request"]
    held = context.get("rights") or rights(request.user, event)
    shown = event_tabs.of(request, event, held)
    tools = [tab for tab in shown if tab.staff]
    return {"event": event, "tabs": [tab for tab in shown if not tab.staff], "tools": tools}


@register.simple_tag(takes_context=True)
def current_events(context: Context) -> list[Event]:
    """Return the few events that run or come next and that the viewer may know of, those that run first."""
    viewer = getattr(context.get("request"), "user", None)
    known = Event.objects.visible_to(viewer).filter(status__in=(Event.Status.RUNNING, Event.Status.OPEN))
    return list(known.order_by("-status", "starts_at", "pk")[:MOST_SHOWN])


@register.simple_tag(takes_context=True)
def print_timestamp(context: Context) -> str:
    """Return when the page is asked for, on the clock of its ``event``: what a sheet of paper is of."""
    now = timezone.now()
    return placeholder(
        context["request"], MOMENT, lambda: date_format(times.there(now, context["event"]), "DATETIME_FORMAT")
    )


@register.filter
def plain_words(text: str) -> str:
    """Return the words of a text in Markdown, in one line."""
    return " ".join(markdown.as_plain(text).split())


@register.filter
def player_page(entry: Registration) -> str:
    """Return the page of the player of an entry, loaded with its player; empty where there is none, or may be none."""
    played = (Registration.Status.CHECKED_IN, Registration.Status.REGISTERED)
    if not entry.event.has_started or entry.status not in played or is_removed(entry):
        return ""
    return reverse("web:player", args=[entry.player_id])


@register.filter
def local_datetime(moment: datetime | None, event: Event | None) -> str:
    """Return a moment as a clock at the event's place shows it, for example "12 May, 10:03 CEST"."""
    return times.format_event_time(moment, event) if moment else ""


@register.filter
def local_datetime_with_year(moment: datetime | None, event: Event | None) -> str:
    """Return a moment of any year so, for example "12 May 2017, 10:03 CEST"."""
    return times.format_event_time(moment, event, "DATETIME_FORMAT") if moment else ""


@register.filter
def local_time(moment: datetime | None, event: Event | None) -> str:
    """Return the time alone, for what is told of one day: "10:03 CEST"."""
    return times.format_event_time(moment, event, "TIME_FORMAT") if moment else ""


@register.filter
def local_day(moment: datetime | None, event: Event | None) -> str:
    """Return the day that a calendar at the event's place shows, for example "12 May 2017"."""
    return date_format(times.there(moment, event), "DATE_FORMAT") if moment else ""


@register.filter
def local_start_time(event: Event) -> str:
    """Return when an event starts, for example "Fri 12 May 2017, 10:00 CEST"."""
    day = date_format(times.there(event.starts_at, event), "D")
    return f"{day} {times.format_event_time(event.starts_at, event, 'DATETIME_FORMAT')}"
