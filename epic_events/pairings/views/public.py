"""Pages everybody may read: pairings of a round, standings, bracket."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Max, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from epic_events.errors import MissingError
from epic_events.events.models import Event, Stage
from epic_events.events.permissions import rights
from epic_events.events.views.shared import known_event
from epic_events.names import isolated
from epic_events.pairings import bracket_reads, reads
from epic_events.pairings.final_reads import final_of, final_rows
from epic_events.pairings.final_standings import winner
from epic_events.pairings.models import Match, Repair, Round
from epic_events.pairings.naming import name_of_round
from epic_events.pairings.services.qualifying import outdated_seeds
from epic_events.pairings.standing_rows import Placed, own_place, rows_of, saying
from epic_events.pairings.standings import Settings
from epic_events.pairings.tie_break_words import preset_name, shown_chain
from epic_events.pairings.views.finding import find_round, rounds_of

NOTHING = "none"
"""What a page has seen on which no round stands yet."""
MOST_OPEN_ROWS = 64
"""Players up to which a page of standings carries the arithmetic of every row; beyond, a row fetches its own."""
ROWS_A_PAGE = 250
"""Players on one page of standings."""


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the round being played, or the latest. Permission: everybody who may know of the event."""
    event = known_event(request, slug)
    known = list(rounds_of(request, event))
    if not known:
        if request.GET.get("seen") == NOTHING:
            return HttpResponse(status=204)
        context = {"event": event, "rights": rights(request.user, event), "stamp": NOTHING}
        return render(request, "pairings/no_rounds.html", context)
    known[-1].stage.event = event
    return _round_page(request, event, known[-1], known)


@require_safe
def round_page(request: HttpRequest, slug: str, number: int, *, cut: bool) -> HttpResponse:
    """Show the pairings of one round. Permission: everybody for a published round, the staff for a draft."""
    event = known_event(request, slug)
    return _round_page(request, event, find_round(request, event, number, cut=cut), list(rounds_of(request, event)))


def _stamp(round_: Round, latest: Round) -> str:
    """Return what changes whenever the page of a round would show something else; begins with the latest round."""
    repairs = Repair.objects.filter(event=OuterRef("stage__event")).order_by("-pk").values("pk")
    found = Round.objects.filter(pk=round_.pk).annotate(
        reported=Max("matches__reports"), repaired=Subquery(repairs[:1])
    )
    reported, repaired = found.values_list("reported", "repaired").get()
    changed = f"{round_.paired_at.timestamp()}.{reported}.{repaired}"
    return f"{latest.pk}.{latest.status}.{round_.pk}.{round_.status}.{changed}"


def _round_page(request: HttpRequest, event: Event, round_: Round, known: list[Round]) -> HttpResponse:
    """Show a round; an open page asks again with the stamp it has ``seen`` and gets 204 while nothing has changed."""
    latest = known[-1]
    stamp, seen = _stamp(round_, latest), request.GET.get("seen", "")
    if seen == stamp:
        return HttpResponse(status=204)
    rows = reads.tables(round_, request.user)
    by_name = request.GET.get("by") == "name"
    played = [row for row in rows if not row.is_bye]
    context: dict[str, Any] = {
        "event": event,
        "round": round_,
        "rounds": known,
        "rights": rights(request.user, event),
        "rows": rows,
        "names": reads.by_name(rows) if by_name else None,
        "mine": next((row for row in rows if row.mine), None),
        "played": len(played),
        "settled": sum(row.match.status == Match.Status.CONFIRMED for row in played),
        "stamp": stamp,
    }
    shown = request.GET.get("shown") or seen
    if shown and shown.partition(".")[0] != str(latest.pk):
        context["news"] = _published(latest, context["mine"] if latest == round_ else None)
    return render(request, "pairings/round.html", context)


def _published(round_: Round, mine: reads.TableRow | None) -> str:
    """Return that a round stands and, to one of its players, where and against whom."""
    said = _("%(round)s is published.") % {"round": name_of_round(round_)}
    if mine is None:
        return said
    if mine.is_bye:
        return f"{said} {_('You have a bye.')}"
    words = {"table": mine.match.table, "name": isolated(mine.others[0].registration.name)}
    return f"{said} {_('You play at table %(table)s against %(name)s.') % words}"


