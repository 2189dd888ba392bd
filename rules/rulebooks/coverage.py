"""Test coverage of rules: which engine tests exercise a rule."""

import re
from dataclasses import dataclass
from itertools import dropwhile
from typing import Final

_RULE_PART: Final = re.compile(r"\d+[a-z]?")


@dataclass(frozen=True, slots=True)
class RuleCoverage:
    """Test coverage of one rule.

    Attributes:
        tests: some of the tests that exercise it, as ``path::name``, the most specific first.
        reason: why it cannot be tested; empty if it can.
        pinned: some of the tests that are known to fail if its code is changed (mutation tests).

    >>> RuleCoverage(("tests/rules/epic/scenarios/turn/test_turn.py::test_end_phase_heals_damage",)).sentences
    ('end phase heals damage',)
    >>> RuleCoverage(("tests/x.py::test_4_5_2a_triggers_begin_with_the_turn_player",)).sentences
    ('triggers begin with the turn player',)
    """

    tests: tuple[str, ...]
    reason: str = ""
    pinned: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """The names of the tests as text."""
        return tuple(_test_description(test.partition("::")[2]) for test in self.tests)


def _test_description(test: str) -> str:
    """Return the name of a test as text, without a leading rule number."""
    words = test.removeprefix("test_").split("_")
    return " ".join(dropwhile(_RULE_PART.fullmatch, words))
