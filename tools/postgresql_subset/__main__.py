"""Record the queries of all tests on PostgreSQL and select the tests to run there.

The selection covers every kind of query in little processor time; race tests always run.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import services, suite
from tools.postgresql_subset import SKIPPED_TESTS

FIXED_SECONDS = 5e-3  # seconds of processor that the cheapest test takes anyhow


def record_queries() -> dict[str, tuple[float, frozenset[str]]]:
    """Return the processor seconds and the kinds of queries of each test."""
    found: dict[str, tuple[float, frozenset[str]]] = {}
    with services.postgresql() as url, tempfile.TemporaryDirectory(prefix="epic-asked-") as folder:
        var = Path(folder, "var")
        var.mkdir()
        marks = "django_db and not race and not any_database and not worker and not browser"
        how = (*suite.TWO, *suite.ON_POSTGRESQL, "-p", "tools.postgresql_subset.recorder", "-m", marks)
        environment = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(var), "ASKED": folder}
        subprocess.run(
            [sys.executable, "-m", "pytest", *how, *suite.files_with("django_db")],
            cwd=suite.ROOT,
            env=environment,
            check=True,
        )
        for process in Path(folder).glob("*.json"):
            for name, (seconds, kinds) in json.loads(process.read_text(encoding="utf-8")).items():
                before = found.get(name, (0.0, frozenset()))
                found[name] = (before[0] + seconds, before[1] | frozenset(kinds))
    return found


def select_tests(tests: dict[str, tuple[float, frozenset[str]]]) -> set[str]:
    """Select tests that make every kind of query, greedily by new kinds per second."""
    left = dict(tests)
    known: set[str] = set()
    chosen: set[str] = set()
    while left:
        best = max(left, key=lambda name: (len(left[name][1] - known) / (left[name][0] + FIXED_SECONDS), name))
        if not left[best][1] - known:
            break
        known |= left.pop(best)[1]
        chosen.add(best)
    return chosen


def main() -> int:
    """Record, select and write the list."""
    tests = record_queries()
    chosen = select_tests(tests)
    spared = sorted(set(tests) - chosen)
    SKIPPED_TESTS.write_text("".join(f"{name}\n" for name in spared), encoding="utf-8")
    seconds = sum(took for took, _kinds in tests.values())
    again = sum(tests[name][0] for name in chosen)
    print(f"{len(chosen)} of {len(tests)} tests run on PostgreSQL: {again:.0f} of {seconds:.0f} s of processor")
    return 0


if __name__ == "__main__":
    sys.exit(main())
