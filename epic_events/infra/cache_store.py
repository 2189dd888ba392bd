"""Storage of cached values, with writes that are deferred to the commit of a transaction.

A value that is computed inside a transaction describes a state that other connections cannot see yet, and must not
replace the current value before the commit. Inside :func:`deferred_to_commit` such values are collected and stored
together after the commit; a rollback discards them.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.core.cache import cache
from django.db.transaction import on_commit

LIFETIME: Final = 6 * 3600
"""Seconds that anything is kept, even if nothing changes."""
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
    """Defer cache writes to the commit of the current transaction; reads inside see them."""
    held = _Deferred()
    token = _held_back.set(held)
    try:
        yield
    finally:
        _held_back.reset(token)
    # Requests that follow the commit wait for the locks until the values are stored.
    on_commit(held.keep, robust=True)


def get(key: str) -> Any:
    """Return the cached value of a key, or None."""
    held = _held_back.get()
    if held is not None and key in held.values:
        return held.values[key]
    return cache.get(key)


def get_many(keys: Iterable[str]) -> dict[str, Any]:
    """Return the cached values of several keys with one request to the cache."""
    asked = list(keys)
    held = _held_back.get()
    if held is None:
        return cache.get_many(asked)
    own = {key: held.values[key] for key in asked if key in held.values}
    return {**cache.get_many([key for key in asked if key not in own]), **own}


def set_many(values: Mapping[str, Any]) -> None:
    """Cache several values by key."""
    held = _held_back.get()
    if held is not None:
        held.values.update(values)
    elif len(values) == 1:
        [(key, value)] = values.items()
        cache.set(key, value, timeout=LIFETIME)
    else:
        cache.set_many(dict(values), timeout=LIFETIME)


def acquire_lock(turn: str) -> bool:
    """Try to take the single-flight lock of a computation; return True if it was free.

    A lock expires after ``LOCK_SECONDS``.
    """
    free, held = cache.add(turn, 1, timeout=LOCK_SECONDS), _held_back.get()
    if held is None:
        return free
    held.turns.append(turn)
    return True  # uncommitted state is visible only to this transaction


def release_lock(turn: str) -> None:
    """Release a single-flight lock; deferred to the commit if the value is."""
    if _held_back.get() is None:
        cache.delete(turn)
