"""Preview image of an event, rendered by Typst with its embedded fonts."""

from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

import typst
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.events import times
from epic_events.events.models import Event, Registration
from epic_events.events.selectors import count_players
from epic_events.pairings.cut.selectors import compute_final_standings, has_final_standings
from epic_events.pairings.methods.standings import winner

SIZE: Final = (1200, 630)
"""Width and height in pixels, as those who show previews ask for."""
LAYOUT: Final = Path(__file__).with_name("preview.typ")


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
    where = times.format_event_time(event.starts_at, event, "DATETIME_FORMAT")
    where = " · ".join(part for part in (where, event.place) if part)
    champion = _champion(event)
    if champion is not None:
        return PreviewText(settings.SITE_NAME, event.name, where, _("Champion"), champion.name)
    if event.status == Event.Status.CANCELLED:
        return PreviewText(settings.SITE_NAME, event.name, where, "", str(event.get_status_display()))
    playing, _waiting = count_players(event)
    counted = ngettext("%(n)d player", "%(n)d players", playing) % {"n": playing}
    return PreviewText(settings.SITE_NAME, event.name, where, str(event.get_status_display()), counted)


def render_preview(preview: PreviewText) -> bytes:
    """Render a preview image as PNG, identical on every machine."""
    made = typst.compile(
        LAYOUT,
        root=LAYOUT.parent,
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs=asdict(preview),
        format="png",
        ppi=72.0,
    )
    assert isinstance(made, bytes)  # one page
    return made


def _champion(event: Event) -> Registration | None:
    """Return the winner; None if the event has not ended or first place is shared."""
    if not has_final_standings(event):
        return None
    first = winner(compute_final_standings(event))
    return None if first is None else Registration.objects.filter(pk=first).first()


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)
