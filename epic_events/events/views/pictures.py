"""The uploaded picture of an event: its page and its file."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from epic_events.events import services
from epic_events.events.forms import PictureForm
from epic_events.events.models import EventPicture
from epic_events.events.models.event import is_public_event
from epic_events.events.permissions import require_organiser, rights
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_in_form

REMOVE = "remove"
"""Name of the button that removes the picture."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload or remove the picture of an event. Permission: its organisers."""
    event = get_event_or_404(request, slug)
    user = signed_in_user(request)
    require_organiser(user, event)
    if REMOVE in request.POST:
        services.remove_picture(user, event)
        messages.success(request, _("The picture has been removed."))
        return redirect("events:picture", event.slug)
    form = PictureForm(request.POST, request.FILES) if request.method == "POST" else PictureForm()
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            services.upload_picture(user, event, form.cleaned_data["picture"].read())
            messages.success(request, _("The picture has been saved."))
            return redirect("events:picture", event.slug)
    context = {"event": event, "rights": rights(request.user, event), "form": form}
    return render(request, "events/picture.html", context, status=400 if form.errors else 200)


@require_safe
def picture_file(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """Return the uploaded picture. Permission: everyone who may see the event."""
    event = get_event_or_404(request, slug)
    stored = EventPicture.objects.filter(event=event).first() if event.picture == digest else None
    if stored is None:
        raise MissingError(_("This picture does not exist."))
    response = HttpResponse(bytes(stored.data), content_type="image/jpeg")
    visibility = "public" if is_public_event(event) else "private"
    response["Cache-Control"] = f"{visibility}, max-age=31536000, immutable"
    return response
