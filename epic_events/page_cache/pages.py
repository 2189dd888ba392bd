"""Shared cached pages with placeholders for per-user content.

A cached page is rendered for a :class:`SharedRequest` without cookies, session or user, so content of one user cannot
reach another. Where a page shows per-user content, the shared rendering has a placeholder, which is filled for each
user and never cached for others. A view describes its page by a :class:`Page`:

- ``stamp``: version token of its content (:func:`epic_events.audit_log.services.version_tokens`), read first;
- ``shown``: returns template and context, for a request that may be the shared one;
- ``parts``: renders parts that change much more often than the rest, if any;
- ``own``: renders the content of the placeholders for the user.

Conditional requests are answered before anything is rendered: if the ETag matches, the response is 304. Users for whom
a page differs in more than its placeholders (staff, users with a message) get an uncached rendering.
"""

import gzip
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, tzinfo
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from epic_events.accounts.idempotency import owner_of
from epic_events.accounts.language.services import on_clock, zone_of_reader
from epic_events.infra import cache_store, cached_values
from epic_events.infra.compression import accepts_gzip, compressed

MOMENT: Final = "moment"
OWNER: Final = "owner"
_FORM: Final = "CSRF_COOKIE_NEEDS_UPDATE"
"""What stands in a request once something made for it holds the token of a form."""


class Nobody:
    """A visitor who is not signed in, with no key, no name and no rights."""

    pk: Final = None
    is_authenticated = False
    is_active: Final = False


class Somebody(Nobody):
    """A person who is signed in and is nobody in particular."""

    is_authenticated = True


class SharedRequest(HttpRequest):
    """Asks for a page in the place of all its readers of a kind; knows its address and nothing of anybody."""

    def __init__(self, request: HttpRequest, query: str) -> None:
        super().__init__()
        self.method = "GET"
        self.path = self.path_info = request.path
        self.META["QUERY_STRING"] = query
        self.GET = QueryDict(query)
        self.user: Any = Somebody() if request.user.is_authenticated else Nobody()

    def require_nothing_personal(self) -> None:
        """Stop a page that asked for what is one reader's.

        Raises:
            RuntimeError: it holds the token of a form: such a form belongs into a gap.
        """
        if "CSRF_COOKIE" in self.META:
            raise RuntimeError("A page that is kept for all holds a form: put it into a gap.")


class AskedAhead(HttpRequest):
    """Asks for a page before anybody does, so that nobody waits for it: see :mod:`epic_events.page_cache.warming`.

    Args:
        address: of the page: the path, and its query in its one order behind a question mark.
        signed_in: whether it asks in the place of who is signed in, or of visitors.
    """

    def __init__(self, address: str, *, signed_in: bool) -> None:
        super().__init__()
        self.method = "GET"
        self.path, _mark, query = address.partition("?")
        self.path_info = f"/{self.path.removeprefix(get_script_prefix())}"
        self.GET = QueryDict(query)
        self.user: Any = Somebody() if signed_in else Nobody()


def gap(request: HttpRequest, name: str, otherwise: Callable[[], str]) -> str:
    """Return what stands at a place of the reader's own: the gap where the page is made for all."""
    return _gap(name) if isinstance(request, SharedRequest) else otherwise()


def _gap(name: str) -> SafeString:
    return mark_safe(f"{_mark()}:{name};")  # noqa: S308 - letters and digits of ours


def _mark() -> str:
    """Return the word that marks gaps; nobody outside knows it, so no name or text that people type makes one."""
    return salted_hmac("epic_events.page_cache.pages", cached_values.release()).hexdigest()[:24]


@dataclass(frozen=True)
class Page:
    """A page that is kept.

    Attributes:
        name: what it is: words and numbers that tell it from the other pages of its address.
        query: the query of its address in its one order: what the stand-in is asked with.
        stamp: what changes with everything that the shared part shows.
        shown: makes the name of its template and the context, for a request that may be the stand-in's; gaps in the
            template are ``{{ own.NAME }}``.
        own: makes what goes into the reader's gaps, by name; the others stay empty. What it makes for a visitor who is
            not signed in goes to every such visitor with the same ``own_stamp``.
        own_stamp: what changes with everything that goes in there, beside the stamp and the reader.
        parts: makes what changes more often than the rest of the shared part, by name, with the reader's gaps in it; it
            stands at ``{{ own.NAME }}``, too. The same for visitors and for who is signed in.
        frame_stamp: with parts, what changes with everything that the shared part shows but these.
        zone: on whose clocks the page tells when it was asked for, when it does.
    """

    name: tuple[object, ...]
    query: str
    stamp: str
    shown: Callable[[HttpRequest], tuple[str, dict[str, Any]]]
    own: Callable[[], Mapping[str, str]] = dict
    own_stamp: str = ""
    parts: Callable[[HttpRequest, "Gaps"], Mapping[str, str]] | None = None
    frame_stamp: str = ""
    zone: tzinfo = UTC


