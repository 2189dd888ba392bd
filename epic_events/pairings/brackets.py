"""Single elimination: who meets whom in a cut, who goes on, and how the cut ends.

A cut of eight opens with seeds 1-8, 4-5, 3-6, 2-7 in this order; winners of neighbouring matches meet, so that the
two best seeds can meet in the final only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CUT_SIZES = (2, 4, 8)


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket.

    Attributes:
        slot: its place from the top of its round, from 0; the winners of slots 2n and 2n + 1 meet in slot n.
        first: the player with the better seed.
        second: the other.
    """

    slot: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Placing:
    """Where a player of the cut ended, or stands: rank from 1, shared by those who lost in the same round."""

    rank: int
    player: int
    seed: int
    still_in: bool


def rounds_of(size: int) -> int:
    """Return the number of rounds of a cut.

    >>> [rounds_of(size) for size in CUT_SIZES]
    [1, 2, 3]

    Raises:
        ValueError: the size is no power of two from 2 up.
    """
    if size < 2 or size & (size - 1):
        raise ValueError(f"A bracket has 2, 4, 8, ... players, not {size}.")
    return size.bit_length() - 1


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds from the top of the bracket to its foot.

    >>> seed_order(8)
    (1, 8, 4, 5, 3, 6, 2, 7)
    """
    order = [1]
    for round_number in range(1, rounds_of(size) + 1):
        players = 2**round_number
        order = [
            seed
            for slot, better in enumerate(order)
            for seed in _with_opponent(better, players, mirrored=slot % 2 == 1)
        ]
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple(seed for pair in pairs for seed in sorted(pair))


def _with_opponent(better: int, players: int, *, mirrored: bool) -> tuple[int, int]:
    """Return a seed and its opponent; every second match is turned, which puts seed 2 at the foot."""
    worse = players + 1 - better
    return (worse, better) if mirrored else (better, worse)


def first_round(seeded: Sequence[int]) -> list[BracketMatch]:
    """Return the first round for players in the order of their seeds.

    >>> [(match.first, match.second) for match in first_round([10, 20, 30, 40])]
    [(10, 40), (20, 30)]

    Raises:
        ValueError: the number of players is no power of two from 2 up, or a player appears twice.
    """
    if len(set(seeded)) != len(seeded):
        raise ValueError("A player appears twice among the seeds.")
    order = [seeded[seed - 1] for seed in seed_order(len(seeded))]
    return [
        BracketMatch(slot, first, second)
        for slot, (first, second) in enumerate(zip(order[::2], order[1::2], strict=True))
    ]


def next_round(winners: Sequence[int], seeds: Mapping[int, int]) -> list[BracketMatch]:
    """Return the next round from the winners of the last one, given by slot.

    Args:
        winners: the winners from the top of the bracket to its foot.
        seeds: the seed of each player, from 1.

    Raises:
        ValueError: the number of winners is no power of two from 2 up (after the final there is no next round).
    """
    rounds_of(len(winners))
    matches = []
    for slot, pair in enumerate(zip(winners[::2], winners[1::2], strict=True)):
        first, second = sorted(pair, key=lambda player: seeds[player])
        matches.append(BracketMatch(slot, first, second))
    return matches


def placings(seeds: Mapping[int, int], losers_by_round: Sequence[Sequence[int]]) -> list[Placing]:
    """Return the standings of a cut, best first; equals stand in the order of their seeds.

    Args:
        seeds: the seed of each player of the cut, from 1.
        losers_by_round: who lost in each round so far, the first round first.
    """
    out = {player for losers in losers_by_round for player in losers}
    still_in = [player for player in seeds if player not in out]
    over = len(still_in) == 1
    rows = [Placing(1, player, seeds[player], not over) for player in still_in]
    for number, losers in enumerate(losers_by_round, 1):
        rank = (len(seeds) >> number) + 1
        rows += [Placing(rank, player, seeds[player], still_in=False) for player in losers]
    return sorted(rows, key=lambda row: (row.rank, row.seed))
