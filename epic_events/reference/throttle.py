"""Keeps one visitor from taking the search away from all others."""

from typing import Any

from django.http import HttpRequest

from epic_events.accounts.throttle import throttle

SEARCHES_A_MINUTE = 300  # a hall full of players may share one address


def count_search(request: HttpRequest) -> None:
    """Count one search of a visitor, signed in or by network address.

    Raises:
        TooOftenError: beyond the searches allowed in a minute.
    """
    user: Any = getattr(request, "user", None)
    known = user is not None and user.is_authenticated
    who = f"user-{user.pk}" if known else request.META.get("REMOTE_ADDR", "")
    throttle("search", who, limit=SEARCHES_A_MINUTE, seconds=60)
