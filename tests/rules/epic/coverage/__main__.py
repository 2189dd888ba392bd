"""Make, check or question the coverage table of the rules of Epic."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from rules.epic.coverage import NOT_FOR_AN_ENGINE, TABLE
from rules.epic.interpretations import INTERPRETATIONS
from rules.epic.rulebooks import RULEBOOKS
from rules.rulebooks.model import Kind
from tests.rules.epic.scenarios.claims import ROOT, claims

MOST_TESTS = 6
"""Tests listed for one rule: those that claim it, then the most specific of those whose games cite it."""


def units() -> list[str]:
    """Return the units of both documents, by citation; chapter titles and tournament procedure are none."""
    return [
        rule.id
        for book in RULEBOOKS.values()
        if not book.procedure
        for rule in book.units
        if rule.kind is not Kind.SECTION
    ]


def cited_by_test() -> dict[str, set[str]]:
    """Run the scenarios and return the rules that the games of each test cite."""
    with tempfile.TemporaryDirectory(prefix="epic-coverage-") as folder:
        target = Path(folder) / "cited.json"
        command = [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p",
            "tests.rules.epic.coverage.collecting", "tests/rules/epic/scenarios",
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


def table() -> dict[str, list[str]]:
    """Return for each unit and interpretation the tests that exercise it, claims first, at most ``MOST_TESTS``."""
    cited = cited_by_test()
    exercised: dict[str, list[str]] = defaultdict(list)
    for test, rule in claims("shows"):
        if test not in exercised[rule]:
            exercised[rule].append(test)
    for test in sorted(cited, key=lambda name: (len(cited[name]), name)):
        for rule in cited[test]:
            if test not in exercised[rule]:
                exercised[rule].append(test)
    known = [*units(), *INTERPRETATIONS]
    wrong = sorted(set(exercised) - set(known))
    if wrong:
        sys.exit(f"tests cite what no document holds: {', '.join(wrong)}")
    return {rule: exercised[rule][:MOST_TESTS] for rule in known}


def main() -> None:
    """Write, check or list."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.epic.coverage", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where the stored table differs")
    parser.add_argument("--missing", action="store_true", help="list what no test exercises")
    options = parser.parse_args()
    made = table()
    missing = [rule for rule in units() if not made[rule] and rule not in NOT_FOR_AN_ENGINE]
    if options.missing:
        print("\n".join(missing) or "every rule is exercised by a test")
        return
    text = json.dumps(made, indent=1) + "\n"
    if not options.check:
        TABLE.write_text(text, encoding="utf-8")
        print(f"{len(made)} rules and interpretations; {len(missing)} rules without a test")
    elif TABLE.read_text(encoding="utf-8") != text:
        sys.exit("rules/epic/coverage.json is out of date: run python -m tests.rules.epic.coverage")
    elif missing:
        sys.exit(f"no test exercises {', '.join(missing)}")
    else:
        print(f"{len(made)} rules and interpretations, each with its tests")


if __name__ == "__main__":
    main()
