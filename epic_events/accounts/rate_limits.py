"""A limit on what costs: so many times in so many seconds, counted in the cache."""

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.infra.errors import UserError


class RateLimitError(UserError):
    """Somebody does something that costs more often than is sensible; says when it is possible again."""

    status = 429
    code = "too_often"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


def _count(key: str, seconds: int) -> int:
    """Count one more under ``key`` and return how many there are in this window."""
    try:
        cache.add(key, 0, timeout=seconds)
        return cache.incr(key)
    except ValueError:  # the window ended between the two calls
        cache.set(key, 1, timeout=seconds)
        return 1


def client_key(request: HttpRequest) -> str:
    """Return under what a visitor is counted: the account, or the network address as the site's own proxies saw it.

    What stands further left in ``X-Forwarded-For`` the visitor may have made up.
    """
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return f"user-{user.pk}"
    seen = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if settings.PROXIES and seen:
        return seen[-min(settings.PROXIES, len(seen))]
    return str(request.META.get("REMOTE_ADDR", ""))


def limit_rate(action: str, who: object, *, limit: int, seconds: int) -> None:
    """Count one more ``action`` of ``who`` and stop it above the limit.

    Args:
        action: what is done, for example ``event.create``.
        who: the key of a user, or a network address.
        limit: how often it is allowed within ``seconds``.
        seconds: length of the window, in seconds; it begins with the first time.

    Raises:
        TooOftenError: above the limit.
    """
    times = _count(f"throttle:{action}:{who}", seconds)
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
