"""Setup of a random game from one seed: variant, players, decks, rules version."""

import random
from typing import Final

from rules.engine.game import ChosenOptions, Setup
from rules.epic.cards import CATALOGUE, CardSet, CardType
from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.interpretations import INTERPRETATIONS
from rules.epic.state.log import VERSIONS
from rules.epic.variants import VARIANTS, Variant

DECK_CARDS: Final = tuple(card.name for card in CATALOGUE if card.is_deck_card and card.playable)
GODS: Final = tuple(card.name for card in CATALOGUE if card.type is CardType.DEITY and card.playable)
BY_SET: Final = {
    kind: tuple(card.name for card in CATALOGUE if card.is_deck_card and card.playable and card.set is kind)
    for kind in CardSet
}
MIN_NAMES: Final = 8
"""Fewest cards of a set from which decks are built."""
SELECTABLE: Final = [entry for entry in INTERPRETATIONS.values() if entry.is_selectable]
CHOSEN: Final = 0.25
"""Share of games with other options of some interpretations."""
DUELS: Final = 0.6
"""Share of games with two players."""


def random_setup(seed: int) -> Setup:
    """Return the setup for ``seed``."""
    chance = random.Random(f"arrangement {seed}")
    variant = (
        VARIANTS["duel"]
        if chance.random() < DUELS
        else chance.choice([variant for variant in VARIANTS.values() if variant.most > 2])
    )
    players, teams = _players(variant, chance)
    gods: tuple[tuple[str, ...], ...] = ()
    if GODS and variant.gods and chance.random() < 0.3:
        gods = tuple((god,) if (god := chance.choice((None, *GODS))) else () for _ in range(players))
    return Setup(
        tuple("ABCDEFGH"[:players]),
        tuple(deck(chance) for _ in range(players)),
        chance.randrange(players),
        chance.choice(VERSIONS),
        variant.slug,
        teams,
        gods,
        _choices(chance) if chance.random() < CHOSEN else (),
    )


def _choices(chance: random.Random) -> ChosenOptions:
    """Return options for a few interpretations, as a head judge may choose them."""
    points = chance.sample(SELECTABLE, chance.randint(1, 5))
    return tuple(sorted((entry.id, chance.randrange(len(entry.options))) for entry in points))


def _players(variant: Variant, chance: random.Random) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Return the number of players and, if team-mates share, the seats of each team."""
    if not variant.shared:
        return chance.randint(variant.fewest, variant.most), ()
    count, size = chance.choice([(2, 2), (2, 3), (2, 4), (3, 2), (4, 2)])
    return count * size, tuple(tuple(range(team * size, team * size + size)) for team in range(count))


def deck(chance: random.Random) -> tuple[str, ...]:
    """Return a deck of cards.

    Any cards, few different cards, cards of one set or of one alignment.
    """
    size = chance.choice((10, 30, 30, 60))
    kind = chance.randrange(4)
    if kind == 0:
        pool: tuple[str, ...] = DECK_CARDS
    elif kind == 1:
        pool = tuple(chance.sample(DECK_CARDS, min(len(DECK_CARDS), max(4, size // 3))))
    elif kind == 2:
        pool = chance.choice([names for names in BY_SET.values() if len(names) >= MIN_NAMES])
    else:
        alignment = chance.choice(sorted({word for name in DECK_CARDS for word in PUBLISHED.printed(name).alignments}))
        pool = tuple(name for name in DECK_CARDS if alignment in PUBLISHED.printed(name).alignments)
    return tuple(chance.choice(pool) for _ in range(size))
