"""The faults that are injected: how each begins, lasts and ends."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from subprocess import CalledProcessError

import psycopg

from tools.faults.site import Clock, Disk, Redis, Site
from tools.services import Cluster


@dataclass(frozen=True)
class Targets:
    """What can be broken; None where this run has none.

    Attributes:
        site: the processes.
        redis: cache and queue.
        postgresql: the database, on a disk of its own where disks can be mounted.
        database_disk, site_disk: the small disks of the database, and of the folders into which the site writes.
        clock: that of the site.
    """

    site: Site
    redis: Redis
    postgresql: Cluster | None = None
    database_disk: Disk | None = None
    site_disk: Disk | None = None
    clock: Clock | None = None


@dataclass(frozen=True)
class Fault:
    """Something that fails.

    Attributes:
        name: what it is, in the table.
        begin: breaks it.
        end: what an operator does, or nothing.
        lasts: whether it lasts as long as asked for; else it is over at once.
        needed: whether this run can have it.
    """

    name: str
    begin: Callable[[Targets], object]
    end: Callable[[Targets], object]
    lasts: bool = True
    needed: Callable[[Targets], object] = lambda _broken: True


def _nothing(_broken: Targets) -> None:
    pass


def _postgresql(targets: Targets) -> Cluster:
    assert targets.postgresql is not None
    return targets.postgresql


def _answers(cluster: Cluster) -> bool:
    with suppress(psycopg.Error), psycopg.connect(cluster.url, connect_timeout=3):
        return True
    return False


def _free_database_disk(targets: Targets) -> None:
    """Make room; a PostgreSQL that has ended over it is started, as systemd or its container would."""
    assert targets.database_disk is not None
    targets.database_disk.empty()
    time.sleep(1)
    if not _answers(_postgresql(targets)):
        with suppress(CalledProcessError):
            _postgresql(targets).stop()
        _postgresql(targets).start()


def _restart(targets: Targets) -> None:
    _postgresql(targets).stop()
    _postgresql(targets).start()


def _fill_and_kill_web(targets: Targets) -> None:
    """Have the web processes start anew where there is no room for anything."""
    _fill(targets.site_disk)
    targets.site.kill("gunicorn")


def _fill(disk: Disk | None) -> None:
    assert disk is not None
    disk.fill()


def _empty(disk: Disk | None) -> None:
    assert disk is not None
    disk.empty()


def _clock_to(hours: int) -> Callable[[Targets], None]:
    def put(targets: Targets) -> None:
        assert targets.clock is not None
        targets.clock.set(hours)

    return put


def _reset_clock_and_lose_work(targets: Targets) -> None:
    """Lose worker and queue while the clock is ahead, and put it right: what waits bears times still to come."""
    targets.redis.stop()
    targets.site.kill("celery", " worker ")
    time.sleep(2)  # disputes come in that nothing but the sweep will queue
    _clock_to(0)(targets)
    targets.redis.start()


def _has_clock(targets: Targets) -> object:
    return targets.clock


FAULTS = {
    "nothing": Fault("nothing", _nothing, _nothing),
    "postgresql": Fault(
        "PostgreSQL away",
        lambda targets: _postgresql(targets).stop(),
        lambda targets: _postgresql(targets).start(),
        needed=lambda targets: targets.postgresql,
    ),
    "restart": Fault(
        "PostgreSQL restarted",
        _restart,
        _nothing,
        lasts=False,
        needed=lambda targets: targets.postgresql,
    ),
    "redis": Fault("Redis away", lambda targets: targets.redis.stop(), lambda targets: targets.redis.start()),
    "worker": Fault("worker killed", lambda targets: targets.site.kill("celery", " worker "), _nothing, lasts=False),
    "beat": Fault("scheduler killed", lambda targets: targets.site.kill("celery", " beat "), _nothing, lasts=False),
    "web": Fault("web killed", lambda targets: targets.site.kill("gunicorn"), _nothing, lasts=False),
    "database-disk": Fault(
        "disk of PostgreSQL full",
        lambda targets: _fill(targets.database_disk),
        _free_database_disk,
        needed=lambda targets: targets.database_disk,
    ),
    "disk": Fault(
        "disk of the site full",
        lambda targets: _fill(targets.site_disk),
        lambda targets: _empty(targets.site_disk),
        needed=lambda targets: targets.site_disk,
    ),
    "disk-web": Fault(
        "the same, and web killed",
        _fill_and_kill_web,
        lambda targets: _empty(targets.site_disk),
        needed=lambda targets: targets.site_disk,
    ),
    "forward": Fault("clock 2 h ahead", _clock_to(2), _reset_clock_and_lose_work, needed=_has_clock),
    "back": Fault("clock 2 h behind", _clock_to(-2), _clock_to(0), needed=_has_clock),
}
"""By the word that the command takes, in the order in which they happen."""

ON = {
    "postgresql": tuple(FAULTS),
    "sqlite": ("nothing", "redis", "worker", "web", "disk", "disk-web"),
}
"""Which of them there are on which database."""
