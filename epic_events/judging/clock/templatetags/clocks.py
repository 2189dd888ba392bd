"""Template filters that format clock times."""

from datetime import datetime

from django import template

register = template.Library()


@register.filter
def milliseconds(moment: datetime | None) -> str:
    """Return a datetime as Unix time in milliseconds; empty for None."""
    return "" if moment is None else str(round(moment.timestamp() * 1000))


@register.filter
def as_clock(seconds: int) -> str:
    """Return seconds as ``49:59``, from 100 minutes as ``1:40:00``."""
    minutes, rest = divmod(max(0, seconds), 60)
    if minutes < 100:
        return f"{minutes}:{rest:02}"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
