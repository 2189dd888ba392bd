"""The pages of rounds: pairings by table and by name, for everybody."""

from typing import Any

from django.db.models import Max, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from epic_events.events.models import Event
from epic_events.events.permissions import rights
from epic_events.events.views.shared import known_event
from epic_events.names import isolated
from epic_events.pairings.models import Match, Repair, Round
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.finding import find_round, rounds_of
from epic_events.pairings.round_names import name_of_round

NOTHING = "none"
"""What a page has seen on which no round stands yet."""


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
    rows = table_rows.tables(round_, request.user)
    by_name = request.GET.get("by") == "name"
    played = [row for row in rows if not row.is_bye]
    context: dict[str, Any] = {
        "event": event,
        "round": round_,
        "rounds": known,
        "rights": rights(request.user, event),
        "rows": rows,
        "names": table_rows.by_name(rows) if by_name else None,
        "mine": next((row for row in rows if row.mine), None),
        "played": len(played),
        "settled": sum(row.match.status == Match.Status.CONFIRMED for row in played),
        "stamp": stamp,
    }
    shown = request.GET.get("shown") or seen
    if shown and shown.partition(".")[0] != str(latest.pk):
        context["news"] = _published(latest, context["mine"] if latest == round_ else None)
    return render(request, "pairings/round.html", context)


def _published(round_: Round, mine: table_rows.TableRow | None) -> str:
    """Return that a round stands and, to one of its players, where and against whom."""
    said = _("%(round)s is published.") % {"round": name_of_round(round_)}
    if mine is None:
        return said
    if mine.is_bye:
        return f"{said} {_('You have a bye.')}"
    words = {"table": mine.match.table, "name": isolated(mine.others[0].registration.name)}
    return f"{said} {_('You play at table %(table)s against %(name)s.') % words}"
