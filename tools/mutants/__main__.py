"""Mutate the engine and report which mutants the tests kill."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from tools.mutants.citations import cited_rules, modules
from tools.mutants.generation import Key, Mutant, Source, fingerprint
from tools.mutants.results import FunctionResult, load_equivalent_mutants, load_results, save_results
from tools.mutants.runner import Runner, coverage_name, run_with_tests
from tools.rule_coverage.exercising_tests import find_exercising_tests

MAX_TESTS = 4
"""Tests of a rule that always run, and that are stored for it."""


@dataclass
class Work:
    """Mutation testing of some modules.

    Attributes:
        sources: the modules. only: functions to mutate, ``module.function``; all if empty.
        exercised: the tests that exercise each rule, the most specific first.
        listed: mutate what is listed as equivalent instead of the rest.
        found: results by function. survived: surviving mutants. noticed: number of listed mutants that a test killed.
    """

    sources: list[Source]
    only: set[str]
    exercised: dict[str, list[str]]
    listed: bool = False
    found: dict[str, FunctionResult] = field(default_factory=dict)
    noticed: int = 0
    survived: list[Mutant] = field(default_factory=list)

    def __call__(self, runner: Runner) -> None:
        """Mutate every function of the modules and print a line for each module."""
        runner.trace_tests({str(source.path) for source in self.sources})
        skipped = {entry.key for entry in load_equivalent_mutants()}
        if self.listed:
            self._break_listed(runner, skipped)
            return
        for source in self.sources:
            begun, count = time.monotonic(), Counter[str]()
            for name, definition in source.functions:
                if self.only and not self.only & {source.module, f"{source.module}.{name}"}:
                    continue
                rules = cited_rules(source, definition)
                entry = self._test_function(runner, list(source.mutants(name, definition)), rules, skipped)
                self.found[f"{source.module}.{name}"] = FunctionResult(fingerprint(definition), *entry)
                count.update(killed=entry[0], equal=entry[1], left=entry[2])
            save_results(self._existing({**load_results(), **self.found}))
            mutants = count.total()
            print(
                f"{source.module}: {mutants} mutants, {count['killed']} killed, {count['equal']} equal, "
                f"{count['left']} left ({time.monotonic() - begun:.0f} s)",
                flush=True,
            )

    def _break_listed(self, runner: Runner, listed: set[Key]) -> None:
        """Run the listed equivalent mutants and print those that a test kills."""
        for source in self.sources:
            names = {function for module, function, *_ in listed if module == source.module}
            for name, definition in source.functions:
                for mutant in source.mutants(name, definition, listed) if name in names else ():
                    if failed := runner.judge(mutant, ()).failed:
                        self.noticed += 1
                        print(f"   {mutant}\n      noticed by {failed[0]}", flush=True)

    @staticmethod
    def _existing(entries: dict[str, FunctionResult]) -> dict[str, FunctionResult]:
        """Return the entries of functions that still exist."""
        there = {f"{source.module}.{name}" for source in map(Source, modules()) for name, _ in source.functions}
        return {name: entry for name, entry in entries.items() if name in there}

    def _test_function(
        self, runner: Runner, mutants: list[Mutant], rules: set[str], skipped: set[Key]
    ) -> tuple[int, int, int, tuple[str, ...]]:
        """Return the mutants of a function by outcome, and the killing tests.

        Outcomes are killed, equivalent and surviving.
        """
        killers: Counter[str] = Counter()
        killed = alike = 0
        for mutant in mutants:
            if mutant.key in skipped:
                alike += 1
                continue
            names = {coverage_name(test) for test in killers}
            lacking = [rule for rule in sorted(rules) if len(names & set(self.exercised.get(rule, ()))) < MAX_TESTS]
            outcome = runner.judge(
                mutant, self._exercising_tests(runner, lacking), [test for test, _ in killers.most_common()]
            )
            if outcome.failed:
                killed += 1
                killers.update(outcome.failed)
            else:
                self.survived.append(mutant)
                print(f"   {mutant}{'' if outcome.reached else '   (no test comes here)'}", flush=True)
        return (
            killed,
            alike,
            len(mutants) - killed - alike,
            self._most_specific({coverage_name(test) for test in killers}, rules),
        )

    def _exercising_tests(self, runner: Runner, rules: list[str]) -> Iterator[str]:
        """Yield the pytest names of the tests that exercise ``rules``.

        The number for each rule is limited.
        """
        for rule in rules:
            here = [test for test in self.exercised.get(rule, ()) if test in runner.by_name]
            for test in here[:MAX_TESTS]:
                yield from runner.by_name[test]

    def _most_specific(self, killers: set[str], rules: set[str]) -> tuple[str, ...]:
        """Return the most specific killing tests of each rule, a limited number for each."""
        killing_tests = {
            test
            for rule in rules
            for test in [test for test in self.exercised.get(rule, ()) if test in killers][:MAX_TESTS]
        }
        return tuple(sorted(killing_tests))


def changed_functions(sources: list[Source]) -> set[str]:
    """Return the functions that changed since their last run or had survivors."""
    results = {name: entry for name, entry in load_results().items() if not entry.left}
    now = {
        f"{source.module}.{name}": fingerprint(definition)
        for source in sources
        for name, definition in source.functions
    }
    return {name for name, code in now.items() if name not in results or results[name].code != code}


def modules_in(name: str) -> list[str]:
    """Return the module with this name, or the modules of the package with this name."""
    return [module for module in modules() if module == name or module.startswith(f"{name}/")]


def main() -> None:
    """Mutate the named modules, print survivors, store which tests kill."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants",
        description=sys.modules["tools.mutants"].__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "named", nargs="*", metavar="module", help="such as battle, battle/attack or battle/attack.can_block"
    )
    parser.add_argument("--changed", action="store_true", help="only functions that have changed or had survivors")
    parser.add_argument("--equal", action="store_true", help="break what equal.toml lists: no test may notice it")
    options = parser.parse_args()
    named = {name: modules_in(name.partition(".")[0]) for name in options.named}
    unknown = sorted(name for name, found in named.items() if not found)
    if unknown:
        parser.error(f"no module with rules of play: {', '.join(unknown)}; there are {', '.join(modules())}")
    sources = [Source(module) for module in dict.fromkeys(chain(*named.values())) or modules()]
    only = {each for name, found in named.items() for each in ([name] if "." in name else found)}
    if options.changed:
        only = changed_functions(sources)
    if options.changed and not only:
        print("no function has changed")
        return
    work = Work(sources, only, find_exercising_tests(), listed=options.equal)
    run_with_tests(work)
    if options.equal:
        sys.exit(f"{work.noticed} of those listed as equal are noticed by a test" if work.noticed else 0)
    if work.survived:
        sys.exit(f"{len(work.survived)} mutants survived: each wants a test, or its reason in equal.toml")


if __name__ == "__main__":
    main()
