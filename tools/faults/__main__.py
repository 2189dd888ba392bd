"""Inject faults while clients write; print what was accepted and what is stored.

``make faults`` breaks everything, on PostgreSQL and then on SQLite. ``make faults FAULTS="worker redis" HOLD=2 LEAD=2
PLAYERS=60 ON=postgresql`` is a quick look. What this machine cannot break is told, and no reason to fail. Ends with 1
when an accepted write is lost or there twice, a dispute has not one verdict, an answer is a fault of ours, or the site
does not go on by itself.
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
from tools.faults.breaking import FAULTS, ON, Broken, Fault
from tools.faults.site import START, Clock, Disk, Redis, Site, disk, settings_of
from tools.faults.writers import KINDS, Write, Writers

if TYPE_CHECKING:
    from tools.faults.found import Found

RECOVERED = 180.0
"""Seconds within which the site has to take writes of every kind again."""
ROW = "{:26} {:>6} {:>8} {:>7} {:>7} {:>7} {:>7} {:>6} {:>6} {:>7} {:>8}"
HEAD = ROW.format(
    "", "sent", "accepted", "found", "lost", "doubled", "later", "cut", "faults", "waited", "back in"
)  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """How a fault went by.

    Attributes:
        key: of the fault.
        back_after: seconds from its end until the site had taken a write of each kind; None when it did not.
    """

    key: str
    back_after: float | None


def options() -> argparse.Namespace:
    """Return what the command was told."""
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--on", choices=tuple(ON), help="one kind of database only")
    parser.add_argument("--faults", nargs="*", choices=tuple(FAULTS), default=[], help="some of them only")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=8.0, help="writes a second")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--hold", type=float, default=6.0, help="seconds for which something stays broken")
    parser.add_argument("--lead", type=float, default=4.0, help="seconds of writing before each fault")
    return parser.parse_args()


def main() -> int:
    """Break everything on the databases asked for; return the exit code."""
    told = options()
    if told.on:
        try:
            return _on(told)
        except services.NotToBeHadError as error:
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
    except services.NotToBeHadError as error:
        print(f"not possible here: {error}", flush=True)
        folder.mkdir(exist_ok=True)
        return None


def _postgresql(stack: ExitStack, folder: Path) -> services.Cluster:
    made = services.Cluster(str(folder))
    made.start("-c max_connections=60", "-c min_wal_size=32MB", "-c max_wal_size=64MB")
    stack.callback(made.stop)
    return made


def _on(told: argparse.Namespace) -> int:
    """Run on one kind of database."""
    wanted = [key for key in ON[told.on] if not told.faults or key in told.faults]
    print(f"\n=== on {told.on}", flush=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="epic-faults-")))
        folder.chmod(0o755)  # PostgreSQL runs as somebody else
        var = folder / "var"
        site_disk = _small_disk(stack, var, 192)
        redis = Redis(folder)
        redis.start()
        stack.callback(redis.stop)
        cluster, database_disk, database = None, None, f"sqlite:///{var}/epic.sqlite3"
        if told.on == "postgresql":
            database_disk = _small_disk(stack, folder / "postgresql", 384)
            cluster = _postgresql(stack, folder / "postgresql")
            database = cluster.url
        environment = settings_of(database, redis.url, var, var / "temporary")
        clock = Clock(folder)
        site = Site(folder / "log", {**environment, **clock.environment()})
        os.environ |= environment
        broken = Broken(site, redis, cluster, database_disk, site_disk, clock)
        return _play(told, [key for key in wanted if FAULTS[key].needed(broken)], broken, stack)


def _play(told: argparse.Namespace, wanted: list[str], broken: Broken, stack: ExitStack) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from tools.faults import event, found

    call_command("migrate", interactive=False, verbosity=0)
    cast = event.prepare(told.players)
    print(f"{told.players} players; the site starts ...", flush=True)
    broken.site.start()
    stack.callback(broken.site.stop)
    writers = Writers(broken.site.base, event.writes(cast), rate=told.rate, clients=told.clients)
    with writers.at_work():
        if not _taken(writers, 0.0, START):
            print(f"  the site takes no writes; it printed:\n{broken.site.log.read_text()[-3000:]}", flush=True)
            return 1
        outcomes = [_one(told, key, broken, writers) for key in wanted]
    from django.conf import settings
    from django.db import connection

    connection.close()  # the server of this one may have gone meanwhile
    took = found.wait_for_verdicts(
        16 * settings.JOB_HEARTBEAT_TIMEOUT + 180, lambda words: print(f"  {words} ...", flush=True)
    )
    return _tell(writers.writes, outcomes, took)


def _one(told: argparse.Namespace, key: str, broken: Broken, writers: Writers) -> Outcome:
    """Write for a while, break one thing, mend it, and wait until writes of every kind come through again."""
    fault: Fault = FAULTS[key]
    writers.now("before " + key)
    time.sleep(told.lead)
    writers.now(key)
    print(f"  {fault.name} ...", flush=True)
    fault.begin(broken)
    if fault.lasts:
        time.sleep(told.hold)
    fault.end(broken)
    ended = time.monotonic()
    taken = _taken(writers, ended, RECOVERED)
    if not taken:
        print(f"    taken again: {', '.join(sorted(writers.accepted_since(ended))) or 'nothing'}", flush=True)
    return Outcome(key, max(taken.values()) - ended if taken else None)


def _taken(writers: Writers, since: float, seconds: float) -> dict[str, float]:
    """Wait until a write of every kind was accepted; return when the first of each was, nothing when that took longer.

    Args:
        writers: the clients.
        since: from when on it counts.
        seconds: how long to wait.
    """
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        taken = writers.accepted_since(since)
        if set(taken) == set(KINDS):
            return taken
        time.sleep(0.2)
    return {}


def _tell(writes: list[Write], outcomes: list[Outcome], took: float) -> int:
    """Print the table and what is wrong; return the exit code."""
    from tools.faults import found

    stored = found.stored()
    print(HEAD)
    wrong: list[str] = []
    for outcome in outcomes:
        for key in (f"before {outcome.key}", outcome.key):
            mine = [write for write in writes if write.fault == key]
            told = found.compare(mine, stored)
            back = (
                "" if key != outcome.key else "never" if outcome.back_after is None else f"{outcome.back_after:.1f} s"
            )
            name = FAULTS[outcome.key].name if key == outcome.key else "  (before it)"
            print(_row(name, mine, told, back))
            wrong += [f"lost: {one}" for one in told.lost] + [f"there twice: {one}" for one in told.doubled]
            wrong += [f"never answered: {w.kind} {w.key} {w.refused}" for w in mine if w.accepted is None]
            wrong += [f"{w.kind} was answered {w.refused}" for w in mine if w.refused and w.accepted is not None]
        if outcome.back_after is None:
            wrong.append(f"after {FAULTS[outcome.key].name} the site did not go on by itself")
    wrong += found.journal_differs(stored) + found.without_one_verdict()
    kinds = Counter(write.kind for write in writes if write.accepted is not None)
    print("accepted: " + ", ".join(f"{many} of kind {kind}" for kind, many in sorted(kinds.items())))
    print(f"verdicts: all there {took:.0f} s after the last write; {found.replayed_again()} replays were begun again")
    for line in wrong:
        print(f"WRONG: {line}")
    print("nothing accepted is lost or there twice; the site went on by itself" if not wrong else "FAILED")
    return 1 if wrong else 0


def _row(name: str, mine: list[Write], told: "Found", back: str) -> str:
    return ROW.format(
        name, len(mine), told.accepted, told.there, len(told.lost), len(told.doubled),
        sum(write.later for write in mine), sum(write.cut_off for write in mine),
        sum(len(write.refused) for write in mine), f"{max((w.silent for w in mine), default=0.0):.1f} s", back,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
