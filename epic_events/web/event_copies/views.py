"""Page to duplicate an event."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from epic_events.accounts.idempotency import once
from epic_events.events.permissions import require_organiser, rights
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.form_errors import errors_in_form
from epic_events.web.event_copies.forms import DuplicateForm
from epic_events.web.event_copies.services import duplicate_event


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def duplicate(request: HttpRequest, slug: str) -> HttpResponse:
    """Duplicate an event. Permission: its organisers who may create events."""
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    form = DuplicateForm(request.POST if request.method == "POST" else None, event=event)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            made = duplicate_event(signed_in_user(request), event, **form.cleaned_data)
            messages.success(request, _("Event copied. It is not published: open it when players may register."))
            return redirect(made)
    context = {"event": event, "rights": rights(request.user, event), "form": form}
    return render(request, "web/duplicate.html", context, status=400 if form.errors else 200)
