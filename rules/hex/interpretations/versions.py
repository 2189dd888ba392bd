"""The two rules versions (sets of default options) for judging HEX games."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

UNOFFICIAL: Final = "UR"
"""The first reading everywhere: the Unofficial Rulebook where it speaks and no card contradicts it."""
CLIENT: Final = "UR-client"
"""As the only known reading of the game's own program has it, where that differs."""
SECOND_IN_CLIENT: Final = ((CLIENT, 1),)
"""For a point that the program reads in the second way."""
VERSIONS: Final[Mapping[str, str]] = MappingProxyType(
    {UNOFFICIAL: "Unofficial Rulebook", CLIENT: "Unofficial Rulebook, as the program reads it"}
)
"""What an event can be judged by: the name of each preset on screen, by what records call it, the usual one first."""
