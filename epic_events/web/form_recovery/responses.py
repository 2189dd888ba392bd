"""What comes back to a form that was sent: to the page's own script in JSON, to a browser whose sign-in has ended."""

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
"""The cookie that tells the pages of this device which drafts the server has: their keys, a dot between two."""
_MOST_ACCEPTED: Final = 20
_DRAFT: Final = re.compile(r"[0-9a-f]{16,40}")


class SendingMiddleware:
    """Answers what forms send so that nothing typed is lost on the way.

    Whoever is not signed in any more goes on, after signing in, at the page of the form; what was typed into it goes
    along (:mod:`epic_events.web.form_recovery.saved_forms`). A page's own script gets
    JSON: where to go on, that a sign-in is needed, or that the form was refused. Drafts that the server has are named.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, unless a script sends what somebody else typed, and look at the answer to a form."""
        if request.method != "POST" or request.path.startswith(API_PREFIX):
            return self.get_response(request)
        sending = is_from_outbox(request)
        if sending and owner_key(request.user) not in ("", request.headers[OUTBOX_HEADER]):
            return JsonResponse({"stale": True}, status=HTTPStatus.FORBIDDEN)
        return self._process(request, self.get_response(request), sending=sending)

    def _process(self, request: HttpRequest, response: HttpResponse, *, sending: bool) -> HttpResponse:
        """Return the answer as the sender of the form can use it."""
        goes_on = response.status_code in (HTTPStatus.FOUND, HTTPStatus.SEE_OTHER)
        address = response.get("Location", "")
        if goes_on and _signs_in(request):
            return _signed_in(request, response, address)
        if goes_on and urlsplit(address).path == reverse(settings.LOGIN_URL):
            sign_in = _sign_in(address, page_of_form(request))
            if sending:
                return JsonResponse({"sign_in": sign_in}, status=HTTPStatus.UNAUTHORIZED)
            kept = recoverable_form(request)
            if kept is not None:
                return render_sign_in(request, kept)
            response["Location"] = sign_in
            return response
        if sending and goes_on:
            told = JsonResponse({"go": address})
            told.cookies.update(response.cookies)
            response = told
        elif sending and "json" not in response.get("Content-Type", ""):  # a page: the form came back, or worse
            status = HTTPStatus.BAD_REQUEST if response.status_code == HTTPStatus.OK else response.status_code
            return JsonResponse({"problem": ""}, status=status)
        if goes_on or (sending and response.status_code == HTTPStatus.OK):
            _tell_accepted(request, response)
        return response


def _signs_in(request: HttpRequest) -> bool:
    """Whether the form is one of signing in or out itself."""
    match = request.resolver_match
    return match is not None and match.view_name.startswith("account_")


def _signed_in(request: HttpRequest, response: HttpResponse, address: str) -> HttpResponse:
    """Return the answer to a form of signing in; to one that carries another form along, that form."""
    kept = carried_form(request) if request.path == reverse(settings.LOGIN_URL) else None
    if kept is None:
        return response
    if request.user.is_authenticated:
        told = render_saved_form(request, kept)
    else:
        told = render_sign_in(request, kept, further=address)
    told.cookies.update(response.cookies)
    return told


def _sign_in(address: str, page: str) -> str:
    """Return the address of the sign-in that leads on to a page."""
    parts = urlsplit(address)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    return f"{parts.path}?{urlencode({**query, 'next': page})}"


def _tell_accepted(request: HttpRequest, response: HttpResponse) -> None:
    """Name the draft of this form among those that the server has."""
    draft = request.POST.get("draft", "")
    if not _DRAFT.fullmatch(draft) or has_error_message(request):
        return
    before = [one for one in request.COOKIES.get(ACCEPTED, "").split(".") if _DRAFT.fullmatch(one) and one != draft]
    response.set_cookie(
        ACCEPTED,
        ".".join([*before, draft][-_MOST_ACCEPTED:]),
        max_age=86_400,  # seconds
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
