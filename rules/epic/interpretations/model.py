"""The rules versions of Epic with different presets."""

from typing import Final

COMPLETE: Final = "CR-2016-03"
BOOK: Final = "RB-2017"
SECOND_IN_COMPLETE: Final = ((COMPLETE, 1),)
"""For a point of which the Complete Rules take the second reading and the later rule book the first."""
