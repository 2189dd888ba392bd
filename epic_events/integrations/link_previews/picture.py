"""The picture of an event beside a link to it, set by the typesetter in its own letters."""

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
from epic_events.events.selectors import how_many
from epic_events.pairings.cut.final_selectors import final_of, has_final_standings
from epic_events.pairings.methods.final_standings import winner

SIZE: Final = (1200, 630)
"""Width and height in pixels, as those who show previews ask for."""
LAYOUT: Final = Path(__file__).with_name("preview.typ")


@dataclass(frozen=True)
class Told:
    """What stands in the picture.

    Attributes:
        site: where it is from. name: of the event. where: time and place. label, answer: the one thing to know of it.
    """

    site: str
    name: str
    where: str
    label: str
    answer: str


def told_of(event: Event) -> Told:
    """Return what a picture tells of an event: its players, or who has won once it is over."""
    where = times.clock(event.starts_at, event, "DATETIME_FORMAT")
    where = " · ".join(part for part in (where, event.place) if part)
    champion = _champion(event)
    if champion is not None:
        return Told(settings.SITE_NAME, event.name, where, _("Champion"), champion.name)
    if event.status == Event.Status.CANCELLED:
        return Told(settings.SITE_NAME, event.name, where, "", str(event.get_status_display()))
    playing, _waiting = how_many(event)
    counted = ngettext("%(n)d player", "%(n)d players", playing) % {"n": playing}
    return Told(settings.SITE_NAME, event.name, where, str(event.get_status_display()), counted)


def picture_of(told: Told) -> bytes:
    """Return the picture as PNG. The same words give the same picture; nothing of this machine is in it."""
    made = typst.compile(
        LAYOUT,
        root=LAYOUT.parent,
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs=asdict(told),
        format="png",
        ppi=72.0,
    )
    assert isinstance(made, bytes)  # one page
    return made


def _champion(event: Event) -> Registration | None:
    """Return who has won an event; None while it is not over, and where nobody has won it alone."""
    if not has_final_standings(event):
        return None
    first = winner(final_of(event))
    return None if first is None else Registration.objects.filter(pk=first).first()


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)
