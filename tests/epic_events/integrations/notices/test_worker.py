"""Notices with a real worker and scheduler."""

from typing import Any

import pytest

from epic_events.integrations.notices import push_keys, services
from epic_events.integrations.notices.models import ByMail, Kind, Notice, Wish
from epic_events.jobs.models import OutboxStatus
from tests.epic_events.integrations.notices.push_service import push_service
from tests.epic_events.integrations.notices.test_notices import free_a_place, waiting_player
from tests.live import worker_with
from tests.waiting import wait_until

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


def test_worker_sends_push_notice_with_key_of_site(settings: Any) -> None:
    settings.PRIVATE_ADDRESSES = True
    push_keys.replace_key()
    event, organiser, waits = waiting_player()
    services.choose(waits, {Kind.PLACE: Wish(ByMail.OFF, push=True)})
    with push_service() as service:
        services.add_device(waits, **service.subscription, name="Phone")
        with worker_with(PRIVATE_ADDRESSES="on"):
            free_a_place(event, organiser)
            wait_until(Notice.objects.filter(status=OutboxStatus.SENT).exists, "the phone received nothing")
    assert [one["title"] for one in service.received] == ["You have a place · Open"]
    key = push_keys.public_key(push_keys.load_key())
    assert service.headers[0]["Authorization"].endswith(f"k={key}")
