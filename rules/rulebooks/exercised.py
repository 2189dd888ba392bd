"""How a rule is held to: the tests of the engine that exercise it."""

import re
from dataclasses import dataclass
from itertools import dropwhile
from typing import Final

_RULE_PART: Final = re.compile(r"\d+[a-z]?")


@dataclass(frozen=True, slots=True)
class Exercised:
    """How one rule is held to.

    Attributes:
        tests: the tests that exercise it as ``path::name``, the most specific first; some, not all.
        reason: why there can be none; empty where there can be.
        pinned: tests that exercise it and are known to fail where the code that carries it out is broken; some.

    >>> Exercised(("tests/rules/epic/scenarios/turn/test_turn.py::test_damage_heals",)).sentences
    ('damage heals',)
    >>> Exercised(("tests/x.py::test_4_5_2a_triggers_begin_with_the_turn_player",)).sentences
    ('triggers begin with the turn player',)
    """

    tests: tuple[str, ...]
    reason: str = ""
    pinned: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the tests say that holds, in words."""
        return tuple(_sentence(test.partition("::")[2]) for test in self.tests)


def _sentence(test: str) -> str:
    """Return the name of a test in words, without the number of the rule it may begin with."""
    words = test.removeprefix("test_").split("_")
    return " ".join(dropwhile(_RULE_PART.fullmatch, words))
