"""A catalogue that reads its cards when one is first requested."""

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from threading import Barrier

import pytest

from rules.decks import Catalogue, LazyCatalogue
from tests.rules.decks.decks import CARDS, Piece


def test_lazy_catalogue_is_read_once_on_first_use() -> None:
    read: list[int] = []

    def cards() -> Catalogue[Piece]:
        read.append(1)
        return CARDS

    late = LazyCatalogue(cards)
    assert read == []
    assert late.names == CARDS.names
    assert list(late) == list(CARDS)
    assert len(late) == len(CARDS)
    assert late.find(CARDS.names[0]) == CARDS.find(CARDS.names[0])
    assert late.headings == CARDS.headings
    assert read == [1]


def test_lazy_catalogue_in_concurrent_threads_is_read_once() -> None:
    together = Barrier(8)
    read: list[int] = []

    def cards() -> Catalogue[Piece]:
        read.append(1)
        return CARDS

    late = LazyCatalogue(cards)

    def ask(number: int) -> object:
        together.wait()
        return late.names if number % 2 else late.card(CARDS.names[0])

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))
    assert answers == [CARDS.names if number % 2 else CARDS.card(CARDS.names[0]) for number in range(8)]
    assert read == [1]


def test_lazy_catalogue_with_failing_reader_raises_its_error() -> None:
    def cards() -> Catalogue[Piece]:
        raise ValueError("the file is gone")

    late = LazyCatalogue(cards)
    for _ in range(2):
        with pytest.raises(ValueError, match="the file is gone"):
            late.card("Kong")


def test_lazy_catalogue_unknown_attribute_raises() -> None:
    with pytest.raises(AttributeError, match="a catalogue has no 'colours'"):
        LazyCatalogue(lambda: CARDS).colours  # noqa: B018 - asking is the test


def test_lazy_catalogue_copy_is_catalogue() -> None:
    assert copy(LazyCatalogue(lambda: CARDS)).names == CARDS.names
