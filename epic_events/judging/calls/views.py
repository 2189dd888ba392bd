"""Views of the judges' board, judge calls and the match page's call panel."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from epic_events.accounts.models import User
from epic_events.audit_log.services import version_tokens
from epic_events.events.extensions import EventSubject, Panel
from epic_events.events.models import Event
from epic_events.events.views.shared import (
    get_event_for_staff,
    get_event_or_404,
    new_version_token,
    posted_text,
    run_form_once,
    signed_in_user,
)
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.form_errors import errors_as_message
from epic_events.judging.calls import selectors, services
from epic_events.judging.models import MAX_ANSWER_LENGTH, MAX_REASON_LENGTH, Call
from epic_events.judging.panels import board_panels
from epic_events.judging.permissions import Permission, grants, has_permission, require_permission
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results.extensions import MatchSubject
from epic_events.pairings.results.match_state import get_match_or_404
from epic_events.pairings.selectors import own_seat


def is_being_played(match: Match) -> bool:
    """Return True if a judge can be called to the match."""
    running = match.round.stage.event.status == Event.Status.RUNNING
    return match.table is not None and match.round.status == Round.Status.PUBLISHED and running


def build_call_context(request: HttpRequest, match: Match) -> dict[str, Any] | None:
    """Return the template context of the call panel.

    Returns None if the user is neither a player of the match nor staff, or if the match is not being played.
    """
    if not isinstance(request.user, User) or not is_being_played(match):
        return None
    event = match.round.stage.event
    mine = own_seat(request.user, match) is not None
    staff = has_permission(request.user, event, Permission.OPEN_CALL)
    if not mine and not staff:
        return None
    waiting = selectors.get_waiting_call(match)
    return {
        "event": event,
        "match": match,
        "waiting": waiting,
        "version_token": selectors.call_version_token(waiting),
        "mine": mine,
        "longest_reason": MAX_REASON_LENGTH,
    }


def call_panel(request: HttpRequest, subject: MatchSubject) -> Panel | None:
    """Return the panel to call a judge and to show the waiting call.

    Permission: players of the match and event staff.
    """
    context = build_call_context(request, subject.match)
    return Panel(_("Judge"), "judging/partials/call_panel.html", context, mine=True) if context is not None else None


@require_safe
@login_required
@never_cache
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the judges' board.

    Permission: any role at the event; only judges see the action buttons. An open page polls with its version token
    and gets 204 if nothing has changed.
    """
    event, event_rights = get_event_for_staff(request, slug)
    require_permission(signed_in_user(request), event, Permission.SEE_BOARD)
    token = new_version_token(request, version_tokens(event))
    if token is None:
        return HttpResponse(status=204)
    queue = selectors.get_call_queue(event, request.user)
    can_take_calls = grants(event_rights, Permission.WORK_CALLS)
    panels = board_panels.of(request, EventSubject(event, event_rights))
    context = {
        "event": event,
        "rights": event_rights,
        "version_token": token,
        "queue": queue,
        "can_take_calls": can_take_calls,
        "judges": selectors.list_judges(event) if can_take_calls else [],
        "max_answer_length": MAX_ANSWER_LENGTH,
        "panels": panels,
        "news": selectors.summarise_board(queue, panels),
    }
    return render(request, "judging/board.html", context)


@require_POST
@login_required
def call(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Call a judge to a table.

    Permission: players of the match and staff, checked by the service.
    """
    event = get_event_or_404(request, slug)
    match, reason = get_match_or_404(request, event, pk), posted_text(request, "reason", MAX_REASON_LENGTH)
    actor = signed_in_user(request)
    _done, already_received = run_form_once(
        request, lambda: _stored_result(services.call_judge(actor, match, reason=reason))
    )
    message = _("Judge called to table %(table)s.") % {"table": match.table}
    messages.success(
        request, _("The call was already received. A judge will come to the table.") if already_received else message
    )
    return redirect(_return_url(request, event, match.pk))


@require_safe
@never_cache
def call_status(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Render the state of the call at a table, polled by open pages.

    Permission: players of the match and staff.
    """
    event = get_event_or_404(request, slug)
    match = get_match_or_404(request, event, pk)
    waiting = selectors.get_waiting_call(match)
    if request.GET.get("expected_version") == selectors.call_version_token(waiting):
        return HttpResponse(status=204)
    context = build_call_context(request, match)
    if context is None:
        raise MissingError(_("This table does not exist. The round may have been paired again."))
    return render(request, "judging/partials/call_status.html", {"call": context})


@require_POST
@login_required
def apply_step(request: HttpRequest, slug: str, pk: int, action: str) -> HttpResponse:
    """Apply an action to a call.

    Permission: judges; players of the match may cancel. Checked by the service.
    """
    event = get_event_or_404(request, slug)
    judge_call = Call.objects.visible_to(request.user).filter(event=event, pk=pk).first()
    handler = STEPS.get(action)
    if judge_call is None or handler is None:
        raise MissingError(_("This call does not exist."))
    judge_call.event = event
    actor = signed_in_user(request)
    step, message = handler
    with errors_as_message(request):
        _done, already_received = run_form_once(request, lambda: _stored_result(step(request, actor, judge_call)))
        messages.success(request, _("Your request was already received.") if already_received else message())
    return redirect(_return_url(request, event, judge_call.match_id))


def _stored_result(judge_call: Call) -> dict[str, Any]:
    """Return the result that is stored with the idempotency key."""
    return {"call": judge_call.pk, "status": judge_call.status}


def _take(_request: HttpRequest, actor: User, judge_call: Call) -> Call:
    return services.take_call(actor, judge_call)


def _put_back(_request: HttpRequest, actor: User, judge_call: Call) -> Call:
    return services.put_back(actor, judge_call)


def _withdraw(_request: HttpRequest, actor: User, judge_call: Call) -> Call:
    return services.withdraw_call(actor, judge_call)


def _finish(request: HttpRequest, actor: User, judge_call: Call) -> Call:
    return services.finish_call(actor, judge_call, answer=posted_text(request, "answer", MAX_ANSWER_LENGTH))


def _hand_over(request: HttpRequest, actor: User, judge_call: Call) -> Call:
    key = request.POST.get("to", "")
    to = User.objects.filter(pk=int(key)).first() if key.isascii() and key.isdecimal() and len(key) < 19 else None
    if to is None:
        raise UserError(_("Choose the judge who takes over the call."))
    return services.hand_over(actor, judge_call, to)


STEPS: Final[dict[str, tuple[Callable[[HttpRequest, User, Call], Call], Callable[[], str]]]] = {
    "take": (_take, lambda: _("You have taken the call.")),
    "hand-over": (_hand_over, lambda: _("Call handed over.")),
    "put-back": (_put_back, lambda: _("Call put back into the queue.")),
    "finish": (_finish, lambda: _("Call finished.")),
    "withdraw": (_withdraw, lambda: _("Call cancelled.")),
}


def _return_url(request: HttpRequest, event: Event, match: int | None) -> str:
    """Return the page to redirect to after a form: the page that contained the form."""
    if request.POST.get("from") == "board" or match is None:
        return reverse("judging:board", args=[event.slug])
    if request.POST.get("from") == "table":
        return reverse("judging:table", args=[event.slug, match])
    return reverse("pairings:match", args=[event.slug, match])
