"""Extension points of event pages for other apps: tabs, panels, audit log labels.

An app registers its extensions in ``AppConfig.ready()``::

    from epic_events.events.extensions import Tab, audit_action_labels, event_panels, event_tabs

    event_tabs.register(Tab(30, gettext_lazy("Pairings"), "pairings:overview", is_visible))
    event_panels.register(my_match)  # (request, EventSubject) -> Panel | None
    audit_action_labels.update({"round.published": gettext_lazy("published a round")})
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
    "AuditScope",
    "EventPanels",
    "EventSubject",
    "Panel",
    "Tab",
    "TabLink",
    "TabRegistry",
    "audit_action_labels",
    "audit_categories",
    "audit_rounds",
    "audit_scopes",
    "audit_subject_names",
    "event_panels",
    "event_tabs",
]


@dataclass(frozen=True)
class EventSubject:
    """The event whose page is rendered, with the rights of the user.

    Attributes:
        event: the event.
        rights: the rights of the user at the event.
        version_token: read before the event; changes with everything but submitted results and decklists. Extensions
            may cache expensive values under it. Empty if it has not been read.
        standings_version_token: read before the event; changes with the standings after a finished round.
    """

    event: Event
    rights: Rights
    version_token: str = ""
    standings_version_token: str = ""


Provider = Callable[[HttpRequest, EventSubject], Panel | None]
Rows = Callable[[], QuerySet[Any]]
Parts = Callable[[HttpRequest, EventSubject], Mapping[str, str]]
EVENT: Final = Parameter("event", BigIntegerField())
"""Primary key of the event, a parameter of the querysets that panels register."""
READER: Final = Parameter("reader", BigIntegerField())
"""Primary key of the user, likewise; 0 for anonymous visitors."""


@dataclass(frozen=True)
class Tab:
    """A tab of the event pages.

    Attributes:
        order: sort key; the app's own are 10 (overview), 20 (players), 80 (staff), 90 (audit log).
        label: the label.
        url_name: name of a URL that takes the event's slug.
        is_visible: returns True if a user with these rights sees the tab.
        is_exact: True if the tab is current only on its own page, not on pages below its URL.
        staff: True for a staff tool, which is listed in a separate menu.
    """

    order: int
    label: str | Promise
    url_name: str
    is_visible: Callable[[Event, Rights], bool]
    is_exact: bool = False
    staff: bool = False


@dataclass(frozen=True)
class TabLink:
    """A rendered tab: label, URL, and whether it is current and a staff tool."""

    label: str | Promise
    href: str
    current: bool
    staff: bool = False


class TabRegistry:
    """Registry of the tabs of event pages."""

    def __init__(self) -> None:
        self._tabs: dict[str, Tab] = {}

    def register(self, tab: Tab) -> None:
        """Register a tab, replacing any tab with the same URL name."""
        self._tabs[tab.url_name] = tab

    def of(self, request: HttpRequest, event: Event, rights: Rights) -> list[TabLink]:
        """Return the visible tabs of an event.

        The tab with the longest matching URL is marked as current.
        """
        tabs = sorted((tab for tab in self._tabs.values() if tab.is_visible(event, rights)), key=lambda tab: tab.order)
        places = [(tab, reverse(tab.url_name, args=[event.slug])) for tab in tabs]
        fitting = [
            href for tab, href in places if href == request.path or (request.path.startswith(href) and not tab.is_exact)
        ]
        here = max(fitting, key=len, default="")
        return [TabLink(tab.label, href, href == here, tab.staff) for tab, href in places]


event_tabs = TabRegistry()


class EventPanels(Panels[EventSubject]):
    """Registry of the panels of an event's page.

    Most panels are empty for most users. A panel that depends on database rows registers a queryset of them, and one
    query checks all these querysets before the providers run. A panel that is the same for all users registers its
    volatile parts separately, so that the page around them can be cached.
    """

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[Provider, Rows] = {}
        self._parts: dict[Provider, Parts] = {}

    def register(
        self, provider: Provider, *, for_all: bool = False, rows: Rows | None = None, parts: Parts | None = None
    ) -> None:
        """Register a panel provider; registering it again changes nothing.

        Args:
            provider: builds the panel.
            for_all: True if the panel is the same for all users outside the staff, so that it is cached with the page.
            rows: returns the queryset without which the panel is empty for users outside the staff; it is filtered by
                :data:`EVENT` and :data:`READER`.
            parts: with ``for_all``, returns the volatile parts that the template includes as ``{{ own.NAME }}``,
            by name.
        """
        super().register(provider, for_all=for_all)
        if rows is not None:
            self._rows[provider] = rows
        if parts is not None:
            self._parts[provider] = parts

    def of(self, request: HttpRequest, subject: EventSubject, *, for_all: bool | None = None) -> list[Panel]:
        """Return the panels of one page.

        Needs one query in addition to those of the providers if any of them registered rows.
        """
        parts_asked = self._matching_providers(for_all)
        query_rows = tuple(self._rows[each] for each in parts_asked if each in self._rows)
        if query_rows and not subject.rights.staff:
            existing = _existence_query(query_rows).rows(event=subject.event.pk, reader=request.user.pk or 0)[0]
            nothing = {rows for rows, any_there in zip(query_rows, existing, strict=True) if not any_there}
            parts_asked = [each for each in parts_asked if self._rows.get(each) not in nothing]
        parts = (provider(request, subject) for provider in parts_asked)
        return [panel for panel in parts if panel is not None]

    def parts(self, request: HttpRequest, subject: EventSubject) -> dict[str, str]:
        """Return the volatile parts of the cached panels, by name."""
        rendered_parts = (
            self._parts[each](request, subject) for each in self._matching_providers(True) if each in self._parts
        )
        return {name: text for parts in rendered_parts for name, text in parts.items()}


@cache
def _existence_query(query_rows: tuple[Rows, ...]) -> CompiledQuery:
    """Return the query that checks which of the querysets have rows."""
    return CompiledQuery(
        lambda: Event.objects.filter(pk=EVENT).order_by().values_list(*(Exists(rows()) for rows in query_rows))
    )


event_panels = EventPanels()
audit_subject_names: dict[str, Callable[[Collection[int]], Mapping[int, str]]] = {}
"""Functions that load the names of subjects by primary key, by the model label of the subject.

Deleted subjects are left out.
"""
audit_action_labels: dict[str, str | Promise | Callable[[dict[str, object]], str]] = {}
"""Labels of audit actions by verb, as they follow the name of the user: "published a round".

Placeholders such as ``%(name)s`` are values of the entry's data; a function gets all of the data.
"""


@dataclass(frozen=True)
class AuditScope:
    """Filter of audit entries; None means any.

    Attributes:
        registrations: entries of the event. round_id: primary key of a round. table: table number.
    """

    event: Event
    registrations: QuerySet[Registration] | None = None
    round_id: int | None = None
    table: int | None = None


audit_scopes: list[Callable[[AuditScope], Mapping[str, QuerySet[Any]]]] = []
"""Functions that return the subjects of a scope as querysets, by model label."""
audit_rounds: list[Callable[[Event], Sequence[tuple[int, str]]]] = []
"""Functions that return the rounds of an event for the filter, as primary key and name."""
audit_categories: dict[str, str | Promise] = {}
"""Labels of the categories of audit actions, by the first part of the verb: ``result.reported``."""
