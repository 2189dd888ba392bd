"""Computed values that stay cached until their version token changes.

Each value has one key and replaces its predecessor, so the cache does not grow with the number of changes. If many
requests need the same value, one computes it and the others wait briefly. Without Redis everything is computed.
"""

import hashlib
import time
from collections.abc import Callable
from functools import cache as once
from pathlib import Path
from typing import Final, TypeVar

from django.conf import settings
from django.db import models

from epic_events.infra import cache_store

Made = TypeVar("Made")

_WAIT: Final = 3.0
_LOOKS: Final = (0.005, 0.01, 0.02, 0.04)
"""Seconds between two looks whether it is there: the longer it takes, the more rarely those who wait ask for it."""


@once
def release() -> str:
    """Return a hash of the site's code, templates, translations, static files and settings."""
    root = Path(settings.BASE_DIR)
    found = hashlib.blake2b(repr((settings.SITE_NAME, settings.DEMO, settings.SECRET_KEY)).encode(), digest_size=8)
    files = [*root.glob("templates/**/*.html"), *root.glob("epic_events/**/*.py"), *root.glob("rules/**/*.py")]
    files += root.glob("epic_events/locale/**/*.mo")
    for path in sorted(files):
        found.update(path.read_bytes())
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    found.update(manifest.read_bytes() if manifest.is_file() else b"")
    return found.hexdigest()


def cache_key(*parts: object) -> str:
    """Return a cache key from its parts and the release."""
    return f"kept:{hashlib.blake2b(repr((release(), parts)).encode(), digest_size=16).hexdigest()}"


def field_values(stored: models.Model) -> tuple[object, ...]:
    """Return the values of all concrete fields of a model instance, for use in a cache key."""
    return tuple(getattr(stored, field.attname) for field in stored._meta.concrete_fields)  # noqa: SLF001 - Django's public _meta


def cached(parts: tuple[object, ...], stamp: str, make: Callable[[], Made], *, by_one: bool = True) -> Made:
    """Return a cached value, or compute and cache it.

    Args:
        parts: numbers and words that identify the value.
        stamp: version token of everything the value depends on, read before the call.
        make: computes the value, which must be picklable and may be shown to anyone who has the key.
        by_one: True if concurrent requests wait for the first computation; False for cheap values.
    """
    key = cache_key(*parts)
    found: tuple[str, Made] | None = cache_store.get(key)
    if by_one or (found is not None and found[0] == stamp):
        return value_or_compute(found, key, stamp, make)
    made = make()
    cache_store.set_many({key: (stamp, made)})
    return made


def value_or_compute(found: tuple[str, Made] | None, key: str, stamp: str, make: Callable[[], Made]) -> Made:
    """Return a cached value if its version token matches, otherwise compute it."""
    if found is not None and found[0] == stamp:
        return found[1]
    return compute_once(key, stamp, make)


def compute_once(key: str, stamp: str, make: Callable[[], Made]) -> Made:
    """Compute and cache a value once; concurrent callers wait for it up to ``_WAIT`` seconds."""
    turn = cache_key("turn", key, stamp)
    until, looks = time.monotonic() + _WAIT, 0
    while not cache_store.acquire_lock(turn):
        if time.monotonic() > until:
            return make()
        time.sleep(_LOOKS[min(looks, len(_LOOKS) - 1)])
        looks += 1
        found = cache_store.get(key)
        if found is not None and found[0] == stamp:
            return found[1]  # type: ignore[no-any-return]  # the cache tells no types
    try:
        made = make()
        cache_store.set_many({key: (stamp, made)})
    finally:
        cache_store.release_lock(turn)
    return made
