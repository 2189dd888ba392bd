"""Doctests of records and replay."""

import doctest

import pytest

from rules import api, table
from rules.judge import record
from rules.judge.replay import replayer


@pytest.mark.parametrize("module", [record, replayer, api, table])
def test_doctests_pass(module):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
