"""Comparison of accepted writes with stored rows after injected faults."""

from collections import Counter

from tools.faults.comparison import Comparison, Keys, compare
from tools.faults.writers import Request, Write, persist

NOTHING = Request("/", {}, b"")


def write(key: str, *, accepted: bool = True) -> Write:
    return Write("call", (key,), NOTHING, accepted=1.0 if accepted else None)


def test_compare_accepted_writes_with_stored_rows_returns_differences() -> None:
    sent = [write("kept"), write("lost"), write("twice"), write("unknown", accepted=False)]
    stored: dict[str, Keys] = {"call": Counter({("kept",): 1, ("twice",): 2, ("somebody else's",): 3})}
    assert compare(sent, stored) == Comparison(
        accepted=3, unanswered=1, there=2, lost=(("call", "lost"),), doubled=(("call", "twice"),)
    )


def test_write_is_retried_until_it_gets_a_final_answer() -> None:
    sent = write("a", accepted=False)
    answers = iter([0, 503, 500, 409, 201, 201])
    persist(sent, lambda: next(answers), patience=60, again=0)
    assert (sent.accepted is not None, sent.cut_off, sent.later, sent.refused) == (True, 1, 2, [500])
    assert list(answers) == [201]


def test_refused_write_is_not_retried() -> None:
    sent = write("a", accepted=False)
    answers = iter([400, 201])
    persist(sent, lambda: next(answers), patience=60, again=0)
    assert (sent.accepted, sent.refused, list(answers)) == (None, [400], [201])
