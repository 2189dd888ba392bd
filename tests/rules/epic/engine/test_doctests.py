"""The examples in the engine's documentation are true."""

import doctest
from types import ModuleType

import pytest

from rules.epic import chosen, coverage, engine, interpretations, naming, shares, successive, ways
from rules.epic.interpretations import model
from rules.rulebooks import exercised

MODULES = (chosen, coverage, engine, exercised, interpretations, model, naming, shares, successive, ways)


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
