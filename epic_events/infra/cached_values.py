"""What is worked out once and kept in the cache until something changes: under one key, with the stamp it is of.

A new state takes the place of the older one, so that what is kept does not grow with what happens. Many who ask for the
same at once have it made by one of them; the others wait a moment for it. While Redis is away everything is made anew.
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
    """Return what is another word for every other version of the site: of its code, templates, files and settings."""
    root = Path(settings.BASE_DIR)
    found = hashlib.blake2b(repr((settings.SITE_NAME, settings.DEMO, settings.SECRET_KEY)).encode(), digest_size=8)
    files = [*root.glob("templates/**/*.html"), *root.glob("epic_events/**/*.py"), *root.glob("rules/**/*.py")]
    files += root.glob("epic_events/locale/**/*.mo")
    for path in sorted(files):
        found.update(path.read_bytes())
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    found.update(manifest.read_bytes() if manifest.is_file() else b"")
    return found.hexdigest()


def name_of(*parts: object) -> str:
    """Return the key under which something is kept; no other version of the site finds it."""
    return f"kept:{hashlib.blake2b(repr((release(), parts)).encode(), digest_size=16).hexdigest()}"


def facts_of(stored: models.Model) -> tuple[object, ...]:
    """Return everything that is stored of a thing, but not of what it belongs to: a name of what is made of it."""
    return tuple(getattr(stored, field.attname) for field in stored._meta.concrete_fields)  # noqa: SLF001 - Django's public _meta


def kept(parts: tuple[object, ...], stamp: str, make: Callable[[], Made], *, by_one: bool = True) -> Made:
    """Return what is kept under this name and stamp, made where there is nothing.

    Args:
        parts: what it is: numbers and words.
        stamp: what changes with everything it depends on, read before this is called.
        make: makes it; what it returns can be pickled and is for everybody who knows name and stamp.
        by_one: whether others wait for who makes it: not for what is made sooner than they would hear of it.
    """
    key = name_of(*parts)
    found: tuple[str, Made] | None = cache_store.find(key)
    if by_one or (found is not None and found[0] == stamp):
        return found_or_made(found, key, stamp, make)
    made = make()
    cache_store.put({key: (stamp, made)})
    return made


def found_or_made(found: tuple[str, Made] | None, key: str, stamp: str, make: Callable[[], Made]) -> Made:
    """Return what was found in the cache under a key where it is of this stamp, and otherwise what is made now."""
    if found is not None and found[0] == stamp:
        return found[1]
    return made_by_one(key, stamp, make)


def made_by_one(key: str, stamp: str, make: Callable[[], Made]) -> Made:
    """Make it and keep it, unless somebody is at it already: then wait for that, but not for long."""
    turn = name_of("turn", key, stamp)
    until, looks = time.monotonic() + _WAIT, 0
    while not cache_store.take_turn(turn):
        if time.monotonic() > until:
            return make()
        time.sleep(_LOOKS[min(looks, len(_LOOKS) - 1)])
        looks += 1
        found = cache_store.find(key)
        if found is not None and found[0] == stamp:
            return found[1]  # type: ignore[no-any-return]  # the cache tells no types
    try:
        made = make()
        cache_store.put({key: (stamp, made)})
    finally:
        cache_store.end_turn(turn)
    return made
