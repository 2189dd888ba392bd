"""Run the checks and tests of ``make test`` and ``make sweeps`` in order.

It stops at the first failure.

    python -m tools.suite                    everything that ``make test`` runs
    python -m tools.suite sweeps             everything that ``make sweeps`` runs
    python -m tools.suite lint sqlite        some parts only

The last line on standard output is pytest's summary of the last part; the seconds of each part go to standard error.
"""

import functools
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from tools import artifacts, services

BIN = Path(sys.executable).parent
ROOT = Path(__file__).resolve().parent.parent

PYTEST = ("python", "-m", "pytest")
# An idle process takes tests from a busy one, so that the slowest tests do not queue up at the end.
TWO = ("-n", "2", "--dist", "worksteal")
# Worker and browser tests wait more than they compute. Tests of one file share servers, so they stay in one process;
# files start in the order in which they are named.
THREE = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
SLOWEST_FILES = (
    "tests/browser/layout/test_reflow.py",
    "tests/test_readme.py",
    "tests/browser/layout/test_accessibility.py",
    "tests/browser/test_open_pages.py",
    "tests/epic_events/infra/test_migrations.py",
    "tests/test_launch.py",
    "tests/browser/reference/test_offline.py",
    "tests/browser/rounds/test_slow_entry.py",
    "tests/browser/test_drafts.py",
    "tests/browser/rounds/test_offline_round.py",
    "tests/browser/test_verdict.py",
    "tests/browser/test_editor_quick_taps.py",
    "tests/browser/test_editor_battle.py",
    "tests/browser/test_event_archive.py",
    "tests/browser/test_editor.py",
    "tests/browser/rounds/test_results.py",
    "tests/epic_events/infra/test_two_servers.py",
    "tests/test_static_files.py",
    "tests/browser/rounds/test_offline_results.py",
    "tests/browser/layout/test_folds.py",
    "tests/epic_events/site_admin/test_backups.py",
    "tests/epic_events/disputes/queue/test_hostile.py",
    "tests/epic_events/disputes/test_worker.py",
)
"""Worker and browser test files that take longest, in order: they start first so that none of them ends last."""
BACKGROUND = ThreadPoolExecutor(2)
"""Prepares what a later part needs while another part runs."""
ON_POSTGRESQL = ("-q", "--migrations")
QUICK = {"HYPOTHESIS_PROFILE": "quick"}
"""Settings for ``make test``: a quarter of the examples of each property (see ``tests/examples.py``)."""
EXHAUSTIVE = "(sweep or hypothesis)"
"""Tests of which ``make test`` runs nothing or a part."""
LIVE = "(worker or browser)"
"""Tests of the running site: real Redis, real worker processes, a real browser."""
LINT: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ruff", ("ruff", "check", ".")),
    ("format of the code", ("ruff", "format", "--check", ".")),
    ("types", ("mypy", "--num-workers", "2", "manage.py", "rules", "epic_events", "tests", "tools")),
    ("import contracts", ("lint-imports",)),
    ("templates", ("djlint", "--lint", "--quiet", "templates")),
    ("format of the templates", ("djlint", "--check", "--quiet", "templates")),
    ("vocabulary", ("python", "-m", "tools.vocabulary", "epic_events", "rules", "templates", "docs", "tools")),
    ("scripts", ("python", "-m", "tools.javascript")),
    ("dependency audit", ("python", "-m", "tools.dependency_audit")),
    ("migrations", ("python", "manage.py", "makemigrations", "--check", "--dry-run")),
    ("rule coverage", ("python", "-m", "tools.rule_coverage", "--check")),
)

NO_TIMINGS = "--no-timings"
"""Argument of a run whose parts another run counts."""
timings: list[tuple[str, float]] = []
"""The parts that have run so far and the seconds that each took."""


def environment(more: dict[str, str]) -> dict[str, str]:
    """Return the environment variables of every command."""
    # Compile thousands of modules, and the asserts that pytest rewrites, once and not in each process.
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **more}


def run(title: str, command: Sequence[str], **more: str) -> None:
    """Run a command from the project's virtual environment and exit if it fails."""
    print(f"\n=== {title}", flush=True)
    begun = time.monotonic()
    done = subprocess.run([str(BIN / command[0]), *command[1:]], cwd=ROOT, env=environment(more), check=False)
    if done.returncode:
        print(f"=== {title}: FAILED after {time.monotonic() - begun:.0f} s", flush=True)
        sys.exit(done.returncode)


@contextmanager
def run_folder() -> Iterator[str]:
    """Yield a temporary VAR_DIR that is deleted after the run."""
    with tempfile.TemporaryDirectory(prefix="epic-test-") as var:
        yield var


