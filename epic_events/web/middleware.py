"""Middleware of all pages: user errors, ended sessions and sign-out."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit, urlunsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from epic_events.accounts.idempotency import owner_key
from epic_events.infra.errors import UserError
from epic_events.web.form_recovery.oversized import previous_page, refused
from epic_events.web.form_recovery.pages import API_PREFIX


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

    def _wrong_method(self, request: HttpRequest, refused: HttpResponse) -> HttpResponse:
        """Return the error page for a GET of an address that accepts only forms."""
        message = _("This address accepts only submitted forms. Go back to the page and submit the form again.")
        context = {"message": message, "fields": {}, "status": refused.status_code, "back": previous_page(request)}
        response = render(request, "web/user_error.html", context, status=refused.status_code)
        response["Allow"] = refused["Allow"]
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the response to a user error; None for other exceptions."""
        if not isinstance(exception, UserError) or request.path.startswith(API_PREFIX):
            return None
        response = refused(request, exception)
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
        known = url_has_allowed_host_and_scheme(shown, {request.get_host()}, require_https=request.is_secure())
        parts = urlsplit(shown if known else "")
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
