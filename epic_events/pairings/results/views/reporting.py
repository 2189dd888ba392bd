"""Views that change the result of one table: report, confirm, enter and undo."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from epic_events.accounts.idempotency import is_from_outbox
from epic_events.events.models import Event
from epic_events.events.permissions import rights
from epic_events.events.views.shared import get_event_or_404, posted_text, run_form_once, signed_in_user
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.infra.form_errors import ErrorDisplay
from epic_events.pairings.models import Match
from epic_events.pairings.results.extensions import collect_warnings
from epic_events.pairings.results.forms import EnterForm, build_enter_form, build_quick_form, build_report_form
from epic_events.pairings.results.match_state import get_match_or_404, state_of
from epic_events.pairings.results.report_conflicts import ReportConflictError, parse_report_keys
from epic_events.pairings.results.services.reporting import (
    confirm_result,
    enter_result,
    report_result,
    undo_report,
    undo_staff_entry,
    uphold_report,
)
from epic_events.pairings.results.views import tables
from epic_events.pairings.results.views.tables import OverrideQuestion


@require_POST
@login_required
def report(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Save a player's report. Permission: the two players of the table."""
    event = get_event_or_404(request, slug)
    actor, match = signed_in_user(request), get_match_or_404(request, event, pk)
    state = state_of(match)
    seat = state.seat_of(actor)
    if seat is None:
        raise NotAllowedError(_("Only the two players of this table can report its result. Staff can enter it."))
    form = build_report_form(state, seat, request.POST)
    if form is None:
        if state.report_of(seat) is not None:  # submitted again after the opponent confirmed
            messages.info(request, _("The result of this table is final. If it is wrong, call the staff."))
            return redirect("pairings:match", event.slug, pk)
        raise StateError(_("The result of this table is final. If it is wrong, call the staff."))
    if form.is_valid():
        with ErrorDisplay(lambda error: form.add_error(None, str(error))):
            drops = form.cleaned_data.get("drops", False)
            done, before = run_form_once(
                request, lambda: _status(report_result(actor, match, form.reported, drops=drops))
            )
            has_account = state.has_account_against(seat)
            tell = messages.warning if done["status"] == Match.Status.DISPUTED else messages.success
            tell(
                request,
                _duplicate_message() if before else _status_message(done["status"], opponent_has_account=has_account),
            )
            return redirect("pairings:match", event.slug, pk)
    return tables.render_match(request, event, match, report_form=form, status=400)


def _status(match: Match) -> dict[str, Any]:
    """Return the match status, to be stored with the idempotency key."""
    return {"status": match.status}


def _duplicate_message() -> str:
    """Return the message for a form that was already submitted."""
    return _("This form was already submitted and counts once. The current state is shown below.")


def _status_message(status: str, *, opponent_has_account: bool) -> str:
    """Return the message for the match status after a report."""
    if status == Match.Status.CONFIRMED:
        return _("Your reports match. The result is confirmed.")
    if status == Match.Status.DISPUTED:
        return _("Your reports differ. Call a judge. The staff will enter the result.")
    if not opponent_has_account:
        return _("Reported. Your opponent has no account on this site, so the staff confirm the result.")
    return _("Reported. Your opponent must confirm it on their own phone.")


@require_POST
@login_required
def confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm the reported result.

    Permission: the other player of the table and staff.
    """
    event = get_event_or_404(request, slug)
    match = get_match_or_404(request, event, pk)
    drops = request.POST.get("drops") == "on"
    actor, expected_report = signed_in_user(request), _parse_key(request, "report")
    _done, before = run_form_once(
        request, lambda: _status(confirm_result(actor, match, expected_report=expected_report, drops=drops))
    )
    messages.success(request, _duplicate_message() if before else _("The result is confirmed."))
    return redirect(_return_url(request, event, pk))


@require_POST
@login_required
def undo_own_report(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Undo the player's own report. Permission: the two players of the table."""
    event = get_event_or_404(request, slug)
    actor, match = signed_in_user(request), get_match_or_404(request, event, pk)
    _done, before = run_form_once(request, lambda: _status(undo_report(actor, match)))
    messages.success(request, _duplicate_message() if before else _("Your report was undone."))
    return redirect("pairings:match", event.slug, pk)


