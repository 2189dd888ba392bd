"""Concurrent entries of card pools."""

from threading import Barrier, Thread

import pytest
from django.db import connection, connections

from epic_events.decks import services as lists
from epic_events.decks.context import DeckContext
from epic_events.decks.pools import services
from tests.epic_events.decks.pools.dark_draft import cards, dealt_event
from tests.epic_events.factories import make_registration
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="two connections at once need PostgreSQL")
def test_save_pool_concurrently_numbers_in_sequence_and_rechecks_list_with_last():
    entry = make_registration(dealt_event(), name="Ada")
    lists.submit(None, entry, cards())
    texts = [cards(first) for first in range(4)]
    barrier = Barrier(len(texts))

    def write(text: str) -> None:
        try:
            barrier.wait(timeout=PATIENCE)
            services.import_pools(None, entry.event, f"Player: Ada\n{text}")
        finally:
            connections.close_all()

    threads = [Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    assert sorted(entry.card_pools.values_list("number", flat=True)) == [1, 2, 3, 4]
    newest = entry.deck_versions.order_by("-number").first()
    assert newest is not None
    assert (newest.number, newest.pool) == (5, DeckContext.of(entry).pool)
