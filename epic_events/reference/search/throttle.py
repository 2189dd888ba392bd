"""Keeps one visitor from taking the search away from all others."""

from django.http import HttpRequest

from epic_events.accounts.rate_limits import client_key, limit_rate

SEARCHES_A_MINUTE = 300  # a hall full of players may share one address


def count_search(request: HttpRequest) -> None:
    """Count one search of a visitor, signed in or by network address.

    Raises:
        TooOftenError: beyond the searches allowed in a minute.
    """
    limit_rate("search", client_key(request), limit=SEARCHES_A_MINUTE, seconds=60)
