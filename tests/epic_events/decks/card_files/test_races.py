"""Concurrent uploads of card files."""

from threading import Barrier, Thread

import pytest
from django.db import connection, connections

from epic_events.decks.card_files import services
from epic_events.decks.context import current_card_file
from tests.epic_events.decks.card_files.files import FILE, HEAD, card
from tests.epic_events.factories import make_event
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


def at_once(event, texts: list[str]) -> None:
    barrier = Barrier(len(texts))

    def upload(text: str) -> None:
        try:
            barrier.wait(timeout=PATIENCE)
            services.upload(None, event, text)
        finally:
            connections.close_all()

    threads = [Thread(target=upload, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="two connections at once need PostgreSQL")
def test_upload_card_files_concurrently_numbers_versions_in_sequence():
    event = make_event(game="epic-tcg", format="designed")
    at_once(event, [HEAD + card(f"Frog {number}") for number in range(4)])
    assert sorted(event.card_files.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert sorted(event.card_file_choices.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert current_card_file(event) == event.card_file_choices.get(number=4).file


@pytest.mark.skipif(connection.vendor != "postgresql", reason="two connections at once need PostgreSQL")
def test_upload_same_card_file_concurrently_stores_one_version():
    event = make_event(game="epic-tcg", format="designed")
    at_once(event, [FILE, FILE])
    assert (event.card_files.count(), event.card_file_choices.count()) == (1, 1)
