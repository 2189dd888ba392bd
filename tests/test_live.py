"""End of the processes that tests start."""

import pytest

from tests.live import kill_forked, shared_servers

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


def test_kill_forked_right_after_the_fork_ends_the_process() -> None:
    for _ in range(50):
        kill_forked(shared_servers().start(["celery", "--quiet", "-A", "epic_events", "worker", "--pool", "solo"]))
