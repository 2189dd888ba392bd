"""Mutation tests of the engine and their stored results."""

import ast
import subprocess
import sys
from collections import Counter

import pytest

from rules.epic.coverage import NOT_FOR_AN_ENGINE, coverage
from tools.mutants.citations import cited_rules, modules
from tools.mutants.generation import Source, fingerprint
from tools.mutants.results import load_equivalent_mutants, load_results
from tools.rule_coverage.exercising_tests import ROOT
from tools.rule_coverage.pinning_tests import removed_functions, rules_by_function

LEFT: dict[str, int] = {}
"""Mutants of each module that no test notices, where there are some; to be brought down only."""

UNPINNED = 278
"""Rules and interpretations that may be broken without a test that exercises them failing; to be brought down only."""

PLANTED = """
from tools.mutants.generation import Source
from tools.mutants.runner import run_with_tests

def work(runner):
    source = Source("turn/phases")
    runner.trace_tests({str(source.path)})
    for mutant in source.mutants("step_end_phase", dict(source.functions)["step_end_phase"]):
        if mutant.change.endswith(">= HAND_LIMIT"):
            print("planted:", mutant.line, "noticed:", runner.judge(mutant, ()).failed)

run_with_tests(work, ["tests/rules/epic/scenarios/turn/test_phases.py", "tests/rules/epic/scenarios/turn/test_turn.py"])
"""


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ("x = a < 1", ["a < 1 -> a <= 1", "a < 1 -> a >= 1", "1 -> 2"]),
        ("if a < b: f()", ["a < b -> True", "a < b -> False", "a < b -> a <= b"]),
        ("if a == b: f()", ["a == b -> True", "a == b -> False"]),
        ("x = a and not b", ["a and (not b) -> not b", "a and (not b) -> a", "not b -> b"]),
        ("while a: f()\n", ["f() -> pass", "a -> False"]),
        ("x = max(0, a)", ["max(0, a) -> min(0, a)", "max(0, a) -> 0", "max(0, a) -> a", "0 -> 1"]),
        ("x += 2", ["x += 2 -> x -= 2", "x += 2 -> pass", "2 -> 3"]),
        ("x.y = True", ["x.y = True -> pass", "True -> False"]),
        ("log_event(a)", []),
        ("rules = (*rules, a)", ["rules = (*rules, a) -> pass"]),
        ("x = f'{a < b}'", []),
    ],
)
def test_mutant_changes_one_node(code: str, faults: list[str]) -> None:
    source = Source("planted", "def f():\n" + "".join(f"    {line}\n" for line in code.splitlines()))
    ((name, definition),) = source.functions
    assert sorted(mutant.change for mutant in source.mutants(name, definition)) == sorted(faults)


def test_mutating_restores_the_syntax_tree() -> None:
    source = Source("board/damage")
    for name, definition in source.functions:
        assert len(list(source.mutants(name, definition))) >= 0
    assert ast.dump(source.tree) == ast.dump(ast.parse(source.text))


def test_gather_with_a_planted_mutant_reports_failing_tests() -> None:
    """A player with seven cards would have to discard."""
    done = subprocess.run(
        [sys.executable, "-c", PLANTED], cwd=ROOT, capture_output=True, text=True, check=False, timeout=600
    )
    line = "over = [seat for seat in _seats_with_hand_limit(state) if len(state.seats[seat].hand) > HAND_LIMIT]"
    (output,) = [each for each in done.stdout.splitlines() if each.startswith("planted:")]
    assert output.startswith(f"planted: {line} noticed: ('tests/rules/epic/scenarios/"), done.stdout + done.stderr


def test_citing_finds_rule_numbers_interpretations_and_citation_names() -> None:
    source = Source("players/initiative")
    functions = dict(source.functions)
    assert {"4.4.3", "4.4.9", "I-39", "RB:battle-phase/before-blocks-step"} <= cited_rules(
        source, functions["_window_rules"]
    )


def test_fingerprint_ignores_comments_and_layout() -> None:
    one, other, third = (
        Source("planted", f"def f():\n    {body}\n").functions[0][1]
        for body in ("'A.'\n    return 1  # one", "return (1)", "return 2")
    )
    assert fingerprint(one) == fingerprint(other) != fingerprint(third)


def test_equivalent_mutants_belong_to_existing_lines() -> None:
    entries = load_equivalent_mutants()
    made = {
        mutant.key
        for module in {entry.module for entry in entries}
        for source in [Source(module)]
        for name, definition in source.functions
        if name in {entry.function for entry in entries if entry.module == module}
        for mutant in source.mutants(name, definition, {entry.key for entry in entries})
    }
    assert [entry.key for entry in entries if entry.key not in made] == []


def test_equivalent_mutants_are_listed_once_with_a_reason() -> None:
    keys = [entry.key for entry in load_equivalent_mutants()]
    assert len(keys) == len(set(keys))
    assert all(len(entry.reason.split()) > 3 for entry in load_equivalent_mutants())


def test_mutated_functions_exist_in_the_engine() -> None:
    assert removed_functions() == [], "run python -m tools.mutants --changed"


def test_killing_tests_exist() -> None:
    listed = {test for entry in load_results().values() for test in entry.by}
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in {test.partition("::")[0] for test in listed}}
    absent = {test for test in listed if f"def {test.partition('::')[2]}(" not in texts[test.partition("::")[0]]}
    assert absent == set(), "run python -m tools.mutants --changed"


def test_surviving_mutants_do_not_exceed_the_known_number() -> None:
    left = Counter[str]()
    for name, entry in load_results().items():
        left[name.partition(".")[0]] += entry.left
    assert {module: number for module, number in left.items() if number > LEFT.get(module, 0)} == {}


def test_rules_without_a_killing_test_are_the_known_ones() -> None:
    unpinned = [rule for rule, entry in coverage().items() if not entry.pinned and rule not in NOT_FOR_AN_ENGINE]
    assert len(unpinned) <= UNPINNED, unpinned


def test_every_engine_module_is_mutated_or_exempt() -> None:
    assert {name.partition(".")[0] for name in rules_by_function()} <= set(modules())