class Gaps:
    """What stands in the gaps of a page, as its template asks for it; for the stand-in the gaps themselves."""

    def __init__(self, own: Mapping[str, str] | None) -> None:
        self._own = own

    def __getitem__(self, name: str) -> str:
        """Return what stands there."""
        return _gap(name) if self._own is None else self._own.get(name, "")

    def filled(self, text: str) -> SafeString:
        """Return a part that was made with gaps, with what stands in them; for the stand-in as it is."""
        whole = text if self._own is None else _filled(_parts(text), self._own)
        return mark_safe(whole)  # noqa: S308 - made by a template


def answer(request: HttpRequest, page: Page, *, staff: bool = False) -> HttpResponse:
    """Answer with a page: with 304, with what is kept and the reader's part, or with one made for this reader alone.

    Args:
        request: the request, of a page or of a part of it.
        page: the page.
        staff: whether the reader is of those for whom it differs in more than its gaps.
    """
    signed_in = request.user.is_authenticated
    name = ("page", get_language(), signed_in, request.path, *page.name)
    if isinstance(request, AskedAhead):
        pieces = _pieces(request, page, name)
        _shared(pieces, cache_store.get_many([each.key for each in pieces]))
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    if staff or get_messages(request):
        return apart(request, page)
    now = timezone.now()
    good_for = f"{page.stamp}.{page.own_stamp}.{now:%Y%m%d%H%M}.{request.user.pk}.{zone_of_reader()}"
    tag = f'"{cached_values.cache_key(*name, good_for).partition(":")[2]}"'
    known = get_conditional_response(request, etag=tag)
    if known is not None and known.status_code == HTTPStatus.NOT_MODIFIED:
        return _of_its_reader(known, tag)
    moment = {MOMENT: date_format(now.astimezone(page.zone), "DATETIME_FORMAT")}
    if not signed_in:
        return _of_its_reader(_to_nobody(request, page, name, good_for, moment), tag)
    shared, own = _to_somebody(request, page, name, good_for)
    response = HttpResponse(_filled(shared, {OWNER: owner_of(request.user), **moment, **own}))
    # The token of a form is masked anew each time: a copy with a form in it is not told to be as good.
    return _of_its_reader(response, "" if _FORM in request.META else tag)


def apart(request: HttpRequest, page: Page) -> HttpResponse:
    """Answer with a page made for this reader alone, of which nothing is kept."""
    template, context = page.shown(request)
    own = dict(page.own())
    parts = page.parts(request, Gaps(own)) if page.parts is not None else {}
    return _of_its_reader(render(request, template, {**context, "own": Gaps({**own, **parts})}))


