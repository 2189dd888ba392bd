"""Views that save and publish what-ifs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from epic_events.accounts.idempotency import once
from epic_events.disputes import permissions
from epic_events.disputes.editor.views import MAX_STEP_DIGITS, Subject, submit
from epic_events.disputes.forms import WhatIfForm
from epic_events.disputes.selectors import find_dispute
from epic_events.disputes.what_if import services
from epic_events.events.views.shared import signed_in_user
from epic_events.infra.form_errors import errors_as_message


@login_required
@require_POST
@once
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """Save a what-if of the editor. Permission: judges of the dispute."""
    dispute = find_dispute(request.user, slug)
    permissions.require_judge_of(request.user, dispute)
    asked = request.GET.get("from", "")
    step = int(asked) if asked.isdecimal() and len(asked) < MAX_STEP_DIGITS else 0

    def store(form: WhatIfForm) -> str:
        given = form.cleaned_data
        what_if = services.save_what_if(
            signed_in_user(request), dispute, name=given["title"], step=step, text=given["record"]
        )
        return f"{dispute.get_absolute_url()}?branch={what_if.number}"

    return submit(request, Subject.of(dispute, step), WhatIfForm, store)


@login_required
@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish a what-if. Permission: those who may publish the dispute, checked by the service."""
    dispute = find_dispute(request.user, slug)
    with errors_as_message(request):
        services.publish_what_if(signed_in_user(request), dispute, number)
        messages.success(request, _("What-if published."))
    return redirect(f"{dispute.get_absolute_url()}?branch={number}")
