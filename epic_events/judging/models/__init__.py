"""Models of calls, penalties, decisions and deck checks."""

from epic_events.judging.models.call import Call
from epic_events.judging.models.check import CheckDraw, DeckCheck
from epic_events.judging.models.decision import Appeal, Case, Decision
from epic_events.judging.models.penalty import Penalty

__all__ = ["Appeal", "Call", "Case", "CheckDraw", "Decision", "DeckCheck", "Penalty"]
