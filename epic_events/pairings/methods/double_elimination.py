"""Double elimination brackets.

Rounds of the losers' bracket alternate: first its players meet each other, then the winners meet the players who have
just lost in the main bracket. Rounds of both brackets that do not depend on each other are played at the same time, so
2**k players need 2k rounds, and one more for a grand final reset.

Losers of a round enter the losers' bracket in another order than in the main bracket: neighbouring blocks of ties,
whose size is a power of two, are swapped. The blocks are chosen to minimise the expected number of rematches before
the losers' final if every match is decided at random: 0.25 for 8 players, 13/32 for 16, 51/128 for 32, 0.369 for 64.
All orders were tried for 16 and 32 players; for 64 players a search found no better order, and for fields with byes
every swap of blocks was tried. The tests of this module repeat the count.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Final, Literal

from epic_events.pairings.methods.brackets import (
    Bracket,
    BracketPosition,
    Node,
    Part,
    Source,
    bracket_rounds,
    main_bracket,
)


class DropOrder(IntEnum):
    """Order in which losers enter the losers' bracket; stored, so that a running bracket keeps it."""

    FIRST = 1
    FEWEST_REMATCHES = 2


BlockSwaps = tuple[int, ...]
"""Sizes of the swapped blocks, added up, for the second and later rounds of the main bracket.

3 swaps each tie with its neighbour, then each pair of ties with the next pair: four ties are reversed.
"""

_FIRST: Final[Mapping[int, BlockSwaps]] = {3: (1,), 4: (1, 1), 5: (7, 2), 6: (15, 4, 1)}
_FEWEST: Final[Mapping[int, BlockSwaps]] = {3: (1,), 4: (3, 0), 5: (3, 2, 0), 6: (15, 4, 1, 1)}
"""By number of rounds of the main bracket."""
_FEWEST_WITH_BYES: Final[Mapping[int, BlockSwaps]] = dict.fromkeys((17, 18, 19, 22), (7, 1, 1))
"""By number of players, where byes make other swaps better."""


def _block_swaps(players: int, order: DropOrder) -> BlockSwaps:
    rounds = bracket_rounds(players)
    if order == DropOrder.FIRST:
        return _FIRST.get(rounds, ())
    return _FEWEST_WITH_BYES.get(players) or _FEWEST.get(rounds, ())


def double_elimination(players: int, *, reset: bool = True, order: DropOrder = DropOrder.FEWEST_REMATCHES) -> Bracket:
    """Return a double elimination bracket.

    Args:
        players: number of players, 2 to 64.
        reset: True to play a second grand final if the unbeaten player loses the first.
        order: order in which losers enter the losers' bracket.

    Raises:
        ValueError: the number of players is out of range.
    """
    rounds = bracket_rounds(players)
    steps = [1, *(2 * number for number in range(1, rounds))]
    nodes = [*main_bracket(players, steps), *_losers(rounds, steps, _block_swaps(players, order))]
    final = BracketPosition(2 * rounds, Part.FINAL, 0)
    unbeaten = BracketPosition(steps[-1], Part.MAIN, 0)
    out_of_losers = Source(tie=BracketPosition(2 * rounds - 1, Part.LOSERS, 0))
    beaten = out_of_losers if rounds > 1 else Source(tie=unbeaten, advances="loser")
    nodes.append(Node(final, Source(tie=unbeaten), beaten))
    if reset:
        again = BracketPosition(2 * rounds + 1, Part.FINAL, 0)
        nodes.append(Node(again, Source(tie=final), Source(tie=final, advances="loser"), if_needed=True))
    return Bracket(players, tuple(sorted(nodes, key=lambda node: node.place)))


def _losers(rounds: int, steps: Sequence[int], block_swaps: BlockSwaps) -> Iterator[Node]:
    """Yield the ties of the losers' bracket; its round n is played in round n + 1 of the event."""
    size = 1 << rounds
    for number in range(1, 2 * (rounds - 1) + 1):
        came_down = number // 2 + 1  # the last round of the main bracket whose losers have entered
        ties = size >> ((number + 1) // 2 + 1)
        step = number + 1
        for slot in range(ties):
            if number == 1:
                sides = _sources(
                    BracketPosition(1, Part.MAIN, 2 * slot), BracketPosition(1, Part.MAIN, 2 * slot + 1), "loser"
                )
            elif number % 2:
                sides = _sources(
                    BracketPosition(step - 1, Part.LOSERS, 2 * slot),
                    BracketPosition(step - 1, Part.LOSERS, 2 * slot + 1),
                )
            else:
                blocks = block_swaps[came_down - 2] if came_down - 2 < len(block_swaps) else 0
                fallen = BracketPosition(steps[came_down - 1], Part.MAIN, slot ^ blocks)
                sides = Source(tie=fallen, advances="loser"), Source(tie=BracketPosition(step - 1, Part.LOSERS, slot))
            yield Node(BracketPosition(step, Part.LOSERS, slot), *sides)


def _sources(
    first: BracketPosition, second: BracketPosition, advances: Literal["winner", "loser"] = "winner"
) -> tuple[Source, Source]:
    return Source(tie=first, advances=advances), Source(tie=second, advances=advances)
