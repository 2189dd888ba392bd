"""The site: events, pairings, decklists, judging, disputes, reference, API and workers."""

import atexit
import gc
from typing import Final

WHILE_LOADING: Final = 1_000_000
"""New objects between two looks of the garbage collector at the youngest; Python's own is 700. While three thousand
modules are loaded nothing becomes garbage, and to look for it was a tenth of every start. What serves or works then
looks more often: see ``running/settling.py``."""
gc.set_threshold(WHILE_LOADING)
atexit.register(gc.freeze)  # what is loaded is passed by at the end, too: that look was half of a command

from epic_events.celery import app as celery_app  # noqa: E402 - the first module of many

__all__ = ["celery_app"]
