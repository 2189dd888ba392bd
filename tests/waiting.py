"""Wait for a condition in tests with several processes.

The timeout allows for the busiest machine; the duration is not part of the test.
"""

import time
from collections.abc import Callable

import pytest

PATIENCE = 240.0  # seconds
PAUSE = 0.1  # seconds between two looks


def wait_until(comes: Callable[[], object], alternative: Callable[[], object] | str, *, pause: float = PAUSE) -> None:
    """Wait for a condition; fail the test if it never becomes true.

    Args:
        comes: the condition.
        otherwise: failure message, or a function that returns it.
        pause: seconds between two checks.
    """
    until = time.monotonic() + PATIENCE
    while not comes():
        if time.monotonic() > until:
            pytest.fail(alternative if isinstance(alternative, str) else repr(alternative()))
        time.sleep(pause)
