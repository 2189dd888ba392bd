"""Double elimination: who loses once goes on in the losers' bracket, who loses twice is out.

The losers' bracket has rounds in turn: those still in it meet each other, then the winners meet those who have just
lost in the main bracket. A round of the main bracket and the one of the losers' bracket that does not wait for it are
played at the same time, so a bracket of 2**k players takes 2k rounds, and one more when a second final is needed.

The losers of a round come down in another order than they stand in the main bracket. With the orders used here nobody
can meet again whom they met in the main bracket until the field is too small for it: checked for every size by test.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from epic_events.pairings.brackets import Bracket, Node, Part, Place, Source, main_bracket, rounds_of

Order = Callable[[Sequence[int]], list[int]]


def _as_they_stand(slots: Sequence[int]) -> list[int]:
    return list(slots)


def _turned(slots: Sequence[int]) -> list[int]:
    return list(reversed(slots))


def _halves_swapped(slots: Sequence[int]) -> list[int]:
    half = len(slots) // 2
    return [*slots[half:], *slots[:half]]


def _halves_turned(slots: Sequence[int]) -> list[int]:
    half = len(slots) // 2
    return [*reversed(slots[:half]), *reversed(slots[half:])]


_COMING_DOWN: Final[Mapping[int, tuple[Order, ...]]] = {
    3: (_turned,),
    4: (_halves_turned, _turned),
    5: (_turned, _halves_swapped),
    6: (_turned, _halves_swapped, _halves_turned),
}
"""The order in which losers come down from the second, third … round, by the rounds of the main bracket."""


def double_elimination(players: int, *, reset: bool = True) -> Bracket:
    """Return the bracket in which the second loss is the end.

    Args:
        players: from 2 to 64.
        reset: whether a second final is played when the first is lost by the player who had not lost before.

    Raises:
        ValueError: there are fewer or more players.
    """
    rounds = rounds_of(players)
    steps = [1, *(2 * number for number in range(1, rounds))]
    nodes = [*main_bracket(players, steps), *_losers(rounds, steps)]
    final = Place(2 * rounds, Part.FINAL, 0)
    unbeaten = Place(steps[-1], Part.MAIN, 0)
    out_of_losers = Source(tie=Place(2 * rounds - 1, Part.LOSERS, 0))
    beaten = out_of_losers if rounds > 1 else Source(tie=unbeaten, goes_on="loser")
    nodes.append(Node(final, Source(tie=unbeaten), beaten))
    if reset:
        again = Place(2 * rounds + 1, Part.FINAL, 0)
        nodes.append(Node(again, Source(tie=final), Source(tie=final, goes_on="loser"), if_needed=True))
    return Bracket(players, tuple(sorted(nodes, key=lambda node: node.place)))


def _losers(rounds: int, steps: Sequence[int]) -> Iterator[Node]:
    """Yield the ties of the losers' bracket; its round n is played in round n + 1 of the whole."""
    size = 1 << rounds
    for number in range(1, 2 * (rounds - 1) + 1):
        came_down = number // 2 + 1  # the round of the main bracket that has fed it last
        ties = size >> ((number + 1) // 2 + 1)
        step = number + 1
        for slot in range(ties):
            if number == 1:
                sides = _both(Place(1, Part.MAIN, 2 * slot), Place(1, Part.MAIN, 2 * slot + 1), "loser")
            elif number % 2:
                sides = _both(Place(step - 1, Part.LOSERS, 2 * slot), Place(step - 1, Part.LOSERS, 2 * slot + 1))
            else:
                orders = _COMING_DOWN.get(rounds, ())
                order = orders[came_down - 2] if came_down - 2 < len(orders) else _as_they_stand
                fallen = Place(steps[came_down - 1], Part.MAIN, order(range(ties))[slot])
                sides = Source(tie=fallen, goes_on="loser"), Source(tie=Place(step - 1, Part.LOSERS, slot))
            yield Node(Place(step, Part.LOSERS, slot), *sides)


def _both(first: Place, second: Place, goes_on: str = "winner") -> tuple[Source, Source]:
    if goes_on == "loser":
        return Source(tie=first, goes_on="loser"), Source(tie=second, goes_on="loser")
    return Source(tie=first), Source(tie=second)
