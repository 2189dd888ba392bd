"""The registry through which apps above this one add panels to the page of a rule or a card.

An app fills it in ``AppConfig.ready()``::

    from epic_events.reference.extensions import rule_panels

    rule_panels.register(disputes_citing_the_rule)

A provider is called once a page with the request and what the page is about, filters by the viewer itself, and
returns a :class:`Panel` or None when it has nothing to say.
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
    """The rule whose page is shown."""

    rulebook: Rulebook
    rule: Rule


@dataclass(frozen=True)
class CardSubject:
    """The card whose page is shown, by the catalogue's spelling of its name."""

    game: Game
    name: str


@dataclass(frozen=True)
class Panel:
    """One panel of a page.

    Attributes:
        title: its heading, in the reader's language.
        template: what renders its body, with ``context`` as ``panel.context``.
        context: what the template needs.
        mine: whether it is about the reader's own part, so that it stands before the others.
    """

    title: str
    template: str
    context: dict[str, Any] = field(default_factory=dict)
    mine: bool = False


class Panels(Generic[S]):
    """The providers of panels for one kind of page, in the order in which they were registered."""

    def __init__(self) -> None:
        self._providers: list[Callable[[HttpRequest, S], Panel | None]] = []
        self._for_all: set[Callable[[HttpRequest, S], Panel | None]] = set()

    def register(self, provider: Callable[[HttpRequest, S], Panel | None], *, for_all: bool = False) -> None:
        """Add a provider; adding it again changes nothing.

        Args:
            provider: makes the panel.
            for_all: whether it shows the same to everybody but the staff, so that pages that are kept hold it once.
        """
        if provider not in self._providers:
            self._providers.append(provider)
        if for_all:
            self._for_all.add(provider)

    def unregister(self, provider: Callable[[HttpRequest, S], Panel | None]) -> None:
        """Take a provider away again."""
        self._providers.remove(provider)

    def of(self, request: HttpRequest, subject: S, *, for_all: bool | None = None) -> list[Panel]:
        """Return what the providers have to say on one page.

        Args:
            request: who asks.
            subject: what the page is about.
            for_all: asks those alone that show the same to everybody, or with False the others.
        """
        found = (provider(request, subject) for provider in self._asked(for_all))
        return [panel for panel in found if panel is not None]

    def _asked(self, for_all: bool | None) -> list[Callable[[HttpRequest, S], Panel | None]]:
        return [each for each in self._providers if for_all is None or (each in self._for_all) == for_all]


@dataclass(frozen=True)
class SearchTab:
    """Another place where the same words were looked for.

    Attributes:
        title: what is found there, in the reader's language.
        url: where the finds are listed.
        count: how many there are.
    """

    title: str
    url: str
    count: int


search_tabs: list[Callable[[HttpRequest, str, Game], SearchTab]] = []
"""What else the one box finds beside rules and cards; a provider filters by the viewer itself."""

rule_panels: Panels[RuleSubject] = Panels()
card_panels: Panels[CardSubject] = Panels()
