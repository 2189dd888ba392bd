"""Celery application; tasks are in the ``tasks.py`` of each app."""

import os

from celery import Celery

from epic_events.infra import tasks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")

app = Celery("epic_events", task_cls=tasks.LargeStackTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
tasks.connect()
