"""Find the tests that exercise each rule, by their claims and by cited rules."""

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from tests.rules.epic.scenarios.claims import ROOT, claims

__all__ = ["ROOT", "cited_by_test", "find_exercising_tests"]


def cited_by_test() -> dict[str, set[str]]:
    """Run the scenarios and return the rules that the games of each test cite."""
    with tempfile.TemporaryDirectory(prefix="epic-coverage-") as folder:
        target = Path(folder) / "cited.json"
        command = [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p",
            "tools.rule_coverage.recorder", "tests/rules/epic/scenarios",
        ]  # fmt: skip
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "RULES_CITED": str(target)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"the scenarios do not pass, so the table cannot be made:\n{done.stdout[-3000:]}{done.stderr}")
        found: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
    return {test: set(rules) for test, rules in found.items()}


def find_exercising_tests() -> dict[str, list[str]]:
    """Return the tests that exercise each rule.

    Claiming tests first, then the most specific.
    """
    cited = cited_by_test()
    found: dict[str, list[str]] = defaultdict(list)
    for test, rule in claims("shows"):
        if test not in found[rule]:
            found[rule].append(test)
    for test in sorted(cited, key=lambda name: (len(cited[name]), name)):
        for rule in sorted(cited[test]):
            if test not in found[rule]:
                found[rule].append(test)
    return dict(found)
