"""Interpretations: numbered decisions where printed rules are silent or contradictory."""

from rules.frozen import frozen


@frozen
class Interpretation:
    """One open point of the printed rules and what is made of it.

    Attributes:
        id: what it is cited by, like a rule: ``I-40``, ``HX-02``.
        rules: the units it is about, as citations.
        problem: what the documents leave open or say twice.
        alternatives: the readings that are possible; the first is taken where a version has no other.
        why: the reason for the choice.
        elsewhere: versions of the rules that take another reading than the first, each with its index.
        decides: whether it can change who wins.
        confirm: whether somebody who knows the official rulings should confirm it.
        fixed: why no other reading can be chosen for an event; empty where the engine plays each of them.
    """

    id: str
    rules: tuple[str, ...]
    problem: str
    alternatives: tuple[str, ...]
    why: str
    elsewhere: tuple[tuple[str, int], ...] = ()
    decides: bool = False
    confirm: bool = False
    fixed: str = ""

    def preset(self, version: str = "") -> int:
        """Return the index of the reading that a version of the rules takes."""
        return dict(self.elsewhere).get(version, 0)

    def decision(self, version: str = "") -> str:
        """Return the reading taken under a version of the rules.

        >>> Interpretation("I-0", (), "Who?", ("the second", "the first"), "", (("CR", 1),)).decision("CR")
        'the first'
        """
        return self.alternatives[self.preset(version)]

    @property
    def by_version(self) -> bool:
        """Whether some version of the rules reads the point differently."""
        return bool(self.elsewhere)

    @property
    def selectable(self) -> bool:
        """Whether a head judge may choose among the alternatives."""
        return len(self.alternatives) > 1 and not self.fixed
