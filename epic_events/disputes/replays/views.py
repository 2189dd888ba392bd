"""What is read of a replay beside its page: the same as plain text, the record as a file."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from epic_events.disputes import permissions
from epic_events.disputes.finding import find_dispute
from epic_events.disputes.replays.as_text import as_text
from epic_events.disputes.replays.page import replay_page
from epic_events.errors import NotAllowedError

MOST_DIGITS = 19


@require_safe
def text(request: HttpRequest, slug: str) -> HttpResponse:
    """Say all that the page says, as plain text. Permission: as the page, with what its reader may see."""
    dispute = find_dispute(request.user, slug)
    full = permissions.can_see_record(request.user, dispute)
    shown = replay_page(dispute, request.GET.get("step", "")[:MOST_DIGITS], full=full)
    said = as_text(dispute, shown) if "steps" in shown else f"{dispute.title}\n{dispute.get_status_display()}\n"
    return HttpResponse(said, content_type="text/plain; charset=utf-8")


@require_safe
def record_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the record as a file. Permission: who may read the full record."""
    dispute = find_dispute(request.user, slug)
    if not permissions.can_see_record(request.user, dispute) or dispute.record is None:
        raise NotAllowedError(_("The full record stays with the staff until the head judge releases it."))
    response = HttpResponse(dispute.record.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{dispute.slug}.rec"'
    return response
