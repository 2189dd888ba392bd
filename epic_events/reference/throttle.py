"""Keeps one visitor from taking the search away from all others."""

import logging
import time
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from epic_events.errors import UserError

SEARCHES_A_MINUTE = 300  # a hall full of players may share one address
_SECONDS = 60

logger = logging.getLogger(__name__)


class TooManyError(UserError):
    """More was asked than a minute allows; says when to go on."""

    status = 429
    code = "throttled"


def count_search(request: HttpRequest) -> None:
    """Count one search of a visitor, signed in or by network address.

    Raises:
        TooManyError: beyond the searches allowed in a minute.
    """
    user: Any = getattr(request, "user", None)
    who = f"user-{user.pk}" if user is not None and user.is_authenticated else request.META.get("REMOTE_ADDR", "")
    key = f"search:{who}:{int(time.time()) // _SECONDS}"
    try:
        cache.add(key, 0, timeout=2 * _SECONDS)
        count = cache.incr(key)
    except (RedisError, ValueError):
        # The rules must be readable while the cache is away; a lost count costs less than a lost answer.
        logger.warning("The search was not counted: the cache did not answer.")
        return
    if count > SEARCHES_A_MINUTE:
        raise TooManyError(_("That were too many searches in one minute. Please wait a moment and try again."))
