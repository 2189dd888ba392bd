"""Everything ``make test`` runs, in order, stopping at the first thing that fails.

The closing line is pytest's own summary of the last run. Each part can be run alone: ``python -m tools.suite lint``.
"""

import functools
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

from tools import artifacts, services

BIN = Path(sys.executable).parent
ROOT = Path(__file__).resolve().parent.parent

PYTEST = ("python", "-m", "pytest")
# A process that has nothing left takes from another one: the dearest tests do not wait in one line at the end.
TWO = ("-n", "2", "--dist", "worksteal")
# For what waits more than it works. What a file starts is shared by its tests, so they stay together; the files go in
# the order in which they are named.
FOUR = ("-n", "4", "--dist", "loadfile", "--no-loadscope-reorder")
DEAREST = (
    "tests/test_readme.py",
    "tests/test_launch.py",
    "tests/browser/layout/test_reflow.py",
    "tests/browser/layout/test_accessibility.py",
    "tests/browser/test_open_pages.py",
    "tests/epic_events/running/test_migrations.py",
    "tests/browser/reference/test_offline.py",
    "tests/browser/rounds/test_slow_entry.py",
    "tests/epic_events/running/test_two_of_everything.py",
    "tests/test_static_files.py",
    "tests/epic_events/operation/test_backups.py",
    "tests/epic_events/disputes/queue/test_hostile.py",
    "tests/epic_events/disputes/test_worker.py",
    "tests/browser/test_battle_by_tapping.py",
    "tests/browser/test_whole_job.py",
    "tests/browser/reference/test_upload.py",
)
"""The files of the last part that take longest, in order: what begins last must not be what ends last."""
AHEAD = ThreadPoolExecutor(2)
"""Makes what a later part needs while another one runs."""
ON_POSTGRESQL = ("-q", "--migrations")
LINT: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ruff", ("ruff", "check", ".")),
    ("layout of the code", ("ruff", "format", "--check", ".")),
    ("types", ("mypy", "--num-workers", "2", "manage.py", "rules", "epic_events", "tests", "tools")),
    ("walls between the packages", ("lint-imports",)),
    ("templates", ("djlint", "--lint", "--quiet", "templates")),
    ("layout of the templates", ("djlint", "--check", "--quiet", "templates")),
    ("holes in packages", ("python", "-m", "tools.dependency_audit")),
    ("migrations", ("python", "manage.py", "makemigrations", "--check", "--dry-run")),
    ("every rule has its tests", ("python", "-m", "tools.rule_coverage", "--check")),
)
"""What runs no test: the last one holds the table of which test exercises which rule to what the tests say of it."""


def environment(more: dict[str, str]) -> dict[str, str]:
    """Return what every command runs in."""
    # Thousands of modules, and the asserts that pytest writes anew, are compiled once and not by each of the processes.
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **more}


def run(title: str, command: Sequence[str], **more: str) -> None:
    """Run one command of the project's own environment; end the whole run when it fails."""
    print(f"\n=== {title}", flush=True)
    begun = time.monotonic()
    done = subprocess.run([str(BIN / command[0]), *command[1:]], cwd=ROOT, env=environment(more), check=False)
    if done.returncode:
        print(f"=== {title}: FAILED after {time.monotonic() - begun:.0f} s", flush=True)
        sys.exit(done.returncode)
    if "pytest" not in command:
        print(f"=== {title}: ok, {time.monotonic() - begun:.0f} s", flush=True)


def lint() -> None:
    """Everything that can be known without running a test; three commands at a time, told one after the other."""
    with tempfile.TemporaryDirectory(prefix="epic-lint-") as var, ThreadPoolExecutor(3) as three:
        settings = environment({"VAR_DIR": var})

        def finished(command: Sequence[str]) -> tuple[subprocess.CompletedProcess[str], float]:
            begun = time.monotonic()
            words = [str(BIN / command[0]), *command[1:]]
            done = subprocess.run(
                words, cwd=ROOT, env=settings, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            )
            return done, time.monotonic() - begun

        for title, coming in [(title, three.submit(finished, command)) for title, command in LINT]:
            print(f"\n=== {title}", flush=True)
            done, seconds = coming.result()
            print(done.stdout, end="")
            print(f"=== {title}: {f'FAILED after {seconds:.0f} s' if done.returncode else f'ok, {seconds:.0f} s'}")
            if done.returncode:
                three.shutdown(cancel_futures=True)
                sys.exit(done.returncode)


