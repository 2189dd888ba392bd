"""Readiness of this process, and the liveness, readiness and metrics endpoints.

Load balancers use a network address without a certificate, so these respond before host and TLS checks, without a
session, and reveal nothing useful to strangers.
"""

import ipaddress
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from epic_events.infra import metrics
from epic_events.infra.cache import FallbackRedisCache
from epic_events.site_admin import queues
from epic_events.site_admin.queues import QueueCollector

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
    """Return True if PostgreSQL has no table statistics.

    Results are then seven times slower.
    """
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


View = Callable[[HttpRequest], HttpResponse]


@require_safe
@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """Liveness: 200 while the process runs. Permission: public."""
    return HttpResponse("alive\n", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def ready(_request: HttpRequest) -> HttpResponse:
    """Readiness: 200 or 503 with the state of each dependency. Permission: public."""
    health = check_health()
    body = {part: getattr(health, part) for part in ("ready", "database", "migrations", "cache", "queue")}
    return JsonResponse(body, status=200 if health.ready else 503)


@require_safe
@never_cache
def metrics_view(request: HttpRequest) -> HttpResponse:
    """Metrics.

    Permission: holders of METRICS_TOKEN; if none is set, this machine only.
    """
    if not _is_allowed(request):
        raise Http404
    return HttpResponse(metrics.exposition(QueueCollector()), content_type=CONTENT_TYPE_LATEST)


def _is_allowed(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        kind, _, word = request.headers.get("Authorization", "").partition(" ")
        return kind == "Bearer" and secrets.compare_digest(word.encode(), settings.METRICS_TOKEN.encode())
    forwarded = settings.PROXIES or any(name in request.headers for name in ("Forwarded", "X-Forwarded-For"))
    return not forwarded and _is_this_machine(request.META.get("REMOTE_ADDR", ""))


def _is_this_machine(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:  # a Unix socket has no IP address
        return False


PROBES: Final[Mapping[str, View]] = {"/health/": health, "/ready/": ready, "/metrics/": metrics_view}


class ProbesMiddleware:
    """Middleware that answers the probes."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a probe, or pass the request on."""
        probe = PROBES.get(request.path)
        if probe is None:
            return self.get_response(request)
        try:
            return probe(request)
        except Http404:
            return HttpResponse(status=404)
