"""Run tests against mutants: collect once, fork a process for each mutant.

The child replaces the code of the loaded function, runs the tests that reach the changed line, and reports which fail.
It is killed at a time limit: an endless loop counts as a failure.
"""

import gc
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.generation import Mutant
from tools.rule_coverage.exercising_tests import ROOT

TESTS: Final = (
    "tests/rules/epic/scenarios",
    "tests/rules/epic/engine",
    "tests/rules/judge/cards/test_doubtful_cards.py",
    "tests/rules/judge/lines/test_missed_triggers.py",
    "tests/rules/judge/lines/test_unfounded_claims.py",
    "tests/rules/judge/lines/test_opening_hands.py",
    "tests/rules/judge/lines/test_picks_and_modes.py",
    "tests/rules/judge/analysis/test_branches.py",
    "tests/rules/judge/analysis/test_what_if_errors.py",
    "tests/rules/judge/analysis/test_applied_interpretations.py",
    "tests/rules/judge/lines/test_skipped_decisions.py",
    "tests/rules/judge/cards/test_unknown_cards.py",
    "tests/rules/judge/lines/test_unstated_draws.py",
)
EXCLUDED: Final = (
    "test_random",
    "test_every_card",
    "test_doctests",
    "test_variants",
    "test_choices",
    "test_legal_equals",
)
"""Tests of long games or of the tests: they would fail, but they pin no rule."""

SECONDS: Final = 1
"""Seconds of computing that a test may take against a mutant; without one it takes some milliseconds."""
SPACE: Final = 2 << 30
"""Bytes of memory that a mutant may take."""

