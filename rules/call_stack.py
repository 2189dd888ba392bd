"""A decorator that gives a call enough stack memory in one chunk.

CPython 3.11 and newer keeps the frames of Python functions in chunks of 16 KiB. It allocates a chunk when a call finds
the current one full, and frees it when that call returns (``push_chunk`` and ``_PyThreadState_PopFrame`` in
``Python/pystate.c``). A loop at the end of a chunk then pays two system calls and a page fault per iteration, and deep
calls usually contain such a loop: it took a third of the time of a page.

A function that claims to need a large stack gets a chunk that large, and its callees use the rest of it. The memory is
only reserved; pages are taken when they are used.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

STACK_WORDS: Final = 70_000
"""Stack size in words of eight bytes. Python rounds up to a power of two, 1 MiB: 60,000 words, enough for more than
the thousand frames that the interpreter allows."""


def with_large_stack_chunk(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function with a large stack chunk for itself and its callees.

    Use it around a whole unit of work such as a request or a task: each call allocates and frees a chunk.
    """

    def with_reserved_chunk(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    with_reserved_chunk.__code__ = with_reserved_chunk.__code__.replace(co_stacksize=STACK_WORDS)
    return wraps(function)(with_reserved_chunk)
