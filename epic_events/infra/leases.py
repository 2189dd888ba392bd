"""When something has been under way, or has waited, for too long: also by a clock that was put back meanwhile."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone


def too_long_since(field: str, patience: timedelta, now: datetime | None = None) -> Q:
    """Return the condition that a moment lies further from now than ``patience``, in whichever direction.

    A moment that is still to come was told by a clock that ran ahead: whoever began something then is not waited for
    until it comes. Clocks of several hosts may differ by less than that.

    Args:
        field: the name of the moment.
        patience: how long is not too long.
        now: when that is asked; None for this moment.
    """
    now = now or timezone.now()
    return Q(**{f"{field}__lt": now - patience}) | Q(**{f"{field}__gt": now + patience})


def is_too_long_ago(moment: datetime | None, patience: timedelta, now: datetime | None = None) -> bool:
    """Return the same of one moment; of none it holds."""
    return moment is None or abs((now or timezone.now()) - moment) > patience
