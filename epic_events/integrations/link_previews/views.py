"""View of preview images."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event
from epic_events.infra.cached_values import cached
from epic_events.infra.errors import MissingError
from epic_events.integrations.link_previews.picture import preview_text, render_preview

FRESH = 300
"""Seconds for which a picture may be shown without asking again."""


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the preview image of an event. Permission: public, for public events."""
    del request  # it is asked for by programs, and is the same for all, in the usual language of the site
    slug = slug.replace("\0", "")
    stamps = version_tokens(Event.objects.filter(slug=slug).values("pk"))
    event = Event.objects.visible_to(AnonymousUser()).filter(slug=slug).first()
    if event is None:
        raise MissingError(_("There is no such event."))
    with translation.override(settings.LANGUAGE_CODE):
        made = cached(
            ("preview", event.pk), f"{event.salt}.{stamps.latest}", lambda: render_preview(preview_text(event))
        )
    response = HttpResponse(made, content_type="image/png")
    response["Content-Language"] = settings.LANGUAGE_CODE
    response["Cache-Control"] = f"public, max-age={FRESH}"
    return response
