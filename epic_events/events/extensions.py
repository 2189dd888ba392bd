"""What apps above this one add to the pages of an event: tabs beside ours, panels on its first page, words of the log.

An app fills these in ``AppConfig.ready()``::

    from epic_events.events.extensions import Tab, event_panels, event_tabs, log_words

    event_tabs.register(Tab(30, gettext_lazy("Pairings"), "pairings:overview", lambda event, rights: event.has_started))
    event_panels.register(my_match)  # (request, EventSubject) -> Panel | None
    log_words.update({"round.published": gettext_lazy("published a round")})
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.db.models import BigIntegerField, Exists, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise

from epic_events.events.models import Event, Registration
from epic_events.events.permissions import Rights
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.reference.extensions import Panel, Panels

__all__ = [
    "EVENT",
    "READER",
    "EventPanels",
    "EventSubject",
    "AuditScope",
    "Panel",
    "TabLink",
    "Tab",
    "TabRegistry",
    "event_panels",
    "event_tabs",
    "audit_categories",
    "audit_rounds",
    "audit_scopes",
    "audit_subject_names",
    "audit_action_labels",
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


Provider = Callable[[HttpRequest, EventSubject], Panel | None]
Rows = Callable[[], QuerySet[Any]]
Parts = Callable[[HttpRequest, EventSubject], Mapping[str, str]]
EVENT: Final = Parameter("event", BigIntegerField())
"""The key of the event, in a question of which rows a panel shows something."""
READER: Final = Parameter("reader", BigIntegerField())
"""The key of who reads the page there; 0 for who is not signed in."""


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
class TabLink:
    """A tab on one page: where it leads, whether the page belongs to it, and whether it is a tool of the staff."""

    label: str | Promise
    href: str
    current: bool
    staff: bool = False


class TabRegistry:
    """The registered tabs."""

    def __init__(self) -> None:
        self._tabs: dict[str, Tab] = {}

    def register(self, tab: Tab) -> None:
        """Add a tab; the same address again replaces it."""
        self._tabs[tab.url_name] = tab

    def of(self, request: HttpRequest, event: Event, rights: Rights) -> list[TabLink]:
        """Return the tabs of an event for one viewer; the current one is that with the longest fitting address."""
        shown = sorted((tab for tab in self._tabs.values() if tab.shown(event, rights)), key=lambda tab: tab.order)
        places = [(tab, reverse(tab.url_name, args=[event.slug])) for tab in shown]
        fitting = [
            href for tab, href in places if href == request.path or (request.path.startswith(href) and not tab.alone)
        ]
        here = max(fitting, key=len, default="")
        return [TabLink(tab.label, href, href == here, tab.staff) for tab, href in places]


event_tabs = TabRegistry()


class EventPanels(Panels[EventSubject]):
    """The panels of an event's first page.

    Most readers have nothing in most of them. A panel that is shown where some row is there names the rows: whether
    there are any is asked for all such panels by one question, and the others ask nothing more. A panel for everybody
    names what in it changes while results come in and lists are submitted, so that the page around it is kept.
    """

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[Provider, Rows] = {}
        self._parts: dict[Provider, Parts] = {}

    def register(
        self, provider: Provider, *, for_all: bool = False, rows: Rows | None = None, parts: Parts | None = None
    ) -> None:
        """Add a provider; adding it again changes nothing.

        Args:
            provider: makes the panel.
            for_all: whether it shows the same to everybody but the staff, so that pages that are kept hold it once.
            rows: the rows without which it has nothing to say to who is not of the staff, found by :data:`EVENT` and
                :data:`READER`.
            parts: with ``for_all``, makes what stands in its template as ``{{ own.NAME }}``, by name.
        """
        super().register(provider, for_all=for_all)
        if rows is not None:
            self._rows[provider] = rows
        if parts is not None:
            self._parts[provider] = parts

    def of(self, request: HttpRequest, subject: EventSubject, *, for_all: bool | None = None) -> list[Panel]:
        """Return what the providers have to say on one page; one question more than they ask, where one names rows."""
        asked = self._asked(for_all)
        named = tuple(self._rows[each] for each in asked if each in self._rows)
        if named and not subject.rights.staff:
            there = _any_of(named).rows(event=subject.event.pk, reader=request.user.pk or 0)[0]
            nothing = {rows for rows, any_there in zip(named, there, strict=True) if not any_there}
            asked = [each for each in asked if self._rows.get(each) not in nothing]
        found = (provider(request, subject) for provider in asked)
        return [panel for panel in found if panel is not None]

    def parts(self, request: HttpRequest, subject: EventSubject) -> dict[str, str]:
        """Return what changes often in the panels for everybody, by name."""
        made = (self._parts[each](request, subject) for each in self._asked(True) if each in self._parts)
        return {name: text for parts in made for name, text in parts.items()}


@cache
def _any_of(named: tuple[Rows, ...]) -> CompiledQuery:
    """Return the question of which rows there are any."""
    return CompiledQuery(
        lambda: Event.objects.filter(pk=EVENT).order_by().values_list(*(Exists(rows()) for rows in named))
    )


event_panels = EventPanels()
audit_subject_names: dict[str, Callable[[Collection[int]], Mapping[int, str]]] = {}
"""What a line of the log is about, by the kind of its subject: a function makes names of keys, all at once.

What is gone has no name any more and is left out.
"""
audit_action_labels: dict[str, str | Promise | Callable[[dict[str, object]], str]] = {}
"""What somebody did, by verb of the log: the sentence goes on after the person's name.

``%(name)s`` in it stands for a fact of the line's data; a function makes the words from all of them.
"""


@dataclass(frozen=True)
class AuditScope:
    """What lines of the log are asked to be about; what is ``None`` does not matter.

    Attributes:
        registrations: of whom. round_id: in which round. table: at which table.
    """

    event: Event
    registrations: QuerySet[Registration] | None = None
    round_id: int | None = None
    table: int | None = None


audit_scopes: list[Callable[[AuditScope], Mapping[str, QuerySet[Any]]]] = []
"""What of a scope an app has, by the kind of subject: a function returns the subjects, none where it has none."""
audit_rounds: list[Callable[[Event], Sequence[tuple[int, str]]]] = []
"""The rounds of an event by which its log can be narrowed: their keys and names."""
audit_categories: dict[str, str | Promise] = {}
"""What a verb of the log is about, by its first part: ``result`` of ``result.reported``."""
