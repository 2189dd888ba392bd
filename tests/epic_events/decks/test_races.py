"""Concurrent submissions of decklists."""

from threading import Barrier, Thread

import pytest
from django.db import connection, connections

from epic_events.decks import services
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_registration
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="two connections at once need PostgreSQL")
def test_submit_concurrently_numbers_versions_in_sequence():
    entry = make_registration(make_event())
    barrier = Barrier(4)

    def submit(shift: int) -> None:
        try:
            barrier.wait(timeout=PATIENCE)
            services.submit(None, entry, legal_text(shift))
        finally:
            connections.close_all()

    threads = [Thread(target=submit, args=(shift,)) for shift in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    assert sorted(entry.deck_versions.values_list("number", flat=True)) == [1, 2, 3, 4]