def _of_its_reader(response: HttpResponse, tag: str = "") -> HttpResponse:
    """Return the answer with what keeps it from being shown to anybody else, or later without asking again."""
    if tag:
        response["ETag"] = tag
    patch_vary_headers(response, ["Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


class _Piece(NamedTuple):
    """One of the pieces that what all readers of a kind get is made of: its key, the stamp it is of, what makes it."""

    key: str
    stamp: str
    make: Callable[[], Any]


def _pieces(request: HttpRequest, page: Page, name: tuple[object, ...]) -> list[_Piece]:
    """Return the page without its parts, and where there are any its parts, which are the same for both kinds."""
    stamp = page.stamp if page.parts is None else page.frame_stamp
    frame = _Piece(cached_values.cache_key("frame", *name), stamp, lambda: _framed(request, page))
    if page.parts is None:
        return [frame]
    key = cached_values.cache_key("parts", get_language(), request.path, *page.name)
    return [frame, _Piece(key, page.stamp, lambda: _made_parts(request, page))]


def _shared(pieces: list[_Piece], found: Mapping[str, Any]) -> list[str]:
    """Return what all readers of a kind get: text, the name of a gap, text, and so on; made of what is kept of it."""
    frame, *parts = (
        cached_values.value_or_compute(found.get(each.key), each.key, each.stamp, each.make) for each in pieces
    )
    return _joined(frame, parts[0]) if parts else frame


def _framed(request: HttpRequest, page: Page) -> list[str]:
    """Return what all readers of a kind get, but for the parts of it that are made apart."""
    signed_in = request.user.is_authenticated
    cache_store.set_many({opened(f"{request.path}?{page.query}", get_language(), signed_in=signed_in): True})
    asked = SharedRequest(request, page.query)
    with on_clock(None):
        template, context = page.shown(asked)
        text = render_to_string(template, {**context, "own": Gaps(None)}, asked)
    asked.require_nothing_personal()
    return _parts(text)


def opened(address: str, language: str | None, *, signed_in: bool) -> str:
    """Return under which key it is told that somebody has opened a page of an address: who is signed in, or not."""
    return cached_values.cache_key("opened", address.rstrip("?"), language, signed_in)


def _made_parts(request: HttpRequest, page: Page) -> dict[str, list[str]]:
    """Return the parts that change more often, by name; made for a visitor, so that all readers may have them."""
    asked = SharedRequest(request, page.query)
    asked.user = Nobody()
    with on_clock(None):
        made = page.parts(asked, Gaps(None)) if page.parts is not None else {}
    asked.require_nothing_personal()
    return {name: _parts(conditional_escape(text)) for name, text in made.items()}


def _joined(frame: list[str], parts: Mapping[str, list[str]]) -> list[str]:
    """Return a page with its parts in their places, with the gaps that are left in both."""
    whole = frame[:1]
    for name, text in zip(frame[1::2], frame[2::2], strict=True):
        first, *rest = parts.get(name, ["", name, ""])
        whole[-1] += first
        whole += rest
        whole[-1] += text
    return whole


def _to_somebody(
    request: HttpRequest, page: Page, name: tuple[object, ...], good_for: str
) -> tuple[list[str], Mapping[str, str]]:
    """Return what all who are signed in get, and what the gaps of this reader hold; one look into the cache for both.

    The latter is kept for this reader alone and this minute, unless a form is among it.
    """
    pieces, own_key = _pieces(request, page, name), cached_values.cache_key("own", request.user.pk, *name)
    found = cache_store.get_many([*(each.key for each in pieces), own_key])
    shared = _shared(pieces, found)
    stamp, own = found.get(own_key, ("", {}))
    if stamp != good_for:
        own = dict(page.own())
        if _FORM not in request.META:
            cache_store.set_many({own_key: (good_for, own)})
    return shared, own


def _to_nobody(
    request: HttpRequest, page: Page, name: tuple[object, ...], good_for: str, own: Mapping[str, str]
) -> HttpResponse:
    """Answer somebody who is not signed in with what is kept compressed: nothing in it is anybody's or is asked for."""

    def make() -> bytes:
        told = {**page.own(), **own}
        if _FORM in request.META:
            raise RuntimeError("A page that is kept for every visitor holds a form.")
        pieces = _pieces(request, page, name)
        shared = _shared(pieces, cache_store.get_many([each.key for each in pieces]))
        return compressed(_filled(shared, told).encode())

    packed = cached_values.cached(("packed", page.own_stamp, *name), good_for, make, by_one=False)
    if not accepts_gzip(request):
        response = HttpResponse(gzip.decompress(packed))
    else:
        response = HttpResponse(packed)
        response["Content-Encoding"] = "gzip"
        response["Content-Length"] = str(len(packed))
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _parts(text: str) -> list[str]:
    """Return what was made for all in parts: text, the name of a gap, text, and so on."""
    return re.split(f"{_mark()}:([a-z0-9_-]+);", text)


def _filled(parts: list[str], own: Mapping[str, str]) -> str:
    """Return a page with everything in its gaps."""
    held = {name: conditional_escape(text) for name, text in own.items()}
    whole = list(parts)
    whole[1::2] = [held.get(name, "") for name in parts[1::2]]
    return "".join(whole)
