"""Extension point for panels on the judges' board."""

from typing import Final

from epic_events.events.extensions import EventSubject
from epic_events.reference.extensions import Panels

board_panels: Final[Panels[EventSubject]] = Panels()
"""Panels on the judges' board, such as open appeals."""
