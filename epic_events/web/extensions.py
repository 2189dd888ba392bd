"""Extensions of other apps: offline page, tabs and audit labels."""

from collections.abc import Iterable

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext_lazy

from epic_events.events.extensions import Tab, audit_action_labels, event_tabs
from epic_events.pairings.cut.selectors import has_final_standings
from epic_events.reference.offline import OfflineItem, register_offline_items
from rules.games import Game


def offline_items(_game: Game) -> Iterable[OfflineItem]:
    """Return the offline fallback page with its scripts."""
    return [
        OfflineItem(reverse("web:no_signal")),
        *(OfflineItem(static(f"js/{name}.js")) for name in ("signal", "no_signal")),
    ]


def register() -> None:
    """Register the offline page, the tabs and the audit labels."""
    event_tabs.register(Tab(85, gettext_lazy("Files"), "web:files", lambda _event, held: held.staff, staff=True))
    event_tabs.register(
        Tab(15, gettext_lazy("Final result"), "web:result", lambda event, _held: has_final_standings(event))
    )
    audit_action_labels["event.taken_in"] = gettext_lazy("imported the event from a file")
    register_offline_items(offline_items)
