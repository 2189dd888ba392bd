"""Responses during a database outage: 503 without further queries.

:func:`handle_server_error` is Django's ``handler500``.
"""

import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error

from epic_events.accounts.idempotency import is_from_outbox
from epic_events.infra import database
from epic_events.infra.errors import UnavailableError
from epic_events.web.form_recovery import API_PREFIX, page_of_form, saved_form


def handle_server_error(request: HttpRequest) -> HttpResponse:
    """Return 503 if the database is unavailable, otherwise the error page 500."""
    error = sys.exc_info()[1]
    if error is None or not database.is_unavailable(error):
        return server_error(request)
    refusal = database.unavailable_error(error, f"{request.method} {request.path}")
    response = _render_error(request, refusal)
    response["Retry-After"] = str(refusal.retry_after)
    add_never_cache_headers(response)
    return already_logged(response)


def already_logged(response: HttpResponse) -> HttpResponse:
    """Mark a response so that Django does not log it with a traceback again."""
    response._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001 - how Django's own log marks it
    return response


def _render_error(request: HttpRequest, refusal: UnavailableError) -> HttpResponse:
    if request.path.startswith(API_PREFIX):
        body = {"code": refusal.code, "message": str(refusal), "fields": refusal.fields}
        return JsonResponse(body, status=refusal.status)
    if is_from_outbox(request):
        return JsonResponse({"problem": str(refusal)}, status=refusal.status)
    if request.headers.get("HX-Request"):
        # Not marked as a fragment: the open page keeps its content and polls again.
        return HttpResponse(str(refusal), content_type="text/plain; charset=utf-8", status=refusal.status)
    return HttpResponse(render_to_string("503.html", _context(request), request=None), status=refusal.status)


def _context(request: HttpRequest) -> dict[str, Any]:
    """Return the template context with the submitted entries."""
    try:
        context = saved_form(request)
    except (BadRequest, SuspiciousOperation, MultiPartParserError, OSError):  # the request is incomplete
        context = {"again": False, "page": page_of_form(request)}
    token = get_token(request) if context["again"] else ""
    return {**context, "sends": request.method == "POST", "csrf_token": token, "site_name": settings.SITE_NAME}
