"""Registry of panels that other apps add to the pages of rules and cards.

An app registers its providers in ``AppConfig.ready()``::

    from epic_events.reference.extensions import rule_panels

    rule_panels.register(disputes_citing_the_rule)

A provider is called once per page with the request and the subject. It must check the viewer's permissions itself and
returns a :class:`Panel`, or None to add nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.http import HttpRequest

from rules.games import Game
from rules.rulebooks import Rule, Rulebook

S = TypeVar("S")


@dataclass(frozen=True)
class RuleSubject:
    """The rule of a page."""

    rulebook: Rulebook
    rule: Rule


@dataclass(frozen=True)
class CardSubject:
    """The card of a page, with its name as the catalogue spells it."""

    game: Game
    name: str


@dataclass(frozen=True)
class Panel:
    """A panel of a page.

    Attributes:
        title: heading of the panel, translated.
        template: template of the body; ``context`` is available as ``panel.context``.
        context: context of the template.
        mine: True if it shows the viewer's own data; such panels come first.
    """

    title: str
    template: str
    context: dict[str, Any] = field(default_factory=dict)
    mine: bool = False


class Panels(Generic[S]):
    """Panel providers of one kind of page, in the order of registration."""

    def __init__(self) -> None:
        self._providers: list[Callable[[HttpRequest, S], Panel | None]] = []
        self._for_all: set[Callable[[HttpRequest, S], Panel | None]] = set()

    def register(self, provider: Callable[[HttpRequest, S], Panel | None], *, for_all: bool = False) -> None:
        """Add a provider, unless it is already registered.

        Args:
            provider: returns the panel.
            for_all: True if the panel is the same for everyone except staff, so that cached pages can contain it.
        """
        if provider not in self._providers:
            self._providers.append(provider)
        if for_all:
            self._for_all.add(provider)

    def unregister(self, provider: Callable[[HttpRequest, S], Panel | None]) -> None:
        """Remove a provider."""
        self._providers.remove(provider)

    def of(self, request: HttpRequest, subject: S, *, for_all: bool | None = None) -> list[Panel]:
        """Return the panels of a page.

        Args:
            request: the request.
            subject: the subject of the page.
            for_all: True for shared panels only, False for other panels only, None for all.
        """
        panels = (provider(request, subject) for provider in self._matching_providers(for_all))
        return [panel for panel in panels if panel is not None]

    def _matching_providers(self, for_all: bool | None) -> list[Callable[[HttpRequest, S], Panel | None]]:
        return [each for each in self._providers if for_all is None or (each in self._for_all) == for_all]


@dataclass(frozen=True)
class SearchTab:
    """Results of the same search in another part of the site.

    Attributes:
        title: label of the tab, translated.
        url: URL of the results.
        count: number of results.
    """

    title: str
    url: str
    count: int


search_tabs: list[Callable[[HttpRequest, str, Game], SearchTab]] = []
"""Providers of further search tabs; they must check the viewer's permissions themselves."""

rule_panels: Panels[RuleSubject] = Panels()
card_panels: Panels[CardSubject] = Panels()
