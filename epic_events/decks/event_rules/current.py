"""Current deck rules of an event."""

from typing import Any, Final

from django.db.models import BigIntegerField, QuerySet

from epic_events.decks.models import DeckRules
from epic_events.events.models import Event
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from


def current_deck_rules(event: Event) -> DeckRules | None:
    """Return the current deck rules; None if there are none for the event's game. One query."""
    deck_rules = next((instance_from(DeckRules, row) for row in _CURRENT_RULES.rows(event=event.pk)), None)
    if deck_rules is None or deck_rules.game != event.game:
        return None
    return (
        deck_rules if deck_rules.banned is not None or deck_rules.restricted is not None or deck_rules.facts else None
    )


def _current_rules() -> QuerySet[DeckRules, tuple[Any, ...]]:
    deck_rules = DeckRules.objects.filter(event_id=Parameter("event", BigIntegerField())).order_by("-number")
    return deck_rules.values_list(*columns_of(DeckRules))[:1]


_CURRENT_RULES: Final = CompiledQuery(_current_rules)
