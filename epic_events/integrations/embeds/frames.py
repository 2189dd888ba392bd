"""HTML code that embeds pages of an event in other sites."""

from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from epic_events.events.models import Event


class Frame(NamedTuple):
    """Title and iframe code of an embeddable page."""

    title: str
    code: str


def frames_of(event: Event) -> list[Frame]:
    """Return the iframe codes of an event."""
    kinds = (("web:embedded_pairings", _("Pairings")), ("web:embedded_standings", _("Standings")))
    return [Frame(title, _code(reverse(name, args=[event.slug]), f"{title}: {event.name}")) for name, title in kinds]


def _code(path: str, title: str) -> str:
    address = settings.SITE_ADDRESS + path
    return str(
        format_html('<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>', address, title)
    )
