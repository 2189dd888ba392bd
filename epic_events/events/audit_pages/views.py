"""Page and download of an event's audit log."""

from typing import Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from epic_events.events.audit_pages.files import COLUMNS, rows
from epic_events.events.audit_pages.filters import AuditLogFilter
from epic_events.events.audit_pages.lines import build_audit_log_lines
from epic_events.events.views.shared import get_event_for_staff
from epic_events.infra.responses import WRITERS

PAGE_SIZE: Final = 100


@login_required
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the audit log, newest first. Permission: the event's staff."""
    event, held = get_event_for_staff(request, slug)
    narrow = AuditLogFilter(request.GET if set(request.GET) & set(AuditLogFilter.base_fields) else None, event)
    page = Paginator(narrow.lines(), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "rights": held,
        "filter": narrow,
        "page_obj": page,
        "lines": build_audit_log_lines(page.object_list),
    }
    return render(request, "events/log.html", context)


@login_required
@require_safe
def log_file(request: HttpRequest, slug: str, kind: str) -> StreamingHttpResponse:
    """Download the filtered audit log as ``csv`` or ``json``.

    Permission: the event's staff.
    """
    event, _held = get_event_for_staff(request, slug)
    narrow = AuditLogFilter(request.GET if set(request.GET) & set(AuditLogFilter.base_fields) else None, event)
    written, content_type = WRITERS[kind]
    response = StreamingHttpResponse(written(COLUMNS, rows(narrow.lines())), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-log.{kind}"'
    return response
