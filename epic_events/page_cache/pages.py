"""Shared cached pages with placeholders for per-user content.

A cached page is rendered for a :class:`SharedRequest` without cookies, session or user, so content of one user cannot
reach another. Where a page shows per-user content, the shared rendering has a placeholder, which is filled for each
user and never cached for others. A view describes its page by a :class:`Page`:

- ``version token``: version token of its content (:func:`epic_events.audit_log.services.version_tokens`), read first;
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

from epic_events.accounts.idempotency import owner_key
from epic_events.accounts.languages import in_time_zone, reader_zone
from epic_events.infra import cached_values
from epic_events.infra.responses import accepts_gzip, compressed

MOMENT: Final = "moment"
OWNER: Final = "owner"
_FORM: Final = "CSRF_COOKIE_NEEDS_UPDATE"
"""Marker in a request after a CSRF token was rendered for it."""


class SharedVisitor:
    """Anonymous user of a shared request: no key, no name, no permissions."""

    pk: Final = None
    is_authenticated = False
    is_active: Final = False


class SharedUser(SharedVisitor):
    """Signed-in user of a shared request, who is no particular user."""

    is_authenticated = True


class SharedRequest(HttpRequest):
    """Request that renders a page for all users of a kind; it knows only the address."""

    def __init__(self, request: HttpRequest, query: str) -> None:
        super().__init__()
        self.method = "GET"
        self.path = self.path_info = request.path
        self.META["QUERY_STRING"] = query
        self.GET = QueryDict(query)
        self.user: Any = SharedUser() if request.user.is_authenticated else SharedVisitor()

    def require_nothing_personal(self) -> None:
        """Raise if the rendered page used per-user data.

        Raises:
            RuntimeError: the page contains a CSRF token; its form belongs in a placeholder.
        """
        if "CSRF_COOKIE" in self.META:
            raise RuntimeError("A page that is kept for all holds a form: put it into a gap.")


class WarmingRequest(HttpRequest):
    """Request for cache warming; see :mod:`epic_events.page_cache.warming`.

    Args:
        address: path and normalised query string of the page.
        signed_in: True to render for signed-in users, False for anonymous visitors.
    """

    def __init__(self, address: str, *, signed_in: bool) -> None:
        super().__init__()
        self.method = "GET"
        self.path, _mark, query = address.partition("?")
        self.path_info = f"/{self.path.removeprefix(get_script_prefix())}"
        self.GET = QueryDict(query)
        self.user: Any = SharedUser() if signed_in else SharedVisitor()


def placeholder(request: HttpRequest, name: str, default: Callable[[], str]) -> str:
    """Return the placeholder in a shared rendering, otherwise the user's own content."""
    return _placeholder_html(name) if isinstance(request, SharedRequest) else default()


def _placeholder_html(name: str) -> SafeString:
    return mark_safe(f"{_mark()}:{name};")  # noqa: S308 - letters and digits of ours


def _mark() -> str:
    """Return the secret marker of placeholders, which no user input can contain."""
    return salted_hmac("epic_events.page_cache.pages", cached_values.release()).hexdigest()[:24]


@dataclass(frozen=True)
class Page:
    """Description of a cached page.

    Attributes:
        name: words and numbers that identify the page among those of its address.
        query: normalised query string for the shared request.
        version_token: version token of everything in the shared rendering.
        shown: returns template name and context for a request that may be shared; placeholders are ``{{ own.NAME }}``.
        own: returns the content of the placeholders by name; missing ones stay empty. Content for anonymous visitors
            is shared by all of them with the same ``own_version_token``.
        own_version_token: version token of that content, in addition to ``version token`` and the user.
        parts: renders parts of the shared page that change more often than the rest, by name, at ``{{ own.NAME }}``;
            the same for anonymous and signed-in users.
        frame_version_token: with ``parts``, the version token of everything else in the shared rendering.
        zone: True if the page shows times in the user's time zone.
    """

    name: tuple[object, ...]
    query: str
    version_token: str
    shown: Callable[[HttpRequest], tuple[str, dict[str, Any]]]
    own: Callable[[], Mapping[str, str]] = dict
    own_version_token: str = ""
    parts: Callable[[HttpRequest, "Placeholders"], Mapping[str, str]] | None = None
    frame_version_token: str = ""
    zone: tzinfo = UTC


