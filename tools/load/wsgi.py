"""WSGI application of the load test (``tools.load.settings``)."""

from epic_events.wsgi import application

__all__ = ["application"]
