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
class Broken:
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
    begin: Callable[[Broken], object]
    end: Callable[[Broken], object]
    lasts: bool = True
    needed: Callable[[Broken], object] = lambda _broken: True


def _nothing(_broken: Broken) -> None:
    pass


def _postgresql(broken: Broken) -> Cluster:
    assert broken.postgresql is not None
    return broken.postgresql


def _answers(cluster: Cluster) -> bool:
    with suppress(psycopg.Error), psycopg.connect(cluster.url, connect_timeout=3):
        return True
    return False


def _room_again(broken: Broken) -> None:
    """Make room; a PostgreSQL that has ended over it is started, as systemd or its container would."""
    assert broken.database_disk is not None
    broken.database_disk.empty()
    time.sleep(1)
    if not _answers(_postgresql(broken)):
        with suppress(CalledProcessError):
            _postgresql(broken).stop()
        _postgresql(broken).start()


def _restart(broken: Broken) -> None:
    _postgresql(broken).stop()
    _postgresql(broken).start()


def _fill_and_kill_web(broken: Broken) -> None:
    """Have the web processes start anew where there is no room for anything."""
    _fill(broken.site_disk)
    broken.site.kill("gunicorn")


def _fill(disk: Disk | None) -> None:
    assert disk is not None
    disk.fill()


def _empty(disk: Disk | None) -> None:
    assert disk is not None
    disk.empty()


def _clock_to(hours: int) -> Callable[[Broken], None]:
    def put(broken: Broken) -> None:
        assert broken.clock is not None
        broken.clock.set(hours)

    return put


def _clock_back_and_work_lost(broken: Broken) -> None:
    """Lose worker and queue while the clock is ahead, and put it right: what waits bears times still to come."""
    broken.redis.stop()
    broken.site.kill("celery", " worker ")
    time.sleep(2)  # disputes come in that nothing but the sweep will queue
    _clock_to(0)(broken)
    broken.redis.start()


def _has_clock(broken: Broken) -> object:
    return broken.clock


FAULTS = {
    "nothing": Fault("nothing", _nothing, _nothing),
    "postgresql": Fault(
        "PostgreSQL away",
        lambda broken: _postgresql(broken).stop(),
        lambda broken: _postgresql(broken).start(),
        needed=lambda broken: broken.postgresql,
    ),
    "restart": Fault(
        "PostgreSQL restarted",
        _restart,
        _nothing,
        lasts=False,
        needed=lambda broken: broken.postgresql,
    ),
    "redis": Fault("Redis away", lambda broken: broken.redis.stop(), lambda broken: broken.redis.start()),
    "worker": Fault("worker killed", lambda broken: broken.site.kill("celery", " worker "), _nothing, lasts=False),
    "beat": Fault("scheduler killed", lambda broken: broken.site.kill("celery", " beat "), _nothing, lasts=False),
    "web": Fault("web killed", lambda broken: broken.site.kill("gunicorn"), _nothing, lasts=False),
    "database-disk": Fault(
        "disk of PostgreSQL full",
        lambda broken: _fill(broken.database_disk),
        _room_again,
        needed=lambda broken: broken.database_disk,
    ),
    "disk": Fault(
        "disk of the site full",
        lambda broken: _fill(broken.site_disk),
        lambda broken: _empty(broken.site_disk),
        needed=lambda broken: broken.site_disk,
    ),
    "disk-web": Fault(
        "the same, and web killed",
        _fill_and_kill_web,
        lambda broken: _empty(broken.site_disk),
        needed=lambda broken: broken.site_disk,
    ),
    "forward": Fault("clock 2 h ahead", _clock_to(2), _clock_back_and_work_lost, needed=_has_clock),
    "back": Fault("clock 2 h behind", _clock_to(-2), _clock_to(0), needed=_has_clock),
}
"""By the word that the command takes, in the order in which they happen."""

ON = {
    "postgresql": tuple(FAULTS),
    "sqlite": ("nothing", "redis", "worker", "web", "disk", "disk-web"),
}
"""Which of them there are on which database."""
