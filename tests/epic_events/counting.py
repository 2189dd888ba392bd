"""Count database queries."""

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext


def queries_of(act: Callable[[], object]) -> int:
    """Return the number of queries of ``act``.

    Pages extended by other apps compare this for few and many rows instead of a fixed number.
    """
    with CaptureQueriesContext(connection) as asked:
        act()
    return len(asked)
