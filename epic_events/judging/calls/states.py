"""How a call goes on: a pure table of what may be done in which state, and what it makes of it."""

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
        (TAKEN, TAKE): TAKEN,  # another judge takes it over
        (TAKEN, HAND_OVER): TAKEN,
        (TAKEN, PUT_BACK): OPEN,
        (TAKEN, FINISH): DONE,
        (TAKEN, WITHDRAW): WITHDRAWN,
    }
)
"""What a step makes of a state; what is not in it cannot be done."""


def next_state(state: str, step: str) -> str | None:
    """Return the state that a step leads to; None where it cannot be done.

    >>> after("open", "take"), after("done", "take")
    ('taken', None)
    """
    return TRANSITIONS.get((state, step))
