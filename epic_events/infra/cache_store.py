"""Where everything lies that is worked out once and kept: the cache, and what a transaction holds back until its end.

What is made inside a transaction, for when it is over, is of a state that nobody else sees yet. Nobody may find it
before, and it must not take the place of what is shown until then. So it is held back, and put into the cache in one go
as soon as the transaction has been committed; after a rollback it is forgotten.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.core.cache import cache
from django.db.transaction import on_commit

FOR: Final = 6 * 3600
"""Seconds that anything is kept, even if nothing changes."""
HELD: Final = 10
"""Seconds after which nobody waits any more for somebody who makes it: that process may have ended."""


class _HeldBack:
    """What was made within one transaction, and the turns at making it that were taken."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.turns: list[str] = []

    def keep(self) -> None:
        """Put all of it where everybody finds it, and let go of who waits for it."""
        if self.values:
            cache.set_many(self.values, timeout=FOR)
        cache.delete_many(self.turns)


_held_back: ContextVar[_HeldBack | None] = ContextVar("held_back", default=None)


@contextmanager
def held_back() -> Iterator[None]:
    """Hold back what is kept here until the transaction under way has been committed; within it, it is found."""
    held = _HeldBack()
    token = _held_back.set(held)
    try:
        yield
    finally:
        _held_back.reset(token)
    # From the commit on people ask for it: until it lies there, they wait as for somebody who makes it.
    on_commit(held.keep, robust=True)


def find(key: str) -> Any:
    """Return what is kept under a key; None where nothing is."""
    held = _held_back.get()
    if held is not None and key in held.values:
        return held.values[key]
    return cache.get(key)


def find_many(keys: Iterable[str]) -> dict[str, Any]:
    """Return what is kept under each of these keys, by key; one look into the cache for all of them."""
    asked = list(keys)
    held = _held_back.get()
    if held is None:
        return cache.get_many(asked)
    own = {key: held.values[key] for key in asked if key in held.values}
    return {**cache.get_many([key for key in asked if key not in own]), **own}


def put(values: Mapping[str, Any]) -> None:
    """Keep each of these under its key."""
    held = _held_back.get()
    if held is not None:
        held.values.update(values)
    elif len(values) == 1:
        [(key, value)] = values.items()
        cache.set(key, value, timeout=FOR)
    else:
        cache.set_many(dict(values), timeout=FOR)


def take_turn(turn: str) -> bool:
    """Whether it is this one's turn to make something, under the name of the turn; the others wait for who has it.

    A turn is lost after ``HELD`` seconds.
    """
    free, held = cache.add(turn, 1, timeout=HELD), _held_back.get()
    if held is None:
        return free
    held.turns.append(turn)
    return True  # nobody else makes what is of a state that nobody else sees


def end_turn(turn: str) -> None:
    """Let the others make it; where it is held back, when it is there."""
    if _held_back.get() is None:
        cache.delete(turn)
