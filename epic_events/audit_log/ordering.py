"""Safe reading of new audit entries in the order of their keys.

Keys are assigned before transactions commit. On PostgreSQL an entry can become visible after one with a higher key,
so a reader who continues after the highest key would miss it. Each writer therefore first publishes, by an advisory
lock that never blocks, the last key assigned at that time; its own keys are higher. Readers see entries up to the
lowest published key, and the others once the open transactions have ended, milliseconds later. SQLite has one writer
at a time.
"""

from datetime import timedelta
from typing import Final

from django.db import connection
from django.db.models import Q
from django.utils import timezone

LATE: Final = timedelta(minutes=10)
"""Maximum delay until an entry becomes visible; longer than any transaction."""

_LAST: Final = "SELECT last_value - (NOT is_called)::int AS last FROM audit_log_entry_id_seq"
_LOCKS: Final = 0x4A4C << 48
"""Offset of the lock numbers. Another lock in this range would only publish a very high key."""
_LAST_ID_SETTING: Final = "epic_events.last_line"
"""Transaction-local setting, so that a transaction takes one lock. A savepoint rollback resets both."""

SAYING: Final = f"""
    RETURNING CASE WHEN COALESCE(current_setting('{_LAST_ID_SETTING}', true), '') = '' THEN (
        SELECT set_config('{_LAST_ID_SETTING}', last::text, true)
        FROM ({_LAST}) AS given, LATERAL pg_advisory_xact_lock_shared({_LOCKS} + last)
    ) END"""  # noqa: S608 - names of ours
"""Ends a statement that changes one row, on PostgreSQL, before a line is written; see above."""
_OTHERS_SAY: Final = f"""
    SELECT min(((classid::bigint << 32) | objid::bigint) - {_LOCKS}) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = {_LOCKS >> 48} AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""  # noqa: S608 - names of ours


def complete_entries() -> Q:
    """Return the condition for entries that no entry with a lower key can follow. Two queries on PostgreSQL.

    Read the entries in a separate statement: a transaction that commits in between is visible only then.
    """
    if connection.vendor != "postgresql":
        return Q()
    with connection.cursor() as cursor:
        # Read the last key before the open transactions: later transactions get higher keys.
        cursor.execute(_LAST)
        (given,) = cursor.fetchone()
        cursor.execute(_OTHERS_SAY)
        (lowest_published,) = cursor.fetchone()
    return Q(pk__lte=given if lowest_published is None else min(given, lowest_published)) | Q(
        at__lt=timezone.now() - LATE
    )
