"""Calls with a large stack chunk allocate rarely."""

import resource
import threading

from rules.call_stack import with_large_stack_chunk

DEPTHS = range(400)
TURNS = 200


def one(number: int) -> int:
    return number + 1


one.__code__ = one.__code__.replace(co_stacksize=100)  # more than one call deeper takes: no end of a piece is missed


def pages_asked_for_at(depth: int) -> int:
    """How many pages of memory the system had to find during a loop of calls, that many calls deep."""
    if depth:
        return pages_asked_for_at(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for turn in range(TURNS):
        one(turn)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def at_worst() -> int:
    return max(map(pages_asked_for_at, DEPTHS))


def test_large_stack_chunk_loop_of_calls_allocates_rarely() -> None:
    assert with_large_stack_chunk(at_worst)() < TURNS / 4


def test_large_stack_chunk_in_thread_allocates_rarely() -> None:
    worst: list[int] = []

    def look() -> None:
        worst.append(at_worst())

    thread = threading.Thread(target=with_large_stack_chunk(look))
    thread.start()
    thread.join()
    assert worst[0] < TURNS / 4


def test_large_stack_chunk_preserves_call_and_metadata() -> None:
    def named(first: int, *others: int, last: str = "") -> tuple[object, ...]:
        """Say what it was told."""
        return first, others, last

    roomy = with_large_stack_chunk(named)
    assert roomy(1, 2, 3, last="x") == named(1, 2, 3, last="x") == (1, (2, 3), "x")
    assert (roomy.__name__, roomy.__doc__) == ("named", "Say what it was told.")
