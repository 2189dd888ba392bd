"""Finds the page that contains a submitted form, to return there after sign-in."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme

API_PREFIX: Final = "/api/"
"""Path prefix of the API, which has no pages."""


def page_of_form(request: HttpRequest) -> str:
    """Return the URL of the page that contains the form; for a page, its own URL."""
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
