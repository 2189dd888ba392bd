"""What a replay may take of the machine's memory: beyond it fails alone, before the machine ends other programs."""

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_TAKEN: Final = Path("/proc/self/statm")


@contextmanager
def at_most(megabytes: int) -> Iterator[None]:
    """Let this process take so much more memory than it has now; what asks for more gets a ``MemoryError``.

    The limit is one of the address space, which Linux alone keeps; elsewhere there is none.
    """
    if not sys.platform.startswith("linux") or not _TAKEN.exists():
        yield
        return
    taken = int(_TAKEN.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = taken + megabytes * 1024 * 1024
    bounds = [each for each in (before, most) if each != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([allowed, *bounds]), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))
