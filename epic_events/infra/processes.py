"""A process of the site: its version, garbage collection and memory limit.

The site with the rules, cards and engines of all games has more than 200,000 objects. Python's collector scans all of
them each time their number has grown by a quarter, which a replay of 300 decisions does: a pause of 0.1 s and more.
"""

import gc
import resource
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from rules.games import GAMES

PROJECT: Final = "pyproject.toml"


@cache
def site_version() -> str:
    """Return the version, with the revision if the build has set one."""
    stated = tomllib.loads((Path(settings.BASE_DIR) / PROJECT).read_text(encoding="utf-8"))["project"]["version"]
    return f"{stated} ({settings.REVISION})" if settings.REVISION else str(stated)


ALLOCATIONS: Final = 50_000
"""Garbage collection threshold for new objects after :func:`freeze`; garbage is collected a little later."""


def freeze() -> None:
    """Load every game and freeze all objects that exist now.

    Called once before the first request or task of a process; forked processes share the frozen objects.
    """
    list(GAMES.values())
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATIONS)


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause garbage collection while many objects are created.

    The work must leave no reference cycles behind. A replay of 300 decisions keeps 300,000 objects until it is stored;
    scanning them takes a tenth of its time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


_TAKEN: Final = Path("/proc/self/statm")


@contextmanager
def at_most(megabytes: int) -> Iterator[None]:
    """Limit the additional memory of this process.

    Allocations beyond it raise ``MemoryError``. The limit applies to the address space and only on Linux; other
    systems have no limit.
    """
    if not sys.platform.startswith("linux") or not _TAKEN.exists():
        yield
        return
    bytes_used = int(_TAKEN.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = bytes_used + megabytes * 1024 * 1024
    bounds = [each for each in (before, most) if each != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([allowed, *bounds]), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))
