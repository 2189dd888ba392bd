"""Room for calls within calls: all frames of what a function calls, in one piece of memory.

CPython from 3.11 on keeps the frames of Python functions in pieces of 16 KiB: it asks the system for a piece when a
call finds the one before full, and gives it back as soon as that call returns (``push_chunk`` and
``_PyThreadState_PopFrame`` in ``Python/pystate.c``). A loop that happens to stand at the end of a piece pays two calls
of the system and a page fault in each turn, and somewhere in a deep call there is such a loop: it was a third of the
time that a page took.

A function of which the interpreter believes that it needs much room is given a piece that large, and whatever it calls
finds place in what is left of it. The piece is only named, not filled: memory is taken as it is used.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

STACK_WORDS: Final = 70_000
"""Words of eight bytes that are asked for. The piece is the power of two above, 1 MiB: 60,000 are left, which is more
than a thousand frames, the most that the interpreter lets be there at once."""


def with_large_stack_chunk(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that does the same, and whose calls find their frames in one piece.

    Worth it around a whole piece of work, a request or a task: each call takes and gives back its piece.
    """

    def roomy(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    roomy.__code__ = roomy.__code__.replace(co_stacksize=STACK_WORDS)
    return wraps(function)(roomy)
