"""The cache backend: Redis, or no caching while Redis is unavailable."""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, TypeVar

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from epic_events.infra import metrics

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")
PAUSE = 5.0  # seconds in which a Redis that did not answer is not asked again
LIMITS: Final = "limits"
"""The cache in the database that counts in place of Redis."""
FALLBACK_PREFIXES: Final = ("allauth:rl:", "throttle_token_", "throttle:")
"""Key prefixes of rate limits that also work without Redis: sign-in and writes."""
LET_GO: Final = ("throttle:search:",)
"""Keys read so often that the database could not serve them."""


_NOTHING: Final = object()
_AWAY: Final = object()


class Outage:
    """Circuit breaker of one Redis, shared by all threads of a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until: float | None = None

    def may_ask(self) -> bool:
        """Return True if Redis may be tried now.

        After the pause one thread tries it first.
        """
        with self._lock:
            if self._until is None:
                return True
            now = time.monotonic()
            if now < self._until:
                return False
            self._until = now + PAUSE
            return True

    def note(self, *, away: bool) -> None:
        """Record whether Redis was unavailable."""
        with self._lock:
            self._until = time.monotonic() + PAUSE if away else None


_absences: dict[str, Outage] = {}
_absences_lock = threading.Lock()


class FallbackRedisCache(RedisCache):
    """Redis cache that treats an unavailable Redis as an empty cache.

    Rate limits on reads are not enforced during an outage; limits that protect passwords are counted in the database.
    The start of each outage is logged.
    """

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        with _absences_lock:
            self._absence = _absences.setdefault(str(server), Outage())

    def _ask(self, question: Callable[[], Answer], fallback: Callable[[], Answer]) -> Answer:
        if not self._absence.may_ask():
            return fallback()
        try:
            answer = question()
        except RedisError as error:
            self._absence.note(away=True)
            logger.warning("The cache does not answer, limits are counted in the database or not at all: %s", error)
            return fallback()
        self._absence.note(away=False)
        return answer

    def answers(self) -> bool:
        """Return True if Redis responds to a ping."""
        try:
            self._cache.get_client(write=True).ping()
        except RedisError:
            return False
        return True

    def _fallback_cache(self, key: Any) -> BaseCache | None:
        name = str(key)
        return caches[LIMITS] if name.startswith(FALLBACK_PREFIXES) and not name.startswith(LET_GO) else None

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Store a value if the key is unset; during an outage, act as if it was unset."""
        instead = self._fallback_cache(key)
        other = partial(instead.add, key, value, timeout, version) if instead else lambda: True
        return self._ask(partial(super().add, key, value, timeout, version), other)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """Return the value of a key."""
        instead = self._fallback_cache(key)
        other: Callable[[], Any] = partial(instead.get, key, default, version) if instead else lambda: default
        value = self._ask(partial(super().get, key, _NOTHING, version), lambda: _AWAY)
        if value is _AWAY:
            metrics.cache_answers.labels("unavailable").inc()
            return other()
        metrics.cache_answers.labels("miss" if value is _NOTHING else "hit").inc()
        return default if value is _NOTHING else value

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        """Store a value."""
        instead = self._fallback_cache(key)
        other = partial(instead.set, key, value, timeout, version) if instead else lambda: None
        self._ask(partial(super().set, key, value, timeout, version), other)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Extend the lifetime of a value."""
        return self._ask(partial(super().touch, key, timeout, version), lambda: False)

    def delete(self, key: Any, version: Any = None) -> bool:
        """Delete a value."""
        instead = self._fallback_cache(key)
        other = partial(instead.delete, key, version) if instead else lambda: False
        return self._ask(partial(super().delete, key, version), other)

    def get_many(self, keys: Iterable[Any], version: Any = None) -> dict[Any, Any]:
        """Return the values of several keys."""
        key_list = list(keys)
        values = self._ask(partial(super().get_many, key_list, version), lambda: None)
        metrics.cache_answers.labels("unavailable").inc(len(key_list) if values is None else 0)
        metrics.cache_answers.labels("hit").inc(len(values or ()))
        metrics.cache_answers.labels("miss").inc(0 if values is None else len(key_list) - len(values))
        return values or {}

    def has_key(self, key: Any, version: Any = None) -> bool:
        """Return True if a key has a value."""
        return self._ask(partial(super().has_key, key, version), lambda: False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """Increment a counter.

        During an outage every count is the first, except those in the database.
        """
        instead = self._fallback_cache(key)
        other = partial(instead.incr, key, delta, version) if instead else lambda: delta
        return self._ask(partial(super().incr, key, delta, version), other)

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> list[Any]:
        """Store several values; return the keys that could not be stored."""
        return self._ask(partial(super().set_many, data, timeout, version), lambda: list(data))

    def delete_many(self, keys: Iterable[Any], version: Any = None) -> None:
        """Delete several values."""
        self._ask(partial(super().delete_many, keys, version), lambda: None)

    def clear(self) -> None:
        """Delete all values."""
        self._ask(super().clear, lambda: None)
