"""Random Epic games between two decks of our own, for the tests of records, positions and views."""

from functools import cache

from rules.engine.game import Setup
from rules.epic.cards import CATALOGUE
from rules.epic.effects import Doubtful
from rules.epic.text.validation import iter_nodes
from rules.games import EPIC
from rules.judge.output.random_play import record_game

KNOWN_WHOLE = [card for card in CATALOGUE if not any(isinstance(node, Doubtful) for node in iter_nodes(card.text))]
PLAYABLE = sorted(card.name for card in KNOWN_WHOLE if card.playable and card.is_deck_card)
"""Every card that the engine plays to the end."""
DECKS = (tuple(PLAYABLE[::2] * 2), tuple(PLAYABLE[1::2] * 2))
VERSIONS = ("RB-2017", "CR-2016-03")


def setup(seed=0, decks=DECKS):
    return Setup(("Anna", "Ben"), decks, seed % 2, VERSIONS[seed // 2 % 2])


@cache
def recorded(seed):
    """Return the record of a random game; first player and rules version go with the seed."""
    return record_game(EPIC, setup(seed), seed)
