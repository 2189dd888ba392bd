"""Preview images of events for links on other sites, rendered by Typst."""

import base64
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from epic_events.artwork.drawing.palette import palette
from epic_events.artwork.drawing.pictures import BANDS, Motif, draw_back
from epic_events.audit_log.services import version_tokens
from epic_events.documents.typesetting import render_picture
from epic_events.events import times
from epic_events.events.models import Event, EventPicture, Registration
from epic_events.events.selectors import count_players
from epic_events.infra.cached_values import cached
from epic_events.infra.errors import MissingError
from epic_events.pairings.cut.selectors import compute_final_standings, has_final_standings
from epic_events.pairings.methods.standings import winner

SIZE: Final = (1200, 630)
"""Width and height in pixels, as recommended for link previews."""
LAYOUT: Final = Path(__file__).with_name("link_preview.typ")


@dataclass(frozen=True)
class PreviewText:
    """Text of a preview image.

    Attributes:
        site: name of the site.
        name: name of the event.
        where: time and place.
        label: status of the event, or the heading of ``answer``.
        answer: winner or number of players.
    """

    site: str
    name: str
    where: str
    label: str
    answer: str


def preview_text(event: Event) -> PreviewText:
    """Return the text of an event's preview image.

    Shows the number of players, or the winner of a finished event.
    """
    date_text = times.format_event_time(event.starts_at, event, "DATETIME_FORMAT")
    date_text = " · ".join(part for part in (date_text, event.place) if part)
    champion = _champion(event)
    if champion is not None:
        return PreviewText(settings.SITE_NAME, event.name, date_text, _("Champion"), champion.name)
    if event.status == Event.Status.CANCELLED:
        return PreviewText(settings.SITE_NAME, event.name, date_text, "", str(event.get_status_display()))
    playing, _waiting = count_players(event)
    counted = ngettext("%(n)d player", "%(n)d players", playing) % {"n": playing}
    return PreviewText(settings.SITE_NAME, event.name, date_text, str(event.get_status_display()), counted)


def render_preview(preview: PreviewText, motif: Motif, photo: bytes = b"") -> bytes:
    """Render a preview image as PNG, identical on every machine.

    Args:
        preview: its text.
        motif: what its drawings are drawn from.
        photo: JPEG in place of the drawn pattern; empty for none.
    """
    inputs = drawn_inputs(motif)
    if photo:
        inputs["share"] = _with_photo(palette(motif.livery).ground, photo)
    return render_picture(LAYOUT, asdict(preview), inputs)


def _with_photo(ground: str, photo: bytes) -> str:
    """Return the background with a photo in the area of the pattern as SVG."""
    band = BANDS["share"]
    data = base64.b64encode(photo).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{band.width}" height="{band.height}">'
        f'<path fill="{ground}" d="M0 0H{band.width}V{band.height}H0Z"/>'
        f'<image width="{band.width}" height="{band.tiled_height}" preserveAspectRatio="xMidYMid slice" '
        f'href="data:image/jpeg;base64,{data}"/></svg>'
    )


def drawn_inputs(motif: Motif) -> dict[str, str]:
    """Return the inputs of the layout other than text: drawings and a colour."""
    return {"share": BANDS["share"].draw(motif), "back": draw_back(motif), "quiet": palette(motif.livery).light}


def _photo_of(event: Event) -> bytes:
    """Return the uploaded picture of an event; empty if there is none."""
    stored = EventPicture.objects.filter(event=event).first() if event.picture else None
    return bytes(stored.data) if stored else b""


def _champion(event: Event) -> Registration | None:
    """Return the winner; None if the event has not ended or first place is shared."""
    if not has_final_standings(event):
        return None
    first = winner(compute_final_standings(event))
    return None if first is None else Registration.objects.filter(pk=first).first()


FRESH = 300
"""Cache lifetime of an image in seconds."""


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the preview image of an event. Permission: public, for public events."""
    del request  # requested by programs; the same for all users, in the default language
    slug = slug.replace("\0", "")
    tokens = version_tokens(Event.objects.filter(slug=slug).values("pk"))
    event = Event.objects.visible_to(AnonymousUser()).filter(slug=slug).first()
    if event is None:
        raise MissingError(_("This event does not exist."))
    with translation.override(settings.LANGUAGE_CODE):
        preview_image = cached(
            ("preview", event.pk),
            f"{event.salt}.{tokens.latest}",
            lambda: render_preview(preview_text(event), event.motif, _photo_of(event)),
        )
    response = HttpResponse(preview_image, content_type="image/png")
    response["Content-Language"] = settings.LANGUAGE_CODE
    response["Cache-Control"] = f"public, max-age={FRESH}"
    return response
