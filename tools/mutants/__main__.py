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

MOST_TESTS = 4
"""Tests that are run for one rule whether or not another has failed already, and that are kept for it."""


@dataclass
class Work:
    """Breaking some modules.

    Attributes:
        sources: the modules. only: functions to break, ``module.function``, all where there is none.
        exercised: the tests that exercise each rule, the most specific first.
        listed: break those that are listed as equal instead of all others.
        found: what came of it. survived: mutants that no test noticed. noticed: how many were, of those listed.
    """

    sources: list[Source]
    only: set[str]
    exercised: dict[str, list[str]]
    listed: bool = False
    found: dict[str, FunctionResult] = field(default_factory=dict)
    noticed: int = 0
    survived: list[Mutant] = field(default_factory=list)

    def __call__(self, runner: Runner) -> None:
        """Break every function of the modules in turn and print a line for each module."""
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
        """Break what is listed as equal in effect and print what a test notices all the same."""
        for source in self.sources:
            names = {function for module, function, *_ in listed if module == source.module}
            for name, definition in source.functions:
                for mutant in source.mutants(name, definition, listed) if name in names else ():
                    if failed := runner.judge(mutant, ()).failed:
                        self.noticed += 1
                        print(f"   {mutant}\n      noticed by {failed[0]}", flush=True)

    @staticmethod
    def _existing(entries: dict[str, FunctionResult]) -> dict[str, FunctionResult]:
        """Return the entries of functions that the engine still has."""
        there = {f"{source.module}.{name}" for source in map(Source, modules()) for name, _ in source.functions}
        return {name: entry for name, entry in entries.items() if name in there}

    def _test_function(
        self, runner: Runner, mutants: list[Mutant], rules: set[str], skipped: set[Key]
    ) -> tuple[int, int, int, tuple[str, ...]]:
        """Return how many mutants of one function were killed, are equal and are left, and which tests killed them."""
        killers: Counter[str] = Counter()
        killed = alike = 0
        for mutant in mutants:
            if mutant.key in skipped:
                alike += 1
                continue
            names = {coverage_name(test) for test in killers}
            lacking = [rule for rule in sorted(rules) if len(names & set(self.exercised.get(rule, ()))) < MOST_TESTS]
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
        """Yield the tests that exercise one of ``rules``, at most so many for each, by the name pytest gives them."""
        for rule in rules:
            here = [test for test in self.exercised.get(rule, ()) if test in runner.by_name]
            for test in here[:MOST_TESTS]:
                yield from runner.by_name[test]

    def _most_specific(self, killers: set[str], rules: set[str]) -> tuple[str, ...]:
        """Return for each rule the most specific tests that killed a mutant, at most so many."""
        killing_tests = {
            test
            for rule in rules
            for test in [test for test in self.exercised.get(rule, ()) if test in killers][:MOST_TESTS]
        }
        return tuple(sorted(killing_tests))


def changed_functions(sources: list[Source]) -> set[str]:
    """Return the functions that are not as they were when they were last broken, and those of which some were left."""
    results = {name: entry for name, entry in load_results().items() if not entry.left}
    now = {
        f"{source.module}.{name}": fingerprint(definition)
        for source in sources
        for name, definition in source.functions
    }
    return {name for name, code in now.items() if name not in results or results[name].code != code}


def modules_in(name: str) -> list[str]:
    """Return the module of this name, or the modules of the room of this name."""
    return [module for module in modules() if module == name or module.startswith(f"{name}/")]


def main() -> None:
    """Break what is named, print what survives, keep which tests kill."""
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
