"""What is kept of judging on the floor."""

from epic_events.floor.models.call import Call
from epic_events.floor.models.check import CheckDraw, DeckCheck
from epic_events.floor.models.decision import Appeal, Decision, Matter
from epic_events.floor.models.penalty import Penalty

__all__ = ["Appeal", "Call", "CheckDraw", "Decision", "DeckCheck", "Matter", "Penalty"]
