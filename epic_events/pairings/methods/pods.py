"""Pods: the small circles in which a limited format is drafted, and in which its rounds are played.

Nobody is left over: a field that full pods do not divide has some smaller ones. Of all ways with as few pods as
possible the one with the fewest odd pods is taken, because an odd pod has a bye in every round; then the one whose
smallest pod is largest.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum


class PodOrder(StrEnum):
    """By what players are divided, as it is stored."""

    CHANCE = "chance"
    SNAKE = "snake"
    BLOCKS = "blocks"


def pod_sizes(players: int, size: int = 8) -> list[int]:
    """Return how many players each pod has, larger pods first.

    >>> [pod_sizes(players) for players in (8, 20, 22, 23, 24)]
    [[8], [8, 6, 6], [8, 8, 6], [8, 8, 7], [8, 8, 8]]

    Args:
        players: how many are divided.
        size: how many a full pod has.

    Raises:
        ValueError: there is nobody, or a full pod has fewer than two.
    """
    if players < 1 or size < 2:
        raise ValueError(f"{players} players cannot be divided into pods of {size}.")
    number = -(-players // size)
    missing = number * size - players
    ways = [[size - short for short in shorts] for shorts in _distribute(missing, number, missing)]
    return min(ways, key=lambda sizes: (sum(each % 2 for each in sizes), -min(sizes), sizes.count(size)))


def _distribute(missing: int, pods: int, most: int) -> Iterator[list[int]]:
    """Yield every way in which pods can be short of players, fuller pods first."""
    if missing == 0:
        yield [0] * pods
    elif pods:
        for last in range(min(missing, most), 0, -1):
            for rest in _distribute(missing - last, pods - 1, last):
                yield [*rest, last]


def draw_pods(
    players: Sequence[int], size: int, order: PodOrder | str, seed: int, random_bits: Callable[[int, int], int]
) -> list[list[int]]:
    """Return the pods, each in the order of its seats, which chance decides.

    Args:
        players: the players in the order of the standings.
        size: how many a full pod has.
        order: ``random_bits``; ``snake``: the best of the standings are spread over the pods, up and down in turn;
            ``blocks``: the best sit in the first pod, the next in the second.
        seed: what chance is drawn from; same seed, same pods.
        chance: a number for a seed and a player, from :func:`epic_events.pairings.methods.swiss.chance`.
    """
    sizes = pod_sizes(len(players), size)
    choose_at_random = sorted(players, key=lambda player: (random_bits(seed, player), player))
    if order == PodOrder.SNAKE:
        pods = _snake(players, sizes)
    else:
        line = list(players) if order == PodOrder.BLOCKS else choose_at_random
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        pods = [line[start : start + held] for start, held in zip(starts, sizes, strict=True)]
    place = {player: at for at, player in enumerate(choose_at_random)}
    return [sorted(pod, key=place.__getitem__) for pod in pods]


def _snake(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return the players dealt to the pods up and down in turn; full pods are passed over."""
    pods: list[list[int]] = [[] for _ in sizes]
    line = list(players)
    down = True
    while line:
        for at in range(len(sizes)) if down else reversed(range(len(sizes))):
            if line and len(pods[at]) < sizes[at]:
                pods[at].append(line.pop(0))
        down = not down
    return pods
