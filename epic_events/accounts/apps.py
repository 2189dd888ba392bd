"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.accounts"
    label = "accounts"
