"""Notes on tournament procedure, shown next to a verdict but not part of it.

They restate the publisher's tournament documents; sources are ids of collected rulings.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PROCEDURE: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = MappingProxyType(
    {
        "I-101": (
            (
                "A trigger counts as missed once its controller has played a card, used a power or passed without "
                "speaking of it; until then it still happens. A missed one is left out, unless the opponent wants it: "
                "then it happens at once. Players need not remind an opponent, but to miss an own trigger on purpose "
                "for an advantage can be ruled cheating."
            ),
            ("T01", "T02", "T03"),
        ),
    }
)
"""By interpretation id: the note, and the ids of the rulings it restates."""
