"""What happens to requests of every page: mistakes turned into pages that help, and forgetting on signing out."""

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
    """Answers a :class:`UserError` with its sentence and status: a page, or a fragment for htmx.

    Addresses below ``/api/`` are left to the REST framework, which answers in JSON.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; an address that takes forms only says so instead of staying blank."""
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not request.path.startswith(API_PREFIX):
            return self._wrong_method(request, response)
        return response

    def _wrong_method(self, request: HttpRequest, refused: HttpResponse) -> HttpResponse:
        """Return a page for who comes to the address of a form, for example after signing in again."""
        message = _("This address accepts only submitted forms. Go back to the page and submit the form again.")
        context = {"message": message, "fields": {}, "status": refused.status_code, "back": previous_page(request)}
        response = render(request, "web/user_error.html", context, status=refused.status_code)
        response["Allow"] = refused["Allow"]
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page for a user's mistake; None for everything else."""
        if not isinstance(exception, UserError) or request.path.startswith(API_PREFIX):
            return None
        response = refused(request, exception)
        if exception.retry_after:
            response["Retry-After"] = str(exception.retry_after)
        return response


class ReaderMiddleware:
    """Answers a page that stays open after its reader was signed out, with 401 and where to sign in again.

    Such a page asks for its parts with the word for whose it is (``X-Owner``): it gets nothing that is made for
    somebody else or for nobody, neither the page of signing in nor a public page without the reader's own table on it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on what htmx asks for the reader of the page, and everything else."""
        if not getattr(request, "htmx", False):
            return self.get_response(request)
        owner = request.headers.get("X-Owner", "")
        if owner and owner != owner_key(request.user):
            return self._sign_in_again(request)
        response = self.get_response(request)
        sign_in = response.get("Location", "").partition("?")[0] == reverse("account_login")
        return self._sign_in_again(request) if sign_in else response

    def _sign_in_again(self, request: HttpRequest) -> HttpResponse:
        """Return the refusal, with the address that leads over signing in back to the page."""
        shown = request.headers.get("HX-Current-URL", "")
        known = url_has_allowed_host_and_scheme(shown, {request.get_host()}, require_https=request.is_secure())
        parts = urlsplit(shown if known else "")
        response = HttpResponse(status=HTTPStatus.UNAUTHORIZED)
        after = urlunsplit(("", "", parts.path or reverse("web:home"), parts.query, ""))
        response["X-Sign-In"] = f"{reverse('account_login')}?{urlencode({'next': after})}"
        return response


class SignedOutMiddleware:
    """Has the browser forget the pages it kept of somebody who signs out: the next one at a shared device sees none.

    What the service worker keeps stays: it was asked for without a sign-in and is what everybody may read.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; say so with the answer to signing out."""
        response = self.get_response(request)
        if request.method == "POST" and request.path == reverse("account_logout"):
            response["Clear-Site-Data"] = '"cache"'
        return response
