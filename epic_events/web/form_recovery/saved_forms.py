"""A form that arrives after its sender's sign-in has ended: kept by the page that asks to sign in, one press from sent.

Nothing of it is stored here. Its fields go back into the browser as hidden fields of the sign-in, come along with it,
and stand ready to be sent in the answer to it, with or without scripts.
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
"""Characters up to which a form is kept; what is larger stands in a file anyway."""
MAX_FIELDS: Final = 500
_TO, _PAGE, _FIELD = "kept-to", "kept-page", "kept:"
_NO_TEXT: Final = re.compile(r"[\w.:+-]{0,40}", re.ASCII)
"""What buttons, choices and keys send; whatever else stands in a field, somebody has typed."""
_OF_TEXT: Final = ("name", "reason", "title", "text", "line", "place", "note")
"""How the names of fields end into which people type words, be it a single one."""


@dataclass(frozen=True)
class SavedForm:
    """What somebody sent whose sign-in had ended.

    Attributes:
        address: where it is sent, a path of this site with its query.
        page: the address of the page on which it stands.
        fields: names and values in their order.
        files: names of the fields with files, which no page can hold.
    """

    address: str
    page: str
    fields: tuple[tuple[str, str], ...]
    files: tuple[str, ...] = ()

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The hidden fields that carry it through the sign-in."""
        return [(_TO, self.address), (_PAGE, self.page), *((f"{_FIELD}{name}", value) for name, value in self.fields)]

    @property
    def typed(self) -> list[tuple[str, str]]:
        """What people have typed of it; what buttons, choices and stamps send is left out."""
        return [
            (name, value)
            for name, value in self.fields
            if name not in NOT_TYPED and value.strip() and _is_text(name, value)
        ]


def recoverable_form(request: HttpRequest) -> SavedForm | None:
    """Return the form of a request, to be kept; None where nobody typed anything, or another site may have sent it."""
    if not is_same_origin(request) or has_password(request.POST):
        return None
    form = SavedForm(
        request.get_full_path(), page_of_form(request), _fields(request.POST), tuple(sorted(request.FILES))
    )
    return form if _is_within_limits(form) and form.typed else None


def carried_form(request: HttpRequest) -> SavedForm | None:
    """Return the form that a sign-in carries along; None for a plain one."""
    address, page = request.POST.get(_TO, ""), request.POST.get(_PAGE, "")
    fields = tuple((name.removeprefix(_FIELD), value) for name, value in _fields(request.POST) if _FIELD in name[:5])
    form = SavedForm(address, page, fields)
    return form if _is_local_path(address) and _is_local_path(page) and _is_within_limits(form) else None


def render_sign_in(request: HttpRequest, saved: SavedForm, further: str = "") -> HttpResponse:
    """Answer a form of somebody who is not signed in any more with a sign-in that keeps it.

    Args:
        request: the form, or a sign-in that carries it.
        kept: the form.
        further: the address of what the sign-in asks for beside the password; empty for nothing.
    """
    context = {"saved": saved, "form": LoginForm(request=request), "further": further}
    return render(request, "web/signed_out.html", context, status=HTTPStatus.UNAUTHORIZED)


def render_saved_form(request: HttpRequest, saved: SavedForm) -> HttpResponse:
    """Answer a sign-in with the form that it carried along: one press sends it."""
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
    """Whether an address is a path of this site that leads somewhere."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or not address.startswith("/") or address.startswith(("//", "/\\")):
        return False
    try:
        resolve(parts.path)
    except Resolver404:
        return False
    return True
