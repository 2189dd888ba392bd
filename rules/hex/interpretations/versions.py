"""The two rules versions (sets of default options) for judging HEX games."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

UNOFFICIAL: Final = "UR"
"""The first option of each interpretation: the Unofficial Rulebook, unless a card contradicts it."""
CLIENT: Final = "UR-client"
"""The options that the game's client implements, where known and different."""
SECOND_IN_CLIENT: Final = ((CLIENT, 1),)
"""Version options of an interpretation where the client uses the second option."""
VERSIONS: Final[Mapping[str, str]] = MappingProxyType(
    {UNOFFICIAL: "Unofficial Rulebook", CLIENT: "Unofficial Rulebook, as the program reads it"}
)
"""Rules versions with their display names, the default first."""
