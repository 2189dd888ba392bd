"""Errors of actions."""

import copy
import pickle

import pytest

from rules.engine.decision import InvalidActionError
from rules.notation.phrasing import UnparsedTextError


@pytest.mark.parametrize("kind", [InvalidActionError, UnparsedTextError])
@pytest.mark.parametrize("unparsed", ["", "and draws two"])
def test_invalid_action_error_pickled_or_copied_preserves_unparsed_text(
    kind: type[InvalidActionError], unparsed: str
) -> None:
    error = kind("not understood", unparsed=unparsed)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(again), str(again), again.unparsed) == (kind, "not understood", unparsed)


def test_invalid_action_error_without_unparsed_has_empty_text() -> None:
    assert InvalidActionError("a name is missing").unparsed == ""
