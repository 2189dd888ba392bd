"""A pytest plugin that records the rules that the games of each scenario cite.

It counts the rules of log entries, of answered decisions, and the expected reason of an illegal action. Rules that
nearly every game cites say little; the table lists the most specific tests first.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.decision import Action
from tests.rules.epic.scenarios.table import Table

CITED: dict[str, set[str]] = {}
_TABLES: list[tuple[Table, int]] = []
_REASONS: set[str] = set()


def pytest_configure() -> None:
    """Record every table that a test makes and the expected reasons of its actions."""
    made, answered = Table.__init__, Table.answer

    def noting(self: Table, *args: object, **options: object) -> None:
        made(self, *args, **options)  # type: ignore[arg-type]  # handed on as they came
        _TABLES.append((self, len(self.state.log)))

    def answering(self: Table, answer: Action, because: str | None) -> None:
        if because is not None:
            _REASONS.add(because)
        elif self.state.pending is not None:
            _REASONS.update(self.state.pending.rules)
        answered(self, answer, because)

    Table.__init__ = noting  # type: ignore[method-assign]  # the plugin listens to every table
    Table.answer = answering  # type: ignore[method-assign]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Collect the rules that the tables of one test cite."""
    _TABLES.clear()
    _REASONS.clear()
    yield
    found = set(_REASONS)
    for table, begun in _TABLES:
        found.update(rule for event in table.state.log[begun:] for rule in event.rules)
    if found:
        path, *_, name = item.nodeid.partition("[")[0].split("::")
        CITED.setdefault(f"{path}::{name}", set()).update(found)


def pytest_sessionfinish() -> None:
    """Write the collected rules to the file named by ``RULES_CITED``."""
    target = os.environ.get("RULES_CITED")
    if target:
        text = json.dumps({test: sorted(rules) for test, rules in sorted(CITED.items())})
        Path(target).write_text(text, encoding="utf-8")
