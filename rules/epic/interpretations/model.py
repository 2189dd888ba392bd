"""The rules versions of Epic that have their own presets of interpretations."""

from typing import Final

COMPLETE: Final = "CR-2016-03"
BOOK: Final = "RB-2017"
SECOND_IN_COMPLETE: Final = ((COMPLETE, 1),)
"""Presets of an interpretation: the second option in the Complete Rules, the first in the later rule book."""
