"""Configuration of the events app."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """Configuration of the events app."""

    name = "epic_events.events"
    label = "events"

    def ready(self) -> None:
        """Register tabs, audit log labels, teams and the sign-up policy for invitations."""
        from epic_events.accounts.permissions import register_invitation_check  # noqa: PLC0415 - see below
        from epic_events.events import event_extensions  # noqa: PLC0415 - the same
        from epic_events.events.models import Invitation  # noqa: PLC0415 - the same
        from epic_events.events.permissions import load_team  # noqa: PLC0415 - the same
        from epic_events.reference.permissions import teams  # noqa: PLC0415 - the same

        event_extensions.register()
        teams.register(load_team)
        register_invitation_check(lambda email: Invitation.objects.pending().filter(email=email).exists())
