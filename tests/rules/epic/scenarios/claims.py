"""Decorators that claim what a test shows: an effect of a card, its absence, or a rule.

    @does("Lightning Strike")
    @shows("5.20.2")
    def test_five_damage_break_a_champion() -> None: ...

``test_every_card`` fails for a playable card that is not shown both doing and not doing something; the coverage table
of the rules is made from ``shows`` and from what the games of the tests cite. The decorators do nothing at run time:
they are read from the source, so they name their cards and rules in full.
"""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object] | type)

SCENARIOS = Path(__file__).parent
TESTS = SCENARIOS.parents[1]
ROOT = SCENARIOS.parents[3]


def does(*_cards: str) -> Callable[[F], F]:
    """Say that the test shows something these cards do."""
    return lambda test: test


def does_not(*_cards: str) -> Callable[[F], F]:
    """Say that the test shows something these cards must not do."""
    return lambda test: test


def shows(*_rules: str) -> Callable[[F], F]:
    """Say that the test shows what these rules say: citations such as ``4.4.6[2]`` or ``RB:end-phase``."""
    return lambda test: test


def claimed(kind: str) -> set[str]:
    """Return the cards that some scenario claims with the decorator ``kind``."""
    return {name for _, name in claims(kind, SCENARIOS)}


def claims(kind: str, folder: Path = TESTS) -> Iterator[tuple[str, str]]:
    """Yield ``(test, what it claims)`` for each decorator ``kind`` of a test below ``folder``, in order of the files.

    A test is named by its file and itself, ``tests/rules/epic/scenarios/turn/test_turn.py::test_gold``, without a class
    around it; a decorated class claims for all of its tests, under its own name.
    """
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for name in _arguments(node, kind):
                    yield f"{path.relative_to(ROOT).as_posix()}::{node.name}", name


def _arguments(test: ast.FunctionDef | ast.ClassDef, kind: str) -> Iterator[str]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == kind:
            for argument in decorator.args:
                assert isinstance(argument, ast.Constant), f"{test.name}: name what @{kind} claims in full"
                yield str(argument.value)
