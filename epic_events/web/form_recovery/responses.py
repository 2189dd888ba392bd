"""Responses to submitted forms: JSON for scripts, sign-in for ended sessions."""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from epic_events.accounts.idempotency import OUTBOX_HEADER, has_error_message, is_from_outbox, owner_key
from epic_events.web.form_recovery.pages import API_PREFIX, page_of_form
from epic_events.web.form_recovery.saved_forms import carried_form, recoverable_form, render_saved_form, render_sign_in

ACCEPTED: Final = "accepted"
"""Cookie with the keys of accepted drafts, separated by dots."""
_MAX_ACCEPTED: Final = 20
_DRAFT: Final = re.compile(r"[0-9a-f]{16,40}")


class SendingMiddleware:
    """Responds to submitted forms so that no input is lost.

    A user whose session has ended signs in and returns to the page with the entries
    (:mod:`epic_events.web.form_recovery.saved_forms`). The outbox script receives JSON: the redirect, the sign-in URL
    or
    an error. A cookie lists the drafts that the server has accepted.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Process the request; reject entries of another user in the outbox."""
        if request.method != "POST" or request.path.startswith(API_PREFIX):
            return self.get_response(request)
        sending = is_from_outbox(request)
        if sending and owner_key(request.user) not in ("", request.headers[OUTBOX_HEADER]):
            return JsonResponse({"stale": True}, status=HTTPStatus.FORBIDDEN)
        return self._process(request, self.get_response(request), sending=sending)

    def _process(self, request: HttpRequest, response: HttpResponse, *, sending: bool) -> HttpResponse:
        """Convert the response for the outbox script or a user whose session has ended."""
        goes_on = response.status_code in (HTTPStatus.FOUND, HTTPStatus.SEE_OTHER)
        address = response.get("Location", "")
        if goes_on and _signs_in(request):
            return _signed_in(request, response, address)
        if goes_on and urlsplit(address).path == reverse(settings.LOGIN_URL):
            sign_in = _sign_in(address, page_of_form(request))
            if sending:
                return JsonResponse({"sign_in": sign_in}, status=HTTPStatus.UNAUTHORIZED)
            form = recoverable_form(request)
            if form is not None:
                return render_sign_in(request, form)
            response["Location"] = sign_in
            return response
        if sending and goes_on:
            new_response = JsonResponse({"go": address})
            new_response.cookies.update(response.cookies)
            response = new_response
        # a page instead of a redirect: the form has errors
        elif sending and "json" not in response.get("Content-Type", ""):
            status = HTTPStatus.BAD_REQUEST if response.status_code == HTTPStatus.OK else response.status_code
            return JsonResponse({"problem": ""}, status=status)
        if goes_on or (sending and response.status_code == HTTPStatus.OK):
            _tell_accepted(request, response)
        return response


def _signs_in(request: HttpRequest) -> bool:
    """Return True for the forms of allauth, such as sign-in and sign-out."""
    match = request.resolver_match
    return match is not None and match.view_name.startswith("account_")


def _signed_in(request: HttpRequest, response: HttpResponse, address: str) -> HttpResponse:
    """Return the response to a sign-in, or the page of the form it carried."""
    form = carried_form(request) if request.path == reverse(settings.LOGIN_URL) else None
    if form is None:
        return response
    if request.user.is_authenticated:
        new_response = render_saved_form(request, form)
    else:
        new_response = render_sign_in(request, form, further=address)
    new_response.cookies.update(response.cookies)
    return new_response


def _sign_in(address: str, page: str) -> str:
    """Return the sign-in URL with ``page`` as the next page."""
    parts = urlsplit(address)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    return f"{parts.path}?{urlencode({**query, 'next': page})}"


def _tell_accepted(request: HttpRequest, response: HttpResponse) -> None:
    """Add the draft of this form to the cookie of accepted drafts."""
    draft = request.POST.get("draft", "")
    if not _DRAFT.fullmatch(draft) or has_error_message(request):
        return
    before = [one for one in request.COOKIES.get(ACCEPTED, "").split(".") if _DRAFT.fullmatch(one) and one != draft]
    response.set_cookie(
        ACCEPTED,
        ".".join([*before, draft][-_MAX_ACCEPTED:]),
        max_age=86_400,  # seconds
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
