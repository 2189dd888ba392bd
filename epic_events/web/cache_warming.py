"""The pages at which a whole hall looks in the same moment; they are made before it comes."""

from typing import Any

from django.urls import reverse

from epic_events.events.models import Event
from epic_events.page_cache.warming import warm_pages
from epic_events.pairings.rounds.lists import ListQuery
from epic_events.pairings.signals import traffic_expected


def warming_addresses(event: Event) -> list[str]:
    """Return the addresses, each with its query in its one order."""
    rounds = reverse("pairings:rounds", args=[event.slug])
    return [
        f"{rounds}?{ListQuery().query}",
        f"{rounds}?{ListQuery(by_name=True).query}",
        reverse("pairings:standings", args=[event.slug]),
        event.get_absolute_url(),
        reverse("web:home"),
    ]


def warm_event(event: Event, **_told: Any) -> None:
    """Make them, in the transaction after which everybody looks."""
    warm_pages(warming_addresses(event))


def register() -> None:
    """Have it done whenever the pairings say so."""
    traffic_expected.connect(warm_event, dispatch_uid="web.looked_at")
