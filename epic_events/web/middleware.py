"""Middleware of all pages.

Compression, user errors, ended sessions and oversized requests.
"""

import contextlib
import logging
from collections.abc import Callable
from copy import copy
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit, urlunsplit

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
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.response import SimpleTemplateResponse
from django.urls import resolve, reverse
from django.utils.html import conditional_escape
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from epic_events.accounts.access.second_factor import SecondFactorError
from epic_events.accounts.idempotency import is_from_outbox, owner_key
from epic_events.infra.errors import NoLengthError, TooLargeError, UserError
from epic_events.infra.limits import MAX_BODY_BYTES, too_many_bytes, too_many_fields
from epic_events.infra.responses import GzipMiddleware, mark_fragment
from epic_events.web.form_recovery import API_PREFIX, page_of_form

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from _typeshed import SupportsRead


SECRETS: Final = ("/accounts/", "/api/v1/token/")
"""Prefixes of paths whose responses show a secret, such as a new token; they are not compressed."""


class CompressionMiddleware(GzipMiddleware):
    """Compress responses, with Django's defence against BREACH.

    The attack guesses a secret by the length of many responses that contain both the secret and text of the attacker.
    The CSRF token is masked again for each response, a random number of bytes is added to each, and responses that
    show another secret are not compressed. Cached pages (``epic_events/page_cache/pages.py``) hold no secret and are
    compressed once.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed unless its path may show a secret."""
        return response if request.path.startswith(SECRETS) else super().process_response(request, response)


class UserErrorMiddleware:
    """Converts a :class:`UserError` to a page, or to a fragment for htmx.

    URLs below ``/api/`` are left to the REST framework, which returns JSON.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Process the request; show a page for "405 Method Not Allowed"."""
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not request.path.startswith(API_PREFIX):
            return self._wrong_method(request, response)
        return response

    def _wrong_method(self, request: HttpRequest, rejection: HttpResponse) -> HttpResponse:
        """Return the error page for a GET of an address that accepts only forms."""
        message = _("This address accepts only submitted forms. Go back to the page and submit the form again.")
        context = {"message": message, "fields": {}, "status": rejection.status_code, "back": previous_page(request)}
        response = render(request, "web/user_error.html", context, status=rejection.status_code)
        response["Allow"] = rejection["Allow"]
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the response to a user error; None for other exceptions."""
        if not isinstance(exception, UserError) or request.path.startswith(API_PREFIX):
            return None
        response = render_user_error(request, exception)
        if exception.retry_after:
            response["Retry-After"] = str(exception.retry_after)
        return response


class ReaderMiddleware:
    """Returns 401 to an open page whose user has signed out or changed.

    htmx sends the owner of the page in ``X-Owner``. If it is not the current user, the page gets no fragments of
    another user, of the sign-in page or of a public page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Process the request unless the page belongs to another user."""
        if not getattr(request, "htmx", False):
            return self.get_response(request)
        owner = request.headers.get("X-Owner", "")
        if owner and owner != owner_key(request.user):
            return self._sign_in_again(request)
        response = self.get_response(request)
        sign_in = response.get("Location", "").partition("?")[0] == reverse("account_login")
        return self._sign_in_again(request) if sign_in else response

    def _sign_in_again(self, request: HttpRequest) -> HttpResponse:
        """Return 401 with the URL of the sign-in that leads back to the page."""
        shown = request.headers.get("HX-Current-URL", "")
        is_local = url_has_allowed_host_and_scheme(shown, {request.get_host()}, require_https=request.is_secure())
        parts = urlsplit(shown if is_local else "")
        response = HttpResponse(status=HTTPStatus.UNAUTHORIZED)
        after = urlunsplit(("", "", parts.path or reverse("web:home"), parts.query, ""))
        response["X-Sign-In"] = f"{reverse('account_login')}?{urlencode({'next': after})}"
        return response


class SignedOutMiddleware:
    """Clears the browser cache at sign-out to protect users of shared devices.

    The cache of the service worker stays: it contains only public pages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Process the request; add ``Clear-Site-Data`` to the response at sign-out."""
        response = self.get_response(request)
        if request.method == "POST" and request.path == reverse("account_logout"):
            response["Clear-Site-Data"] = '"cache"'
        return response


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
            _parse_form(request)
        except UserError as error:
            logger.warning("POST %s was refused: %s", request.path, error)
            _discard(request)
            return render_user_error(request, error)
        return self.get_response(request)


def _parse_form(request: HttpRequest) -> None:
    """Parse the form of a request.

    Raises:
        TooLargeError: the form has too many bytes, fields or files.
        UserError: the form is incomplete.
    """
    length = request.META.get("CONTENT_LENGTH") or "0"
    size = int(length) if length.isdecimal() else 0
    if size > MAX_BODY_BYTES:
        raise too_many_bytes(size, MAX_BODY_BYTES)
    try:
        _form = request.POST
    except RequestDataTooBig as error:
        raise too_many_bytes(size, settings.DATA_UPLOAD_MAX_MEMORY_SIZE) from error
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
    return render_user_error(request, error)


def _discard(request: HttpRequest, body: "SupportsRead[bytes] | None" = None) -> None:
    """Read and discard the rest of a rejected request.

    Browsers read the response only after sending the whole body.
    """
    request._mark_post_parse_error()  # type: ignore[attr-defined]  # noqa: SLF001 - as Django's own handler does
    left, read = MAX_DISCARDED_BYTES, (body or request).read
    with contextlib.suppress(OSError):  # the client has disconnected
        while left > 0 and (size := len(read(min(left, 65_536)))):
            left -= size


def render_user_error(request: HttpRequest, error: UserError) -> HttpResponse:
    """Return the response to a user error as a page, htmx fragment or JSON."""
    if is_from_outbox(request):
        return JsonResponse({"problem": str(error), **error.details}, status=error.status)
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
    view, positional, keyword_arguments = resolve(parts.path)
    shown = copy(request)
    shown.method, shown.path, shown.path_info = "GET", parts.path, parts.path
    shown.META["QUERY_STRING"] = parts.query
    shown.GET = QueryDict(parts.query)
    shown.resolver_match = resolve(parts.path)
    messages.error(shown, message)
    try:
        page: HttpResponse = view(shown, *positional, **keyword_arguments)
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
    is_local = url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=request.is_secure())
    return before if is_local and not same else ""
