"""The site: people, events, rounds, standings, disputes, pages, API and workers."""

from epic_events.celery import app as celery_app

__all__ = ["celery_app"]
