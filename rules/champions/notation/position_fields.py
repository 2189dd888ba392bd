"""The fields of a Champions position and their separators."""

from typing import Final

from rules.champions.state import LANES
from rules.notation.position.fields import PositionFields

LANE_FIELDS: Final = tuple(f"lane {number}" for number in range(1, LANES + 1))
BETWEEN: Final = " / "
"""Separator of cards in a lane, in limbo and in the queue."""
BETWEEN_GROUPS: Final = " | "
"""Separator of groups in a deck."""


class Fields(PositionFields):
    """The fields of a Champions position, by name."""

    moment = ("Turn", "Phase", "Actions", "Heroic act", "Limbo", "Queue", "Falling", "Under way")
    personal = ("health", "champions", "blessings", "hand", "deck", "discard", "used", "left hand", *LANE_FIELDS)
    repeated = ("Under way",)
