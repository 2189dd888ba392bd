"""Page that lists the export files of an event, and their downloads."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from epic_events.events.views.shared import get_event_for_staff, get_event_or_404
from epic_events.infra.errors import MissingError
from epic_events.infra.responses import WRITERS
from epic_events.integrations.embeds.frames import frames_of
from epic_events.integrations.exports.files import files_of, find_table


@login_required
@require_safe
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """List the export files of an event. Permission: the event's staff."""
    event, held = get_event_for_staff(request, slug)
    context = {
        "event": event,
        "rights": held,
        "files": files_of(event, request.user),
        "kinds": list(WRITERS),
        "frames": frames_of(event),
    }
    return render(request, "web/files.html", context)


@require_safe
def file(request: HttpRequest, slug: str, name: str, kind: str) -> StreamingHttpResponse:
    """Download a table of an event as a file, ``csv`` or ``json``.

    Permission: users who may see the page with the same data; staff actions only for the event's staff.
    """
    event = get_event_or_404(request, slug)
    if kind not in WRITERS:
        raise MissingError(_("There is no such file."))
    table = find_table(event, request.user, name)
    write, content_type = WRITERS[kind]
    response = StreamingHttpResponse(write(table.columns, table.rows), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}.{kind}"'
    response["Cache-Control"] = "private, no-cache"
    return response
