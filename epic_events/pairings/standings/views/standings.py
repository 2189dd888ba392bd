"""The pages of standings and of how each place comes about, for everybody."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from epic_events.errors import MissingError
from epic_events.events.models import Event, Stage
from epic_events.events.permissions import Rights, rights
from epic_events.events.reads import my_entry
from epic_events.events.views.shared import known_event
from epic_events.events.views.stamped import stamped_event
from epic_events.pages.kept import Page, answer
from epic_events.pairings import reads
from epic_events.pairings.methods.standings import Settings
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.rows import Placed, own_place, rows_of, saying
from epic_events.pairings.standings.tie_break_words import preset_name, shown_chain
from epic_events.running.kept import kept

MOST_OPEN_ROWS = 64
"""Players up to which a page of standings carries the arithmetic of every row; beyond, a row fetches its own."""


ROWS_A_PAGE = 250
"""Players on one page of standings."""


@require_safe
def standings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show the standings after a finished round, the last one by default.

    The list is kept for everybody; the reader's own rank, and its mark in the list, are put in. Results that come in
    do not change it until their round is finished.

    Permission: everybody who may know of the event; standings are public when their round is finished.
    """
    event, stamps, held = stamped_event(request, slug)
    asked = request.GET.get("page", "")
    wanted = max(1, int(asked)) if asked.isdecimal() and len(asked) < 6 else 1
    stamp = f"{event.salt}.{stamps.lasting}"
    page = Page(
        name=("standings", wanted),
        query=f"page={wanted}" if wanted > 1 else "",
        stamp=stamp,
        shown=lambda _asked: _shown(event, held, number, wanted),
        own=lambda: _own(request, event, number, stamp),
        zone=event.zone,
    )
    return answer(request, page, staff=held.staff)


def _shown(event: Event, held: Rights, number: int | None, wanted: int) -> tuple[str, dict[str, Any]]:
    """Return template and context of the standings."""
    found = _standings_after(event, number)
    if found is None:
        return "pairings/no_standings.html", {"event": event, "rights": held, "stage": reads.swiss_stage(event)}
    stage, after, finished = found
    cut = reads.cut_stage(event)
    ranked = ranking.standings(stage, after)
    page = Paginator(ranked, ROWS_A_PAGE).get_page(wanted)
    part = slice(page.start_index() - 1, page.end_index()) if ranked else slice(0)
    rows = rows_of(stage, ranked, None, cut.cut_size if cut else None, part)
    return "pairings/standings.html", {
        "event": event,
        "stage": stage,
        "after": after,
        "finished_rounds": range(1, finished + 1),
        "rows": rows,
        "saying": saying(rows),
        "page_obj": page,
        **_chain_in_words(ranking.settings_of(stage)),
        "arithmetic_apart": len(rows) > MOST_OPEN_ROWS,
        "cut": cut,
        "rights": held,
    }


def _own(request: HttpRequest, event: Event, number: int | None, stamp: str) -> dict[str, str]:
    """Return what belongs to the reader: the own rank, and the mark in the list."""
    entry = my_entry(request.user, event).registration
    if entry is None:
        return {}
    places = kept(("places", event.pk, number), stamp, lambda: _places(event, number))
    if entry.pk not in places.entries:
        return {}
    at = places.entries.index(entry.pk)
    shown = {"mine": {"rank": places.ranks[at]}, "mine_page": _page_of(at, len(places.entries))}
    return {
        "rank": render_to_string("pairings/partials/own_rank.html", shown),
        f"entry-{entry.pk}": "mine",
    }


class Places(NamedTuple):
    """Whose places they are, as the keys of entries in their order, and which."""

    entries: list[int]
    ranks: list[int]


def _places(event: Event, number: int | None) -> Places:
    found = _standings_after(event, number)
    rows = ranking.standings(found[0], found[1]) if found is not None else []
    return Places([row.player for row in rows], [row.rank for row in rows])


def _page_of(at: int, of: int) -> int | None:
    """Return the page on which a row stands, by its place from 0; None where all stand on one."""
    return at // ROWS_A_PAGE + 1 if of > ROWS_A_PAGE else None


def own(event: Event, ranked: Sequence[Placed], viewer: object) -> dict[str, Any]:
    """Return the viewer's own row, and the page on which it stands where there are several."""
    at = own_place(event.pk, ranked, viewer)
    if at is None:
        return {"mine": None, "mine_page": None}
    return {"mine": ranked[at], "mine_page": _page_of(at, len(ranked))}


def _chain_in_words(settings: Settings) -> dict[str, Any]:
    return {
        "columns": shown_chain(settings.chain),
        "points": settings.points,
        "preset": preset_name(settings.chain),
    }


def _standings_after(event: Event, number: int | None) -> tuple[Stage, int, int] | None:
    """Return the Swiss stage, the round after which to show it, and the last finished one; None before the first.

    Raises:
        MissingError: the round that was asked for is not finished.
    """
    stage = reads.swiss_stage(event)
    finished = (ranking.last_finished(stage) or 0) if stage else 0
    after = finished if number is None else number
    if stage is not None and 0 < after <= finished:
        return stage, after, finished
    if number is not None:
        raise MissingError(_("There are no standings after this round yet."))
    return None


@require_safe
@vary_on_headers("HX-Request")
def arithmetic(request: HttpRequest, slug: str, number: int, entry: int) -> HttpResponse:
    """Show how one player's standing comes about, on its own page or, for htmx, to open in its row.

    Permission: everybody who may know of the event; standings are public when their round is finished.
    """
    event = known_event(request, slug)
    found = _standings_after(event, number)
    ranked = ranking.standings(found[0], found[1]) if found else []
    at = next((number for number, row in enumerate(ranked) if row.player == entry), None)
    row = rows_of(found[0], ranked, request.user, part=slice(at, at + 1))[0] if found and at is not None else None
    if found is None or row is None:
        raise MissingError(_("This player does not stand in these standings."))
    if request.headers.get("HX-Request"):
        return render(request, "pairings/partials/arithmetic.html", {"row": row})
    context = {
        "event": event,
        "row": row,
        "after": number,
        **_chain_in_words(ranking.settings_of(found[0])),
        "rights": rights(request.user, event),
    }
    return render(request, "pairings/arithmetic.html", context)
