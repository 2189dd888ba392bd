"""The faults that are injected: how each begins and ends."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from subprocess import CalledProcessError

import psycopg

from tools.faults.receivers import Receivers
from tools.faults.site import Clock, Disk, Redis, Site
from tools.services import Cluster


@dataclass(frozen=True)
class Targets:
    """The services that faults are injected into; None if this run does not have one.

    Attributes:
        site: the processes.
        redis: cache and queue.
        receivers: receivers of mails and webhooks.
        postgresql: the database, on its own disk if disks can be mounted.
        database_disk, site_disk: the small disks of the database and of the folders that the site writes to.
        clock: the clock of the site.
    """

    site: Site
    redis: Redis
    receivers: Receivers
    postgresql: Cluster | None = None
    database_disk: Disk | None = None
    site_disk: Disk | None = None
    clock: Clock | None = None


@dataclass(frozen=True)
class Fault:
    """A fault.

    Attributes:
        name: its name in the table.
        begin: injects the fault.
        end: what an operator does to end it, or nothing.
        lasts: True if it lasts for the chosen time; otherwise it is over at once.
        needed: returns a true value if this run can inject it.
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
    """Free the disk; restart a PostgreSQL that has stopped, as systemd would."""
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
    """Restart the web processes while the disk of the site is full."""
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
    """Lose worker and queue while the clock is ahead, then correct the clock.

    Queued jobs then have timestamps in the future.
    """
    targets.redis.stop()
    targets.site.kill("celery", " worker ")
    time.sleep(2)  # meanwhile disputes are opened that only the recovery task will queue
    _clock_to(0)(targets)
    targets.redis.start()


def _has_clock(targets: Targets) -> object:
    return targets.clock


FAULTS = {
    "nothing": Fault("nothing", _nothing, _nothing),
    "postgresql": Fault(
        "PostgreSQL unavailable",
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
    "redis": Fault("Redis unavailable", lambda targets: targets.redis.stop(), lambda targets: targets.redis.start()),
    "worker": Fault("worker killed", lambda targets: targets.site.kill("celery", " worker "), _nothing, lasts=False),
    "beat": Fault("scheduler killed", lambda targets: targets.site.kill("celery", " beat "), _nothing, lasts=False),
    "web": Fault("web killed", lambda targets: targets.site.kill("gunicorn"), _nothing, lasts=False),
    "receivers": Fault(
        "receivers unavailable", lambda targets: targets.receivers.stop(), lambda targets: targets.receivers.start()
    ),
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
"""The faults by command-line name, in the order in which they are injected."""

ON = {
    "postgresql": tuple(FAULTS),
    "sqlite": ("nothing", "redis", "worker", "web", "receivers", "disk", "disk-web"),
}
"""The faults that apply to each database."""
