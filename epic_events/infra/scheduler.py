"""The scheduler of what is done again and again; it goes on when the clock of its machine is put back."""

import logging
from datetime import timedelta
from typing import Any, Final

from celery.beat import PersistentScheduler

logger = logging.getLogger(__name__)

TOLERATED: Final = timedelta(seconds=1)


def _is_to_come(entry: Any) -> bool:
    """Whether a task was last sent at a time that is still to come."""
    return bool(entry.last_run_at > entry.default_now() + TOLERATED)


class Scheduler(PersistentScheduler):
    """Celery's own, but that nothing was last done at a time which is still to come.

    It reckons from when each task was last sent. After a clock that ran ahead was put right it would send nothing
    until the wrong time has come, hours later, and what a lost worker left would lie there.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due; return the seconds until something is again."""
        self._forget_what_is_to_come()
        return float(super().tick(*args, **kwargs))

    def _forget_what_is_to_come(self) -> None:
        """Let what was last sent in the future have been sent now."""
        ahead = [each for each in self.schedule.values() if each.last_run_at and _is_to_come(each)]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            logger.warning("The clock was put back; what is done again and again goes on from now.")
            self._heap = None  # made anew, in the order of the right time