class Placeholders:
    """Mapping of placeholder names to content for templates.

    Placeholders themselves in a shared rendering.
    """

    def __init__(self, own: Mapping[str, str] | None) -> None:
        self._own = own

    def __getitem__(self, name: str) -> str:
        """Return the content of a placeholder."""
        return _placeholder_html(name) if self._own is None else self._own.get(name, "")

    def filled(self, text: str) -> SafeString:
        """Return cached HTML with its placeholders filled.

        Unchanged in a shared rendering.
        """
        filled_text = text if self._own is None else _fill(_parts(text), self._own)
        return mark_safe(filled_text)  # noqa: S308 - made by a template


def respond(request: HttpRequest, page: Page, *, staff: bool = False) -> HttpResponse:
    """Respond with a page.

    Either 304, the cached page with the user's content, or an uncached page.

    Args:
        request: request for the page or a part of it.
        page: the page.
        staff: True for users for whom the page differs in more than its placeholders.
    """
    signed_in = request.user.is_authenticated
    name = ("page", get_language(), signed_in, request.path, *page.name)
    if isinstance(request, WarmingRequest):
        pieces = _pieces(request, page, name)
        _shared_parts(pieces, cached_values.get_many([piece.key for piece in pieces]))
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    if staff or get_messages(request):
        return respond_uncached(request, page)
    now = timezone.now()
    good_for = f"{page.version_token}.{page.own_version_token}.{now:%Y%m%d%H%M}.{request.user.pk}.{reader_zone()}"
    tag = f'"{cached_values.cache_key(*name, good_for).partition(":")[2]}"'
    conditional_response = get_conditional_response(request, etag=tag)
    if conditional_response is not None and conditional_response.status_code == HTTPStatus.NOT_MODIFIED:
        return _of_its_reader(conditional_response, tag)
    moment = {MOMENT: date_format(now.astimezone(page.zone), "DATETIME_FORMAT")}
    if not signed_in:
        return _of_its_reader(_respond_to_anonymous(request, page, name, good_for, moment), tag)
    shared, own = _respond_to_user(request, page, name, good_for)
    response = HttpResponse(_fill(shared, {OWNER: owner_key(request.user), **moment, **own}))
    # The CSRF token is masked again in each response, so a page with a form gets no ETag.
    return _of_its_reader(response, "" if _FORM in request.META else tag)


def respond_uncached(request: HttpRequest, page: Page) -> HttpResponse:
    """Respond with a page rendered for this user only, without caching."""
    template, context = page.shown(request)
    own = dict(page.own())
    parts = page.parts(request, Placeholders(own)) if page.parts is not None else {}
    return _of_its_reader(render(request, template, {**context, "own": Placeholders({**own, **parts})}))


