"""The cache of the site: Redis, and when Redis does not answer, nothing cached rather than a page that fails."""

import logging
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")
PAUSE = 5.0  # seconds in which a Redis that did not answer is not asked again


class ForgivingRedisCache(RedisCache):
    """Counts and remembers in Redis; while that is away, reads find nothing and writes are lost.

    What stands in the cache are limits on what costs. Rounds must go on, results come in and people sign in while it is
    away: a lost count costs less than a lost result. Each time it goes away is logged.
    """

    _away_until = 0.0

    def _ask(self, question: Callable[[], Answer], otherwise: Answer) -> Answer:
        if time.monotonic() < self._away_until:
            return otherwise
        try:
            return question()
        except RedisError as error:
            self._away_until = time.monotonic() + PAUSE
            logger.warning("The cache does not answer, limits are not counted: %s", error)
            return otherwise

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Store what is not there; while Redis is away as if it had not been there."""
        return self._ask(partial(super().add, key, value, timeout, version), otherwise=True)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """Return what is stored."""
        return self._ask(partial(super().get, key, default, version), default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        """Store a value."""
        self._ask(partial(super().set, key, value, timeout, version), None)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Let a value live longer."""
        return self._ask(partial(super().touch, key, timeout, version), otherwise=False)

    def delete(self, key: Any, version: Any = None) -> bool:
        """Forget a value."""
        return self._ask(partial(super().delete, key, version), otherwise=False)

    def get_many(self, keys: Iterable[Any], version: Any = None) -> dict[Any, Any]:
        """Return what is stored of these."""
        return self._ask(partial(super().get_many, keys, version), {})

    def has_key(self, key: Any, version: Any = None) -> bool:
        """Whether a value is stored."""
        return self._ask(partial(super().has_key, key, version), otherwise=False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """Count on; while Redis is away every count is the first."""
        return self._ask(partial(super().incr, key, delta, version), delta)

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> list[Any]:
        """Store several values; return the keys that were not."""
        return self._ask(partial(super().set_many, data, timeout, version), list(data))

    def delete_many(self, keys: Iterable[Any], version: Any = None) -> None:
        """Forget several values."""
        self._ask(partial(super().delete_many, keys, version), None)

    def clear(self) -> None:
        """Forget everything."""
        self._ask(super().clear, None)
