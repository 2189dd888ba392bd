"""Rules versions of Champions: one text with two interpretations of CH-06."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

BOTH_SIDES: Final = "CR-2018-11"
"""The text of November 2018: the Smooth cards of both players Rotate in every turn (CH-06)."""
OWN_SIDE: Final = "CR-2018-11-own"
"""The same text, with the cards of the player whose turn it is turning alone."""
VERSIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        BOTH_SIDES: "Comprehensive Rules, November 2018",
        OWN_SIDE: "Comprehensive Rules, November 2018, where only own cards rotate",
    }
)
"""Every version with what it is called on screen, the one to use without a wish first."""
