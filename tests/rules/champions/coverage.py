"""Build the table of the tests that exercise each rule of Champions, from the decorators of the scenarios.

``python -m tests.rules.champions.coverage`` writes it to ``rules/champions/coverage.json``.
"""

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from rules.champions.coverage import TABLE

SCENARIOS = Path(__file__).with_name("scenarios")


def tests() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each scenario test as the table names it, with the rules that it exercises."""
    for path in sorted(SCENARIOS.glob("test_*.py")):
        module = import_module(f"tests.rules.champions.scenarios.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_"):
                yield f"tests/rules/champions/scenarios/{path.name}::{name}", test.rules


def table() -> dict[str, list[str]]:
    """Return the tests of each rule and open point, by its citation."""
    exercised: dict[str, list[str]] = {}
    for test, rules in tests():
        for rule in rules:
            exercised.setdefault(rule, []).append(test)
    return dict(sorted(exercised.items()))


if __name__ == "__main__":
    TABLE.write_text(json.dumps(table(), indent=1) + "\n", encoding="utf-8")
