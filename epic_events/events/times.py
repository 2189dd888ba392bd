"""Times as people at an event read them: on the clock of its place, with the name of its zone."""

from datetime import datetime

from django.utils.formats import date_format

from epic_events.accounts.language.services import clock_of_reader, zone_of_reader
from epic_events.events.models import Event


def zone_name(moment: datetime) -> str:
    """Return what the zone of a moment is called on its day: ``CEST``, or ``UTC-03`` where it has no name."""
    name = moment.tzname() or ""
    return f"UTC{name}" if name.startswith(("+", "-")) else name


def there(moment: datetime, event: Event | None) -> datetime:
    """Return a moment on the clock of an event's place; on the reader's for what belongs to no event."""
    return moment.astimezone(event.zone if event else clock_of_reader())


def on_own_clock(moment: datetime, event: Event) -> str:
    """Return a moment of an event on the clock of who reads it; empty where that shows the same, or none was chosen."""
    zone = zone_of_reader()
    if zone is None or moment.astimezone(zone).utcoffset() == there(moment, event).utcoffset():
        return ""
    own = moment.astimezone(zone)
    same_day = own.date() == there(moment, event).date()
    return f"{date_format(own, 'TIME_FORMAT' if same_day else 'SHORT_DATETIME_FORMAT')} {zone_name(own)}"


def start_for_reader(event: Event) -> str:
    """Return when an event starts on its reader's clock, in parentheses; empty where the place's shows the same."""
    told = on_own_clock(event.starts_at, event)
    return f" ({told})" if told else ""


def format_event_time(moment: datetime, event: Event | None, form: str = "SHORT_DATETIME_FORMAT") -> str:
    """Return a moment as a clock at the event's place shows it, for example "12 May, 10:03 CEST".

    Args:
        moment: what to show, with a time zone.
        event: whose place it is; None for what belongs to no event, which is told on the reader's clock, or in UTC.
        form: how to write it: one of the forms of ``epic_events/formats``, or Django's letters for dates.
    """
    local = there(moment, event)
    return f"{date_format(local, form)} {zone_name(local)}"
