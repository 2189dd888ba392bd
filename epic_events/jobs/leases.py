"""Query conditions for expired leases that tolerate a clock set back."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone


def is_expired_since(field: str, patience: timedelta, now: datetime | None = None) -> Q:
    """Return the condition that a moment is more than ``patience`` away from now, in either direction.

    A moment in the future was written by a clock that ran ahead; its lease counts as expired. Clocks of several hosts
    may differ by less than ``patience``.

    Args:
        field: name of the field.
        patience: duration of the lease.
        now: reference time; None for the current time.
    """
    now = now or timezone.now()
    return Q(**{f"{field}__lt": now - patience}) | Q(**{f"{field}__gt": now + patience})


def is_expired(moment: datetime | None, patience: timedelta, now: datetime | None = None) -> bool:
    """Return whether :func:`is_expired_since` holds for one moment; True for None."""
    return moment is None or abs((now or timezone.now()) - moment) > patience
