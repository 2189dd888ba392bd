"""What is kept of judging on the floor."""

from epic_events.judging.models.call import Call
from epic_events.judging.models.check import CheckDraw, DeckCheck
from epic_events.judging.models.decision import Appeal, Decision, Case
from epic_events.judging.models.penalty import Penalty

__all__ = ["Appeal", "Call", "CheckDraw", "Decision", "DeckCheck", "Case", "Penalty"]
