"""Rate limit of searches."""

from django.http import HttpRequest

from epic_events.accounts.rate_limits import client_key, limit_rate

SEARCHES_A_MINUTE = 300  # many players in a venue may share one address


def count_search(request: HttpRequest) -> None:
    """Count a search of a user or network address.

    Raises:
        TooOftenError: the limit per minute is exceeded.
    """
    limit_rate("search", client_key(request), limit=SEARCHES_A_MINUTE, seconds=60)
