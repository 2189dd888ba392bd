"""Remote control of Celery workers, and the scheduler.

Loaded only by their processes.
"""

import logging
from datetime import timedelta
from typing import Any, Final

from celery.beat import PersistentScheduler
from celery.worker.control import inspect_command

from epic_events.infra.processes import site_version


@inspect_command()
def epic_facts(state: Any) -> dict[str, Any]:
    """Return the worker's version, queues and number of processes."""
    consumer = state.consumer
    return {
        "version": site_version(),
        "queues": sorted(queue.name for queue in consumer.task_consumer.queues),
        "processes": int(getattr(consumer.pool, "num_processes", 1)),
        "doing": len(list(state.active_requests)) if hasattr(state, "active_requests") else 0,
    }


logger = logging.getLogger(__name__)

TOLERATED: Final = timedelta(seconds=1)


def _is_in_future(entry: Any) -> bool:
    """Return True if an entry's last run is in the future."""
    return bool(entry.last_run_at > entry.default_now() + TOLERATED)


class Scheduler(PersistentScheduler):
    """Persistent scheduler that resets last runs in the future.

    Celery computes the next run from the last one. After a clock that ran ahead is corrected, it would send nothing
    for hours, and tasks of lost workers would not be recovered.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send due tasks; return the seconds until the next one."""
        self._drop_future_runs()
        return float(super().tick(*args, **kwargs))

    def _drop_future_runs(self) -> None:
        ahead = [each for each in self.schedule.values() if each.last_run_at and _is_in_future(each)]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            logger.warning("The clock was put back; what is done again and again goes on from now.")
            self._heap = None  # rebuilt in the order of the correct time
