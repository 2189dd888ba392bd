"""Single and double elimination brackets: ties, winners and ranks.

A bracket is a list of ties. Each side of a tie is filled by a seed or by the winner or loser of an earlier tie, so
single elimination, double elimination, byes and the third-place match share one model, see :func:`resolve_ties`.

A bracket of eight starts with seeds 1-8, 4-5, 3-6, 2-7 in this order. Winners of neighbouring ties meet, so the two
best seeds can only meet in the final. If the number of players is no power of two, the lowest seeds are empty and
their opponents have byes.

Rounds of the losers' bracket alternate: first its players meet each other, then the winners meet the players who have
just lost in the main bracket. Rounds of both brackets that do not depend on each other are played at the same time, so
2**k players need 2k rounds, and one more for a grand final reset.

Losers of a round enter the losers' bracket in another order than in the main bracket: neighbouring blocks of ties,
whose size is a power of two, are swapped. The blocks are chosen to minimise the expected number of rematches before
the losers' final if every match is decided at random: 0.25 for 8 players, 13/32 for 16, 51/128 for 32, 0.369 for 64.
All orders were tried for 16 and 32 players; for 64 players a search found no better order, and for fields with byes
every swap of blocks was tried. The tests of this module repeat the count.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum, auto
from typing import Final, Literal

FULL_SIZES: Final = (2, 4, 8, 16, 32, 64)
"""Bracket sizes without byes."""

MAX_PLAYERS: Final = 64


class Part(StrEnum):
    """Part of an elimination bracket; the values are stored in the database."""

    MAIN = ""
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"


class Empty(Enum):
    """A side of a tie without a player: not decided yet, or permanently empty."""

    OPEN = auto()
    NO_ONE = auto()


Occupant = int | Empty


@dataclass(frozen=True, slots=True, order=True)
class BracketPosition:
    """Position of a tie in a bracket.

    Attributes:
        step: number of the round in which it is played, from 1.
        part: part of the bracket.
        slot: index from the top of its part and round, from 0.
    """

    step: int
    part: Part
    slot: int


@dataclass(frozen=True, slots=True)
class Source:
    """Source of a player of a tie: a seed, or the winner or loser of an earlier tie."""

    seed: int = 0
    tie: BracketPosition | None = None
    advances: Literal["winner", "loser"] = "winner"


@dataclass(frozen=True, slots=True)
class Node:
    """A tie of the bracket before its players are known."""

    place: BracketPosition
    first: Source
    second: Source
    if_needed: bool = False
    """True for a grand final reset, played only if the player from the losers' bracket won the first final."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """An elimination bracket for a number of players.

    Attributes:
        players: number of players; higher seeds are empty.
        nodes: all ties, by round.
    """

    players: int
    nodes: tuple[Node, ...]

    @property
    def steps(self) -> int:
        """Number of rounds, including the grand final reset."""
        return self.nodes[-1].place.step

    @property
    def final(self) -> Node:
        """The final; in double elimination the first grand final."""
        return next(node for node in reversed(self.nodes) if node.place.part != Part.THIRD and not node.if_needed)


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie with the players and result known so far, better seed first."""

    place: BracketPosition
    first: Occupant
    second: Occupant
    winner: Occupant = Empty.OPEN
    loser: Occupant = Empty.OPEN

    @property
    def players(self) -> tuple[int, ...]:
        """Known players, better seed first."""
        return tuple(side for side in (self.first, self.second) if isinstance(side, int))

    @property
    def is_known(self) -> bool:
        """True if both sides are decided, even if one or both are empty."""
        return Empty.OPEN not in (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Placing:
    """Current or final rank of a player, from 1.

    Players eliminated together share a rank.
    """

    rank: int
    player: int
    seed: int
    still_in: bool


def size_for(players: int) -> int:
    """Return the size of the bracket: the next power of two.

    >>> [size_for(players) for players in (2, 3, 6, 8, 33, 64)]
    [2, 4, 8, 8, 64, 64]

    Raises:
        ValueError: fewer than 2 or more than 64 players.
    """
    if not 2 <= players <= MAX_PLAYERS:
        raise ValueError(f"A bracket has 2 to {MAX_PLAYERS} players, not {players}.")
    return int(1 << (players - 1).bit_length())


def largest_full_size(players: int) -> int | None:
    """Return the largest bracket that the players fill without byes.

    None below two players.

    >>> [largest_full_size(players) for players in (1, 2, 7, 31, 100)]
    [None, 2, 4, 16, 64]
    """
    return max((size for size in FULL_SIZES if size <= players), default=None)


def bracket_rounds(players: int) -> int:
    """Return the number of rounds of a single elimination.

    >>> [bracket_rounds(players) for players in (2, 4, 6, 8, 64)]
    [1, 2, 3, 3, 6]

    Raises:
        ValueError: fewer than 2 or more than 64 players.
    """
    return size_for(players).bit_length() - 1


def seed_order(players: int) -> tuple[int, ...]:
    """Return the seeds of the first round from top to bottom, including empty ones.

    >>> seed_order(8)
    (1, 8, 4, 5, 3, 6, 2, 7)
    """
    order = [1]
    for round_number in range(1, bracket_rounds(players) + 1):
        size = 2**round_number
        order = [
            seed for slot, better in enumerate(order) for seed in _with_opponent(better, size, mirrored=slot % 2 == 1)
        ]
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple(seed for pair in pairs for seed in sorted(pair))


def _with_opponent(better: int, players: int, *, mirrored: bool) -> tuple[int, int]:
    """Return a seed and its opponent.

    Mirroring every second match puts seed 2 at the bottom.
    """
    worse = players + 1 - better
    return (worse, better) if mirrored else (better, worse)


def main_bracket(players: int, steps: Sequence[int]) -> Iterator[Node]:
    """Yield the ties of the main bracket, round by round.

    Args:
        players: number of players.
        steps: for each round of the main bracket, the round number in the whole elimination.
    """
    order = seed_order(players)
    for number, step in enumerate(steps, 1):
        for slot in range(len(order) >> number):
            if number == 1:
                sides = Source(seed=order[2 * slot]), Source(seed=order[2 * slot + 1])
            else:
                before = [BracketPosition(steps[number - 2], Part.MAIN, 2 * slot + side) for side in (0, 1)]
                sides = Source(tie=before[0]), Source(tie=before[1])
            yield Node(BracketPosition(step, Part.MAIN, slot), *sides)


def single_elimination(players: int, *, third_place: bool = False) -> Bracket:
    """Return a single elimination bracket.

    Args:
        players: number of players, 2 to 64.
        third_place: True for a third-place match; ignored below four players.

    Raises:
        ValueError: the number of players is out of range.
    """
    rounds = bracket_rounds(players)
    nodes = list(main_bracket(players, range(1, rounds + 1)))
    if third_place and players >= 4:
        first, second = (Source(tie=BracketPosition(rounds - 1, Part.MAIN, slot), advances="loser") for slot in (0, 1))
        nodes.append(Node(BracketPosition(rounds, Part.THIRD, 0), first, second))
    return Bracket(players, tuple(nodes))


def resolve_ties(
    bracket: Bracket, seeded: Sequence[int], winners: Mapping[BracketPosition, int | None]
) -> dict[BracketPosition, Tie]:
    """Return every tie by position.

    Players and winners follow from the results.

    Args:
        bracket: from :func:`single_elimination` or
            :func:`epic_events.pairings.methods.brackets.double_elimination`.
        seeded: players in seed order.
        winners: winner of each played tie; None for a double loss, after which no player advances.

    Raises:
        ValueError: the number of players is wrong, or a player appears twice.
    """
    if len(seeded) != bracket.players or len(set(seeded)) != len(seeded):
        raise ValueError(f"A bracket of {bracket.players} needs as many different players: {seeded}.")
    rank = {player: index for index, player in enumerate(seeded)}
    ties: dict[BracketPosition, Tie] = {}
    for node in bracket.nodes:
        first, second = (_occupant(source, seeded, ties) for source in (node.first, node.second))
        if node.if_needed and _is_reset_unneeded(bracket, ties):
            first = second = Empty.NO_ONE
        elif isinstance(first, int) and isinstance(second, int) and rank[second] < rank[first]:
            first, second = second, first
        ties[node.place] = _resolve_tie(Tie(node.place, first, second), winners)
    return ties


def _occupant(source: Source, seeded: Sequence[int], ties: Mapping[BracketPosition, Tie]) -> Occupant:
    if source.tie is not None:
        before = ties[source.tie]
        return before.winner if source.advances == "winner" else before.loser
    return seeded[source.seed - 1] if source.seed <= len(seeded) else Empty.NO_ONE


def _is_reset_unneeded(bracket: Bracket, ties: Mapping[BracketPosition, Tie]) -> bool:
    """Return True if the grand final reset is not needed."""
    unbeaten = _occupant(bracket.final.first, (), ties)
    winner = ties[bracket.final.place].winner
    return winner == Empty.NO_ONE or (winner != Empty.OPEN and winner == unbeaten)


def _resolve_tie(tie: Tie, winners: Mapping[BracketPosition, int | None]) -> Tie:
    """Return the tie with winner and loser if a result or an empty side decides them."""
    if not tie.is_known:
        return tie
    if len(tie.players) < 2:
        alone: Occupant = tie.players[0] if tie.players else Empty.NO_ONE
        return Tie(tie.place, tie.first, tie.second, alone, Empty.NO_ONE)
    if tie.place not in winners:
        return tie
    winner = winners[tie.place]
    if winner is None:
        return Tie(tie.place, tie.first, tie.second, Empty.NO_ONE, Empty.NO_ONE)
    loser = next(player for player in tie.players if player != winner)
    return Tie(tie.place, tie.first, tie.second, winner, loser)


def playable_ties(ties: Mapping[BracketPosition, Tie], step: int) -> list[Tie]:
    """Return the ties of a round that have players, including byes.

    A third-place match with a single player is not included. The list is empty if the bracket ended earlier.
    """
    return [
        tie
        for place, tie in ties.items()
        if place.step == step and tie.is_known and len(tie.players) > (1 if place.part == Part.THIRD else 0)
    ]


def champion(bracket: Bracket, ties: Mapping[BracketPosition, Tie]) -> Occupant:
    """Return the winner; ``OPEN`` while unfinished, ``NO_ONE`` if both finalists left."""
    last = bracket.nodes[-1]
    if last.if_needed and ties[last.place].winner != Empty.NO_ONE:
        return ties[last.place].winner
    return ties[bracket.final.place].winner


def is_over(ties: Mapping[BracketPosition, Tie]) -> bool:
    """Return True if every tie with players is decided."""
    return all(tie.winner != Empty.OPEN for tie in ties.values())


def placings(bracket: Bracket, seeded: Sequence[int], winners: Mapping[BracketPosition, int | None]) -> list[Placing]:
    """Return the current or final ranks, best first; tied players in seed order.

    Players eliminated in the same round and part share a rank; a third-place match separates ranks 3 and 4. After a
    double loss both players are eliminated: in a final they share rank 2, elsewhere they rank like players eliminated
    where the loser would have played next.
    """
    ties = resolve_ties(bracket, seeded, winners)
    seeds = {player: seed for seed, player in enumerate(seeded, 1)}
    out_in, comes_to = _ranks(bracket), _loser_paths(bracket)
    ranks: dict[int, int] = {}
    for place, tie in ties.items():
        if tie.winner == Empty.NO_ONE:
            ranks |= dict.fromkeys(tie.players, out_in.get(comes_to.get(place, place), 2))
        elif place in out_in and isinstance(tie.winner, int):
            if place.part == Part.THIRD:
                ranks[tie.winner] = out_in[place] - 1
            if isinstance(tie.loser, int):
                ranks[tie.loser] = out_in[place]
    winner = champion(bracket, ties)
    if isinstance(winner, int):
        ranks[winner] = 1
        ranks |= {player: 2 for player in ties[bracket.final.place].players if player != winner}
    rows = [Placing(ranks.get(player, 1), player, seeds[player], player not in ranks) for player in seeded]
    return sorted(rows, key=lambda row: (row.rank, row.seed))


def _ranks(bracket: Bracket) -> dict[BracketPosition, int]:
    """Return the rank of a player eliminated in each tie except the finals.

    Ranks are counted in a bracket in which the better seed always wins. If byes leave a round without eliminated
    players, its ties get the rank of the round they lead to.
    """
    seeded = range(1, bracket.players + 1)
    ties = resolve_by_seed(bracket, seeded)
    feeding = _loser_paths(bracket)
    finals = {bracket.final.place, *(node.place for node in bracket.nodes if node.if_needed)}
    third = [place for place in ties if place.part == Part.THIRD]
    ranks, next_rank = dict.fromkeys(third, 4), 4 if third else 2
    ends = [place for place in ties if place not in feeding and place not in finals and place not in third]
    going = Counter((place.step, place.part) for place in ends if len(ties[place].players) == 2)
    rank = next_rank + 1
    for group in sorted({(place.step, place.part) for place in ends}, reverse=True):
        if going[group]:
            rank = next_rank + 1
        ranks |= {place: rank for place in ends if (place.step, place.part) == group}
        next_rank += going[group]
    return ranks


def _loser_paths(bracket: Bracket) -> dict[BracketPosition, BracketPosition]:
    """Return the position where the loser of each tie plays next.

    Grand final resets are omitted.
    """
    return {
        source.tie: node.place
        for node in bracket.nodes
        for source in (node.first, node.second)
        if source.tie is not None and source.advances == "loser" and not node.if_needed
    }


def resolve_by_seed(bracket: Bracket, seeded: Sequence[int]) -> dict[BracketPosition, Tie]:
    """Return the ties of a finished bracket in which the better seed won every tie."""
    winners: dict[BracketPosition, int | None] = {}
    for step in range(1, bracket.steps + 1):
        for tie in playable_ties(resolve_ties(bracket, seeded, winners), step):
            winners[tie.place] = tie.players[0]
    return resolve_ties(bracket, seeded, winners)


def placings_by_rounds(seeded: Sequence[int], losers_by_round: Sequence[Sequence[int]]) -> list[Placing]:
    """Return the ranks of a single elimination, by the round of the loss.

    The bracket may be unknown.

    Args:
        seeded: players in seed order.
        losers_by_round: losers of each round so far, first round first.
    """
    seeds = {player: seed for seed, player in enumerate(seeded, 1)}
    out = {player for losers in losers_by_round for player in losers}
    still_in = [player for player in seeds if player not in out]
    rows = [Placing(1, player, seeds[player], len(still_in) > 1) for player in still_in]
    left = len(seeds)
    for losers in losers_by_round:
        left -= len(losers)
        rows += [Placing(left + 1, player, seeds[player], still_in=False) for player in losers]
    return sorted(rows, key=lambda row: (row.rank, row.seed))


class DropOrder(IntEnum):
    """Order in which losers enter the losers' bracket.

    Stored, so that a running bracket keeps it.
    """

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
"""By number of players, for numbers at which other swaps are better because of byes."""


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
    """Yield the ties of the losers' bracket.

    Its round n is played in round n + 1 of the event.
    """
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
