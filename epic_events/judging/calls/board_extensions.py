"""The judges' board as rooms and apps above see it: a place for what they add on top of the queue."""

from typing import Final

from epic_events.events.extensions import EventSubject
from epic_events.reference.extensions import Panels

board_panels: Final[Panels[EventSubject]] = Panels()
"""What is added to the judges' board: appeals that wait, deck checks."""
