"""Rate limits, counted in the cache."""

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.infra.errors import UserError


class RateLimitError(UserError):
    """The rate limit of an action is exceeded."""

    status = 429
    code = "too_often"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


def count_in_window(key: str, seconds: int) -> int:
    """Increment the counter of ``key`` and return its value in this window."""
    try:
        cache.add(key, 0, timeout=seconds)
        return cache.incr(key)
    except ValueError:  # the window ended between the two calls
        cache.set(key, 1, timeout=seconds)
        return 1


def client_key(request: HttpRequest) -> str:
    """Return the rate limit key of a client: its user or its IP address."""
    user = getattr(request, "user", None)
    return f"user-{user.pk}" if isinstance(user, User) else client_address(request)


def client_address(request: HttpRequest) -> str:
    """Return the IP address of a client.

    Only the last ``PROXIES`` addresses of ``X-Forwarded-For`` are trusted.
    """
    seen = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if settings.PROXIES and seen:
        return seen[-min(settings.PROXIES, len(seen))]
    return str(request.META.get("REMOTE_ADDR", ""))


def limit_rate(action: str, subject: object, *, limit: int, seconds: int) -> None:
    """Count an action of a client and raise if it exceeds the limit.

    Args:
        action: name of the action, such as ``event.create``.
        subject: primary key of a user, or an IP address.
        limit: allowed number within ``seconds``.
        seconds: length of the window, which starts with the first action.

    Raises:
        RateLimitError: the limit is exceeded.
    """
    times = count_in_window(f"throttle:{action}:{subject}", seconds)
    if times > limit:
        minutes = -(-seconds // 60)
        raise RateLimitError(
            ngettext(
                "Too many attempts. Try again in a minute.",
                "Too many attempts. Try again in %(minutes)d minutes.",
                minutes,
            )
            % {"minutes": minutes},
            retry_after=seconds,
        )
