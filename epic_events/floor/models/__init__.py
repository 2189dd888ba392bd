"""What is kept of judging on the floor."""

from epic_events.floor.models.call import Call

__all__ = ["Call"]
