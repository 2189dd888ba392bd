"""What the engine of Champions plays, rule by rule: each test says which rules it holds the engine to."""

from collections.abc import Callable
from typing import Any, TypeVar

from rules.champions.game_loop.citations import cite

F = TypeVar("F", bound=Callable[..., Any])


def cites(*rules: str) -> Callable[[F], F]:
    """Say which rules and open points a test fails for when the engine breaks them."""

    def mark(test: F) -> F:
        test.rules = cite(*rules)  # type: ignore[attr-defined]  # read by the coverage table
        return test

    return mark
