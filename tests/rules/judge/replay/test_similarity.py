"""The similarity of two lines equals that of rapidfuzz."""

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from rules.judge.replay.similarity import similarity

LINES = st.text(alphabet="abcdeKong, :1#é", max_size=80)


@given(one=LINES, other=LINES)
def test_similarity_of_lines_equals_rapidfuzz(one: str, other: str) -> None:
    assert similarity(one, other) == fuzz.ratio(one, other)


@given(line=LINES, other=st.text(max_size=200))
def test_similarity_of_other_texts_equals_rapidfuzz(line: str, other: str) -> None:
    assert similarity(line, other) == fuzz.ratio(line, other)
