"""Configuration of the documents app."""

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    """Documents app."""

    name = "epic_events.documents"
    label = "documents"
