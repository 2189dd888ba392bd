"""The site with what measures it (``tools.load.settings``), for a web server; loaded and settled as everywhere."""

from epic_events.wsgi import application

__all__ = ["application"]
