"""The desk as other apps see it: places for what they add to it."""

from dataclasses import dataclass

from epic_events.events.permissions import Rights
from epic_events.pairings.models import Round
from epic_events.reference.extensions import Panels


@dataclass(frozen=True)
class DeskSubject:
    """The latest round of the event whose desk is shown, and what the reader may do."""

    round: Round
    rights: Rights


desk_panels: Panels[DeskSubject] = Panels()
"""What apps above this one show on the desk, between the next step and the tables."""
