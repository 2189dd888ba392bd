"""Cache warming of pages that many users open at the same moment."""

from typing import Any

from django.urls import reverse

from epic_events.events.models import Event
from epic_events.page_cache.warming import warm_pages
from epic_events.pairings.lifecycle import traffic_expected
from epic_events.pairings.rounds.lists import ListQuery


def warming_addresses(event: Event) -> list[str]:
    """Return the URLs to warm, with query strings in canonical order."""
    rounds = reverse("pairings:rounds", args=[event.slug])
    return [
        f"{rounds}?{ListQuery().query}",
        f"{rounds}?{ListQuery(by_name=True).query}",
        reverse("pairings:standings", args=[event.slug]),
        event.get_absolute_url(),
        reverse("web:home"),
    ]


def warm_event(event: Event, **_kwargs: Any) -> None:
    """Warm the pages of an event in the transaction that publishes the change."""
    warm_pages(warming_addresses(event))


def register() -> None:
    """Connect the signal handler."""
    traffic_expected.connect(warm_event, dispatch_uid="web.looked_at")
