"""Request ids, request logging and request metrics."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any, Final

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from epic_events.infra import metrics

logger = logging.getLogger("epic_events.requests")

HEADER: Final = "X-Request-ID"
_GIVEN: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""Valid request id from a proxy, safe to write to a log."""


class RequestLogMiddleware:
    """Outermost middleware: assigns a request id, times, logs and counts each request.

    The log contains the URL pattern (``events/<slug>/``) instead of the path, because some paths contain a secret. It
    contains no network address, name or query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Process the request with its id bound to the log context."""
        request_id = request.headers.get(HEADER, "")
        number = request_id if _GIVEN.fullmatch(request_id) else uuid.uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=number)
        begun = time.perf_counter()
        try:
            response = self.get_response(request)
            seconds = time.perf_counter() - begun
            response[HEADER] = number
            metrics.count_request(request.method or "", _name(request), response.status_code, seconds)
            fields = {"method": request.method, "status": response.status_code, "ms": round(seconds * 1000, 1)}
            logger.info("request", extra={"route": _route(request), **fields})
        finally:
            structlog.contextvars.clear_contextvars()
        return response

    def process_view(self, request: HttpRequest, _view: object, _args: object, arguments: dict[str, Any]) -> None:
        """Bind the event named by the URL to the log context."""
        if "slug" in arguments and "events/<" in _route(request):
            structlog.contextvars.bind_contextvars(event_slug=arguments["slug"])


def _route(request: HttpRequest) -> str:
    """Return the URL pattern of a request."""
    if request.resolver_match is not None:
        return request.resolver_match.route
    return settings.STATIC_URL if request.path.startswith(settings.STATIC_URL) else ""


def _name(request: HttpRequest) -> str:
    """Return the URL name of a request for metrics; one common name without a match."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    return "static" if request.path.startswith(settings.STATIC_URL) else "unknown"
