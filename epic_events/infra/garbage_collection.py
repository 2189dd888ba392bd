"""Exclusion of long-lived objects from garbage collection.

The site with the rules, cards and engines of all games has more than 200,000 objects. Python's collector scans all of
them each time their number has grown by a quarter, which a replay of 300 decisions does: a pause of 0.1 s and more.
"""

import gc
from typing import Final

from rules.games import GAMES

ALLOCATIONS: Final = 50_000
"""New objects between two looks at the youngest, from then on. A replay of 300 decisions keeps fewer at once and leaves
no garbage behind; where something does, it is found a little later."""


def freeze() -> None:
    """Load every game and freeze all objects that exist now.

    Called once before the first request or task of a process; forked processes share the frozen objects.
    """
    list(GAMES.values())
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATIONS)