@require_safe
def standings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show the standings after a finished round, the last one by default.

    Permission: everybody who may know of the event; standings are public when their round is finished.
    """
    event = known_event(request, slug)
    found = _standings_after(event, number)
    if found is None:
        context = {"event": event, "rights": rights(request.user, event), "stage": reads.swiss_stage(event)}
        return render(request, "pairings/no_standings.html", context)
    stage, after, finished = found
    cut = reads.cut_stage(event)
    ranked = reads.standings(stage, after)
    page = Paginator(ranked, ROWS_A_PAGE).get_page(request.GET.get("page"))
    part = slice(page.start_index() - 1, page.end_index()) if ranked else slice(0)
    rows = rows_of(stage, ranked, request.user, cut.cut_size if cut else None, part)
    context = {
        "event": event,
        "stage": stage,
        "after": after,
        "finished_rounds": range(1, finished + 1),
        "rows": rows,
        "saying": saying(rows),
        "page_obj": page,
        **_chain_in_words(reads.settings_of(stage)),
        "arithmetic_apart": len(rows) > MOST_OPEN_ROWS,
        **_own(event, ranked, request.user),
        "cut": cut,
        "winner": bracket_reads.cut_winner(event) if cut else None,
        "rights": rights(request.user, event),
    }
    return render(request, "pairings/standings.html", context)


def _own(event: Event, ranked: Sequence[Placed], viewer: object) -> dict[str, Any]:
    """Return the viewer's own row, and the page on which it stands where there are several."""
    at = own_place(event.pk, ranked, viewer)
    if at is None:
        return {"mine": None, "mine_page": None}
    return {"mine": ranked[at], "mine_page": at // ROWS_A_PAGE + 1 if len(ranked) > ROWS_A_PAGE else None}


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
    finished = (reads.last_finished(stage) or 0) if stage else 0
    after = finished if number is None else number
    if stage is not None and 0 < after <= finished:
        return stage, after, finished
    if number is not None:
        raise MissingError(_("There are no standings after this round yet."))
    return None


@require_safe
def final(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where everybody ended over all stages.

    Permission: everybody who may know of the event; there are final standings once it has ended.
    """
    event = known_event(request, slug)
    ended = final_of(event)
    page = Paginator(ended, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "rows": final_rows(event, list(page), request.user),
        "winner": winner(ended),
        "page_obj": page,
        **_own(event, ended, request.user),
        "rights": rights(request.user, event),
    }
    return render(request, "pairings/final.html", context)


@require_safe
@vary_on_headers("HX-Request")
def arithmetic(request: HttpRequest, slug: str, number: int, entry: int) -> HttpResponse:
    """Show how one player's standing comes about, on its own page or, for htmx, to open in its row.

    Permission: everybody who may know of the event; standings are public when their round is finished.
    """
    event = known_event(request, slug)
    found = _standings_after(event, number)
    ranked = reads.standings(found[0], found[1]) if found else []
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
        **_chain_in_words(reads.settings_of(found[0])),
        "rights": rights(request.user, event),
    }
    return render(request, "pairings/arithmetic.html", context)


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the cut: its rounds and how it ended. Permission: everybody for published rounds, the staff for drafts."""
    event = known_event(request, slug)
    cut = reads.cut_stage(event)
    if cut is None:
        raise MissingError(_("This event has no cut."))
    shown = list(rounds_of(request, event).filter(stage=cut))
    for round_ in shown:
        round_.stage.event = event
    state = bracket_reads.Elimination(cut)
    context = {
        "event": event,
        "cut": cut,
        "sections": bracket_reads.bracket_sections(state, shown, request.user) if shown else [],
        "placings": state.placings() if shown else [],
        "outdated": outdated_seeds(event),
        "rights": rights(request.user, event),
    }
    return render(request, "pairings/bracket.html", context)
