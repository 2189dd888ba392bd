"""State machine of cases."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

DRAFT, STANDS, APPEALED, FINAL = "draft", "stands", "appealed", "final"
WRITE, ANNOUNCE, ANNOUNCE_FINAL = "write", "announce", "announce_final"
CORRECT, APPEAL, WITHDRAW, UPHOLD, CHANGE = "correct", "appeal", "withdraw", "uphold", "change"

TRANSITIONS: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        (DRAFT, WRITE): DRAFT,
        (DRAFT, ANNOUNCE): STANDS,
        (DRAFT, ANNOUNCE_FINAL): FINAL,  # decided by a head judge, so no appeal is possible
        (STANDS, CORRECT): STANDS,
        (STANDS, APPEAL): APPEALED,
        (APPEALED, WITHDRAW): STANDS,
        (APPEALED, UPHOLD): FINAL,
        (APPEALED, CHANGE): FINAL,
        (FINAL, CORRECT): FINAL,  # by a head judge
    }
)
"""The next state by state and action; other combinations are not allowed."""


def next_state(state: str, step: str) -> str | None:
    """Return the state after an action, or None if the action is not allowed.

    >>> next_state("stands", "appeal"), next_state("final", "appeal")
    ('appealed', None)
    """
    return TRANSITIONS.get((state, step))