def run_tests(title: str, marks: str, *arguments: str, var: str, **more: str) -> None:
    """Run the tests that match ``marks``.

    ``arguments`` are options and files for pytest.
    """
    run(title, (*PYTEST, *arguments, "-q", "-m", marks), VAR_DIR=var, **more)


def lint() -> None:
    """Run the checks that execute no test, three at a time.

    Their output is printed one after the other.
    """
    with tempfile.TemporaryDirectory(prefix="epic-lint-") as var, ThreadPoolExecutor(3) as three:
        settings = environment({"VAR_DIR": var})

        def finished(command: Sequence[str]) -> tuple[subprocess.CompletedProcess[str], float]:
            begun = time.monotonic()
            words = [str(BIN / command[0]), *command[1:]]
            done = subprocess.run(
                words, cwd=ROOT, env=settings, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            )
            return done, time.monotonic() - begun

        for title, future in [(title, three.submit(finished, command)) for title, command in LINT]:
            print(f"\n=== {title}", flush=True)
            done, seconds = future.result()
            print(done.stdout, end="")
            print(f"=== {title}: {f'FAILED after {seconds:.0f} s' if done.returncode else f'ok, {seconds:.0f} s'}")
            if done.returncode:
                three.shutdown(cancel_futures=True)
                sys.exit(done.returncode)


def files_with(*marks: str) -> list[str]:
    """Return the test files in which one of the marks is written.

    Reading them is faster than collecting all tests. ``tests/conftest.py`` stops a run in which a test has such a mark
    from elsewhere than its own file; Hypothesis marks its tests itself.
    """
    written = re.compile(rf"mark\.({'|'.join(marks)})\b{'|from hypothesis' if 'hypothesis' in marks else ''}")
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if written.search(file.read_text(encoding="utf-8"))]


def live_files(*marks: str) -> list[str]:
    """Return the files in which one of the marks is written, the slowest first."""
    ranks = {file: rank for rank, file in enumerate(SLOWEST_FILES)}
    return sorted(files_with(*marks), key=lambda file: ranks.get(file, len(ranks)))


def sqlite() -> None:
    """Run the suite on SQLite."""
    with run_folder() as var:
        run_tests("SQLite", f"not race and not {LIVE} and not sweep", *TWO, var=var, **QUICK)


def postgresql() -> None:
    """Run on PostgreSQL, with migrations, the races and some other tests.

    No other test makes their queries there.
    """
    marks = f"(django_db or race) and not any_database and not {LIVE} and not sweep"
    with services.postgresql() as url, run_folder() as var:
        files = files_with("django_db", "race")
        run_tests("PostgreSQL", marks, *TWO, "--migrations", *files, var=var, DATABASE_URL=url, **QUICK)


@functools.cache
def browser() -> Future[str]:
    """Return the future path of a browser.

    It is installed in the background if there is none.
    """
    return BACKGROUND.submit(services.chromium)


def run_live(title: str, marks: str, files: Sequence[str]) -> None:
    """Run tests of the running site."""
    with run_folder() as var, services.redis(var) as url, services.postgresql() as server:
        found = {"CHROMIUM": browser().result(), "REDIS_URL": url, "TEST_DATABASE_FILE": "1"}
        found["TEST_DATABASE_URL"] = server  # one PostgreSQL for all tests
        run_tests(title, marks, *THREE, "--migrations", *files, var=var, **found)


def live() -> None:
    """Run the tests of the running site that ``make test`` needs."""
    run_live("worker and browser", f"{LIVE} and not sweep", live_files("worker", "browser"))


def sqlite_sweeps() -> None:
    """Run the exhaustive tests on SQLite."""
    marks = f"{EXHAUSTIVE} and not race and not {LIVE}"
    with run_folder() as var:
        run_tests("sweeps on SQLite", marks, *TWO, *files_with("sweep", "hypothesis"), var=var)


def postgresql_sweeps() -> None:
    """Run the exhaustive tests on PostgreSQL, with migrations."""
    with services.postgresql() as url, run_folder() as var:
        marks = f"{EXHAUSTIVE} and django_db and not {LIVE}"
        command = (*TWO, "--migrations", *files_with("sweep", "hypothesis"))
        run_tests("sweeps on PostgreSQL", marks, *command, var=var, DATABASE_URL=url, WHOLE_POSTGRESQL="1")


def live_sweeps() -> None:
    """Run the exhaustive tests of the running site."""
    run_live("sweeps of worker and browser", f"{LIVE} and sweep", live_files("sweep"))


