"""Two real decks as data of our own, and random games between them."""

import random
from collections.abc import Iterator

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.epic.cards import CATALOGUE, Alignment, CardSet
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState


def _deck(*lines: tuple[int, str]) -> tuple[str, ...]:
    return tuple(name for count, names in lines for name in names.split(", ") for _ in range(count))


HUMANS = _deck(
    (3, "Apocalypse, Final Task, Wither, Lord of the Arena, Palace Guard, White Knight, Angel of Light"),
    (3, "Angelic Protector, Noble Unicorn, Resurrection, Brave Squire, Faithful Pegasus, Priest of Kalnor"),
    (3, "White Dragon, Kong, Surprise Attack"),
    (2, "Plague, Angel of Mercy, Pyromancer, Flash Fire, Lash"),
    (1, "Guilt Demon, Divine Judgement"),
)
TALL = _deck(
    (3, "Ceasefire, Resurrection, Juggernaut, Sea Titan, Steel Golem, Stand Alone, Keeper of Secrets, Kong"),
    (3, "Raging T-Rex, Triceratops, Lurking Giant, Hurricane, Wurm Hatchling"),
    (2, "Brave Squire, Frost Giant, Forcemage Apprentice, Surprise Attack, Fire Shaman, Flash Fire, Lash"),
    (1, "Watchful Gargoyle, Muse, Spike Trap, Jungle Queen, Sea Hydra, Lightning Storm, Cave Troll"),
)


def _all_of(sets: tuple[CardSet, ...], *alignments: Alignment) -> tuple[str, ...]:
    """Return two of each playable card of these sets that has one of these alignments."""
    mixed = [card for card in CATALOGUE if card.playable and card.set in sets and card.is_deck_card]
    found = [card for card in mixed if not set(alignments).isdisjoint(card.alignments)]
    return tuple(card.name for card in found for _ in range(2))


SAGES = _all_of((CardSet.BASE, CardSet.TYRANTS), Alignment.SAGE)
WILDS = _all_of((CardSet.BASE, CardSet.TYRANTS), Alignment.WILD)
PANTHEON_GOOD_EVIL = _all_of((CardSet.PANTHEON,), Alignment.GOOD, Alignment.EVIL)
PANTHEON_SAGE_WILD = _all_of((CardSet.PANTHEON,), Alignment.SAGE, Alignment.WILD)
VERSIONS = ("RB-2017", "CR-2016-03")
MAX_DECISIONS = 3_000
"""No random game of these decks comes near it; reaching it is a fault."""


def begin(version: str, first: int = 0, decks: tuple[tuple[str, ...], ...] = (HUMANS, TALL)) -> EpicState:
    return ENGINE.new_game(Setup(("Ann", "Ben"), decks, first, version))


def play(state: EpicState, seed: int) -> Iterator[tuple[EpicState, Action]]:
    """Play at random to the end; yields the state before each answer, and the answer."""
    chance = random.Random(seed)
    for _ in range(MAX_DECISIONS):
        if state.over:
            return
        answer = ENGINE.sample(state, chance)
        yield state, answer
        ENGINE.apply(state, answer)
    raise AssertionError(f"no end after {MAX_DECISIONS} decisions")


def finished(version: str, seed: int) -> EpicState:
    """Return a random game after its end."""
    state = begin(version, seed % 2)
    for _ in play(state, seed):
        pass
    return state
