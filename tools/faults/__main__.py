"""Inject faults while clients write; compare accepted writes with what is there.

``make faults`` injects all faults, on PostgreSQL and then on SQLite. A quick run is ``make faults FAULTS="worker redis"
HOLD=2 LEAD=2 PLAYERS=100 ON=postgresql``. Faults that this machine does not allow are reported and skipped. Every value
that was sent is compared with the database, the API and the pages, and the mails and webhooks that follow with what
arrived. The exit code is 1 if something accepted is missing, different or there twice, something refused is incomplete,
a dispute does not have exactly one verdict, a response is a server error, or the site does not recover by itself. Every
step has a time limit. Ctrl-C and TERM end the run and everything it started.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path

from tools import services
from tools.faults import limits, report
from tools.faults.injection import FAULTS, ON, Fault, Targets
from tools.faults.loss import Loss
from tools.faults.receivers import Receivers
from tools.faults.report import Outcome
from tools.faults.site import CLEANUP, START, STEP, Clock, Disk, Redis, Site, disk, kill_below, settings_of
from tools.faults.writers import Writers, send

RECOVERED = 180.0
"""Seconds within which the site must accept writes of every kind again."""
BACKGROUND = 180.0
"""Seconds for mails, deliveries and verdicts, in addition to the leases of lost workers."""
COMPARING = 900.0
"""Seconds for the comparison."""


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
    parser.add_argument("--patience", type=float, default=RECOVERED, help=argparse.SUPPRESS)
    parser.add_argument("--lose", default="", help=argparse.SUPPRESS)  # a kind of which one in twenty is lost
    parser.add_argument("--hang", action="store_true", help=argparse.SUPPRESS)  # the site stops responding
    return parser.parse_args()


def main() -> int:
    """Inject the faults on the chosen databases; return the exit code."""
    arguments = parse_arguments()
    limits.end_on_term()
    if not arguments.on:
        return max(_run_in_process(arguments, on) for on in ON)
    total = COMPARING + 3 * START + len(FAULTS) * (arguments.lead + arguments.hold + 2 * RECOVERED)
    try:
        with limits.limit("the run", total):
            return _run_on_database(arguments)
    except (services.UnavailableError, limits.StuckError, subprocess.SubprocessError) as error:
        print(f"FAILED: {error}", flush=True)
        return 1
    except KeyboardInterrupt:
        print("ended by Ctrl-C", flush=True)
        return 128 + signal.SIGINT


def _run_in_process(arguments: argparse.Namespace, on: str) -> int:
    """Run on one database in a process of its own, because settings are read once."""
    command = [sys.executable, "-m", "tools.faults", *sys.argv[1:], "--on", on]
    with subprocess.Popen(command) as process:
        try:
            return process.wait()  # it has its own limits
        finally:
            if process.poll() is None:
                process.terminate()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(CLEANUP)
                process.kill()


def _small_disk(stack: ExitStack, folder: Path, megabytes: int) -> Disk | None:
    try:
        return stack.enter_context(disk(folder, megabytes))
    except services.UnavailableError as error:
        print(f"not possible here: {error}", flush=True)
        folder.mkdir(exist_ok=True)
        return None


def _postgresql(stack: ExitStack, folder: Path) -> services.Cluster:
    made = services.Cluster(str(folder))
    stack.callback(kill_below, folder, "PostgreSQL")
    made.start("-c max_connections=60", "-c min_wal_size=32MB", "-c max_wal_size=64MB")
    return made


def _run_on_database(arguments: argparse.Namespace) -> int:
    """Run on one kind of database and return the exit code."""
    wanted = [key for key in ON[arguments.on] if not arguments.faults or key in arguments.faults]
    print(f"\n=== on {arguments.on}", flush=True)
    with ExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="epic-faults-", ignore_cleanup_errors=True))
        )
        folder.chmod(0o755)  # PostgreSQL runs as another user
        var = folder / "var"
        site_disk = _small_disk(stack, var, 192)
        redis = Redis(folder)
        stack.callback(redis.stop)
        redis.start()
        cluster, database_disk, database = None, None, f"sqlite:///{var}/epic.sqlite3"
        if arguments.on == "postgresql":
            database_disk = _small_disk(stack, folder / "postgresql", 384)
            cluster = _postgresql(stack, folder / "postgresql")
            database = cluster.url
        loss = Loss(arguments.lose)
        receivers = Receivers(loss)
        receivers.start()
        stack.callback(receivers.stop)
        environment = settings_of(database, redis.url, var, var / "temporary", receivers.mail_url)
        clock = Clock(folder)
        site = Site(folder / "log", {**environment, **clock.environment()})
        os.environ |= environment
        targets = Targets(site, redis, receivers, cluster, database_disk, site_disk, clock)
        stack.callback(limits.ignore_signals)
        return _run_faults(arguments, [key for key in wanted if FAULTS[key].needed(targets)], targets, loss, stack)


def _run_faults(
    arguments: argparse.Namespace, wanted: list[str], targets: Targets, loss: Loss, stack: ExitStack
) -> int:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    from epic_events.audit_log import services as audit_log
    from tools.faults import comparison, event, served, stored

    with limits.limit("preparing the event", START):
        call_command("migrate", interactive=False, verbosity=0)
        cast = event.prepare(arguments.players, targets.receivers)
    before = stored.count_entries()
    print(f"{arguments.players} players; the site starts ...", flush=True)
    stack.callback(targets.site.stop)
    targets.site.start()
    exhausted: set[str] = set()
    writers = Writers(
        lambda request: send(targets.site.base, request), event.writes(cast, exhausted), rate=arguments.rate,
        clients=arguments.clients, loss=loss, patience=arguments.patience,
    )  # fmt: skip
    marks: dict[str, int] = {}
    outcomes = []
    with writers.running():
        if not _wait_for_writes(writers, exhausted, 0.0, START):
            print(f"  the site takes no writes; it printed:\n{targets.site.log.read_text()[-3000:]}", flush=True)
            return 1
        for key in wanted:
            with limits.limit("reading the audit log", 60):
                marks[key] = audit_log.last_key()
                connection.close()  # the server of this connection may be restarted
            outcomes.append(_run_fault(arguments, key, targets, writers, exhausted))
            if outcomes[-1].back_after is None:
                break
    if outcomes and outcomes[-1].back_after is None:
        print(f"FAILED: after {FAULTS[outcomes[-1].key].name} the site did not recover by itself", flush=True)
        return 1
    with limits.limit("waiting for verdicts, mails and webhooks", 16 * settings.JOB_HEARTBEAT_TIMEOUT + 2 * BACKGROUND):
        took = comparison.wait_for_background_work(
            cast, writers.writes, 16 * settings.JOB_HEARTBEAT_TIMEOUT + BACKGROUND,
            lambda words: print(f"  {words} ...", flush=True),
        )  # fmt: skip
    with limits.limit("the comparison", COMPARING):
        received, site = targets.receivers.received, served.Served(cast, served.fetch_from(targets.site.base))
        found = comparison.compare_everything(cast, writers.writes, site, received, marks, before)
        found.messages += comparison.disputes_without_one_verdict()
    return report.print_results(writers.writes, outcomes, found, took, received.count_repeated())


def _run_fault(
    arguments: argparse.Namespace, key: str, targets: Targets, writers: Writers, exhausted: set[str]
) -> Outcome:
    """Write, inject one fault and end it.

    Then wait until writes of every kind are accepted.
    """
    fault: Fault = FAULTS[key]
    writers.set_fault(key)
    time.sleep(arguments.lead)
    without = f" (no more writes of the kinds {', '.join(sorted(exhausted))}: use more players)" if exhausted else ""
    print(f"  {fault.name} ...{without}", flush=True)
    with limits.limit(f"beginning “{fault.name}”", STEP):
        fault.begin(targets)
    if fault.lasts:
        time.sleep(arguments.hold)
    with limits.limit(f"ending “{fault.name}”", STEP):
        fault.end(targets)
    if arguments.hang:
        targets.site.freeze()
    ended = time.monotonic()
    taken = _wait_for_writes(writers, exhausted, ended, arguments.patience)
    if not taken:
        print(f"    accepted again: {', '.join(sorted(writers.accepted_since(ended))) or 'nothing'}", flush=True)
    return Outcome(key, max(taken.values()) - ended if taken else None)


def _wait_for_writes(writers: Writers, exhausted: set[str], since: float, seconds: float) -> dict[str, float]:
    """Wait for a write of every kind; return when the first of each was accepted.

    The result is empty if that takes longer than ``seconds``.

    Args:
        writers: the clients.
        exhausted: kinds of which there are no more writes.
        since: time after which writes count.
        seconds: timeout.
    """
    from tools.faults.event import KINDS

    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        taken = writers.accepted_since(since)
        if taken and set(taken) | exhausted >= set(KINDS):
            return taken
        time.sleep(0.2)
    return {}


if __name__ == "__main__":
    sys.exit(main())
