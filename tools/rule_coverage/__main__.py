"""Write, check or query the coverage table of the rules of Epic."""

import argparse
import json
import sys

from rules.epic.coverage import NOT_FOR_AN_ENGINE, TABLE
from rules.epic.interpretations import INTERPRETATIONS
from rules.epic.rulebooks import RULEBOOKS
from rules.rulebooks.model import Kind
from tools.rule_coverage.exercising_tests import find_exercising_tests
from tools.rule_coverage.pinning_tests import find_pinning_tests, removed_functions

MAX_TESTS = 6
"""Most exercising tests listed for one rule."""
MAX_PINNING = 3
"""Most pinning tests listed for one rule."""

Table = dict[str, dict[str, list[str]]]


def units() -> list[str]:
    """Return the citations of the units of both documents.

    Titles and procedures are omitted.
    """
    return [
        rule.id
        for book in RULEBOOKS.values()
        if not book.procedure
        for rule in book.units
        if rule.kind is not Kind.SECTION
    ]


def build_table() -> Table:
    """Return the tests of each rule and interpretation.

    They are those that exercise it, and those that pin it.
    """
    exercised = find_exercising_tests()
    pinned = find_pinning_tests(exercised)
    known = [*units(), *INTERPRETATIONS]
    wrong = sorted(set(exercised) - set(known))
    if wrong:
        sys.exit(f"tests cite what no document holds: {', '.join(wrong)}")
    return {
        rule: {
            "exercised_by": exercised.get(rule, [])[:MAX_TESTS],
            "pinned_by": pinned.get(rule, [])[:MAX_PINNING],
        }
        for rule in known
    }


def main() -> None:
    """Write, check or list."""
    parser = argparse.ArgumentParser(prog="python -m tools.rule_coverage", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where the stored table differs")
    parser.add_argument("--missing", action="store_true", help="list what no test exercises")
    parser.add_argument("--unpinned", action="store_true", help="list what can be broken without a test that fails")
    options = parser.parse_args()
    made = build_table()
    missing = [rule for rule in units() if not made[rule]["exercised_by"] and rule not in NOT_FOR_AN_ENGINE]
    unpinned = [rule for rule, entry in made.items() if not entry["pinned_by"] and rule not in NOT_FOR_AN_ENGINE]
    if options.missing or options.unpinned:
        print("\n".join(missing if options.missing else unpinned) or "there is none")
        return
    text = json.dumps(made, indent=1) + "\n"
    summary = (
        f"{len(made)} rules and interpretations: {len(missing)} rules without a test, "
        f"{len(made) - len(unpinned) - len(NOT_FOR_AN_ENGINE)} pinned by tests that fail where they are broken"
    )
    if not options.check:
        TABLE.write_text(text, encoding="utf-8")
        print(summary)
    elif functions := removed_functions():
        sys.exit(f"{', '.join(functions)}: not in the engine any more; run python -m tools.mutants --changed")
    elif TABLE.read_text(encoding="utf-8") != text:
        sys.exit("rules/epic/coverage.json is out of date: run python -m tools.rule_coverage")
    elif missing:
        sys.exit(f"no test exercises {', '.join(missing)}")
    else:
        print(summary)


if __name__ == "__main__":
    main()
