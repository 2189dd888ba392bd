"""Readiness of this process: database, migrations, cache and queue."""

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

Word = Literal["ok", "unavailable", "missing", "late", "unknown"]
_PROBE: Final = "ready"


@dataclass(frozen=True)
class Health:
    """State of each dependency.

    Attributes:
        database: ok or unavailable.
        migrations: ok, missing, or unknown while the database is unavailable.
        cache: ok or unavailable; the site works without it.
        queue: ok, unavailable, or late if the oldest task has waited longer than a worker takes to start; the site
            works without it, and waiting tasks run later.
    """

    database: Word
    migrations: Word
    cache: Word
    queue: Word

    @property
    def ready(self) -> bool:
        """Return True if this process can handle requests."""
        return self.database == "ok" and self.migrations == "ok"


@cache
def expected_migrations() -> frozenset[tuple[str, str]]:
    """Return every migration of the running code."""
    loader = MigrationLoader(None)
    return frozenset(loader.disk_migrations)


def missing_migrations() -> list[tuple[str, str]]:
    """Return the migrations that are not applied, with one query."""
    table = MigrationRecorder.Migration
    try:
        applied = set(table.objects.values_list("app", "name"))
    except DatabaseError:
        if table._meta.db_table in connection.introspection.table_names():  # noqa: SLF001 - Django's public _meta
            raise
        applied = set()
    return sorted(expected_migrations() - applied)


def lacks_statistics() -> bool:
    """Return True if PostgreSQL has no table statistics, which makes results seven times slower."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('autovacuum'), current_setting('track_counts')")
        return "off" in cursor.fetchone()


def check_health() -> Health:
    """Check all dependencies."""
    cached: Word = "ok" if _cache_answers() else "unavailable"
    queue: Word = "ok" if queues.lengths() is not None else "unavailable"
    try:
        missing: Word = "missing" if missing_migrations() else "ok"
        if queue == "ok" and missing == "ok" and any(one.late for one in queues.unfinished_work()):
            queue = "late"
    except (DatabaseError, InterfaceError):
        return Health("unavailable", "unknown", cached, queue)
    return Health("ok", missing, cached, queue)


def _cache_answers() -> bool:
    used = caches["default"]
    if isinstance(used, FallbackRedisCache):
        return used.answers()
    used.set(_PROBE, 1, 5)
    return bool(used.get(_PROBE) == 1)
