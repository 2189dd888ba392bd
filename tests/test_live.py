"""Processes of the tests' own are ended whenever that is: as soon as they are forked, too."""

import pytest

from tests.live import cut_off, shared_servers

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


def test_who_leads_no_group_yet_is_ended_as_well() -> None:
    for _ in range(50):
        cut_off(shared_servers().start(["celery", "--quiet", "-A", "epic_events", "worker", "--pool", "solo"]))
