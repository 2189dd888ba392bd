"""Forms submitted after the session has ended, carried through the sign-in.

Nothing is stored on the server. The fields become hidden fields of the sign-in form. After the sign-in the user
confirms to send them. This works without scripts.
"""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from allauth.account.forms import LoginForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve

from epic_events.web.form_recovery.expired_tokens import NOT_TYPED, has_password, is_same_origin
from epic_events.web.form_recovery.pages import page_of_form

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
    return render(request, "web/kept_form.html", {"saved": saved})


def _fields(sent: QueryDict) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, str(value)) for name, values in sent.lists() for value in values if name != "csrfmiddlewaretoken"
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
