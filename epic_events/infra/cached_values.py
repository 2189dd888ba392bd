"""Computed values that stay cached until their version token changes.

Their storage is here too. A value that is computed inside a transaction describes a state that other connections
cannot see yet, and must not replace the current value before the commit. Inside :func:`deferred_to_commit` such values
are collected and stored together after the commit; a rollback discards them.

Each value has one key and replaces its predecessor, so the cache does not grow with the number of changes. If many
requests need the same value, one computes it and the others wait briefly. Without Redis everything is computed.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache as once
from pathlib import Path
from typing import Any, Final, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.db import models
from django.db.transaction import on_commit

LIFETIME: Final = 6 * 3600
"""Maximum lifetime of cached values in seconds."""
LOCK_SECONDS: Final = 10
"""Seconds after which a single-flight lock expires, because its process may have ended."""


class _Deferred:
    """The values computed and the locks taken within one transaction."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.turns: list[str] = []

    def keep(self) -> None:
        """Store the values and release the locks."""
        if self.values:
            cache.set_many(self.values, timeout=LIFETIME)
        cache.delete_many(self.turns)


_held_back: ContextVar[_Deferred | None] = ContextVar("held_back", default=None)


@contextmanager
def deferred_to_commit() -> Iterator[None]:
    """Defer cache writes to the commit of the current transaction.

    Reads inside see them.
    """
    deferred = _Deferred()
    token = _held_back.set(deferred)
    try:
        yield
    finally:
        _held_back.reset(token)
    # Requests that follow the commit wait for the locks until the values are stored.
    on_commit(deferred.keep, robust=True)


def get(key: str) -> Any:
    """Return the cached value of a key, or None."""
    deferred = _held_back.get()
    if deferred is not None and key in deferred.values:
        return deferred.values[key]
    return cache.get(key)


def get_many(keys: Iterable[str]) -> dict[str, Any]:
    """Return the cached values of several keys with one request to the cache."""
    key_list = list(keys)
    deferred = _held_back.get()
    if deferred is None:
        return cache.get_many(key_list)
    own = {key: deferred.values[key] for key in key_list if key in deferred.values}
    return {**cache.get_many([key for key in key_list if key not in own]), **own}


def set_many(values: Mapping[str, Any]) -> None:
    """Cache several values by key."""
    deferred = _held_back.get()
    if deferred is not None:
        deferred.values.update(values)
    elif len(values) == 1:
        [(key, value)] = values.items()
        cache.set(key, value, timeout=LIFETIME)
    else:
        cache.set_many(dict(values), timeout=LIFETIME)


def acquire_lock(turn: str) -> bool:
    """Try to take the single-flight lock of a computation; return True if it was free.

    A lock expires after ``LOCK_SECONDS``.
    """
    free, deferred = cache.add(turn, 1, timeout=LOCK_SECONDS), _held_back.get()
    if deferred is None:
        return free
    deferred.turns.append(turn)
    return True  # uncommitted state is visible only to this transaction


def release_lock(turn: str) -> None:
    """Release a single-flight lock; deferred to the commit if the value is."""
    if _held_back.get() is None:
        cache.delete(turn)


Made = TypeVar("Made")

_WAIT: Final = 3.0
_LOOKS: Final = (0.005, 0.01, 0.02, 0.04)
"""Increasing intervals in seconds at which a waiting request checks for the value."""


@once
def release() -> str:
    """Return a hash of the site.

    It covers code, templates, translations, static files and settings.
    """
    root = Path(settings.BASE_DIR)
    digest = hashlib.blake2b(repr((settings.SITE_NAME, settings.DEMO, settings.SECRET_KEY)).encode(), digest_size=8)
    files = [*root.glob("templates/**/*.html"), *root.glob("epic_events/**/*.py"), *root.glob("rules/**/*.py")]
    files += root.glob("epic_events/locale/**/*.mo")
    for path in sorted(files):
        digest.update(path.read_bytes())
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    digest.update(manifest.read_bytes() if manifest.is_file() else b"")
    return digest.hexdigest()


def cache_key(*parts: object) -> str:
    """Return a cache key from its parts and the release."""
    return f"kept:{hashlib.blake2b(repr((release(), parts)).encode(), digest_size=16).hexdigest()}"


def field_values(stored: models.Model) -> tuple[object, ...]:
    """Return the values of a model instance's concrete fields, for a cache key."""
    return tuple(getattr(stored, field.attname) for field in stored._meta.concrete_fields)  # noqa: SLF001 - Django's public _meta


def cached(parts: tuple[object, ...], version_token: str, make: Callable[[], Made], *, by_one: bool = True) -> Made:
    """Return a cached value, or compute and cache it.

    Args:
        parts: numbers and words that identify the value.
        version_token: version token of everything the value depends on, read before the call.
        make: computes the value, which must be picklable and may be shown to anyone who has the key.
        by_one: True if concurrent requests wait for the first computation; False for cheap values.
    """
    key = cache_key(*parts)
    cached_value: tuple[str, Made] | None = get(key)
    if by_one or (cached_value is not None and cached_value[0] == version_token):
        return value_or_compute(cached_value, key, version_token, make)
    value = make()
    set_many({key: (version_token, value)})
    return value


def value_or_compute(
    cached_value: tuple[str, Made] | None, key: str, version_token: str, make: Callable[[], Made]
) -> Made:
    """Return a cached value if its version token matches, otherwise compute it."""
    if cached_value is not None and cached_value[0] == version_token:
        return cached_value[1]
    return compute_once(key, version_token, make)


def compute_once(key: str, version_token: str, make: Callable[[], Made]) -> Made:
    """Compute and cache a value once.

    Concurrent callers wait for it up to ``_WAIT`` seconds.
    """
    turn = cache_key("turn", key, version_token)
    until, looks = time.monotonic() + _WAIT, 0
    while not acquire_lock(turn):
        if time.monotonic() > until:
            return make()
        time.sleep(_LOOKS[min(looks, len(_LOOKS) - 1)])
        looks += 1
        cached_value = get(key)
        if cached_value is not None and cached_value[0] == version_token:
            return cached_value[1]  # type: ignore[no-any-return]  # the cache tells no types
    try:
        value = make()
        set_many({key: (version_token, value)})
    finally:
        release_lock(turn)
    return value
