"""Extension points of the desk for other apps."""

from dataclasses import dataclass

from epic_events.events.permissions import Rights
from epic_events.pairings.models import Round
from epic_events.reference.extensions import Panels


@dataclass(frozen=True)
class DeskSubject:
    """The latest round of the event at the desk, and the user's rights."""

    round: Round
    rights: Rights


desk_panels: Panels[DeskSubject] = Panels()
"""Panels that other apps add to the desk, between the next step and the tables."""
