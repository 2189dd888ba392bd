"""Database settings for each kind of database."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured


def complete_settings(database: dict[str, Any]) -> dict[str, Any]:
    """Return a database's settings, parsed from its URL.

    They have the options of its kind.

    Raises:
        ImproperlyConfigured: the site does not support this kind of database.
    """
    if "sqlite3" in database["ENGINE"]:
        # With WAL, readers do not wait for the writer. IMMEDIATE takes the write lock when a transaction begins, so two
        # writers queue up instead of failing halfway. FULL syncs the log at every commit, so that committed data
        # survives a power failure. Python caches 128 prepared statements by default; the site has several hundred, and
        # preparing them again took a tenth of the time on persistent connections, as in commands and tests.
        options = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "cached_statements": 1000,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
        return {**database, "OPTIONS": options}
    if "postgresql" in database["ENGINE"]:
        # Do not wait for an unavailable server, when connecting (seconds) or later (milliseconds). The queries of
        # every page are planned once per connection, see epic_events/infra/database/compiled_queries.py.
        usual = {"connect_timeout": 3, "tcp_user_timeout": 15_000, "prepare_threshold": 2}
        return {
            **database,
            "ENGINE": "epic_events.infra.database.postgresql",
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": {**usual, **database.get("OPTIONS", {})},
        }
    raise ImproperlyConfigured(
        "DATABASE_URL names a database this site does not run on: use sqlite:/// or postgres://."
    )
