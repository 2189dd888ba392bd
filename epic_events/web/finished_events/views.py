"""Result page of a finished event."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from epic_events.events.models import Event
from epic_events.events.permissions import Rights
from epic_events.events.selectors import load_my_entry, load_versioned_event
from epic_events.page_cache.pages import Page, respond
from epic_events.pairings import selectors
from epic_events.pairings.cut.selectors import Elimination, bracket_sections, final_rows, require_ended
from epic_events.pairings.models import Round
from epic_events.web.finished_events.charts import chart_of
from epic_events.web.finished_events.selectors import load_event_result

MAX_RANKS: Final = 32
"""Rows on the page; the final standings have all."""


@require_safe
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the result of a finished event. Permission: users who may see the event.

    The page is cached for all users; the user's own row is highlighted.
    """
    event, stamps, rights = load_versioned_event(request.user, slug)
    page = Page(
        name=("result",),
        query="",
        stamp=f"{event.salt}.{stamps.latest}",
        shown=lambda _asked: ("web/result.html", _public_context(event, rights)),
        own=lambda: _reader_context(request, event),
        zone=event.zone,
    )
    require_ended(event)
    return respond(request, page, staff=rights.staff)


def _public_context(event: Event, rights: Rights) -> dict[str, Any]:
    event_result = load_event_result(event)
    cut = selectors.cut_stage(event)
    sections = []
    if cut is not None:
        rounds = list(Round.objects.visible_to(None).filter(stage=cut).order_by("number"))
        for round_ in rounds:
            round_.stage = cut
        sections = bracket_sections(Elimination(cut), rounds) if rounds else []
    played = event_result.played
    rows = final_rows(event, event_result.final_standings[:MAX_RANKS])
    return {
        "event": event,
        "rights": rights,
        "shared_at": reverse("web:result", args=[event.slug]),
        "event_result": event_result,
        "rows": [(row, played.by_entry.get(row.registration.pk)) for row in rows],
        "more": len(event_result.final_standings) > MAX_RANKS,
        "cut": cut,
        "sections": sections,
        "words": chart_of(((each.word, each.percent) for each in played.words), coloured=True),
    }


def _reader_context(request: HttpRequest, event: Event) -> dict[str, str]:
    mine = load_my_entry(request.user, event).registration
    return {} if mine is None else {f"entry-{mine.pk}": mark_safe(' class="mine"')}
