"""The page of a match as other apps see it: places for what they add to it."""

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
    """The match whose page is shown, its round, stage and event at hand."""

    match: Match


match_panels: Panels[MatchSubject] = Panels()
"""What apps above this one add to the page of a match, at its side."""


@dataclass(frozen=True)
class LivePart:
    """What stands below the table's number and renews itself with the result: the clock, a call for a judge.

    Attributes:
        template: what renders it, with ``context`` as ``part.context``.
        stamp: changes with everything that it shows, and with nothing else; no hyphen in it.
        context: what the template needs.
        news: what has changed, a sentence for whoever reads an older state; empty where nothing is worth saying.
        plays_on: whether the table plays on although time was called in the round.
    """

    template: str
    stamp: str
    context: dict[str, Any] = field(default_factory=dict)
    news: str = ""
    plays_on: bool = False


@dataclass(frozen=True)
class LiveSubject:
    """The table whose page is shown, and what the reader may do at its event."""

    row: TableRow
    rights: Rights


live_parts: list[Callable[[HttpRequest, LiveSubject], LivePart | None]] = []
"""What apps above this one show on top of the page of a match; each filters by the reader itself."""


def live_parts_of(request: HttpRequest, subject: LiveSubject) -> list[LivePart]:
    """Return what stands below the number of a table, for the one who asks."""
    return [part for part in (provider(request, subject) for provider in live_parts) if part is not None]
