"""The site: events, pairings, decklists, judging, disputes, reference and API."""

import atexit
import gc
from typing import Final

WHILE_LOADING: Final = 1_000_000
"""Garbage collection threshold during imports, instead of Python's 700: importing modules creates no garbage."""
gc.set_threshold(WHILE_LOADING)
atexit.register(gc.freeze)  # skip garbage collection of modules at exit, which took half of the time of a command

from epic_events.celery import app as celery_app  # noqa: E402 - the first module of many

__all__ = ["celery_app"]
