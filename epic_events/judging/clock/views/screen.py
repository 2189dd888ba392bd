"""View of the big screen: clock, round and automatically turning seating pages."""

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event
from epic_events.events.views.shared import get_event_or_404
from epic_events.judging.clock import selectors
from epic_events.pairings.models import Round
from epic_events.pairings.printouts import qr_svg
from epic_events.pairings.results import table_rows

NAMES_PER_PAGE: Final = 36
"""Names per page: three columns of twelve, readable from the back of a hall."""
SECONDS_PER_PAGE: Final = 12
"""Display time of one page of names."""


@require_safe
@never_cache
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the current round for a projector.

    Permission: users who can see the event. Unpublished pairings are never shown.
    """
    event = get_event_or_404(request, slug)
    token = version_tokens(event).latest
    published_rounds = (
        Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT).select_related("stage")
    )
    round_ = published_rounds.order_by("stage__order", "number").last()
    sheets = _paginate_names(round_) if round_ else []
    number = _get_page_number(request, len(sheets))
    address = request.build_absolute_uri(event.get_absolute_url())
    context: dict[str, Any] = {
        "event": event,
        "round": round_,
        "clock": _get_clock(event, round_),
        "sheets": sheets,
        "number": number,
        "following": number % max(1, len(sheets)) + 1,
        "seconds": SECONDS_PER_PAGE,
        "stamp": token,
        "address": address.partition("://")[2].rstrip("/"),
        "code": qr_svg(address),
        "here": reverse("clock:screen", args=[slug]),
    }
    return render(request, "clock/screen.html", context)


def _get_clock(event: Event, round_: Round | None) -> selectors.RoundClock | None:
    """Return the clock of a round in progress, or None if the round has no clock."""
    if round_ is None or round_.status != Round.Status.PUBLISHED:
        return None
    round_.stage.event = event
    clock = selectors.get_round_clock(round_)
    return None if clock.state is selectors.ClockState.READY and not round_.stage.minutes else clock


def _paginate_names(round_: Round) -> list[Sequence[table_rows.NameRow]]:
    """Return the seating by name, split into pages."""
    names = table_rows.by_name(table_rows.tables(round_))
    return [names[at : at + NAMES_PER_PAGE] for at in range(0, len(names), NAMES_PER_PAGE)]


def _get_page_number(request: HttpRequest, sheets: int) -> int:
    """Return the requested page number, from 1."""
    parameter = request.GET.get("page", "")
    number = int(parameter) if parameter.isdecimal() and len(parameter) < 5 else 1
    return number if 1 <= number <= sheets else 1
