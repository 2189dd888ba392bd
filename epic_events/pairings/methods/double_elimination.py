"""Double elimination: who loses once goes on in the losers' bracket, who loses twice is out.

The losers' bracket has rounds in turn: those still in it meet each other, then the winners meet those who have just
lost in the main bracket. A round of the main bracket and the one of the losers' bracket that does not wait for it are
played at the same time, so a bracket of 2**k players takes 2k rounds, and one more when a second final is needed.

The losers of a round come down in another order than they stand in the main bracket: blocks of neighbouring ties change
places, the block whose size is a power of two with the one beside it. Which blocks is chosen so that two players who
have met in the main bracket meet again before the losers' final as rarely as can be when every match is decided by
chance: 0.25 times a bracket of 8, 13/32 in one of 16, 51/128 in one of 32, 0.369 in one of 64. All orders of 16 and of
32 players have been tried, none has fewer; for 64 a search through all orders has found none, and for fields with byes
every exchange of blocks has been tried. The test of this module counts again.
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
    """In which order losers come down, as a stage stores it: a bracket is played to its end as it began."""

    FIRST = 1
    FEWEST_REMATCHES = 2


Exchanged = tuple[int, ...]
"""For the second, third … round of the main bracket the sizes of the blocks that change places, added up.

3 exchanges each tie with its neighbour, then each pair of ties with the pair beside it: of four ties, all are turned.
"""

_FIRST: Final[Mapping[int, Exchanged]] = {3: (1,), 4: (1, 1), 5: (7, 2), 6: (15, 4, 1)}
_FEWEST: Final[Mapping[int, Exchanged]] = {3: (1,), 4: (3, 0), 5: (3, 2, 0), 6: (15, 4, 1, 1)}
"""By the rounds of the main bracket."""
_FEWEST_WITH_BYES: Final[Mapping[int, Exchanged]] = dict.fromkeys((17, 18, 19, 22), (7, 1, 1))
"""By the number of players, where byes make another exchange the better one."""


def _exchanged(players: int, order: DropOrder) -> Exchanged:
    rounds = bracket_rounds(players)
    if order == DropOrder.FIRST:
        return _FIRST.get(rounds, ())
    return _FEWEST_WITH_BYES.get(players) or _FEWEST.get(rounds, ())


def double_elimination(players: int, *, reset: bool = True, order: DropOrder = DropOrder.FEWEST_REMATCHES) -> Bracket:
    """Return the bracket in which the second loss is the end.

    Args:
        players: from 2 to 64.
        reset: whether a second final is played when the first is lost by the player who had not lost before.
        order: in which order losers come down.

    Raises:
        ValueError: there are fewer or more players.
    """
    rounds = bracket_rounds(players)
    steps = [1, *(2 * number for number in range(1, rounds))]
    nodes = [*main_bracket(players, steps), *_losers(rounds, steps, _exchanged(players, order))]
    final = BracketPosition(2 * rounds, Part.FINAL, 0)
    unbeaten = BracketPosition(steps[-1], Part.MAIN, 0)
    out_of_losers = Source(tie=BracketPosition(2 * rounds - 1, Part.LOSERS, 0))
    beaten = out_of_losers if rounds > 1 else Source(tie=unbeaten, advances="loser")
    nodes.append(Node(final, Source(tie=unbeaten), beaten))
    if reset:
        again = BracketPosition(2 * rounds + 1, Part.FINAL, 0)
        nodes.append(Node(again, Source(tie=final), Source(tie=final, advances="loser"), if_needed=True))
    return Bracket(players, tuple(sorted(nodes, key=lambda node: node.place)))


def _losers(rounds: int, steps: Sequence[int], exchanged: Exchanged) -> Iterator[Node]:
    """Yield the ties of the losers' bracket; its round n is played in round n + 1 of the whole."""
    size = 1 << rounds
    for number in range(1, 2 * (rounds - 1) + 1):
        came_down = number // 2 + 1  # the round of the main bracket that has fed it last
        ties = size >> ((number + 1) // 2 + 1)
        step = number + 1
        for slot in range(ties):
            if number == 1:
                sides = _both(
                    BracketPosition(1, Part.MAIN, 2 * slot), BracketPosition(1, Part.MAIN, 2 * slot + 1), "loser"
                )
            elif number % 2:
                sides = _both(
                    BracketPosition(step - 1, Part.LOSERS, 2 * slot),
                    BracketPosition(step - 1, Part.LOSERS, 2 * slot + 1),
                )
            else:
                blocks = exchanged[came_down - 2] if came_down - 2 < len(exchanged) else 0
                fallen = BracketPosition(steps[came_down - 1], Part.MAIN, slot ^ blocks)
                sides = Source(tie=fallen, advances="loser"), Source(tie=BracketPosition(step - 1, Part.LOSERS, slot))
            yield Node(BracketPosition(step, Part.LOSERS, slot), *sides)


def _both(
    first: BracketPosition, second: BracketPosition, advances: Literal["winner", "loser"] = "winner"
) -> tuple[Source, Source]:
    return Source(tie=first, advances=advances), Source(tie=second, advances=advances)
