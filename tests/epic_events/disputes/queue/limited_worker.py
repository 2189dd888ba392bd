"""Celery application with short replays (``SECONDS``) and no card limit.

Without that limit a long record ends by time or memory on any machine.
"""

import os
import sys

from django.conf import settings

from epic_events.celery import app
from epic_events.disputes import records

__all__ = ["app"]

SECONDS = int(os.environ.get("SECONDS", "30"))

settings.CELERY_TASK_SOFT_TIME_LIMIT = SECONDS  # who asks for a replay sends along when it is interrupted
for limit in ("MAX_OBJECTS", "MAX_BYTES"):
    setattr(records, limit, sys.maxsize)
