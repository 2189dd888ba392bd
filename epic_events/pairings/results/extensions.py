"""Extension points of the match page and of corrected results for other apps."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

from epic_events.events.permissions import Rights
from epic_events.pairings.models import Match
from epic_events.pairings.results.table_rows import TableRow
from epic_events.reference.extensions import Panels


@dataclass(frozen=True)
class MatchSubject:
    """The match shown on the page, with its round, stage and event loaded."""

    match: Match


match_panels: Panels[MatchSubject] = Panels()
"""Panels that other apps add to the side of the match page."""


@dataclass(frozen=True)
class LivePart:
    """A part of the match page that refreshes with the result, such as the clock.

    Attributes:
        template: its template, rendered with ``context`` as ``part.context``.
        version_token: version token of what the part shows, without hyphens.
        context: the template context.
        news: a sentence about what has changed, for a page with an older state. Empty if there is nothing to announce.
        plays_on: True if the table has a time extension after time was called in the round.
    """

    template: str
    version_token: str
    context: dict[str, Any] = field(default_factory=dict)
    news: str = ""
    plays_on: bool = False


@dataclass(frozen=True)
class LiveSubject:
    """The table shown on the page, and the user's rights at its event."""

    row: TableRow
    rights: Rights


live_part_providers: list[Callable[[HttpRequest, LiveSubject], LivePart | None]] = []
"""Providers of live parts for the top of the match page. Each one checks the user's permissions itself."""


def load_live_parts(request: HttpRequest, subject: LiveSubject) -> list[LivePart]:
    """Return the live parts of a match page for the current user."""
    return [part for part in (provider(request, subject) for provider in live_part_providers) if part is not None]


warning_providers: list[Callable[[Match], str]] = []
"""Each callback returns a warning for a match whose result has just changed, or an empty string."""


def collect_warnings(match: Match) -> list[str]:
    """Return one warning per consequence of the corrected result of a match."""
    return [warning for provider in warning_providers if (warning := provider(match))]
