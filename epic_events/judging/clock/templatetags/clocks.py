"""What templates need to show a clock: moments as scripts read them, what is left as people do."""

from datetime import datetime

from django import template

register = template.Library()


@register.filter
def milliseconds(moment: datetime | None) -> str:
    """Return a moment as scripts count it, in milliseconds since 1970; empty for none."""
    return "" if moment is None else str(round(moment.timestamp() * 1000))


@register.filter
def as_clock(seconds: int) -> str:
    """Return seconds as a clock on the wall shows them: ``49:59``, from 100 minutes on ``1:40:00``."""
    minutes, rest = divmod(max(0, seconds), 60)
    if minutes < 100:
        return f"{minutes}:{rest:02}"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
