"""Which player chooses who takes the first turn of a game.

Sources: a random player before the first game (tournament procedures 6.3); in the playoff of the 2016 qualifiers the
better seed before the deciding game (13.1.2, ruling T08). No Epic document covers the games in between: the loser of
the previous game chooses, as usual in card tournaments, and a drawn game does not change who chooses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b


class PlayFirst(StrEnum):
    """Rule of who chooses; same values as ``Stage.PlayFirst``."""

    RANDOM = "random"
    SEED = "seed"
    SEED_DECIDES = "seed_decides"


class ChoiceReason(StrEnum):
    """Reason why a player chooses."""

    CHANCE = "chance"
    SEED = "seed"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Choice:
    """The player who chooses before a game.

    Attributes:
        place: seat 1 or 2; None for the loser of a game that is not played yet.
        why: the reason.
    """

    place: int | None
    why: ChoiceReason


def choose_at_random(seed: int, players: tuple[int, int]) -> int:
    """Return the seat, 1 or 2, that chooses.

    The player depends on seed and players, not on seats.

    >>> choose_at_random(7, (3, 9)) + choose_at_random(7, (9, 3))
    3

    Args:
        seed: stored seed of the round.
        players: ids of the two players, by seat.
    """
    low, high = sorted(players)
    chosen = (low, high)[int.from_bytes(blake2b(f"{seed}:{low}:{high}".encode(), digest_size=1).digest()) % 2]
    return players.index(chosen) + 1


def before_first_game(rule: PlayFirst, seed: int, players: tuple[int, int], seeds: Sequence[int] = ()) -> Choice:
    """Return the player who chooses before the first game.

    Args:
        rule: the rule of the stage.
        seed: stored seed of the round, for a random choice.
        players: ids of the two players, by seat.
        seeds: their seeds in the cut, 1 is best; empty in rounds without seeds.
    """
    if rule is PlayFirst.SEED and len(seeds) == 2:
        return Choice(1 if seeds[0] < seeds[1] else 2, ChoiceReason.SEED)
    return Choice(choose_at_random(seed, players), ChoiceReason.CHANCE)


def before_deciding_game(rule: PlayFirst, best_of: int, seeds: Sequence[int] = ()) -> Choice | None:
    """Return the player who chooses before the deciding game; None for best of one."""
    if best_of == 1:
        return None
    if rule is PlayFirst.SEED_DECIDES and len(seeds) == 2:
        return Choice(1 if seeds[0] < seeds[1] else 2, ChoiceReason.SEED)
    return Choice(None, ChoiceReason.LOSER)
