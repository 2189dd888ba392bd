"""Recovery of submitted forms after an expired token or an ended session.

A form submitted after the session has ended is carried through the sign-in. Nothing is stored on the server: the
fields become hidden fields of the sign-in form, and after the sign-in the user confirms to send them. This works
without scripts.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from allauth.account.forms import LoginForm
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme

from epic_events.accounts.idempotency import OUTBOX_HEADER, has_error_message, is_from_outbox, owner_key

API_PREFIX: Final = "/api/"
"""Path prefix of the API, which has no pages."""


def page_of_form(request: HttpRequest) -> str:
    """Return the URL of the page with the submitted form.

    For the request of a page, its own URL.
    """
    if request.method in ("GET", "HEAD") and is_page(request.path):
        return request.get_full_path()
    return next((address for address in _candidates(request) if is_page(urlsplit(address).path)), "/")


def _candidates(request: HttpRequest) -> Iterator[str]:
    """Yield possible pages of the form: the referrer, its own URL and the parent URLs."""
    before = request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=request.is_secure()):
        parts = urlsplit(before)
        if not parts.path.startswith(reverse("account_login")):
            yield parts.path + (f"?{parts.query}" if parts.query else "")
    path = request.path
    while path:
        yield path
        path = path.rstrip("/").rpartition("/")[0] + "/" if path != "/" else ""


def is_page(path: str) -> bool:
    """Return True if a path of this site accepts GET."""
    try:
        view: Callable[..., Any] | None = resolve(path).func
    except Resolver404:
        return False
    while view is not None:
        methods = _methods(view)
        if methods is not None and "GET" not in methods:
            return False
        view = getattr(view, "__wrapped__", None)
    return True


def _methods(view: Callable[..., Any]) -> list[str] | None:
    """Return the methods allowed by ``require_http_methods``, or None."""
    of_class = getattr(view, "view_class", None)
    if of_class is not None:
        return [name.upper() for name in of_class.http_method_names if hasattr(of_class, name)]
    if not inspect.isfunction(view) or not view.__closure__:
        return None
    methods = inspect.getclosurevars(view).nonlocals.get("request_method_list")
    return list(methods) if methods is not None else None


NOT_TYPED = ("csrfmiddlewaretoken", "request_key", "draft")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show a form with a missing or expired CSRF token again. Permission: public.

    The entries are shown only if the form was sent from this site. Otherwise a forged form would need only one more
    click. Passwords are never shown.
    """
    del reason  # used only by Django's debug page
    if is_from_outbox(request):
        return JsonResponse({"stale": True}, status=HTTPStatus.FORBIDDEN)
    return render(request, "403_csrf.html", saved_form(request), status=HTTPStatus.FORBIDDEN)


def saved_form(request: HttpRequest) -> dict[str, Any]:
    """Return the template context that shows a submitted form again.

    ``again`` is False if another site sent the form or it contains a password.
    """
    again = request.method == "POST" and is_same_origin(request) and not has_password(request.POST)
    form_fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if again and name != "csrfmiddlewaretoken"
    ]
    return {
        "again": again,
        "sent": form_fields,
        "typed": [(name, value) for name, value in form_fields if name not in NOT_TYPED and value.strip()],
        "address": request.get_full_path(),
        "files": sorted(request.FILES) if again else [],
        "multipart": (request.content_type or "").startswith("multipart/"),
        "page": page_of_form(request),
    }


def is_same_origin(request: HttpRequest) -> bool:
    """Return True if the headers show that the form was sent from this site."""
    origin = request.headers.get("Origin", "")
    if not origin or origin == "null":
        return request.headers.get("Sec-Fetch-Site", "") == "same-origin"
    parts = urlsplit(origin)
    return (parts.scheme, parts.netloc) == (request.scheme, request.get_host())


def has_password(form_data: QueryDict) -> bool:
    """Return True if a field name contains "password"."""
    return any("password" in name.casefold() for name in form_data)


