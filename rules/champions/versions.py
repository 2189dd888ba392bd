"""The rules versions of Champions: the same text with two options of CH-06."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

BOTH_SIDES: Final = "CR-2018-11"
"""The text of November 2018: the Smooth cards of both players Rotate in every turn (CH-06)."""
OWN_SIDE: Final = "CR-2018-11-own"
"""The same text, but only the turn player's cards Rotate."""
VERSIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        BOTH_SIDES: "Comprehensive Rules, November 2018",
        OWN_SIDE: "Comprehensive Rules, November 2018, where only own cards rotate",
    }
)
"""All versions with their display names, the default first."""
