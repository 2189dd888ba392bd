"""The fields of a position of Epic, and the attributes of the state that they set."""

from typing import Final

from rules.notation.position.fields import PositionFields

MOMENT: Final = (
    "Turn", "Phase", "Initiative", "Passed", "Played", "Defender", "Blocked", "No more attacks", "Out", "Gone",
    "Resolving", "Waiting", "Noted", "End of turn", "Also",
)  # fmt: skip
PERSONAL: Final = (
    "health",
    "gold",
    "bound gold",
    "hand",
    "champion",
    "resolving",
    "discard",
    "broken",
    "deck",
    "ones played",
    "cannot",
    "also",
)
ALIASES: Final = {
    "life": "health", "life total": "health", "life points": "health", "hp": "health", "hit points": "health",
    "health points": "health", "points": "health", "board": "champion", "in play": "champion", "play": "champion",
    "table": "champion", "battlefield": "champion", "field": "champion", "controls": "champion",
    "graveyard": "discard", "discard pile": "discard", "discards": "discard", "library": "deck", "draw pile": "deck",
    "cards in hand": "hand", "coins": "gold", "coin": "gold", "has broken": "broken",
}  # fmt: skip
"""Alternative names of a player's fields."""
REPEATED: Final = ("Resolving", "Waiting", "Noted", "End of turn", "champion", "Also", "also")
STATE_FACTS: Final = frozenset({
    "version", "variant", "choices", "names", "table", "owners", "lists", "entered", "teams", "seats", "first", "turn",
    "turn_number", "initiative", "phase", "stage", "step", "passed", "played", "defender", "blocked", "no_attacks",
    "broken", "frames", "noted", "batch", "delayed", "pending", "winner_seats", "drawn", "cause", "log",
})  # fmt: skip
"""Slots of the game state that have fields of their own, come from the setup, or are not part of a position."""
SEAT_FACTS: Final = frozenset({
    "team", "deck", "hand", "discard", "supplemental", "champions", "gods", "gold", "bound", "bans", "ones_played",
    "out",
})  # fmt: skip
"""Slots of a seat that have fields of their own; the others are written in ``also``, by name."""


class Fields(PositionFields):
    """The fields of one position of Epic."""

    moment = MOMENT
    personal = PERSONAL
    repeated = REPEATED
    aliases = ALIASES

    def too_few(self, name: str) -> str:
        """Return the error message for a number of points below the minimum."""
        return "a player with 0 health or less has lost (1.5.4)" if name == "health" else super().too_few(name)
