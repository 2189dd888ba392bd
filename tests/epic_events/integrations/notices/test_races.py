"""Notices with two concurrent workers."""

import pytest
from django.core import mail
from django.db import connection

from epic_events.integrations.notices import collecting, sending
from epic_events.integrations.notices.models import Notice
from tests.epic_events.events.test_races import at_once
from tests.epic_events.integrations.notices.test_notices import free_a_place, waiting_player

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("_time", range(3))
def test_notice_mail_with_two_workers_is_sent_once(_time: int) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("two connections at once need PostgreSQL")
    event, organiser, waits = waiting_player()
    free_a_place(event, organiser)
    at_once(collecting.gather, collecting.gather)
    collecting.gather()
    mail.outbox.clear()
    at_once(sending.send_due, sending.send_due, sending.send_due)
    assert [one.to for one in mail.outbox] == [[waits.email]]
    assert list(Notice.objects.values_list("status", "tries")) == [("sent", 1)]
