"""Grammar rules of clauses, and parts shared by many patterns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.notation.patterns import Pattern

NOT: Final = (
    "(does not | doesn't | doesnt | do not | don't | dont | will not | won't | wont | did not | didn't "
    " |"
    " chooses not to | chose not to | choose not to | decides not to | elects not to | declines to | declined to |"
    " refuses to | refused to | opts not to | does not want to | doesn't want to | do not want to | don't want to)"
)
OPT: Final = "[the | an | a | his | her | their | its | my]"

WITH: Final = "(with | using | via | by)"
ABILITY: Final = "{ability}"
AIR: Final = "(in | through | from) the {airborne:air}"
SUFFERS: Final = (
    "(<take> {amount:points} [and [he | she] <drop> [down] to {left:number} [health]] "
    "| [<take> (it | the hit | the damage) [,] and] <drop> [down] to {left:number} [health])"
)
"""Verbs for the results of unblocked attackers: damage taken, health left."""
BLOCKERS: Final = "(block | blocks | blocker | blockers | blocking)"


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern of a clause.

    Attributes:
        kind: the kind of clause, a key of the table of handlers in ``resolving``.
        pattern: the words.
        fixed: values that the words imply without a slot.
        more: whether complements may follow.
        must: whether a complement is required.
    """

    kind: str
    pattern: Pattern
    fixed: Mapping[str, Any] = field(default_factory=dict)
    more: bool = False
    must: bool = False


def rules_of(kind: str, *patterns: str, more: bool = False, must: bool = False, **fixed: Any) -> list[Rule]:
    """Return one ``Rule`` for each pattern, with the given attributes."""
    return [Rule(kind, Pattern(text), fixed, more, must) for text in patterns]


def line_rules(words: str, *patterns: str) -> list[Rule]:
    """Return rules whose patterns stand for a fixed canonical line."""
    return rules_of("line", *patterns, words=words)
