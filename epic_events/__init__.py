"""The site: people, events, rounds, standings, disputes, pages, API and workers."""

import gc
from typing import Final

ALLOCATIONS: Final = 50_000
"""New objects between two looks of the garbage collector at the youngest; Python's own is 700. While three thousand
modules are loaded nothing becomes garbage, and to look for it was a tenth of every start. A replay of 300 decisions
keeps fewer at once and leaves no garbage behind; where something does, it is found a little later."""
gc.set_threshold(ALLOCATIONS)

from epic_events.celery import app as celery_app  # noqa: E402 - the first module of many

__all__ = ["celery_app"]
