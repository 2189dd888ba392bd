"""Version tokens that change with every audit entry, and the order of new entries.

Keys are assigned before transactions commit. On PostgreSQL an entry can become visible after one with a higher key,
so a reader who continues after the highest key would miss it. Each writer therefore first publishes, by an advisory
lock that never blocks, the last key assigned at that time; its own keys are higher. Readers see entries up to the
lowest published key, and the others once the open transactions have ended, milliseconds later. SQLite has one writer
at a time.

Each visible change writes an audit entry in the same transaction, which renews the tokens of its event and of the
site. A cached page is keyed by the token read before its data: the data is at least as recent as the token, so a page
is never older than its key says.

Tokens are random, not counters: a restored backup would repeat counter values and match stale pages. Entry keys do not
work either, because they are assigned before commit.

Writers never wait for each other: a scope (event or site) has several rows, each writer takes an unlocked one, and the
token of the scope combines all of them. There are as many rows as writers were ever concurrent.
"""

import secrets
from collections.abc import Iterable
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
"""SQL suffix by which a writer publishes the last assigned key before it adds an entry (PostgreSQL)."""
_OTHERS_SAY: Final = f"""
    SELECT min(((classid::bigint << 32) | objid::bigint) - {_LOCKS}) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = {_LOCKS >> 48} AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""  # noqa: S608 - names of ours


def complete_entries() -> Q:
    """Return the condition for entries that no entry with a lower key can follow.

    Two queries on PostgreSQL. Read the entries in a separate statement: a transaction that commits in between is
    visible only then.
    """
    if connection.vendor != "postgresql":
        return Q()
    with connection.cursor() as cursor:
        # Read the last key before the open transactions: later transactions get higher keys.
        cursor.execute(_LAST)
        (entry,) = cursor.fetchone()
        cursor.execute(_OTHERS_SAY)
        (lowest_published,) = cursor.fetchone()
    return Q(pk__lte=entry if lowest_published is None else min(entry, lowest_published)) | Q(
        at__lt=timezone.now() - LATE
    )


TABLE: Final = "audit_log_versiontoken"
SITE: Final = 0
"""Scope of the whole site; other scopes are keys of events."""

PASSING: Final = frozenset(
    {
        "result.reported", "result.confirmed", "result.report_undone", "result.entered",
        "match.active_player_recorded", "match.first_player_recorded", "deck.submitted",
        "dispute.opened", "dispute.record_changed", "dispute.replay_asked", "dispute.replay_cancelled",
        "dispute.replay_failed", "dispute.replayed",
    }
)  # fmt: skip
"""Verbs that change one table of the current round, a user's own decklist or an unpublished dispute. They are frequent
and do not affect cached standings.

They occur hundreds of times per minute. Standings and lists of events do not show them, except the winner of an
elimination, for which ``epic_events/pairings/results/services/finalisation.py`` renews the tokens. Every other verb is
assumed to change everything.
"""
UNRANKED: Final = (
    "avoidance.", "call.", "clock.", "deck.", "decision.", "dispute.", "match.", "penalty.", "pods.", "preparation.",
    "ruling.",
    "staff.", "webhook.",
    "round.discarded", "round.paired", "round.paired_again", "round.published", "round.time_call_undone",
    "round.time_called",
)  # fmt: skip
"""Prefixes of verbs that do not change the standings of a finished round. Other verbs are assumed to change them."""
PERSONAL: Final = ("access.", "address.", "password.", "session.", "sign_in.", "token.")
"""Prefixes of verbs that concern one account only and appear on no page of other users."""


def renew(lines: Iterable[tuple[int | None, str]]) -> None:
    """Renew the version tokens of the scopes of some entries, before they are stored.

    Args:
        lines: key of the event (or None) and verb of each entry.
    """
    changed: dict[int, set[str]] = {}
    for event, verb in lines:
        columns = {"latest"}
        if not event and not verb.startswith(PERSONAL):
            columns |= {"lasting", "general"}
        elif event and verb not in PASSING:
            columns.add("lasting")
            if not verb.startswith(UNRANKED):
                columns.add("standings")
        changed.setdefault(SITE, set()).update(columns)
        if event:
            changed.setdefault(event, set()).update(columns)
    for scope in sorted(changed):
        _draw(scope, sorted(changed[scope]))


def _draw(scope: int, columns: list[str]) -> None:
    """Draw new values for an unlocked row of a scope, or for a new row."""
    free = "FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    saying = SAYING if scope == SITE and connection.vendor == "postgresql" else ""  # every entry is of the site
    drawn = [secrets.token_hex(8) for _column in columns]
    changed = ", ".join(f"{column} = %s" for column in columns)
    one = f"SELECT id FROM {TABLE} WHERE event_id = %s ORDER BY id LIMIT 1 {free}"  # noqa: S608 - names of ours
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {TABLE} SET {changed} WHERE id = ({one}){saying}", [*drawn, scope])  # noqa: S608
        if not cursor.rowcount:
            values = {
                "latest": "",
                "lasting": "",
                "standings": "",
                "general": "",
                **dict(zip(columns, drawn, strict=True)),
            }
            places = ", ".join(["%s"] * (1 + len(values)))
            cursor.execute(
                f"INSERT INTO {TABLE} (event_id, {', '.join(values)}) VALUES ({places}){saying}",  # noqa: S608 - the same
                [scope, *values.values()],
            )
