"""Doctests of the engine."""

import doctest
from types import ModuleType

import pytest

from rules.epic import coverage, engine, interpretation_options, interpretations, variants
from rules.epic.battle import divisions
from rules.epic.notation.lines import several
from rules.notation import english, phrasing, references
from rules.notation.position import fields
from rules.rulebooks import coverage as rule_coverage
from rules.rulebooks import interpretation

MODULES = (
    interpretation_options, coverage, engine, rule_coverage, interpretation, interpretations, divisions, several,
    variants, english, references, phrasing, fields,
)  # fmt: skip


@pytest.mark.parametrize("module", MODULES)
def test_doctests_of_engine_pass(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
