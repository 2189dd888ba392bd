"""The site's Celery application in a worker whose replays have less time (``SECONDS``) and a hole in a check.

A table may be as full as it likes here: however fast the machine is, a long record ends by its time or its memory.
"""

import os
import sys

from django.conf import settings

from epic_events.celery import app
from epic_events.disputes.replays import limits

__all__ = ["app"]

SECONDS = int(os.environ.get("SECONDS", "30"))

settings.CELERY_TASK_SOFT_TIME_LIMIT = SECONDS  # who asks for a replay sends along when it is interrupted
for limit in ("MAX_OBJECTS", "MAX_BYTES"):
    setattr(limits, limit, sys.maxsize)
