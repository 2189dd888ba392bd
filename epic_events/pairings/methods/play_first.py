"""Who chooses which player takes the first turn of a game.

Sources: chance decides before the first game (tournament procedures 6.3); in the playoff of the qualifiers of 2016 the
better seed chose before the deciding game (13.1.2, ruling T08). On the games between them no Epic document speaks: the
loser of the game before chooses, as is usual in card tournaments, and a drawn game leaves the choice where it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b


class PlayFirst(StrEnum):
    """Who chooses; the words are those of ``Stage.PlayFirst``."""

    RANDOM = "random"
    SEED = "seed"
    SEED_DECIDES = "seed_decides"


class Why(StrEnum):
    """What the choice rests on."""

    CHANCE = "chance"
    SEED = "seed"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Choice:
    """Who chooses before a game.

    Attributes:
        place: 1 or 2; None for the loser of a game that is still to be played.
        why: what that rests on.
    """

    place: int | None
    why: Why


def choose_at_random(seed: int, players: tuple[int, int]) -> int:
    """Return the place, 1 or 2, that chance gives the choice: the same for the same seed and players, however they sit.

    >>> by_chance(7, (3, 9)) + by_chance(7, (9, 3))
    3

    Args:
        seed: the round's stored seed.
        players: the keys of the two players, by place.
    """
    low, high = sorted(players)
    chosen = (low, high)[int.from_bytes(blake2b(f"{seed}:{low}:{high}".encode(), digest_size=1).digest()) % 2]
    return players.index(chosen) + 1


def before_first_game(rule: PlayFirst, seed: int, players: tuple[int, int], seeds: Sequence[int] = ()) -> Choice:
    """Return who chooses before the first game.

    Args:
        rule: the stage's setting.
        seed: the round's stored seed, which decides by chance.
        players: the keys of the two players, by place.
        seeds: their places in the standings before the cut, 1 the best; empty in rounds without seeds.
    """
    if rule is PlayFirst.SEED and len(seeds) == 2:
        return Choice(1 if seeds[0] < seeds[1] else 2, Why.SEED)
    return Choice(choose_at_random(seed, players), Why.CHANCE)


def before_deciding_game(rule: PlayFirst, best_of: int, seeds: Sequence[int] = ()) -> Choice | None:
    """Return who chooses before the last game a match can have; None for a match of one game."""
    if best_of == 1:
        return None
    if rule is PlayFirst.SEED_DECIDES and len(seeds) == 2:
        return Choice(1 if seeds[0] < seeds[1] else 2, Why.SEED)
    return Choice(None, Why.LOSER)
