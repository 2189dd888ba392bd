"""The examples in the engine's documentation are true."""

import doctest
from types import ModuleType

import pytest

from rules.epic import answers, coverage, engine, interpretations, naming
from rules.epic.interpretations import model
from rules.rulebooks import exercised


@pytest.mark.parametrize("module", [answers, coverage, engine, exercised, interpretations, model, naming])
def test_examples(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
