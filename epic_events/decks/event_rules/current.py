"""What counts of what the organisers of an event say about its decks."""

from typing import Any, Final

from django.db.models import BigIntegerField, QuerySet

from epic_events.decks.models import DeckRules
from epic_events.events.models import Event
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from


def rules_that_count(event: Event) -> DeckRules | None:
    """Return what is said of the decks of an event; None where nothing is, or it is of another game. One query."""
    said = next((instance_from(DeckRules, row) for row in _SAID.rows(event=event.pk)), None)
    if said is None or said.game != event.game:
        return None
    return said if said.banned is not None or said.restricted is not None or said.facts else None


def _said() -> QuerySet[DeckRules, tuple[Any, ...]]:
    said = DeckRules.objects.filter(event_id=Parameter("event", BigIntegerField())).order_by("-number")
    return said.values_list(*columns_of(DeckRules))[:1]


_SAID: Final = CompiledQuery(_said)
