"""Liveness, readiness and metrics endpoints.

Load balancers use a network address without a certificate, so these respond before host and TLS checks, without a
session, and reveal nothing useful to strangers.
"""

import ipaddress
import secrets
from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from epic_events.infra import metrics
from epic_events.site_admin.health import check_health
from epic_events.site_admin.queues import QueueCollector

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
    found = check_health()
    body = {part: getattr(found, part) for part in ("ready", "database", "migrations", "cache", "queue")}
    return JsonResponse(body, status=200 if found.ready else 503)


@require_safe
@never_cache
def metrics_view(request: HttpRequest) -> HttpResponse:
    """Metrics. Permission: holders of METRICS_TOKEN; if none is set, this machine only."""
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
    except ValueError:  # a socket has none
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
