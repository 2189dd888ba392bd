"""Number of examples of property tests by profile."""

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None, print_blob=True, max_examples=50)
settings.register_profile("quick", settings.get_profile("same"))
settings.register_profile("random", deadline=None, print_blob=True)

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "same")
"""``quick`` in ``make test``, ``same`` in ``make sweeps``, ``random`` in ``make fuzz``."""


def number_of_examples(most: int) -> int:
    """Return how many of ``most`` examples this run draws, at least one."""
    return -(-most // 4) if PROFILE == "quick" else most


def draw_fewer_examples(items: Iterable[pytest.Item]) -> None:
    """Reduce the examples of each collected property test by profile."""
    for item in items:
        if item.get_closest_marker("hypothesis") is None:
            continue
        test: Any = getattr(item, "obj", None)
        test = getattr(test, "__func__", test)
        # Hypothesis has no setting for a share of each test's own number, so its attribute for them is replaced.
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        if own is not None and not hasattr(test, "examples_before"):
            test.examples_before = own.max_examples
            test._hypothesis_internal_use_settings = settings(own, max_examples=number_of_examples(own.max_examples))
