"""How a case goes on: a pure table of what may be done in which state, and what it makes of it."""

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
        (DRAFT, ANNOUNCE_FINAL): FINAL,  # by a head judge: there is nobody to appeal to
        (STANDS, CORRECT): STANDS,
        (STANDS, APPEAL): APPEALED,
        (APPEALED, WITHDRAW): STANDS,
        (APPEALED, UPHOLD): FINAL,
        (APPEALED, CHANGE): FINAL,
        (FINAL, CORRECT): FINAL,  # by a head judge
    }
)
"""What a step makes of a state; what is not in it cannot be done."""


def next_state(state: str, step: str) -> str | None:
    """Return the state that a step leads to; None where it cannot be done.

    >>> after("stands", "appeal"), after("final", "appeal")
    ('appealed', None)
    """
    return TRANSITIONS.get((state, step))