def _of_its_reader(response: HttpResponse, tag: str = "") -> HttpResponse:
    """Set headers that prevent reuse of the response for other users.

    Browsers and proxies obey them.
    """
    if tag:
        response["ETag"] = tag
    patch_vary_headers(response, ["Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


class _Piece(NamedTuple):
    """A cached fragment of a shared page: key, version token and render function."""

    key: str
    version_token: str
    make: Callable[[], Any]


def _pieces(request: HttpRequest, page: Page, name: tuple[object, ...]) -> list[_Piece]:
    """Return the fragments of a page: its frame and, if there are any, its parts."""
    version_token = page.version_token if page.parts is None else page.frame_version_token
    frame = _Piece(cached_values.cache_key("frame", *name), version_token, lambda: _render_frame(request, page))
    if page.parts is None:
        return [frame]
    key = cached_values.cache_key("parts", get_language(), request.path, *page.name)
    return [frame, _Piece(key, page.version_token, lambda: _render_parts(request, page))]


def _shared_parts(pieces: list[_Piece], cached_parts: Mapping[str, Any]) -> list[str]:
    """Return the shared page from cached fragments.

    It alternates between text and placeholder names.
    """
    frame, *parts = (
        cached_values.value_or_compute(cached_parts.get(each.key), each.key, each.version_token, each.make)
        for each in pieces
    )
    return _join(frame, parts[0]) if parts else frame


def _render_frame(request: HttpRequest, page: Page) -> list[str]:
    """Return the shared page without its parts.

    It alternates between text and placeholder names.
    """
    signed_in = request.user.is_authenticated
    cached_values.set_many({request_key(f"{request.path}?{page.query}", get_language(), signed_in=signed_in): True})
    shared_request = SharedRequest(request, page.query)
    with in_time_zone(None):
        template, context = page.shown(shared_request)
        text = render_to_string(template, {**context, "own": Placeholders(None)}, shared_request)
    shared_request.require_nothing_personal()
    return _parts(text)


def request_key(address: str, language: str | None, *, signed_in: bool) -> str:
    """Return the cache key that records a recent request for an address.

    Cache warming uses it.
    """
    return cached_values.cache_key("opened", address.rstrip("?"), language, signed_in)


def _render_parts(request: HttpRequest, page: Page) -> dict[str, list[str]]:
    """Return the rendered parts by name.

    They are rendered for an anonymous visitor so that all users may share them.
    """
    shared_request = SharedRequest(request, page.query)
    shared_request.user = SharedVisitor()
    with in_time_zone(None):
        parts = page.parts(shared_request, Placeholders(None)) if page.parts is not None else {}
    shared_request.require_nothing_personal()
    return {name: _parts(conditional_escape(text)) for name, text in parts.items()}


def _join(frame: list[str], parts: Mapping[str, list[str]]) -> list[str]:
    """Insert rendered parts into the frame.

    The remaining placeholders of both are preserved.
    """
    content = frame[:1]
    for name, text in zip(frame[1::2], frame[2::2], strict=True):
        first, *rest = parts.get(name, ["", name, ""])
        content[-1] += first
        content += rest
        content[-1] += text
    return content


def _respond_to_user(
    request: HttpRequest, page: Page, name: tuple[object, ...], good_for: str
) -> tuple[list[str], Mapping[str, str]]:
    """Return the shared page for signed-in users and this user's content.

    One cache request. The user's content is cached for this user and minute only, unless it contains a form.
    """
    pieces, own_key = _pieces(request, page, name), cached_values.cache_key("own", request.user.pk, *name)
    cached_parts = cached_values.get_many([*(piece.key for piece in pieces), own_key])
    shared = _shared_parts(pieces, cached_parts)
    version_token, own = cached_parts.get(own_key, ("", {}))
    if version_token != good_for:
        own = dict(page.own())
        if _FORM not in request.META:
            cached_values.set_many({own_key: (good_for, own)})
    return shared, own


def _respond_to_anonymous(
    request: HttpRequest, page: Page, name: tuple[object, ...], good_for: str, own: Mapping[str, str]
) -> HttpResponse:
    """Respond to an anonymous visitor with the compressed cached page."""

    def make() -> bytes:
        values = {**page.own(), **own}
        if _FORM in request.META:
            raise RuntimeError("A page that is kept for every visitor holds a form.")
        pieces = _pieces(request, page, name)
        shared = _shared_parts(pieces, cached_values.get_many([piece.key for piece in pieces]))
        return compressed(_fill(shared, values).encode())

    packed = cached_values.cached(("packed", page.own_version_token, *name), good_for, make, by_one=False)
    if not accepts_gzip(request):
        response = HttpResponse(gzip.decompress(packed))
    else:
        response = HttpResponse(packed)
        response["Content-Encoding"] = "gzip"
        response["Content-Length"] = str(len(packed))
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _parts(text: str) -> list[str]:
    """Split rendered HTML into alternating text and placeholder names."""
    return re.split(f"{_mark()}:([a-z0-9_-]+);", text)


def _fill(parts: list[str], own: Mapping[str, str]) -> str:
    """Return the page with all placeholders filled."""
    content_by_name = {name: conditional_escape(text) for name, text in own.items()}
    content = list(parts)
    content[1::2] = [content_by_name.get(name, "") for name in parts[1::2]]
    return "".join(content)
