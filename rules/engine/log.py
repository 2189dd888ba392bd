"""The event log: what happened, in facts, and the rules that made it happen."""

from typing import NamedTuple


class Event(NamedTuple):
    """One thing that happened; a tuple, since several are made at every decision.

    Attributes:
        seq: position in the log, from 0.
        kind: what happened (``draw``, ``damage``, ``break`` ...); sentences are made from templates keyed by it.
        args: references and numbers, in the order the kind defines; no words for people.
        rules: citations that made it happen, never empty; an interpretation it rests on is cited like a rule.
        cause: ``seq`` of the event that led here, -1 for a decision or the turn itself.
    """

    seq: int
    kind: str
    args: tuple[int | str, ...]
    rules: tuple[str, ...]
    cause: int = -1
