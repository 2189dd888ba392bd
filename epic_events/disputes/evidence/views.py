"""Views that add evidence and return photos."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from epic_events.accounts.idempotency import once
from epic_events.disputes import permissions
from epic_events.disputes.decisions.page import build_judge_context
from epic_events.disputes.decisions.services import decision_version_token
from epic_events.disputes.evidence import services
from epic_events.disputes.evidence.forms import EvidenceForm
from epic_events.disputes.selectors import find_dispute
from epic_events.disputes.views import dispute_page
from epic_events.events.views.shared import signed_in_user
from epic_events.infra.edit_conflicts import version_context
from epic_events.infra.errors import MissingError, NotAllowedError
from epic_events.infra.form_errors import errors_in_form


@login_required
@require_POST
@once
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a statement or photo. Permission: judges of the dispute."""
    dispute = find_dispute(request.user, slug)
    permissions.require_judge_of(request.user, dispute)
    form = EvidenceForm(request.POST, request.FILES)
    if form.is_valid():
        given = form.cleaned_data
        sent = given["photo"].read() if given["photo"] else None
        with errors_in_form(form):
            services.add_evidence(
                signed_in_user(request), dispute, who=given["who"], statement=given["statement"], photo=sent
            )
            messages.success(request, _("Added to the dispute."))
            return redirect(f"{dispute.get_absolute_url()}#evidence")
    page = dispute_page(request, dispute)
    page |= {
        **build_judge_context(request.user, dispute, page, ""),
        **version_context(decision_version_token(dispute), request),
    }
    return render(request, "disputes/detail.html", {**page, "evidence_form": form}, status=400)


@require_safe
def photo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return a photo. Permission: readers of the full record."""
    dispute = find_dispute(request.user, slug)
    if not permissions.can_see_record(request.user, dispute):
        raise NotAllowedError(
            _("Only the staff can see statements and photos until the head judge releases the record.")
        )
    found = dispute.evidence.filter(number=number, photo__isnull=False).first()
    if found is None or found.photo is None:
        raise MissingError(_("There is no such photo."))
    response = HttpResponse(bytes(found.photo), content_type="image/jpeg")
    response["Content-Disposition"] = f'inline; filename="{dispute.slug}-{number}.jpg"'
    patch_cache_control(response, private=True, no_store=True)
    return response
