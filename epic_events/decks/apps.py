"""The decks app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    """Configuration of the decks app."""

    name = "epic_events.decks"
    label = "decks"

    def ready(self) -> None:
        """Register the page extensions and the decklist requirement of rounds."""
        from epic_events.decks import extensions  # noqa: PLC0415 - needs the models, ready only now
        from epic_events.decks.requirements import DecklistRequirement  # noqa: PLC0415 - the same
        from epic_events.events.readiness import readiness_requirements  # noqa: PLC0415 - the same

        extensions.register()
        readiness_requirements.append(DecklistRequirement())
