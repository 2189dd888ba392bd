"""The view that returns the record as a file."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from epic_events.disputes import permissions
from epic_events.disputes.selectors import find_dispute
from epic_events.infra.errors import NotAllowedError


@require_safe
def record_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the record as a file. Permission: readers of the full record."""
    dispute = find_dispute(request.user, slug)
    if not permissions.can_see_record(request.user, dispute) or dispute.record is None:
        raise NotAllowedError(_("Only the staff can read the full record until the head judge releases it."))
    response = HttpResponse(dispute.record.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{dispute.slug}.rec"'
    return response
