"""Views of decisions and appeals."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.idempotency import once
from epic_events.events.models import Event
from epic_events.events.permissions import rights
from epic_events.events.views.shared import get_event_for_staff, get_event_or_404, posted_text, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_as_message, errors_in_form
from epic_events.judging.decisions import selectors, services
from epic_events.judging.decisions.forms import (
    AppealDecisionForm,
    AppealForm,
    CorrectionForm,
    DecisionForm,
    get_initial_data,
    get_penalty_choices,
)
from epic_events.judging.models import MAX_APPEAL_LENGTH, Case
from epic_events.judging.panels import CaseSubject, case_panels
from epic_events.judging.permissions import Permission, require_permission
from epic_events.pairings.results.match_state import get_match_or_404


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@once
def decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Decide at a table.

    Permission: judges of the event.
    """
    event, event_rights = get_event_for_staff(request, slug)
    actor = signed_in_user(request)
    require_permission(actor, event, Permission.DECIDE)
    match = get_match_or_404(request, event, pk)
    penalties = match.penalties.active().order_by("-pk")
    waiting = match.calls.waiting().first()
    form = DecisionForm(
        request.POST if request.method == "POST" else None,
        penalties=penalties,
        **get_penalty_choices(match, event_rights),
    )
    if form.is_bound and form.is_valid():
        with errors_in_form(form):
            penalty = form.cleaned_data.get("penalty")
            decision = services.decide(
                actor, match, form.content, call=waiting, penalty=penalty, new_penalty=form.new_penalty
            )
            messages.success(request, _("Decision saved. The players at the table are notified."))
            return redirect("judging:case", event.slug, decision.case_id)
    context = {"event": event, "rights": event_rights, "match": match, "form": form}
    return render(request, "judging/decide.html", context, status=400 if form.errors else 200)


@require_safe
@login_required
@never_cache
def case(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Render a case with its decisions and appeals.

    Permission: event staff and players of the match.
    """
    event = get_event_or_404(request, slug)
    return _render_case(request, event, _get_case_or_404(request, event, pk))


@login_required
@require_POST
@once
def correct(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Correct a decision.

    Permission: the judge who made it and head judges, checked by the service.
    """
    event = get_event_or_404(request, slug)
    case = _get_case_or_404(request, event, pk)
    form = CorrectionForm(request.POST)
    if form.is_valid():
        with errors_in_form(form):
            services.correct(signed_in_user(request), case, form.content, reason=form.cleaned_data["reason"])
            messages.success(request, _("Decision corrected. The players at the table are notified."))
            return redirect("judging:case", event.slug, case.pk)
    return _render_case(request, event, case, correct_form=form, status=400)


@login_required
@require_POST
@once
def appeal(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Appeal to the head judge.

    Permission: players of the match, checked by the service.
    """
    event = get_event_or_404(request, slug)
    case = _get_case_or_404(request, event, pk)
    with errors_as_message(request):
        services.appeal(signed_in_user(request), case, reason=posted_text(request, "reason", MAX_APPEAL_LENGTH))
        messages.success(
            request, _("Your appeal was sent to the head judge. Wait for the decision before you play on.")
        )
    return redirect("judging:case", event.slug, case.pk)


@login_required
@require_POST
@once
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw an appeal.

    Permission: the player who made it, checked by the service.
    """
    event = get_event_or_404(request, slug)
    case = _get_case_or_404(request, event, pk)
    last = case.appeals.order_by("-pk").first()
    if last is None:
        raise MissingError(_("This appeal does not exist."))
    with errors_as_message(request):
        services.withdraw_appeal(signed_in_user(request), last)
        messages.success(request, _("Appeal withdrawn."))
    return redirect("judging:case", event.slug, case.pk)


@login_required
@require_POST
@once
def decide_appeal(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Decide the open appeal.

    Permission: head judges, checked by the service.
    """
    event = get_event_or_404(request, slug)
    case = _get_case_or_404(request, event, pk)
    require_permission(signed_in_user(request), event, Permission.DECIDE_APPEALS)
    last = case.appeals.order_by("-pk").first()
    if last is None:
        raise MissingError(_("This appeal does not exist."))
    form = AppealDecisionForm(request.POST, **get_penalty_choices(case.match, rights(request.user, event)))
    if form.is_valid():
        with errors_in_form(form):
            services.decide_appeal(
                signed_in_user(request), last, form.content, upheld=form.upheld, new_penalty=form.new_penalty
            )
            messages.success(request, _("Decision saved. The players at the table are notified."))
            return redirect("judging:case", event.slug, case.pk)
    return _render_case(request, event, case, appeal_form=form, status=400)


def _get_case_or_404(request: HttpRequest, event: Event, pk: int) -> Case:
    """Return a case of an event.

    Raises:
        MissingError: no such case is visible to the user.
    """
    case = (
        selectors.with_decisions_and_appeals(Case.objects.visible_to(request.user)).filter(event=event, pk=pk).first()
    )
    if case is None:
        raise MissingError(_("This decision does not exist."))
    return case


def _render_case(
    request: HttpRequest,
    event: Event,
    case: Case,
    *,
    correct_form: CorrectionForm | None = None,
    appeal_form: AppealDecisionForm | None = None,
    status: int = 200,
) -> HttpResponse:
    shown = selectors.build_case_view(case, request.user, event.game)
    context: dict[str, Any] = {
        "event": event,
        "rights": rights(request.user, event),
        "case": case,
        "shown": shown,
        "correct_form": correct_form,
        "appeal_form": appeal_form,
        "panels": case_panels.of(request, CaseSubject(case)),
    }
    if shown.can_correct and correct_form is None:
        context["correct_form"] = CorrectionForm(initial=get_initial_data(shown.last.decision))
    if shown.can_decide_appeal and appeal_form is None:
        choices = get_penalty_choices(case.match, context["rights"])
        context["appeal_form"] = AppealDecisionForm(auto_id="appeal_%s", **choices)
    if shown.can_appeal:
        context["plea_form"] = AppealForm(auto_id="plea_%s")
    return render(request, "judging/case.html", context, status=status)
