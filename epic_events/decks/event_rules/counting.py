"""What counts of what the organisers of an event say about its decks."""

from epic_events.decks.models import DeckRules
from epic_events.events.models import Event


def rules_that_count(event: Event) -> DeckRules | None:
    """Return what is said of the decks of an event; None where nothing is, or it is of another game. One query."""
    said = DeckRules.objects.filter(event=event).order_by("-number").first()
    if said is None or said.game != event.game:
        return None
    return said if said.banned is not None or said.restricted is not None or said.facts else None
