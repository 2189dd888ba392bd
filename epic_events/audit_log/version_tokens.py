"""Version tokens that change with every audit entry of an event or of the site.

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
from typing import Final

from django.db import connection

from epic_events.audit_log.ordering import SAYING

TABLE: Final = "audit_log_versiontoken"
SITE: Final = 0
"""The scope of the whole site, where others are keys of events."""

PASSING: Final = frozenset(
    {
        "result.reported", "result.confirmed", "result.report_undone", "result.entered",
        "match.active_player_recorded", "match.first_player_recorded", "deck.submitted",
        "dispute.opened", "dispute.record_changed", "dispute.replay_asked", "dispute.replay_cancelled",
        "dispute.replay_failed", "dispute.replayed",
    }
)  # fmt: skip
"""Verbs that change one table of a round under way, one person's own list, or a dispute that is not published yet.

They come by the hundred in a minute. Neither standings nor a list of events show any of it, but for who has won an
elimination: ``epic_events/pairings/results/services/finalisation.py`` sees to that. Every other verb is taken to change
everything.
"""
UNRANKED: Final = (
    "avoidance.", "call.", "clock.", "deck.", "decision.", "dispute.", "match.", "penalty.", "pods.", "ruling.",
    "staff.", "webhook.",
    "round.discarded", "round.paired", "round.paired_again", "round.published", "round.time_call_undone",
    "round.time_called",
)  # fmt: skip
"""How verbs begin that change no standings of a finished round. Every other verb is taken to change them."""
PERSONAL: Final = ("access.", "address.", "password.", "session.", "sign_in.", "token.")
"""How verbs of no event begin that concern one account and show on no page of others."""


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
    saying = SAYING if scope == SITE and connection.vendor == "postgresql" else ""  # every line is one of the site's
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
