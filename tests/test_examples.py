"""The number of random examples of property tests."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import examples


@pytest.mark.parametrize(("profile", "most", "number"), [("quick", 50, 13), ("quick", 1, 1), ("same", 50, 50)])
def test_number_of_examples_depends_on_the_profile(
    monkeypatch: pytest.MonkeyPatch, profile: str, most: int, number: int
) -> None:
    monkeypatch.setattr(examples, "PROFILE", profile)
    assert examples.number_of_examples(most) == number


def test_draw_fewer_examples_reduces_them_once(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    drawn: list[int] = []

    @settings(max_examples=40, database=None)
    @given(st.integers())
    def holds(number: int) -> None:
        drawn.append(number)

    item = pytest.Function.from_parent(request.node.parent, name="holds", callobj=holds)
    item.add_marker("hypothesis")
    monkeypatch.setattr(examples, "PROFILE", "quick")
    examples.draw_fewer_examples([item, item])
    holds()
    assert 0 < len(drawn) <= 10
