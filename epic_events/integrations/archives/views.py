"""Download of an event archive, and the page that imports one."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from epic_events.accounts.permissions import require_site_admin
from epic_events.events.defaults import check_slug
from epic_events.events.views.shared import get_event_for_staff, signed_in_user
from epic_events.infra.form_errors import errors_in_form
from epic_events.integrations.archives.digests import to_text
from epic_events.integrations.archives.services import ArchiveError, ArchiveSummary, check_archive, export_event, read
from epic_events.integrations.archives.services import import_archive as store


class ArchiveForm(forms.Form):
    """Archive file, and optionally a new slug."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("An event archive downloaded from the Files page of an event."),
    )
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        max_length=80,
        required=False,
        validators=[check_slug],
        help_text=gettext_lazy("Leave empty to use the address in the file."),
    )


@login_required
@require_safe
def download_archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Download an event archive. Permission: the event's organisers."""
    event, _held = get_event_for_staff(request, slug)
    response = HttpResponse(to_text(export_event(signed_in_user(request), event)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}.event.json"'
    response["Cache-Control"] = "private, no-store"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_archive(request: HttpRequest) -> HttpResponse:
    """Validate or import an event archive. Permission: site administrators."""
    require_site_admin(signed_in_user(request))
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    looked: ArchiveSummary | None = None
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        with errors_in_form(form) as refusal:
            archive = read(data["file"].read())
            if "look" in request.POST:
                looked = check_archive(archive)
            else:
                event = store(signed_in_user(request), archive, slug=data["slug"])
                messages.success(request, _("“%(name)s” imported.") % {"name": event.name})
                return redirect(event.get_absolute_url())
        if isinstance(refusal.error, ArchiveError):
            problems = refusal.error.problems
    context = {"form": form, "looked": looked, "problems": problems}
    return render(request, "web/import_archive.html", context, status=400 if form.errors else 200)
