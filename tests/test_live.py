"""Processes of the tests' own are ended whenever that is: as soon as they are forked, too."""

import pytest

from tests.live import Servers, worker_environment

pytestmark = pytest.mark.worker


def test_who_leads_no_group_yet_is_ended_as_well() -> None:
    forked = Servers(worker_environment())
    for _ in range(50):
        forked.kill(forked.start(["celery", "--quiet", "-A", "epic_events", "worker", "--pool", "solo"]))
    forked.close()