def holding(*marks: str) -> list[str]:
    """Return the files whose tests may carry one of the marks: to ask the others for theirs takes longer than to read.

    A test whose mark is not written in its own file stops the run: see ``tests/conftest.py``.
    """
    written = re.compile(rf"mark\.({'|'.join(marks)})\b")
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if written.search(file.read_text(encoding="utf-8"))]


def _by_what_it_takes(file: str) -> int:
    """Return where a file stands among the dearest; all others come after them."""
    return DEAREST.index(file) if file in DEAREST else len(DEAREST)


def sqlite() -> None:
    """The suite on the embedded database."""
    marks = "not race and not worker and not browser"
    with tempfile.TemporaryDirectory(prefix="epic-test-") as var:
        run("the suite on SQLite", (*PYTEST, *TWO, "-q", "-m", marks), VAR_DIR=var)


def postgresql() -> None:
    """What another database may answer otherwise once more, and the races, on a real PostgreSQL, with migrations."""
    marks = "(django_db or race) and not any_database and not worker and not browser"
    with services.postgresql() as url, tempfile.TemporaryDirectory(prefix="epic-test-") as var:
        command = (*PYTEST, *TWO, *ON_POSTGRESQL, "-m", marks, *holding("django_db", "race"))
        run("the database and the races on PostgreSQL", command, DATABASE_URL=url, VAR_DIR=var)


@functools.cache
def browser() -> Future[str]:
    """Return the path of a browser to come: one that is missing is fetched while something else is looked at."""
    return AHEAD.submit(services.chromium)


def whole() -> None:
    """The site as it runs: real Redis, real worker processes, a real browser."""
    files = sorted(holding("worker", "browser"), key=_by_what_it_takes)
    with (
        tempfile.TemporaryDirectory(prefix="epic-test-") as var,
        services.redis(var) as url,
        services.postgresql() as server,
    ):
        command = (*PYTEST, *FOUR, "-q", "--migrations", "-m", "worker or browser", *files)
        found = {"CHROMIUM": browser().result(), "REDIS_URL": url, "TEST_DATABASE_FILE": "1", "VAR_DIR": var}
        found["TEST_DATABASE_URL"] = server  # one for all of them
        run("worker and browser", command, **found)


def properties() -> None:
    """Every property of the suite with examples drawn anew; a part of `make fuzz`, not of `make test`."""
    marks = "hypothesis and not race and not worker and not browser"
    with tempfile.TemporaryDirectory(prefix="epic-test-") as var:
        command = (*PYTEST, *TWO, "-q", "-m", marks)
        run("the properties on examples drawn anew", command, VAR_DIR=var, HYPOTHESIS_PROFILE="random")


def kills() -> None:
    """A hundred workers killed in the middle of their replays; `make kills`; ten are a part of `make test`."""
    with tempfile.TemporaryDirectory(prefix="epic-test-") as var, services.redis(var) as url:
        file = "tests/epic_events/disputes/queue/test_kills.py"
        found = {"REDIS_URL": url, "TEST_DATABASE_FILE": "1", "VAR_DIR": var, "KILLS": os.environ.get("KILLS", "100")}
        run("workers that are killed", (*PYTEST, "-q", "-s", "--migrations", file), **found)


PARTS = {"lint": lint, "sqlite": sqlite, "postgresql": postgresql, "whole": whole}
ON_REQUEST = {"properties": properties, "kills": kills}


def main(names: Sequence[str]) -> int:
    """Run the named parts; when none is named, all of `make test`."""
    begun = time.monotonic()
    artifacts.keep_in(None)
    try:
        if "whole" in (names or PARTS):
            browser()
        for name in names or PARTS:
            if (name, "whole") in pairwise(names or PARTS):
                # The beginning of a part leaves a processor without work: what the last one begins with is made then.
                AHEAD.submit(artifacts.ahead)
            {**PARTS, **ON_REQUEST}[name]()
    except services.NotToBeHadError as error:
        print(f"=== FAILED: {error}", flush=True)
        return 1
    except KeyError as error:
        print(f"There is no part {error}; the parts are {', '.join((*PARTS, *ON_REQUEST))}.")
        return 2
    print(f"(everything took {time.monotonic() - begun:.0f} s)", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