@require_POST
@login_required
def enter(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Enter or correct a result. Permission: everyone with a role at the event."""
    event = get_event_or_404(request, slug)
    actor, match = signed_in_user(request), get_match_or_404(request, event, pk)
    event_rights, state = rights(request.user, event), state_of(match)
    quick = "score" in request.POST
    form = build_quick_form(state, request.POST) if quick else build_enter_form(state, event_rights, request.POST)
    if form is None:
        raise StateError(_("You cannot enter a result here: the match is a bye or its round is not published yet."))
    if form.is_valid():
        reason = form.cleaned_data.get("reason", "")
        leaving = form.leaving if isinstance(form, EnterForm) else []
        overrides = _overridden_reports(request)
        with ErrorDisplay() as refusal:
            done = run_form_once(
                request,
                lambda: _status(
                    enter_result(actor, match, form.entered, reason=reason, drops=leaving, overrides=overrides)
                ),
            )
            message = _("The result of table %(table)s was entered.") % {"table": match.table}
            messages.success(request, _duplicate_message() if done[1] else message)
            _warn(request, match)
            return redirect(_return_url(request, event, pk))
        if isinstance(refusal.error, ReportConflictError):
            return _ask_to_override(request, event, match, refusal.error)
        form.add_error(None, str(refusal.error))
    if isinstance(form, EnterForm):
        return tables.render_match(request, event, match, enter_form=form, status=400)
    for error in [error for errors in form.errors.get_json_data().values() for error in errors]:
        messages.error(request, error["message"])
    return tables.render_match(request, event, match, status=400)


def _overridden_reports(request: HttpRequest) -> frozenset[int]:
    """Return the keys of the reports that the form may contradict."""
    return parse_report_keys(request.POST.get("overrides_reports", ""))


def _ask_to_override(request: HttpRequest, event: Event, match: Match, error: ReportConflictError) -> HttpResponse:
    """Ask whether an entry should override the reports that differ.

    The page has the submitted form, to send it again.
    """
    names = {"first", "second", "drawn", "kind", "first_health", "second_health", "drops", "reason", "score", "from"}
    fields = [(name, value) for name in request.POST if name in names for value in request.POST.getlist(name)]
    conflict = OverrideQuestion(error, fields)
    return tables.render_match(request, event, match, conflict=conflict, status=error.status)


@require_POST
@login_required
def save_offline_result(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Save a result from the offline copy, which does not know the user.

    Permission: the two players of the table, who report it, and everyone with a role at the event, who enters it. A
    player with a role reports it.
    """
    event = get_event_or_404(request, slug)
    actor, match = signed_in_user(request), get_match_or_404(request, event, pk)
    state = state_of(match)
    is_player = state.seat_of(actor) is not None
    form = build_quick_form(state, request.POST)
    if form is None or not form.is_valid():
        raise UserError(_("This result does not belong to this table. The round may have been paired again."))
    score = form.entered

    def write() -> dict[str, Any]:
        if is_player:
            return _status(report_result(actor, match, score))
        return _status(enter_result(actor, match, score, overrides=_overridden_reports(request)))

    try:
        done, before = run_form_once(request, write)
    except ReportConflictError as error:
        if is_from_outbox(request):
            raise
        return _ask_to_override(request, event, match, error)
    if is_from_outbox(request):
        return JsonResponse({"messages": [state.describe(score.values())]})
    message = (
        _("The result of table %(table)s was entered.") % {"table": match.table}
        if not is_player
        else _status_message(done["status"], opponent_has_account=state.has_account_against(state.seat_of(actor)))
    )
    messages.success(request, _duplicate_message() if before else message)
    return redirect("pairings:match", event.slug, pk)


@require_POST
@login_required
def uphold(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Enter the report of one of two disagreeing players.

    Permission: everyone with a role at the event.
    """
    event = get_event_or_404(request, slug)
    match = get_match_or_404(request, event, pk)
    reason = posted_text(request, "reason")
    actor, upheld = signed_in_user(request), _parse_key(request, "report") or 0
    _done, before = run_form_once(request, lambda: _status(uphold_report(actor, match, upheld, reason=reason)))
    message = _("The result of table %(table)s was entered.") % {"table": match.table}
    messages.success(request, _duplicate_message() if before else message)
    return redirect(_return_url(request, event, pk))


@require_POST
@login_required
def undo_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Undo the latest staff entry. Permission: everyone with a role at the event."""
    event = get_event_or_404(request, slug)
    match = get_match_or_404(request, event, pk)
    actor, reason = signed_in_user(request), posted_text(request, "reason")
    _done, before = run_form_once(request, lambda: _status(undo_staff_entry(actor, match, reason=reason)))
    message = _("The entry for table %(table)s was undone.") % {"table": match.table}
    messages.success(request, _duplicate_message() if before else message)
    _warn(request, match)
    return redirect(_return_url(request, event, pk))


def _warn(request: HttpRequest, match: Match) -> None:
    """Show the warnings about the consequences of a changed result."""
    for message in collect_warnings(match):
        messages.warning(request, message)


def _parse_key(request: HttpRequest, name: str) -> int | None:
    """Return the primary key in a form field, or `None` if it is missing or invalid."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def _return_url(request: HttpRequest, event: Event, pk: int) -> str:
    """Return the URL of the page with the form: desk, board, entry or match."""
    places = {"desk": "pairings:desk", "entry": "pairings:entry", "board": "pairings:board"}
    place = places.get(request.POST.get("from", ""))
    return reverse(place, args=[event.slug]) if place else reverse("pairings:match", args=[event.slug, pk])
