"""The event log: what happened, in facts, and the rules that made it happen."""

from typing import ClassVar, Final

from rules.engine.values import Value


class Event(Value):
    """One thing that happened.

    Attributes:
        seq: position in the log, from 0.
        kind: what happened (``draw``, ``damage``, ``break`` ...); sentences are made from templates keyed by it.
        args: references and numbers, in the order the kind defines; no words for people.
        rules: citations that made it happen, never empty; an interpretation it rests on is cited like a rule.
        cause: ``seq`` of the event that led here, -1 for a decision or the turn itself.
    """

    PARTS: ClassVar[tuple[str, ...]] = ("seq", "kind", "args", "rules", "cause")

    __slots__ = PARTS

    def __init__(
        self, seq: int, kind: str, args: tuple[int | str, ...], rules: tuple[str, ...], cause: int = -1
    ) -> None:
        self.seq: Final[int] = seq
        self.kind: Final[str] = kind
        self.args: Final[tuple[int | str, ...]] = args
        self.rules: Final[tuple[str, ...]] = rules
        self.cause: Final[int] = cause
