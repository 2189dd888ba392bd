"""Claims of events that did not happen name the condition that failed, in any phrasing."""

import pytest

from tests.rules.judge.disputed import judged, reasons
from tests.rules.judge.unfounded_claims import CLAIMS


@pytest.mark.parametrize(("plays", "fields", "rule", "words"), CLAIMS.values(), ids=CLAIMS)
def test_first_reason_of_claim_is_condition_that_failed(plays, fields, rule, words) -> None:
    replayed = judged(plays.replace(" / ", "\n"), **fields)
    found = reasons(replayed)
    assert replayed.illegal is not None
    assert replayed.illegal.text == plays.split(" / ")[-1].partition(": ")[2]
    assert found[0][0] == rule
    assert [word for word in words if word not in found[0][1]] == []
