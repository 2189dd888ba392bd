"""The site with what measures it (``tests.load.settings``), for a web server; loaded and settled as everywhere."""

from epic_events.wsgi import application

__all__ = ["application"]
