"""State machine of judge calls."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

OPEN, TAKEN, DONE, WITHDRAWN = "open", "taken", "done", "withdrawn"
TAKE, HAND_OVER, PUT_BACK, FINISH, WITHDRAW = "take", "hand_over", "put_back", "finish", "withdraw"

TRANSITIONS: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        (OPEN, TAKE): TAKEN,
        (OPEN, HAND_OVER): TAKEN,
        (OPEN, FINISH): DONE,
        (OPEN, WITHDRAW): WITHDRAWN,
        (TAKEN, TAKE): TAKEN,  # taken over by another judge
        (TAKEN, HAND_OVER): TAKEN,
        (TAKEN, PUT_BACK): OPEN,
        (TAKEN, FINISH): DONE,
        (TAKEN, WITHDRAW): WITHDRAWN,
    }
)
"""The next state by state and action; other combinations are not allowed."""


def next_state(state: str, step: str) -> str | None:
    """Return the state after an action, or None if the action is not allowed.

    >>> next_state("open", "take"), next_state("done", "take")
    ('taken', None)
    """
    return TRANSITIONS.get((state, step))
