"""Extensions of other apps: offline page, tabs, audit labels and cache warming."""

from collections.abc import Iterable
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext_lazy

from epic_events.events.extensions import Tab, audit_action_labels, event_tabs
from epic_events.events.models import Event
from epic_events.page_cache.warming import warm_pages
from epic_events.pairings.cut.selectors import has_final_standings
from epic_events.pairings.lifecycle import traffic_expected
from epic_events.pairings.rounds.lists import ListQuery
from epic_events.reference.offline import OfflineItem, register_offline_items
from rules.games import Game


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


def offline_items(_game: Game) -> Iterable[OfflineItem]:
    """Return the offline fallback page with its scripts."""
    return [
        OfflineItem(reverse("web:no_connection")),
        *(OfflineItem(static(f"js/{name}.js")) for name in ("signal", "no_connection")),
    ]


def register() -> None:
    """Register the offline page, the tabs, the audit labels and the cache warming."""
    event_tabs.register(Tab(83, gettext_lazy("Share"), "web:share", lambda _event, held: held.staff, staff=True))
    event_tabs.register(Tab(85, gettext_lazy("Files"), "web:files", lambda _event, held: held.staff, staff=True))
    event_tabs.register(
        Tab(15, gettext_lazy("Final result"), "web:result", lambda event, _held: has_final_standings(event))
    )
    audit_action_labels["event.taken_in"] = gettext_lazy("imported the event from a file")
    register_offline_items(offline_items)
    traffic_expected.connect(warm_event, dispatch_uid="web.looked_at")
