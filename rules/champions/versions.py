"""The versions of the rules of Champions: one text, read in two ways at its most doubtful point."""

from typing import Final

BOTH_SIDES: Final = "CR-2018-11"
"""The text of November 2018: the Smooth cards of both players Rotate in every turn (CH-06)."""
OWN_SIDE: Final = "CR-2018-11-own"
"""The same text, with the cards of the player whose turn it is turning alone."""
VERSIONS: Final = (BOTH_SIDES, OWN_SIDE)
"""Every version, the one to use without a wish first."""
