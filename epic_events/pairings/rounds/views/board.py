"""View of the table board: filtered tiles, and result entry with one click."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.audit_log.services import version_tokens
from epic_events.events.permissions import require_staff, rights
from epic_events.events.views.shared import get_event_or_404, new_version_token, signed_in_user
from epic_events.pairings import selectors
from epic_events.pairings.methods.scores import usual_scores
from epic_events.pairings.models import Round
from epic_events.pairings.results.descriptions import label_with_winner
from epic_events.pairings.rounds import board as tables
from epic_events.pairings.rounds.control_extensions import DeskSubject, desk_panels


@require_safe
@login_required
@never_cache
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables of the latest round.

    Permission: everyone with a role at the event.

    An open page polls with its version token ``seen`` and gets 204 if nothing has changed.
    """
    event = get_event_or_404(request, slug)
    require_staff(signed_in_user(request), event)
    stamp = new_version_token(request, version_tokens(event))
    if stamp is None:
        return HttpResponse(status=204)
    event_rights, round_ = rights(request.user, event), selectors.latest_round(event)
    context: dict[str, Any] = {"event": event, "rights": event_rights, "round": round_, "stamp": stamp}
    if round_ is not None:
        round_.stage.event = event
        context |= _filter_tiles(request, round_)
        context["panels"] = desk_panels.of(request, DeskSubject(round_, event_rights))
    return render(request, "pairings/board.html", context)


def _filter_tiles(request: HttpRequest, round_: Round) -> dict[str, Any]:
    """Return the filtered tiles and the selected table."""
    show = request.GET.get("show", "")
    show = show if show in tables.FILTERS else "all"
    tiles_as = request.GET.get("tiles", "")
    tiles_as = tiles_as if tiles_as in tables.DENSITIES else ""
    every = tables.load_tiles(round_)
    table = request.GET.get("table", "")
    chosen = next((tile for tile in every if str(tile.table) == table), None)
    counts = tables.count_by_filter(every)
    query = {"show": show, "tiles": tiles_as}
    link = f"?{urlencode(query)}&table="
    return {
        "tiles": tables.render_tiles([t for t in every if show in t.filters], link, chosen.table if chosen else None),
        "tiles_as": tiles_as,
        "show": show,
        "counts": counts,
        "filters": [(name, label, counts[name]) for name, label in tables.FILTERS.items()],
        "densities": list(tables.DENSITIES.items()),
        "chosen": chosen,
        "scores": _scores(round_, chosen) if chosen else [],
        "keys": _scores(round_, None),
        "enterable": round_.status == Round.Status.PUBLISHED,
        "back": f"{request.path}?{urlencode(query)}",
    }


def _scores(round_: Round, chosen: tables.Tile | None) -> list[tuple[int, str, str]]:
    """Return the usual scores: keyboard key, form value and label."""
    stage = round_.stage
    names = chosen.names if chosen and len(chosen.names) == 2 else ("A", "B")
    usual = usual_scores(stage.best_of, needs_winner=stage.is_elimination)[:9]
    return [
        (key, f"{one.first}-{one.second}-{one.drawn}-{one.kind.value}", label_with_winner(one, names))
        for key, one in enumerate(usual, 1)
    ]
