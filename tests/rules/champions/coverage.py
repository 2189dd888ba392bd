"""Build the table of the tests that exercise each rule of Champions, from the decorators of the scenarios.

``python -m tests.rules.champions.coverage`` writes it to ``rules/champions/coverage.json``.
"""

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from rules.champions.coverage import TABLE

HERE = Path(__file__).parent


def tests() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each scenario test as the table names it, with the rules that it exercises."""
    files = (*sorted(HERE.glob("scenarios/test_*.py")), HERE / "test_cards.py", HERE / "test_decks.py")
    for path in files:
        place = path.relative_to(HERE)
        module = import_module(".".join(("tests.rules.champions", *place.with_suffix("").parts)))
        for name, test in vars(module).items():
            # In the scenarios every test cites what it is about.
            if name.startswith("test_") and (place.parts[0] == "scenarios" or hasattr(test, "rules")):
                yield f"tests/rules/champions/{place.as_posix()}::{name}", test.rules


def table() -> dict[str, list[str]]:
    """Return the tests of each rule and open point, by its citation."""
    exercised: dict[str, list[str]] = {}
    for test, rules in tests():
        for rule in rules:
            exercised.setdefault(rule, []).append(test)
    return dict(sorted(exercised.items()))


if __name__ == "__main__":
    TABLE.write_text(json.dumps(table(), indent=1) + "\n", encoding="utf-8")
