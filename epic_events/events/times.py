"""Dates and times in the time zone of the venue, with the name of the zone."""

from datetime import datetime

from django.utils.formats import date_format

from epic_events.accounts.languages import display_zone, reader_zone
from epic_events.events.models import Event


def zone_name(moment: datetime) -> str:
    """Return the time zone's abbreviation: ``CEST``, or ``UTC-03`` if it has none."""
    name = moment.tzname() or ""
    return f"UTC{name}" if name.startswith(("+", "-")) else name


def to_event_time(moment: datetime, event: Event | None) -> datetime:
    """Convert a time to the time zone of the event, or of the reader without an event."""
    return moment.astimezone(event.zone if event else display_zone())


def format_in_reader_zone(moment: datetime, event: Event) -> str:
    """Format a time in the reader's time zone.

    Returns an empty string if the reader has chosen no zone or it shows the same time as the venue.
    """
    zone = reader_zone()
    if zone is None or moment.astimezone(zone).utcoffset() == to_event_time(moment, event).utcoffset():
        return ""
    own = moment.astimezone(zone)
    same_day = own.date() == to_event_time(moment, event).date()
    return f"{date_format(own, 'TIME_FORMAT' if same_day else 'SHORT_DATETIME_FORMAT')} {zone_name(own)}"


def start_for_reader(event: Event) -> str:
    """Return the start in the reader's time zone, in parentheses, if it differs."""
    text = format_in_reader_zone(event.starts_at, event)
    return f" ({text})" if text else ""


def format_event_time(moment: datetime, event: Event | None, form: str = "SHORT_DATETIME_FORMAT") -> str:
    """Format a time in the time zone of the event, for example "12 May, 10:03 CEST".

    Args:
        moment: an aware date and time.
        event: the event; None for the reader's time zone, or UTC.
        form: a format name of ``epic_events/formats``, or a Django date format.
    """
    local = to_event_time(moment, event)
    return f"{date_format(local, form)} {zone_name(local)}"
