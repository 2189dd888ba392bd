"""Rejection of requests that are too large, before any view reads them."""

import contextlib
import logging
from collections.abc import Callable
from copy import copy
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.template.response import SimpleTemplateResponse
from django.urls import resolve
from django.utils.html import conditional_escape
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from epic_events.accounts.access.second_factor import SecondFactorError
from epic_events.accounts.idempotency import is_from_outbox
from epic_events.infra.errors import NoLengthError, TooLargeError, UserError
from epic_events.infra.fragments import mark_fragment
from epic_events.infra.limits import MAX_BODY_BYTES, too_many_bytes, too_many_fields
from epic_events.web.form_recovery.pages import API_PREFIX, page_of_form

if TYPE_CHECKING:
    from _typeshed import SupportsRead

logger = logging.getLogger(__name__)
MAX_DISCARDED_BYTES: Final = 5 * MAX_BODY_BYTES
"""Bytes of a rejected request that are read and discarded: many browsers read no response before."""


class OversizedMiddleware:
    """Parses submitted forms and rejects those that are too large.

    Place it last, after authentication. The REST framework rejects its own requests; this middleware only discards the
    unread part of their bodies.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Process the request unless it is too large or chunked without a Content-Length."""
        if request.headers.get("Transfer-Encoding") and not request.META.get("CONTENT_LENGTH"):
            return _without_length(request)
        if request.path.startswith(API_PREFIX):
            response = self.get_response(request)
            if response.status_code >= HTTPStatus.BAD_REQUEST:
                _discard(request)
            return response
        if request.method != "POST":
            return self.get_response(request)
        try:
            _read(request)
        except UserError as error:
            logger.warning("POST %s was refused: %s", request.path, error)
            _discard(request)
            return refused(request, error)
        return self.get_response(request)


def _read(request: HttpRequest) -> None:
    """Parse the form of a request.

    Raises:
        TooLargeError: the form has too many bytes, fields or files.
        UserError: the form is incomplete.
    """
    length = request.META.get("CONTENT_LENGTH") or "0"
    sent = int(length) if length.isdecimal() else 0
    if sent > MAX_BODY_BYTES:
        raise too_many_bytes(sent, MAX_BODY_BYTES)
    try:
        _form = request.POST
    except RequestDataTooBig as error:
        raise too_many_bytes(sent, settings.DATA_UPLOAD_MAX_MEMORY_SIZE) from error
    except (TooManyFieldsSent, TooManyFilesSent) as error:
        raise too_many_fields() from error
    except (MultiPartParserError, BadRequest) as error:
        raise UserError(_("The form arrived incomplete and was not saved. Send it again.")) from error


def _without_length(request: HttpRequest) -> HttpResponse:
    """Reject a request without Content-Length as a page or as JSON."""
    error = NoLengthError(
        _("Nothing was saved: the request has no Content-Length header. Send it again with this header.")
    )
    logger.warning("%s %s was refused: %s", request.method, request.path, error)
    _discard(request, request.META.get("wsgi.input"))  # Django's own stream is empty without a length
    if request.path.startswith(API_PREFIX):
        body = {"code": error.code, "message": str(error), "fields": error.fields}
        return JsonResponse(body, status=error.status)
    return refused(request, error)


def _discard(request: HttpRequest, body: "SupportsRead[bytes] | None" = None) -> None:
    """Read and discard the rest of a rejected request.

    Browsers read the response only after sending the whole body.
    """
    request._mark_post_parse_error()  # type: ignore[attr-defined]  # noqa: SLF001 - as Django's own handler does
    left, read = MAX_DISCARDED_BYTES, (body or request).read
    with contextlib.suppress(OSError):  # the client has disconnected
        while left > 0 and (taken := len(read(min(left, 65_536)))):
            left -= taken


def refused(request: HttpRequest, error: UserError) -> HttpResponse:
    """Return the response to a user error as a page, htmx fragment or JSON."""
    if is_from_outbox(request):
        return JsonResponse({"problem": str(error)}, status=error.status)
    context: dict[str, Any] = {"message": str(error), "fields": error.fields, "status": error.status}
    context["second_factor"] = isinstance(error, SecondFactorError)
    if getattr(request, "htmx", False):
        response = render(request, "web/partials/user_error.html", context, status=error.status)
        response["HX-Retarget"] = "#messages"
        response["HX-Reswap"] = "innerHTML show:top"
        return mark_fragment(response)
    if isinstance(error, TooLargeError) and request.method == "POST":
        page = _page_of_the_form(request, str(error))
        if page is not None:
            page.status_code = error.status
            return page
        context["message"] = _("Go back to the form and send less data.")  # the error is shown above it
    context["back"] = previous_page(request)
    return render(request, "web/user_error.html", context, status=error.status)


def _page_of_the_form(request: HttpRequest, message: str) -> HttpResponse | None:
    """Return the page of the form with an error message, or None."""
    parts = urlsplit(page_of_form(request))
    view, positional, named = resolve(parts.path)
    shown = copy(request)
    shown.method, shown.path, shown.path_info = "GET", parts.path, parts.path
    shown.META["QUERY_STRING"] = parts.query
    shown.GET = QueryDict(parts.query)
    shown.resolver_match = resolve(parts.path)
    messages.error(shown, message)
    try:
        page: HttpResponse = view(shown, *positional, **named)
        if isinstance(page, SimpleTemplateResponse):
            page = page.render()
    except (UserError, Http404, PermissionDenied, ReauthenticationRequired):
        return None
    html = page.get("Content-Type", "").startswith("text/html") and not page.streaming
    is_whole = html and b"<html" in page.content  # not a fragment
    tells = is_whole and conditional_escape(message).encode() in page.content  # pages for projectors show no messages
    return page if page.status_code == HTTPStatus.OK and tells else None


def previous_page(request: HttpRequest) -> str:
    """Return the referring page of this site, or an empty string."""
    before = request.headers.get("Referer", "")
    same = before == request.build_absolute_uri() and request.method == "GET"
    known = url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=request.is_secure())
    return before if known and not same else ""
