"""Run the changes of one account one after the other."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver

from epic_events.accounts.models import User

View = Callable[..., Any]


def one_at_a_time(module: str) -> list[URLPattern | URLResolver]:
    """Return the URL patterns of a module whose views lock the signed-in user's row.

    Views of allauth check whether a factor exists before they add it; two requests at once would both add it.
    """
    return [_locked(pattern) for pattern in import_module(module).urlpatterns]


def _locked(pattern: URLPattern | URLResolver) -> URLPattern | URLResolver:
    if isinstance(pattern, URLResolver):
        nested = [_locked(each) for each in pattern.url_patterns]
        return URLResolver(pattern.pattern, nested, pattern.default_kwargs, pattern.app_name, pattern.namespace)
    return URLPattern(pattern.pattern, _lock_user(pattern.callback), pattern.default_args, pattern.name)


def _lock_user(view: View) -> View:
    """Decorate a view to hold the lock of the user's row while it handles a POST."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if request.method != "POST" or not isinstance(request.user, User):
            return view(request, *args, **kwargs)
        with transaction.atomic():
            User.objects.select_for_update().get(pk=request.user.pk)
            return view(request, *args, **kwargs)

    return wrapper
