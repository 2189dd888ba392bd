"""Every registered game, and an invented one without an engine."""

from collections.abc import Iterator

import pytest

from epic_events.reference.rules import selectors
from rules.games import GAMES, Game
from tests.made_up_game import PEBBLES_GAME


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Register the invented game and return it."""
    monkeypatch.setitem(GAMES, PEBBLES_GAME.slug, PEBBLES_GAME)
    for remembered in (selectors.rulebooks, selectors.cited):
        remembered.cache_clear()
    yield PEBBLES_GAME
    for remembered in (selectors.rulebooks, selectors.cited):
        remembered.cache_clear()


@pytest.fixture(params=[*GAMES, PEBBLES_GAME.slug])
def game(request: pytest.FixtureRequest) -> Game:
    """Return each registered game in turn."""
    slug: str = request.param
    if slug == PEBBLES_GAME.slug:
        request.getfixturevalue("pebbles")
    return GAMES[slug]
