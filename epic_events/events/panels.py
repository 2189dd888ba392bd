"""What apps above this one add to the pages of an event: tabs beside ours, panels on its first page, words of the log.

An app fills these in ``AppConfig.ready()``::

    from epic_events.events.panels import Tab, event_panels, event_tabs, log_words

    event_tabs.register(Tab(30, gettext_lazy("Pairings"), "pairings:overview", lambda event, rights: event.has_started))
    event_panels.register(my_match)  # (request, EventSubject) -> Panel | None
    log_words.update({"round.published": gettext_lazy("published a round")})
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise

from epic_events.events.models import Event, Registration
from epic_events.events.permissions import Rights
from epic_events.reference.panels import Panel, Panels

__all__ = [
    "EventSubject",
    "LogScope",
    "Panel",
    "ShownTab",
    "Tab",
    "Tabs",
    "event_panels",
    "event_tabs",
    "log_kinds",
    "log_rounds",
    "log_scopes",
    "log_subjects",
    "log_words",
]


@dataclass(frozen=True)
class EventSubject:
    """The event whose first page is shown, with what the viewer may do there.

    Attributes:
        event: the event.
        rights: of the viewer.
        stamp: changes with everything there but results and lists that come in, and was read before the event: under
            it a panel may keep what takes long to work out; empty where nobody has read it.
    """

    event: Event
    rights: Rights
    stamp: str = ""


@dataclass(frozen=True)
class Tab:
    """One part of an event.

    Attributes:
        order: its place; ours are 10 (overview), 20 (players), 50 (decklists), 80 (staff), 90 (log).
        label: its name on screen.
        url_name: the address, taking the event's slug.
        shown: whether it stands there for somebody with these rights.
        alone: whether it is current on its own page only, not on the pages below its address.
        staff: whether it is a tool of the staff, which stand in a menu of their own.
    """

    order: int
    label: str | Promise
    url_name: str
    shown: Callable[[Event, Rights], bool]
    alone: bool = False
    staff: bool = False


@dataclass(frozen=True)
class ShownTab:
    """A tab on one page: where it leads, whether the page belongs to it, and whether it is a tool of the staff."""

    label: str | Promise
    href: str
    current: bool
    staff: bool = False


class Tabs:
    """The registered tabs."""

    def __init__(self) -> None:
        self._tabs: dict[str, Tab] = {}

    def register(self, tab: Tab) -> None:
        """Add a tab; the same address again replaces it."""
        self._tabs[tab.url_name] = tab

    def of(self, request: HttpRequest, event: Event, rights: Rights) -> list[ShownTab]:
        """Return the tabs of an event for one viewer; the current one is that with the longest fitting address."""
        shown = sorted((tab for tab in self._tabs.values() if tab.shown(event, rights)), key=lambda tab: tab.order)
        places = [(tab, reverse(tab.url_name, args=[event.slug])) for tab in shown]
        fitting = [
            href for tab, href in places if href == request.path or (request.path.startswith(href) and not tab.alone)
        ]
        here = max(fitting, key=len, default="")
        return [ShownTab(tab.label, href, href == here, tab.staff) for tab, href in places]


event_tabs = Tabs()
event_panels: Panels[EventSubject] = Panels()
log_subjects: dict[str, Callable[[Collection[int]], Mapping[int, str]]] = {}
"""What a line of the log is about, by the kind of its subject: a function makes names of keys, all at once.

What is gone has no name any more and is left out.
"""
log_words: dict[str, str | Promise | Callable[[dict[str, object]], str]] = {}
"""What somebody did, by verb of the log: the sentence goes on after the person's name.

``%(name)s`` in it stands for a fact of the line's data; a function makes the words from all of them.
"""


@dataclass(frozen=True)
class LogScope:
    """What lines of the log are asked to be about; what is ``None`` does not matter.

    Attributes:
        registrations: of whom. round_id: in which round. table: at which table.
    """

    event: Event
    registrations: QuerySet[Registration] | None = None
    round_id: int | None = None
    table: int | None = None


log_scopes: list[Callable[[LogScope], Mapping[str, QuerySet[Any]]]] = []
"""What of a scope an app has, by the kind of subject: a function returns the subjects, none where it has none."""
log_rounds: list[Callable[[Event], Sequence[tuple[int, str]]]] = []
"""The rounds of an event by which its log can be narrowed: their keys and names."""
log_kinds: dict[str, str | Promise] = {}
"""What a verb of the log is about, by its first part: ``result`` of ``result.reported``."""