Reached = dict[str, set[tuple[str, int]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Failed tests of a mutant, and whether any test reached its line."""

    failed: tuple[str, ...]
    reached: bool


class Runner:
    """A pytest plugin that passes the collected tests to ``work``.

    It does not run them.
    """

    def __init__(self, work: "Callable[[Runner], None]") -> None:
        self.work = work
        self.items: dict[str, pytest.Item] = {}
        self.by_name: dict[str, list[str]] = {}
        self.lines: dict[tuple[str, int], list[str]] = {}
        self.functions: dict[tuple[str, str, int], FunctionType] = {}
        self.caches: list[_lru_cache_wrapper[Any]] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Call ``work`` in place of pytest's own loop."""
        if session.testsfailed:
            raise session.Failed("some tests cannot be gathered")
        self.items = {item.nodeid: item for item in session.items if not _is_excluded(item)}
        for test in self.items:
            self.by_name.setdefault(coverage_name(test), []).append(test)
        self.work(self)
        return True

    def trace_tests(self, files: set[str]) -> None:
        """Run every test on the unchanged code and record the lines that it reaches.

        They are lines of ``files``.

        Raises:
            SystemExit: a test fails without any change.
        """
        failed, reached = _in_child(lambda report: self._trace(files, report))
        if failed:
            sys.exit(f"these tests fail without any change: {', '.join(failed)}")
        for test, lines in sorted(reached.items(), key=lambda entry: (len(entry[1]), entry[0])):
            for file, line in lines:
                self.lines.setdefault((file, line), []).append(test)
        gc.unfreeze()  # what was gathered may be frozen, and what is frozen is not listed
        for each in gc.get_objects():
            # By their types: what stands for another thing until it is asked for must not be asked what it is.
            if type(each) is FunctionType:
                code = each.__code__
                self.functions[code.co_filename, code.co_qualname, code.co_firstlineno] = each
            elif type(each) is _lru_cache_wrapper and each.__module__.startswith("rules.epic."):
                self.caches.append(each)
        gc.disable()
        gc.freeze()

    def tests_reaching(self, mutant: Mutant) -> list[str]:
        """Return the tests that reach the changed statement, the most specific first."""
        found = {test: None for line in mutant.reach for test in self.lines.get((mutant.code.co_filename, line), ())}
        return list(found)

    def judge(self, mutant: Mutant, wanted: Iterable[str], likely: Iterable[str] = ()) -> Outcome:
        """Run tests against ``mutant``.

        All of ``wanted`` that reach it, then others until one fails. Of the others, the ``likely`` ones run first.
        """
        tests_reaching = dict.fromkeys(self.tests_reaching(mutant))
        first = [test for test in dict.fromkeys(wanted) if test in tests_reaching]
        others = [test for test in dict.fromkeys((*likely, *tests_reaching)) if test in tests_reaching]
        rest = [test for test in others if test not in set(first)]
        function = self.functions[mutant.code.co_filename, mutant.function, mutant.first]
        failed, _ = _in_child(lambda report: self._break(function, mutant.code, first, rest, report))
        return Outcome(tuple(failed), bool(tests_reaching))

    def _trace(self, files: set[str], report: "Report") -> None:
        seen: set[tuple[str, int]] = set()

        def within(frame: FrameType, event: str, _value: Any) -> Any:
            if event == "line":
                seen.add((frame.f_code.co_filename, frame.f_lineno))
            return within

        def calls(frame: FrameType, _event: str, _value: Any) -> Any:
            if frame.f_code.co_filename not in files:
                return None
            seen.add((frame.f_code.co_filename, frame.f_lineno))
            return within

        for test, item in self.items.items():
            seen.clear()
            sys.settrace(calls)
            passed = _passes(item)
            sys.settrace(None)
            if not passed:
                report({"failed": test})
            report({"test": test, "lines": sorted(seen)})

    def _break(
        self, function: FunctionType, code: CodeType, first: Sequence[str], rest: Sequence[str], report: "Report"
    ) -> None:
        function.__code__ = code
        for cached in self.caches:
            cached.cache_clear()
        resource.setrlimit(resource.RLIMIT_AS, (SPACE, SPACE))
        found = False
        for number, test in enumerate((*first, *rest)):
            if found and number >= len(first):
                return
            report({"begun": test})
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            passed = _passes(self.items[test])
            report({"passed" if passed else "failed": test})
            found = found or not passed


Report = Callable[[Mapping[str, Any]], None]


def run_with_tests(work: Callable[[Runner], None], tests: Sequence[str] = TESTS) -> None:
    """Collect ``tests`` without the project's plugins and call ``work`` with them.

    Raises:
        SystemExit: the tests could not be collected, or the work failed; pytest has printed why.
    """
    options = ["-qq", "-s", "-c", os.devnull, "--rootdir", str(ROOT), "-p", "no:cacheprovider", "-p", "no:django"]
    code = pytest.main([*options, *tests], plugins=[Runner(work)])
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        sys.exit("the mutation tests failed: see above")


def coverage_name(test: str) -> str:
    """Return the name of a test as in the coverage table.

    Class and parameters are removed.
    """
    path, *_, name = test.partition("[")[0].rpartition("::")
    return f"{path.partition('::')[0]}::{name}"


def _is_excluded(item: pytest.Item) -> bool:
    return item.get_closest_marker("hypothesis") is not None or item.path.stem.startswith(EXCLUDED)


def _passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _in_child(work: Callable[[Report], None]) -> tuple[list[str], Reached]:
    """Call ``work`` in a child process; return the failed tests and the reached lines.

    A test that was running when the process was killed counts as failed.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _run_child(work, reading, writing)
    os.close(writing)
    failed: list[str] = []
    reached: Reached = {}
    begun = ""
    for message in _read_messages(reading):
        begun = message.get("begun", "" if "passed" in message or "failed" in message else begun)
        if "failed" in message:
            failed.append(message["failed"])
        if "lines" in message:
            reached[message["test"]] = {(file, line) for file, line in message["lines"]}
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) or os.WEXITSTATUS(status):
        failed.append(begun or "the process itself")
    return failed, reached


def _read_messages(reading: int) -> Iterator[dict[str, Any]]:
    with os.fdopen(reading, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _run_child(work: Callable[[Report], None], reading: int, writing: int) -> None:
    os.close(reading)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    status = 1
    try:
        with os.fdopen(writing, "w", encoding="utf-8", buffering=1) as pipe:
            work(lambda message: print(json.dumps(message), file=pipe))
        status = 0
    finally:
        os._exit(status)
