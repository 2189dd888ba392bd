"""What is kept of judging on the floor."""

from epic_events.floor.models.call import Call
from epic_events.floor.models.penalty import Penalty

__all__ = ["Call", "Penalty"]
