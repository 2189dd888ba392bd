"""What an interpretation is: a numbered decision where the printed rules are silent or contradict themselves."""

from dataclasses import dataclass

COMPLETE = "CR-2016-03"
BOOK = "RB-2017"


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One open point of the printed rules and what this engine makes of it.

    Attributes:
        id: what it is cited by, like a rule: ``I-40``.
        rules: the units it is about, as citations.
        problem: what the documents leave open or say twice.
        alternatives: the readings that are possible; the engine takes the first unless ``complete`` says otherwise.
        why: the reason for the choice.
        complete: the reading taken under CR-2016-03, as an index; 0 where both versions read the same.
        decides: whether it can change who wins.
        confirm: whether somebody who knows the official rulings should confirm it.
        fixed: why no other reading can be chosen for an event; empty where the engine plays each of them.
    """

    id: str
    rules: tuple[str, ...]
    problem: str
    alternatives: tuple[str, ...]
    why: str
    complete: int = 0
    decides: bool = False
    confirm: bool = False
    fixed: str = ""

    def preset(self, version: str = BOOK) -> int:
        """Return the index of the reading that a version of the rules takes."""
        return self.complete if version == COMPLETE else 0

    def decision(self, version: str = BOOK) -> str:
        """Return the reading taken under a version of the rules.

        >>> Interpretation("I-0", (), "Who?", ("the second", "the first"), "", complete=1).decision(COMPLETE)
        'the first'
        """
        return self.alternatives[self.preset(version)]

    @property
    def by_version(self) -> bool:
        """Whether the two versions of the rules read the point differently."""
        return self.complete != 0

    @property
    def selectable(self) -> bool:
        """Whether a head judge may choose among the alternatives."""
        return len(self.alternatives) > 1 and not self.fixed
