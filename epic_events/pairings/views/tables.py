"""One table: where it is, who plays, and what its result is."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from epic_events.errors import NotAllowedError, StateError, UserError
from epic_events.events.models import Event
from epic_events.events.permissions import Rights, rights
from epic_events.events.reads import my_entry
from epic_events.events.views.shared import known_event, person
from epic_events.pairings import reads, services
from epic_events.pairings.forms import EnterForm, QuickForm, ReportForm, initial_of
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.panels import MatchSubject, match_panels
from epic_events.pairings.reads import TableRow
from epic_events.pairings.services.qualifying import outdated_seeds
from epic_events.pairings.views.finding import find_match


@require_safe
@login_required
@never_cache
def my_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead a player to the own table of the round being played. Permission: signed in."""
    event = known_event(request, slug)
    seat = (
        Seat.objects.filter(registration__player__user=person(request), round__stage__event=event)
        .exclude(round__status=Round.Status.DRAFT)
        .order_by("round__stage__order", "round__number")
        .last()
    )
    if seat is None:
        context = {"event": event, "mine": my_entry(request.user, event), "rights": rights(request.user, event)}
        return render(request, "pairings/no_table.html", context)
    return redirect("pairings:match", event.slug, seat.match_id)


@require_safe
@never_cache
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a table. Permission: everybody for published rounds; forms for its players and the staff."""
    event = known_event(request, slug)
    return _page(request, event, find_match(request, event, pk), rights(request.user, event))


@require_POST
@login_required
def report(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a player's report. Permission: the two players of the table."""
    event = known_event(request, slug)
    found = find_match(request, event, pk)
    row = reads.table_row(found, request.user)
    if row.mine is None:
        raise NotAllowedError(_("Only the two players of this table report its result; the staff enter it."))
    form = _report_form(row, request.POST)
    if form is None:
        raise StateError(_("The result of this table is settled; if it is wrong, call the staff."))
    if form.is_valid():
        try:
            settled = services.report_result(person(request), found, form.reported)
        except NotAllowedError:
            raise
        except UserError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _said(settled))
            return redirect("pairings:match", event.slug, pk)
    return _page(request, event, found, rights(request.user, event), report_form=form, status=400)


def _said(found: Match) -> str:
    """Return what a report has led to."""
    if found.status == Match.Status.CONFIRMED:
        return _("Both of you say the same: the result is confirmed.")
    if found.status == Match.Status.DISPUTED:
        return _("Your reports differ. Call a judge: the staff will enter the result.")
    return _("Reported. Your opponent confirms it on their own phone.")


@require_POST
@login_required
def confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm what was reported. Permission: the other player of the table, and the staff."""
    event = known_event(request, slug)
    services.confirm_result(person(request), find_match(request, event, pk))
    messages.success(request, _("The result is confirmed."))
    return redirect(_back(request, event) or reverse("pairings:match", args=[event.slug, pk]))


@require_POST
@login_required
def enter(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Enter or correct a result. Permission: everybody with a role at the event."""
    event = known_event(request, slug)
    found = find_match(request, event, pk)
    names = [seat.registration.name for seat in found.seats.all()]
    quick = "score" in request.POST
    form = _quick_form(found, names, request.POST) if quick else _enter_form(found, names, request.POST)
    if form is None:
        raise StateError(_("No result is entered here: it is a bye, or its round is not published yet."))
    if form.is_valid():
        try:
            services.enter_result(person(request), found, form.entered, reason=form.cleaned_data.get("reason", ""))
        except NotAllowedError:
            raise
        except UserError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Table %(table)s is entered.") % {"table": found.table})
            if not found.round.stage.is_elimination and outdated_seeds(event):
                messages.warning(
                    request, _("The cut is under way: its seeds do not follow the corrected standings any more.")
                )
            return redirect(_back(request, event) or reverse("pairings:match", args=[event.slug, pk]))
    shown = form if isinstance(form, EnterForm) else None
    return _page(request, event, found, rights(request.user, event), enter_form=shown, status=400)


def _back(request: HttpRequest, event: Event) -> str:
    """Return the desk's address for a form that stood there."""
    return reverse("pairings:control", args=[event.slug]) if request.POST.get("from") == "control" else ""


def _page(
    request: HttpRequest,
    event: Event,
    found: Match,
    held: Rights,
    *,
    report_form: ReportForm | None = None,
    enter_form: EnterForm | None = None,
    status: int = 200,
) -> HttpResponse:
    found.round.stage.event = event
    row = reads.table_row(found, request.user)
    names = [seat.registration.name for seat in row.seats]
    reported = row.reports[-1] if row.reports else None
    context: dict[str, Any] = {
        "event": event,
        "round": found.round,
        "row": row,
        "rights": held,
        "report_form": report_form or _report_form(row),
        "enter_form": (enter_form or _enter_form(found, names, None)) if held.enter_results else None,
        "last_report": reported,
        "panels": match_panels.of(request, MatchSubject(found)),
        "own_report": reported is not None
        and row.mine is not None
        and reported.registration_id == row.mine.registration_id,
    }
    return render(request, "pairings/match.html", context, status=status)


def _length(found: Match) -> dict[str, Any]:
    stage = found.round.stage
    return {"best_of": stage.best_of, "needs_winner": stage.is_elimination}


def _report_form(row: TableRow, data: Any = None) -> ReportForm | None:
    """Return the form for a player of the table while the result is open."""
    open_ = row.match.round.status == Round.Status.PUBLISHED and row.match.status != Match.Status.CONFIRMED
    if row.mine is None or row.is_bye or not open_:
        return None
    return ReportForm(data, place=row.mine.place, **_length(row.match))


def _enter_form(found: Match, names: list[str], data: Any) -> EnterForm | None:
    if len(names) != 2 or found.round.status == Round.Status.DRAFT:
        return None
    return EnterForm(data, names=names, initial=initial_of(reads.table_row(found).reported))


def _quick_form(found: Match, names: list[str], data: Any) -> QuickForm | None:
    return QuickForm(data, names=names, **_length(found)) if len(names) == 2 else None
