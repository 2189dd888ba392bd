"""Pods for limited formats.

The players of a pod draft together and play their rounds together. In the first round after a draft, they meet the
player who sits opposite, with whom they exchanged the fewest cards. If full pods do not divide the field, some pods are
smaller. Among all divisions with the fewest pods, the one with the fewest odd pods is chosen, because an odd pod has a
bye in every round; then the one with the largest smallest pod.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum


class PodOrder(StrEnum):
    """How players are divided into pods; the values are stored in the database."""

    CHANCE = "chance"
    SNAKE = "snake"
    BLOCKS = "blocks"


def pod_sizes(players: int, size: int = 8) -> list[int]:
    """Return the number of players of each pod, largest first.

    >>> [pod_sizes(players) for players in (8, 20, 22, 23, 24)]
    [[8], [8, 6, 6], [8, 8, 6], [8, 8, 7], [8, 8, 8]]

    Args:
        players: number of players.
        size: number of players of a full pod.

    Raises:
        ValueError: no players, or a full pod of fewer than two.
    """
    if players < 1 or size < 2:
        raise ValueError(f"{players} players cannot be divided into pods of {size}.")
    number = -(-players // size)
    missing = number * size - players
    ways = [[size - short for short in shorts] for shorts in _distribute(missing, number, missing)]
    return min(ways, key=lambda sizes: (sum(each % 2 for each in sizes), -min(sizes), sizes.count(size)))


def _distribute(missing: int, pods: int, most: int) -> Iterator[list[int]]:
    """Yield every way to distribute missing players over the pods, fuller pods first."""
    if missing == 0:
        yield [0] * pods
    elif pods:
        for last in range(min(missing, most), 0, -1):
            for rest in _distribute(missing - last, pods - 1, last):
                yield [*rest, last]


def draw_pods(
    players: Sequence[int], size: int, order: PodOrder | str, seed: int, random_bits: Callable[[int, int], int]
) -> list[list[int]]:
    """Return the pods, each in random seat order.

    Args:
        players: players in the order of the standings.
        size: number of players of a full pod.
        order: ``chance``; ``snake``: players are dealt to the pods up and down in turn, best first; ``blocks``:
        the best
            players sit in the first pod, the next ones in the second.
        seed: random seed; the same seed gives the same pods.
        random_bits: a random number for seed and player, see :func:`epic_events.pairings.methods.swiss.random_bits`.
    """
    sizes = pod_sizes(len(players), size)
    choose_at_random = sorted(players, key=lambda player: (random_bits(seed, player), player))
    if order == PodOrder.SNAKE:
        pods = _snake(players, sizes)
    else:
        line = list(players) if order == PodOrder.BLOCKS else choose_at_random
        starts = [sum(sizes[:index]) for index in range(len(sizes))]
        pods = [line[start : start + pod_size] for start, pod_size in zip(starts, sizes, strict=True)]
    place = {player: index for index, player in enumerate(choose_at_random)}
    return [sorted(pod, key=place.__getitem__) for pod in pods]


def _snake(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return the players dealt to the pods up and down in turn, skipping full pods."""
    pods: list[list[int]] = [[] for _ in sizes]
    line = list(players)
    down = True
    while line:
        for at in range(len(sizes)) if down else reversed(range(len(sizes))):
            if line and len(pods[at]) < sizes[at]:
                pods[at].append(line.pop(0))
        down = not down
    return pods


def pair_across(
    line: Sequence[int],
    *,
    byes_before: Collection[int],
    apart: Collection[frozenset[int | None]],
    bye_order: Sequence[int],
) -> tuple[list[tuple[int, int]], int | None] | None:
    """Return the pairs of a pod's first round and the player with the bye.

    None if every pairing of this kind has a pair that must not be made.

    With an even number of players, each meets the one half the pod further: seat 1 meets seat 5 in a pod of eight.
    With an odd number, one player has a bye, and the others are paired so in the order of their seats.

    >>> pair_across([1, 2, 3, 4, 5, 6, 7, 8], byes_before=(), apart=(), bye_order=())
    ([(1, 5), (2, 6), (3, 7), (4, 8)], None)
    >>> pair_across([1, 2, 3, 4, 5], byes_before={4}, apart=[frozenset((1, 3))], bye_order=[4, 5, 2])
    ([(1, 4), (3, 5)], 2)

    Args:
        line: the players of the pod in the order of their seats.
        byes_before: players who had a bye already.
        apart: pairs that must not be made.
        bye_order: the players in the order in which the bye is offered. One who had a bye already gets it only if the
            others cannot.
    """
    for bye in sorted(bye_order, key=lambda player: player in byes_before) if len(line) % 2 else (None,):
        rest = [player for player in line if player != bye]
        half = len(rest) // 2
        pairs = list(zip(rest[:half], rest[half:], strict=True))
        if not any(frozenset(pair) in apart for pair in pairs):
            return pairs, bye
    return None
