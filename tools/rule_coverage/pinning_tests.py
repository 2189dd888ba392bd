"""Find the tests that pin a rule: they fail when its code is mutated.

The failing tests are stored results of mutation tests (``tools.mutants``), which take many minutes. The code of a rule
is the code that cites it. If there is none (a heading, or a sentence that restates the rule next to it), it is the code
that cites a rule of the same section, a rule of the interpretation, or a rule that the same test claims to show.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from rules.epic.interpretations import INTERPRETATIONS
from tests.rules.epic.scenarios.claims import claims
from tools.mutants.citations import cited_rules, modules
from tools.mutants.generation import Source
from tools.mutants.results import load_results


def rules_by_function() -> dict[str, set[str]]:
    """Return the rules that each function of the engine cites, by ``module.function``."""
    return {
        f"{source.module}.{name}": cited_rules(source, definition)
        for source in map(Source, modules())
        for name, definition in source.functions
    }


def find_pinning_tests(exercising: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the tests that pin each rule, in the order of ``exercising``.

    ``exercising`` has the tests that exercise each rule.
    """
    failing = _failing_tests()
    claimed: dict[str, set[str]] = defaultdict(set)
    for test, rule in claims("shows"):
        claimed[test].add(rule)
    return {
        rule: [
            test
            for test in tests
            if any(test in failing[each] for each in _rules_with_code(rule, claimed[test], failing.keys()))
        ]
        for rule, tests in exercising.items()
    }


def removed_functions() -> list[str]:
    """Return the functions with stored results that no longer exist."""
    return sorted(set(load_results()) - set(rules_by_function()))


def _failing_tests() -> dict[str, set[str]]:
    """Return for each cited rule the tests that fail when its code is mutated."""
    results = load_results()
    found: dict[str, set[str]] = defaultdict(set)
    for function, rules in rules_by_function().items():
        for rule in rules:
            found[rule].update(results[function].by if function in results else ())
    return dict(found)


def _rules_with_code(rule: str, claimed: AbstractSet[str], with_code: AbstractSet[str]) -> AbstractSet[str]:
    """Return the rule itself if code cites it, else the related rules that code cites."""
    if rule in with_code:
        return {rule}
    if rule in INTERPRETATIONS:
        near = set(INTERPRETATIONS[rule].rules)
    else:
        near = {other for other in with_code if _section(other) == _section(rule)}
    return (near | claimed) & with_code


def _section(rule: str) -> str:
    """Return the section of a rule: ``5.2`` for 5.2.1, the chapter in the rule book."""
    if rule.startswith("RB:"):
        return rule.partition("/")[0]
    return ".".join(rule.partition("[")[0].split(".")[:2])
