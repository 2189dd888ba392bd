"""Each request under a number of its own: in every line of the log, in the answer, and in what is counted and timed."""

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
"""A number that a proxy has given already and that does no harm in a log."""


class ObservedMiddleware:
    """Numbers, times and counts every request; the outermost, so that nothing is missed.

    The log holds the address as the table of addresses writes it (``events/<slug>/``): some hold a secret, as
    invitations do. No network address, no name, no query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on under its number."""
        given = request.headers.get(HEADER, "")
        number = given if _GIVEN.fullmatch(given) else uuid.uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=number)
        begun = time.perf_counter()
        try:
            response = self.get_response(request)
            seconds = time.perf_counter() - begun
            response[HEADER] = number
            metrics.note_request(request.method or "", _name(request), response.status_code, seconds)
            told = {"method": request.method, "status": response.status_code, "ms": round(seconds * 1000, 1)}
            logger.info("request", extra={"route": _route(request), **told})
        finally:
            structlog.contextvars.clear_contextvars()
        return response

    def process_view(self, request: HttpRequest, _view: object, _args: object, given: dict[str, Any]) -> None:
        """Bind the event that the address names."""
        if "slug" in given and "events/<" in _route(request):
            structlog.contextvars.bind_contextvars(event_slug=given["slug"])


def _route(request: HttpRequest) -> str:
    """Return the address as the table of addresses writes it."""
    if request.resolver_match is not None:
        return request.resolver_match.route
    return settings.STATIC_URL if request.path.startswith(settings.STATIC_URL) else ""


def _name(request: HttpRequest) -> str:
    """Return under what a request is counted: the name of its address, or one for all that have none."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    return "static" if request.path.startswith(settings.STATIC_URL) else "unknown"