def properties() -> None:
    """Run every property of the suite with new random examples.

    A part of ``make fuzz``.
    """
    with run_folder() as var:
        marks = f"hypothesis and not race and not {LIVE}"
        run_tests("properties with new examples", marks, *TWO, var=var, HYPOTHESIS_PROFILE="random")


def kills() -> None:
    """Kill a hundred workers while they replay disputes (``make kills``).

    ``make test`` kills ten.
    """
    with run_folder() as var, services.redis(var) as url:
        file = "tests/epic_events/disputes/queue/test_kills.py"
        found = {"REDIS_URL": url, "TEST_DATABASE_FILE": "1", "VAR_DIR": var, "KILLS": os.environ.get("KILLS", "100")}
        run("workers that are killed", (*PYTEST, "-q", "-s", "--migrations", file), **found)


TEST: dict[str, Callable[[], None]] = {"lint": lint, "sqlite": sqlite, "postgresql": postgresql, "live": live}
"""The parts of ``make test``."""
SWEEPS = {"sqlite-sweeps": sqlite_sweeps, "postgresql-sweeps": postgresql_sweeps, "live-sweeps": live_sweeps}
"""The parts of ``make sweeps``."""
PARTS = {**TEST, **SWEEPS, "properties": properties, "kills": kills}


def named_parts(names: Sequence[str]) -> list[str]:
    """Return the parts to run.

    They are those named, else those of ``sweeps`` or ``make test``.
    """
    return [part for name in names or ["test"] for part in {"test": TEST, "sweeps": SWEEPS}.get(name, [name])]


class ParallelParts:
    """Parts that run in a process of their own while other parts run.

    Their output is printed when they have ended.
    """

    def __init__(self, parts: Sequence[str]) -> None:
        self.parts = parts
        self._output = tempfile.TemporaryFile("w+")  # noqa: SIM115  closed in ``close``
        self._begun = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.suite", NO_TIMINGS, *parts],
            cwd=ROOT,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._ended = BACKGROUND.submit(self._wait)

    def _wait(self) -> float:
        """Return how many seconds the parts took."""
        self._process.wait()
        return time.monotonic() - self._begun

    def has_failed(self) -> bool:
        """Return True if the parts have ended with a failure."""
        return bool(self._process.poll())

    def finish(self) -> None:
        """Wait for the parts and print their output; exit if they failed."""
        timings.append((", ".join(self.parts), self._ended.result()))
        self._output.seek(0)
        print(self._output.read(), end="", flush=True)
        if self._process.returncode:
            sys.exit(self._process.returncode)

    def close(self) -> None:
        """End the parts if they are still running."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()
        self._output.close()


def run_parts(parts: Sequence[str]) -> None:
    """Run parts one after the other and record how long each takes."""
    for part in parts:
        if part.startswith("live"):
            browser()
    for part in parts:
        begun = time.monotonic()
        try:
            PARTS[part]()
        finally:
            timings.append((part, time.monotonic() - begun))


def run_side_by_side(parts: Sequence[str]) -> None:
    """Run the parts of the running site next to the others.

    They wait for answers and leave processors idle.
    """
    live_parts = [part for part in parts if part.startswith("live")]
    others = [part for part in parts if part not in live_parts]
    if not live_parts or not others:
        run_parts(parts)
        return
    browser().result()
    parallel = ParallelParts(live_parts)
    try:
        for part in others:
            if parallel.has_failed():
                break
            run_parts([part])
        parallel.finish()
    finally:
        parallel.close()


def print_timings(total: float) -> None:
    """Print the seconds of each part, of all of them, and of the processors."""
    each = ", ".join(f"{part} {seconds:.0f}" for part, seconds in timings)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    processors = f"{used.ru_utime + used.ru_stime:.0f}"
    print(f"Seconds per part: {each}; total {total:.0f} (processors {processors})", file=sys.stderr)


def main(names: Sequence[str]) -> int:
    """Run the named parts and return an exit code."""
    parts = named_parts([name for name in names if name != NO_TIMINGS])
    if unknown := [part for part in parts if part not in PARTS]:
        print(f"Unknown part: {', '.join(unknown)}. Choose from {', '.join(('test', 'sweeps', *PARTS))}.")
        return 2
    artifacts.share_folder(None)
    begun = time.monotonic()
    try:
        run_side_by_side(parts)
    except services.UnavailableError as error:
        print(f"=== FAILED: {error}", flush=True)
        return 1
    finally:
        if NO_TIMINGS not in names:
            print_timings(time.monotonic() - begun)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
