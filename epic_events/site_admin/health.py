"""Whether this process could answer a request now: what it asks of database, migrations, cache and queue."""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from django.core.cache import caches
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import DatabaseError, InterfaceError

from epic_events.infra.cache import FallbackRedisCache
from epic_events.site_admin import queues

Word = Literal["ok", "away", "missing", "late", "unknown"]
_PROBE: Final = "ready"


@dataclass(frozen=True)
class Condition:
    """How each part is.

    Attributes:
        database: ok or away.
        migrations: ok, missing, or unknown while the database is away.
        cache: ok or away; without it the site goes on.
        queue: ok, away, or late when something waits longer than a worker takes to begin; without it the site goes on
            as well, and what waits is done when it is back.
    """

    database: Word
    migrations: Word
    cache: Word
    queue: Word

    @property
    def ready(self) -> bool:
        """Whether requests should be sent here."""
        return self.database == "ok" and self.migrations == "ok"


@cache
def expected_migrations() -> frozenset[tuple[str, str]]:
    """Return every migration that the code of this process stands on."""
    loader = MigrationLoader(None)
    return frozenset(loader.disk_migrations)


def missing_migrations() -> list[tuple[str, str]]:
    """Return what the code stands on and the database has not been through; one query."""
    table = MigrationRecorder.Migration
    try:
        applied = set(table.objects.values_list("app", "name"))
    except DatabaseError:
        if table._meta.db_table in connection.introspection.table_names():  # noqa: SLF001 - Django's public _meta
            raise
        applied = set()
    return sorted(expected_migrations() - applied)


def plans_by_guesses() -> bool:
    """Whether nothing tells PostgreSQL how much there is in its tables: a result then takes it seven times as long."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('autovacuum'), current_setting('track_counts')")
        return "off" in cursor.fetchone()


def condition() -> Condition:
    """Look at everything."""
    cached: Word = "ok" if _cache_answers() else "away"
    queue: Word = "ok" if queues.lengths() is not None else "away"
    try:
        missing: Word = "missing" if missing_migrations() else "ok"
        if queue == "ok" and missing == "ok" and any(one.late for one in queues.waiting()):
            queue = "late"
    except (DatabaseError, InterfaceError):
        return Condition("away", "unknown", cached, queue)
    return Condition("ok", missing, cached, queue)


def _cache_answers() -> bool:
    used = caches["default"]
    if isinstance(used, FallbackRedisCache):
        return used.answers()
    used.set(_PROBE, 1, 5)
    return bool(used.get(_PROBE) == 1)
