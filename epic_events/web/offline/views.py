"""Pages stored on phones: the tables of the round and the code scanner.

Both are public and contain no user data: the service worker requests them without a session.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from epic_events.events.models import Event
from epic_events.events.selectors import load_versioned_event
from epic_events.events.views.shared import get_event_or_404
from epic_events.infra.errors import MissingError
from epic_events.judging.clock.selectors import RoundClock, extension_minutes_by_match, get_round_clock
from epic_events.judging.models.call import MAX_REASON_LENGTH
from epic_events.page_cache.pages import Page, respond
from epic_events.pairings.models import Round
from epic_events.pairings.results.forms import list_score_choices
from epic_events.pairings.results.table_rows import TableRow, tables


@dataclass(frozen=True)
class OfflineTable:
    """A table of the round.

    Attributes:
        row: the table with its players and result.
        minutes: time extension in minutes.
        ends_at: end of its time; None if unknown.
    """

    row: TableRow
    minutes: int
    ends_at: datetime | None

    @property
    def is_open(self) -> bool:
        """True if a result can be entered."""
        published = self.row.match.round.status == Round.Status.PUBLISHED
        return published and not self.row.is_bye and self.row.score is None


@require_safe
def offline_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the offline copy of the round. Permission: users who may see the event.

    The page is the same for all users, including staff.
    """
    event, stamps, _held = load_versioned_event(request.user, slug)
    page = Page(
        name=("offline tables",),
        query="",
        stamp=f"{event.salt}.{stamps.latest}",
        shown=lambda _asked: ("web/at_hand.html", _page_context(event)),
        zone=event.zone,
    )
    _current_round(event)
    return respond(request, page)


def _current_round(event: Event) -> Round:
    """Return the running round, or the last finished one.

    Raises:
        MissingError: no round is published.
    """
    rounds = Round.objects.visible_to(None).filter(stage__event=event).select_related("stage")
    latest = rounds.exclude(status=Round.Status.DRAFT).order_by("stage__order", "number").last()
    if latest is None:
        raise MissingError(_("No round is published yet."))
    latest.stage.event = event
    return latest


def _page_context(event: Event) -> dict[str, Any]:
    latest = _current_round(event)
    clock: RoundClock = get_round_clock(latest)
    extensions = extension_minutes_by_match(latest)
    rows = [
        OfflineTable(row, extensions.get(row.match.pk, 0), clock.end_for_table(extensions.get(row.match.pk, 0)))
        for row in tables(latest)
    ]
    stage = latest.stage
    return {
        "event": event,
        "round": latest,
        "rows": rows,
        "ends_at": clock.end_for_table(),
        "scores": list_score_choices(stage.best_of, needs_winner=stage.is_elimination),
        "longest_reason": MAX_REASON_LENGTH,
    }


@require_safe
def scan(request: HttpRequest, slug: str) -> HttpResponse:
    """Find a table by its code or number. Permission: users who may see the event."""
    event = get_event_or_404(request, slug)
    table = request.GET.get("table", "")
    if table.isascii() and table.isdecimal() and len(table) <= 6:
        return redirect("pairings:at_table", event.slug, int(table))
    return render(request, "web/scan.html", {"event": event, "wrong": bool(table)}, status=400 if table else 200)