MAX_CHARACTERS: Final = 1_000_000
"""Maximum size of a recoverable form, in characters."""
MAX_FIELDS: Final = 500
_TO, _PAGE, _FIELD = "kept-to", "kept-page", "kept:"
_NO_TEXT: Final = re.compile(r"[\w.:+-]{0,40}", re.ASCII)
"""Values of buttons, choices and keys; other values were typed."""
_OF_TEXT: Final = ("name", "reason", "title", "text", "line", "place", "note")
"""Suffixes of the names of text fields, which may contain a single word."""


@dataclass(frozen=True)
class SavedForm:
    """A form submitted after the session has ended.

    Attributes:
        address: path and query to which it is sent.
        page: URL of the page that contains it.
        fields: names and values in order.
        files: names of file fields, whose content is lost.
    """

    address: str
    page: str
    fields: tuple[tuple[str, str], ...]
    files: tuple[str, ...] = ()

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The hidden fields that carry the form through the sign-in."""
        return [(_TO, self.address), (_PAGE, self.page), *((f"{_FIELD}{name}", value) for name, value in self.fields)]

    @property
    def typed(self) -> list[tuple[str, str]]:
        """The fields with typed text, without buttons, choices and keys."""
        return [
            (name, value)
            for name, value in self.fields
            if name not in NOT_TYPED and value.strip() and _is_text(name, value)
        ]


def recoverable_form(request: HttpRequest) -> SavedForm | None:
    """Return the form of a request if it can be sent again, or None.

    It must have typed text and come from this site.
    """
    if not is_same_origin(request) or has_password(request.POST):
        return None
    form = SavedForm(
        request.get_full_path(), page_of_form(request), _fields(request.POST), tuple(sorted(request.FILES))
    )
    return form if _is_within_limits(form) and form.typed else None


def carried_form(request: HttpRequest) -> SavedForm | None:
    """Return the form carried by a sign-in, or None."""
    address, page = request.POST.get(_TO, ""), request.POST.get(_PAGE, "")
    fields = tuple((name.removeprefix(_FIELD), value) for name, value in _fields(request.POST) if _FIELD in name[:5])
    form = SavedForm(address, page, fields)
    return form if _is_local_path(address) and _is_local_path(page) and _is_within_limits(form) else None


def render_sign_in(request: HttpRequest, saved: SavedForm, further: str = "") -> HttpResponse:
    """Return a sign-in page that carries a form.

    Args:
        request: the form, or a sign-in that carries it.
        saved: the form.
        further: URL of the next step of the sign-in, such as the second factor; empty if there is none.
    """
    context = {"saved": saved, "form": LoginForm(request=request), "further": further}
    return render(request, "web/signed_out.html", context, status=HTTPStatus.UNAUTHORIZED)


def render_saved_form(request: HttpRequest, saved: SavedForm) -> HttpResponse:
    """Return a page that shows a carried form with a button to send it."""
    return render(request, "web/unsent_form.html", {"saved": saved})


def _fields(form_data: QueryDict) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, str(value)) for name, values in form_data.lists() for value in values if name != "csrfmiddlewaretoken"
    )


def _is_within_limits(form: SavedForm) -> bool:
    return (
        len(form.fields) <= MAX_FIELDS and sum(len(name) + len(value) for name, value in form.fields) <= MAX_CHARACTERS
    )


def _is_text(name: str, value: str) -> bool:
    return _NO_TEXT.fullmatch(value) is None or (name.endswith(_OF_TEXT) and not value.isdecimal())


def _is_local_path(address: str) -> bool:
    """Return True if an address is a path of this site that resolves."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or not address.startswith("/") or address.startswith(("//", "/\\")):
        return False
    try:
        resolve(parts.path)
    except Resolver404:
        return False
    return True


ACCEPTED: Final = "accepted"
"""Cookie with the keys of accepted drafts, separated by dots."""
_MAX_ACCEPTED: Final = 20
_DRAFT: Final = re.compile(r"[0-9a-f]{16,40}")


class SendingMiddleware:
    """Responds to submitted forms so that no input is lost.

    A user whose session has ended signs in and returns to the page with the entries (:class:`SavedForm`). The outbox
    script receives JSON: the redirect, the sign-in URL or an error. A cookie lists the drafts that the server has
    accepted.
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
