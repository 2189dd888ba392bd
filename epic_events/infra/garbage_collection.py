"""What a process has loaded stays until it ends: the garbage collector passes it by.

The site and the rules, cards and engines of all games are more than 200,000 objects. Python's collector looks at all of
them whenever a quarter as many have come up, which a replay of 300 decisions does: a tenth of a second and more, in the
middle of an answer.
"""

import gc
from typing import Final

from rules.games import GAMES

ALLOCATIONS: Final = 50_000
"""New objects between two looks at the youngest, from then on. A replay of 300 decisions keeps fewer at once and leaves
no garbage behind; where something does, it is found a little later."""


def settle() -> None:
    """Load every game, and let the collector look at what comes from now on only.

    Called once a process is ready for its first request or task; processes that are forked from it then share with it
    what it has loaded.
    """
    list(GAMES.values())
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATIONS)
