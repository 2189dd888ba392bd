"""Inject faults while clients write; compare accepted writes with stored rows.

``make faults`` injects all faults, on PostgreSQL and then on SQLite. A quick run is ``make faults FAULTS="worker redis"
HOLD=2 LEAD=2 PLAYERS=60 ON=postgresql``. Faults that this machine does not allow are reported and skipped. The exit
code is 1 if an accepted write is lost or stored twice, a dispute does not have exactly one verdict, a response is a
server error, or the site does not recover by itself.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tools import services
from tools.faults.injection import FAULTS, ON, Fault, Targets
from tools.faults.site import START, Clock, Disk, Redis, Site, disk, settings_of
from tools.faults.writers import KINDS, Write, Writers

if TYPE_CHECKING:
    from tools.faults.comparison import Comparison

RECOVERED = 180.0
"""Seconds within which the site must accept writes of every kind again."""
ROW = "{:26} {:>6} {:>8} {:>7} {:>7} {:>7} {:>7} {:>6} {:>6} {:>7} {:>8}"
HEAD = ROW.format(
    "", "sent", "accepted", "found", "lost", "doubled", "later", "cut", "faults", "waited", "back in"
)  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """The outcome of a fault.

    Attributes:
        key: key of the fault.
        back_after: seconds from its end until a write of each kind was accepted; None if that did not happen in time.
    """

    key: str
    back_after: float | None


def parse_arguments() -> argparse.Namespace:
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--on", choices=tuple(ON), help="only this database")
    parser.add_argument("--faults", nargs="*", choices=tuple(FAULTS), default=[], help="only these faults")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=8.0, help="writes a second")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--hold", type=float, default=6.0, help="seconds that a fault lasts")
    parser.add_argument("--lead", type=float, default=4.0, help="seconds of writing before each fault")
    return parser.parse_args()


def main() -> int:
    """Inject the faults on the chosen databases; return the exit code."""
    arguments = parse_arguments()
    if arguments.on:
        try:
            return _run_on_database(arguments)
        except services.UnavailableError as error:
            print(f"FAILED: {error}")
            return 1
    ended = [
        subprocess.run([sys.executable, "-m", "tools.faults", *sys.argv[1:], "--on", on], check=False).returncode
        for on in ON
    ]
    return max(ended)


def _small_disk(stack: ExitStack, folder: Path, megabytes: int) -> Disk | None:
    try:
        return stack.enter_context(disk(folder, megabytes))
    except services.UnavailableError as error:
        print(f"not possible here: {error}", flush=True)
        folder.mkdir(exist_ok=True)
        return None


def _postgresql(stack: ExitStack, folder: Path) -> services.Cluster:
    made = services.Cluster(str(folder))
    made.start("-c max_connections=60", "-c min_wal_size=32MB", "-c max_wal_size=64MB")
    stack.callback(made.stop)
    return made


def _run_on_database(arguments: argparse.Namespace) -> int:
    """Run on one kind of database and return the exit code."""
    wanted = [key for key in ON[arguments.on] if not arguments.faults or key in arguments.faults]
    print(f"\n=== on {arguments.on}", flush=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="epic-faults-")))
        folder.chmod(0o755)  # PostgreSQL runs as another user
        var = folder / "var"
        site_disk = _small_disk(stack, var, 192)
        redis = Redis(folder)
        redis.start()
        stack.callback(redis.stop)
        cluster, database_disk, database = None, None, f"sqlite:///{var}/epic.sqlite3"
        if arguments.on == "postgresql":
            database_disk = _small_disk(stack, folder / "postgresql", 384)
            cluster = _postgresql(stack, folder / "postgresql")
            database = cluster.url
        environment = settings_of(database, redis.url, var, var / "temporary")
        clock = Clock(folder)
        site = Site(folder / "log", {**environment, **clock.environment()})
        os.environ |= environment
        targets = Targets(site, redis, cluster, database_disk, site_disk, clock)
        return _run_faults(arguments, [key for key in wanted if FAULTS[key].needed(targets)], targets, stack)


def _run_faults(arguments: argparse.Namespace, wanted: list[str], targets: Targets, stack: ExitStack) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from tools.faults import comparison, event

    call_command("migrate", interactive=False, verbosity=0)
    cast = event.prepare(arguments.players)
    print(f"{arguments.players} players; the site starts ...", flush=True)
    targets.site.start()
    stack.callback(targets.site.stop)
    writers = Writers(targets.site.base, event.writes(cast), rate=arguments.rate, clients=arguments.clients)
    with writers.running():
        if not _wait_for_writes(writers, 0.0, START):
            print(f"  the site takes no writes; it printed:\n{targets.site.log.read_text()[-3000:]}", flush=True)
            return 1
        outcomes = [_run_fault(arguments, key, targets, writers) for key in wanted]
    from django.conf import settings
    from django.db import connection

    connection.close()  # the server of this connection may have been restarted
    took = comparison.wait_for_verdicts(
        16 * settings.JOB_HEARTBEAT_TIMEOUT + 180, lambda words: print(f"  {words} ...", flush=True)
    )
    return _print_results(writers.writes, outcomes, took)


def _run_fault(arguments: argparse.Namespace, key: str, targets: Targets, writers: Writers) -> Outcome:
    """Write, inject one fault and end it.

    Then wait until writes of every kind are accepted.
    """
    fault: Fault = FAULTS[key]
    writers.set_fault("before " + key)
    time.sleep(arguments.lead)
    writers.set_fault(key)
    print(f"  {fault.name} ...", flush=True)
    fault.begin(targets)
    if fault.lasts:
        time.sleep(arguments.hold)
    fault.end(targets)
    ended = time.monotonic()
    taken = _wait_for_writes(writers, ended, RECOVERED)
    if not taken:
        print(f"    accepted again: {', '.join(sorted(writers.accepted_since(ended))) or 'nothing'}", flush=True)
    return Outcome(key, max(taken.values()) - ended if taken else None)


def _wait_for_writes(writers: Writers, since: float, seconds: float) -> dict[str, float]:
    """Wait for a write of every kind; return when the first of each was accepted.

    The result is empty if that takes longer than ``seconds``.

    Args:
        writers: the clients.
        since: time after which writes count.
        seconds: timeout.
    """
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        taken = writers.accepted_since(since)
        if set(taken) == set(KINDS):
            return taken
        time.sleep(0.2)
    return {}


def _print_results(writes: list[Write], outcomes: list[Outcome], took: float) -> int:
    """Print the table and the errors; return the exit code."""
    from tools.faults import comparison

    stored = comparison.load_stored_keys()
    print(HEAD)
    wrong: list[str] = []
    for outcome in outcomes:
        for key in (f"before {outcome.key}", outcome.key):
            mine = [write for write in writes if write.fault == key]
            counts = comparison.compare(mine, stored)
            back = (
                "" if key != outcome.key else "never" if outcome.back_after is None else f"{outcome.back_after:.1f} s"
            )
            name = FAULTS[outcome.key].name if key == outcome.key else "  (before it)"
            print(_row(name, mine, counts, back))
            wrong += [f"lost: {one}" for one in counts.lost] + [f"stored twice: {one}" for one in counts.doubled]
            wrong += [f"never answered: {w.kind} {w.key} {w.refused}" for w in mine if w.accepted is None]
            wrong += [f"{w.kind} was answered {w.refused}" for w in mine if w.refused and w.accepted is not None]
        if outcome.back_after is None:
            wrong.append(f"after {FAULTS[outcome.key].name} the site did not recover by itself")
    wrong += comparison.audit_log_differences(stored) + comparison.disputes_without_one_verdict()
    kinds = Counter(write.kind for write in writes if write.accepted is not None)
    print("accepted: " + ", ".join(f"{many} of kind {kind}" for kind, many in sorted(kinds.items())))
    restarted = comparison.count_restarted_replays()
    print(f"verdicts: complete {took:.0f} s after the last write; {restarted} replays were restarted")
    for line in wrong:
        print(f"WRONG: {line}")
    print("no accepted write is lost or stored twice; the site recovered by itself" if not wrong else "FAILED")
    return 1 if wrong else 0


def _row(name: str, mine: list[Write], counts: "Comparison", back: str) -> str:
    return ROW.format(
        name, len(mine), counts.accepted, counts.there, len(counts.lost), len(counts.doubled),
        sum(write.later for write in mine), sum(write.cut_off for write in mine),
        sum(len(write.refused) for write in mine), f"{max((w.silent for w in mine), default=0.0):.1f} s", back,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
