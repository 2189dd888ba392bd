"""The site's Celery application in a worker whose replays have less time: see ``SECONDS``."""

import os

from django.conf import settings

from epic_events.celery import app

__all__ = ["app"]

SECONDS = int(os.environ.get("SECONDS", "30"))

settings.CELERY_TASK_SOFT_TIME_LIMIT = SECONDS  # who asks for a replay sends along when it is interrupted
