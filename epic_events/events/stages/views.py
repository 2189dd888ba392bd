"""Page on which organisers edit the stage plan."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from epic_events.events.permissions import require_organiser, rights
from epic_events.events.stages import services
from epic_events.events.stages.forms import PlanForm
from epic_events.events.stages.services import list_started_stages
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.form_errors import ErrorDisplay


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit the stage plan. Permission: organisers.

    Buttons that move, add or remove a stage change only the form.
    """
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    form = PlanForm(event, request.POST if request.method == "POST" else None)
    seen, status = version_context(services.stage_plan_version_token(event), request), 200
    if request.method == "POST" and not form.change(request.POST.get("do", "")):
        status = 400
        if form.is_valid():
            with ErrorDisplay(lambda error: form.show(str(error), error.fields)) as refusal:
                services.plan_stages(
                    signed_in_user(request), event, form.plans(), expected_version=expected_version(request)
                )
                messages.success(request, _("The stage plan has been saved."))
                return redirect(event)
            seen = version_context("", request, refusal.error)
    context = {
        "event": event,
        "form": form,
        **seen,
        "rights": rights(request.user, event),
        "begun": len(list_started_stages(event)),
    }
    return render(request, "events/stages.html", context, status=status)
