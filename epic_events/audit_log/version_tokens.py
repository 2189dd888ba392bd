"""What changes with every line of the log; by it a page that is kept is known to be as it would be made now.

The house has it that every change of what people see writes a line, in the same transaction. With the line, and so in
the same moment, a stamp of its event changes, and one of the whole site. Whoever keeps a page reads the stamp first and
then what the page shows, and keeps it under that stamp: what was read is at least as new as the stamp says, so a page
is never older than what it is found under.

A stamp is drawn by chance and no count: a database that was restored from a backup counts the same numbers again, which
would find what was kept before. The key of the line will not do either: keys are given before transactions end, so that
a page made without a change could be kept under a key above it.

No writer waits for another one because of stamps: a scope (an event, or the site) has several rows, each writer takes
one that nobody holds, and the stamp of the scope is all of them. There come to be as many as ever wrote at once.
"""

import secrets
from collections.abc import Iterable
from typing import Final

from django.db import connection

from epic_events.audit_log.ordering import SAYING

TABLE: Final = "audit_log_stamp"
SITE: Final = 0
"""The scope of the whole site, where others are keys of events."""

PASSING: Final = frozenset(
    {
        "result.reported", "result.confirmed", "result.withdrawn", "result.entered",
        "match.turn_noted", "match.first_player_noted", "deck.submitted",
        "dispute.opened", "dispute.record_changed", "dispute.replay_asked", "dispute.replay_cancelled",
        "dispute.replay_failed", "dispute.replayed",
    }
)  # fmt: skip
"""Verbs that change one table of a round under way, one person's own list, or a dispute that is not published yet.

They come by the hundred in a minute. Neither standings nor a list of events show any of it, but for who has won an
elimination: ``epic_events/pairings/results/services/settling.py`` sees to that. Every other verb is taken to change
everything.
"""
PERSONAL: Final = ("access.", "address.", "password.", "session.", "sign_in.", "token.")
"""How verbs of no event begin that concern one account and show on no page of others."""


def move(lines: Iterable[tuple[int | None, str]]) -> None:
    """Give new stamps to what lines of the log belong to; in the transaction that stores them, and before it does.

    Args:
        lines: of each the key of its event, or None, and its verb.
    """
    changed: dict[int, set[str]] = {}
    for event, verb in lines:
        columns = {"latest"}
        if not event and not verb.startswith(PERSONAL):
            columns |= {"lasting", "general"}
        elif event and verb not in PASSING:
            columns.add("lasting")
        changed.setdefault(SITE, set()).update(columns)
        if event:
            changed.setdefault(event, set()).update(columns)
    for scope in sorted(changed):
        _draw(scope, sorted(changed[scope]))


def _draw(scope: int, columns: list[str]) -> None:
    """Draw new values for one row of a scope; where all are held, in a new row."""
    free = "FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    saying = SAYING if scope == SITE and connection.vendor == "postgresql" else ""  # every line is one of the site's
    drawn = [secrets.token_hex(8) for _column in columns]
    changed = ", ".join(f"{column} = %s" for column in columns)
    one = f"SELECT id FROM {TABLE} WHERE event_id = %s ORDER BY id LIMIT 1 {free}"  # noqa: S608 - names of ours
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {TABLE} SET {changed} WHERE id = ({one}){saying}", [*drawn, scope])  # noqa: S608
        if not cursor.rowcount:
            values = {"latest": "", "lasting": "", "general": "", **dict(zip(columns, drawn, strict=True))}
            places = ", ".join(["%s"] * (1 + len(values)))
            cursor.execute(
                f"INSERT INTO {TABLE} (event_id, {', '.join(values)}) VALUES ({places}){saying}",  # noqa: S608 - the same
                [scope, *values.values()],
            )
