"""Random games of every registered game."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules.engine.decision import Action, UndeterminedError
from rules.engine.game import Setup
from rules.games import GAMES, Game, PlayableGame, require_engine
from rules.judge.output.random_play import play_game
from rules.judge.record.model import CHANCE_NAME, Record

ALL = tuple(GAMES.values())
PLAYABLE = tuple(game for game in ALL if isinstance(game, PlayableGame))
EVERY_GAME = pytest.mark.parametrize("game", ALL, ids=lambda game: game.slug)
EVERY_ENGINE = pytest.mark.parametrize("slug", [game.slug for game in PLAYABLE])
"""Names the game: Hypothesis would write out all of its cards for what fails."""
EVERY_BOOK = pytest.mark.parametrize(
    ("game", "book"), [pytest.param(game, book, id=book.slug) for game in ALL for book in game.rulebooks.values()]
)

SEEDS = st.integers(0, 2**32)
NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gus", "Hana")
DECKS = 100
"""Decks that are drawn to learn what stands in any."""
OTHER_READINGS = 0.25
"""The part of games in which other readings of some open points are chosen."""
MAX_DECISIONS = 3_000
"""A random game that takes more is taken to be endless."""


def examples(most: int) -> settings:
    """Return the settings of a property of random games: ``most`` games of each."""
    return settings(max_examples=most, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def engine_of(slug: str) -> PlayableGame:
    """Return the game that an engine plays, with cards that it plays: of a set that comes along where there is one."""
    game = require_engine(GAMES[slug])
    return require_engine(game.with_set(next(iter(game.card_sets)))) if game.card_sets else game


def citations(game: Game) -> set[str]:
    """Return whatever can be cited of a game: the units of its documents and its open points."""
    return {rule.id for book in game.rulebooks.values() for rule in book.rules} | set(game.interpretations)


@cache
def names(slug: str) -> tuple[str, ...]:
    """Return the cards of a game that stand in decks which its engine plays."""
    engine, chance = engine_of(slug).engine, random.Random("names")
    return tuple(sorted({name for _ in range(DECKS) for name in engine.random_deck(chance)}))


def arranged(game: PlayableGame, seed: int) -> Setup:
    """Return the set-up that ``seed`` stands for: any way of playing, any version, any decks, some open points."""
    chance = random.Random(f"arranged {seed}")
    variant, fewest = chance.choice(list(game.engine.variants.items()))
    points = [entry for entry in game.interpretations.values() if entry.is_selectable]
    chosen = chance.sample(points, min(3, len(points))) if chance.random() < OTHER_READINGS else []
    return Setup(
        NAMES[:fewest],
        tuple(game.engine.random_deck(chance) for _ in range(fewest)),
        chance.randrange(fewest),
        chance.choice(game.engine.versions),
        variant,
        choices=tuple(sorted((entry.id, chance.randrange(len(entry.options))) for entry in chosen)),
    )


def begin(game: PlayableGame, seed: int) -> Any:
    """Return the game of ``seed`` at its first decision."""
    return game.engine.new_game(arranged(game, seed))


def play(game: PlayableGame, state: Any, seed: int) -> Iterator[Action]:
    """Play at random to the end, or up to where the rules are known; yields each answer before it is given."""
    chance = random.Random(seed)
    for _ in range(MAX_DECISIONS):
        if state.over:
            return
        answer = game.engine.sample(state, chance)
        trial = game.engine.copy(state)
        try:
            game.engine.apply(trial, answer)
        except UndeterminedError:
            return
        yield answer
        game.engine.apply(state, answer)
    raise AssertionError(f"no end after {MAX_DECISIONS} decisions")


def moment(game: PlayableGame, seed: int) -> Any:
    """Return the game of ``seed`` somewhere in its course, at a decision."""
    state = begin(game, seed)
    stored, most = game.engine.copy(state), random.Random(f"moment {seed}").randrange(1, 160)
    for number, _ in enumerate(play(game, state, seed)):
        if number == most:
            break
        stored = game.engine.copy(state)
    return stored


def recorded(game: PlayableGame, seed: int) -> tuple[Record, Any]:
    """Return the record of a whole random game, and the game at its end; another one where rules leave one open."""
    for each in chain([seed], range(seed + 1, seed + 20)):
        try:
            record, state, _ = play_game(game, arranged(game, each), each)
        except UndeterminedError:
            continue
        return record, state
    raise AssertionError("twenty games one after the other that the rules do not decide")


def line(state: Any, answer: Action, words: str) -> str:
    """Return one line of a record."""
    return f"{CHANCE_NAME if answer.seat < 0 else state.names[answer.seat]}: {words}"
