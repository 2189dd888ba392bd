"""Doctests of the site's pure modules."""

import doctest
from types import ModuleType

import pytest

from epic_events.pairings.imports import parsers as import_parsers
from epic_events.pairings.methods import brackets, play_first, pods, schedules, scores
from epic_events.pairings.methods.tie_breaks import record
from epic_events.pairings.results import entry_lines, score_text
from epic_events.reference.rules import markup


@pytest.mark.parametrize(
    "module",
    [
        brackets,
        import_parsers,
        markup,
        play_first,
        pods,
        record,
        entry_lines,
        score_text,
        schedules,
        scores,
    ],
    ids=lambda module: module.__name__,
)
def test_doctests_of_pure_modules_pass(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
