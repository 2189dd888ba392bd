"""The event log: the events of a game, with the rules that caused them."""

from typing import NamedTuple


class Event(NamedTuple):
    """One log entry.

    Attributes:
        seq: the position in the log, from 0.
        kind: the kind of event (``draw``, ``damage``, ``break`` ...), which has a sentence template.
        args: references and numbers, in the order that the kind defines; no display text.
        rules: citations of the rules that caused it, never empty; interpretations are cited like rules.
        cause: ``seq`` of the event that caused it; -1 for a decision or the turn itself.
    """

    seq: int
    kind: str
    args: tuple[int | str, ...]
    rules: tuple[str, ...]
    cause: int = -1
