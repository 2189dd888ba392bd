"""Count database queries."""

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext


def queries_of(act: Callable[[], object]) -> int:
    """Run ``act`` and give back how many queries it made.

    Pages that other apps add to (tabs, panels) compare this for few and for many rows instead of writing a number down.
    """
    with CaptureQueriesContext(connection) as asked:
        act()
    return len(asked)
