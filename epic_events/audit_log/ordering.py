"""When a line of the log may be told to somebody who then asks for what comes after it.

Keys are given before transactions end. On PostgreSQL several write at once, and a line may become visible after one
with a higher key: a program that was told the higher one, and asks next for what comes after it, would never hear of
the other. So whoever writes says first which key was the last one given then, by a lock that goes with the transaction
and for which nobody waits; its own lines come after that key. Lines up to the lowest key that is said are told, others
when the transactions that are open have ended, milliseconds later. On SQLite one writes after the other.
"""

from datetime import timedelta
from typing import Final

from django.db import connection
from django.db.models import Q
from django.utils import timezone

LATE: Final = timedelta(minutes=10)
"""How much later than its time a line may become visible: no transaction takes as long."""

_LAST: Final = "SELECT last_value - (NOT is_called)::int AS last FROM audit_log_entry_id_seq"
_LOCKS: Final = 0x4A4C << 48
"""Where the numbers of these locks begin; another lock that came to lie there would say a key far above all."""
_SAID: Final = "epic_events.last_line"
"""A setting that holds in a transaction, and is taken back with a savepoint as the lock is: one lock for all lines."""

SAYING: Final = f"""
    RETURNING CASE WHEN COALESCE(current_setting('{_SAID}', true), '') = '' THEN (
        SELECT set_config('{_SAID}', last::text, true)
        FROM ({_LAST}) AS given, LATERAL pg_advisory_xact_lock_shared({_LOCKS} + last)
    ) END"""  # noqa: S608 - names of ours
"""Ends a statement that changes one row, on PostgreSQL, before a line is written; see above."""
_OTHERS_SAY: Final = f"""
    SELECT min(((classid::bigint << 32) | objid::bigint) - {_LOCKS}) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = {_LOCKS >> 48} AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""  # noqa: S608 - names of ours


def settled() -> Q:
    """Return what narrows lines to those that none with a lower key will follow any more. Two queries on PostgreSQL.

    Ask for the lines in a statement of its own, as a transaction that ended between the two is seen only then.
    """
    if connection.vendor != "postgresql":
        return Q()
    with connection.cursor() as cursor:
        # First what was given, then who is open: who comes in between is given a key above it.
        cursor.execute(_LAST)
        (given,) = cursor.fetchone()
        cursor.execute(_OTHERS_SAY)
        (said,) = cursor.fetchone()
    return Q(pk__lte=given if said is None else min(given, said)) | Q(at__lt=timezone.now() - LATE)
