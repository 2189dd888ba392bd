"""The portal app."""

from django.apps import AppConfig


class PortalConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.portal"
    label = "portal"
