"""Eliminations: who meets whom, who goes on, and how a bracket ends.

A bracket is a list of ties. Each side of a tie is filled by a seed, or by the winner or the loser of an earlier tie; so
single and double elimination, byes and the match for third place are one thing, played by :func:`play`.

A bracket of eight opens with seeds 1-8, 4-5, 3-6, 2-7 in this order; winners of neighbouring ties meet, so that the
two best seeds can meet in the final only. A field that is no power of two leaves the foot of the seeds empty: whoever
would have met one of them, a best seed, has a bye.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Final, Literal

FULL_SIZES: Final = (2, 4, 8, 16, 32, 64)
"""The sizes in which nobody has a bye."""

MAX_PLAYERS: Final = 64


class Part(StrEnum):
    """Which part of an elimination a tie belongs to, as it is stored."""

    MAIN = ""
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"


class Empty(Enum):
    """What a side of a tie is when it is no player: not decided yet, or nobody at all."""

    OPEN = auto()
    NO_ONE = auto()


Occupant = int | Empty


@dataclass(frozen=True, slots=True, order=True)
class BracketPosition:
    """The place of a tie in a bracket.

    Attributes:
        step: the round in which it is played, from 1.
        part: the part of the bracket.
        slot: from the top of its part and round, from 0.
    """

    step: int
    part: Part
    slot: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side of a tie comes from: a seed, or the winner or loser of an earlier tie."""

    seed: int = 0
    tie: BracketPosition | None = None
    advances: Literal["winner", "loser"] = "winner"


@dataclass(frozen=True, slots=True)
class Node:
    """A tie of a bracket, whoever comes to play it."""

    place: BracketPosition
    first: Source
    second: Source
    if_needed: bool = False
    """Whether it is a second final, played only if the first was won by the side that came out of the losers."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A whole elimination for a number of players.

    Attributes:
        players: how many take part; seeds above it are empty.
        nodes: every tie, by round.
    """

    players: int
    nodes: tuple[Node, ...]

    @property
    def steps(self) -> int:
        """How many rounds it has, the second final among them."""
        return self.nodes[-1].place.step

    @property
    def final(self) -> Node:
        """The tie that decides, the first one where a second may be needed."""
        return next(node for node in reversed(self.nodes) if node.place.part != Part.THIRD and not node.if_needed)


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie as far as it is known; with both sides known the better seed stands first."""

    place: BracketPosition
    first: Occupant
    second: Occupant
    winner: Occupant = Empty.OPEN
    loser: Occupant = Empty.OPEN

    @property
    def players(self) -> tuple[int, ...]:
        """Whoever is known to play in it, the better seed first."""
        return tuple(side for side in (self.first, self.second) if isinstance(side, int))

    @property
    def is_known(self) -> bool:
        """Whether it is decided who plays, be it one player alone or nobody."""
        return Empty.OPEN not in (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Placing:
    """Where a player of an elimination ended, or stands: rank from 1, shared by those who went out together."""

    rank: int
    player: int
    seed: int
    still_in: bool


def size_for(players: int) -> int:
    """Return the size of the bracket that holds so many players: the next power of two.

    >>> [size_for(players) for players in (2, 3, 6, 8, 33, 64)]
    [2, 4, 8, 8, 64, 64]

    Raises:
        ValueError: there are fewer than 2 or more than 64.
    """
    if not 2 <= players <= MAX_PLAYERS:
        raise ValueError(f"A bracket has 2 to {MAX_PLAYERS} players, not {players}.")
    return int(1 << (players - 1).bit_length())


def largest_full_size(players: int) -> int | None:
    """Return the largest bracket without byes that so many players fill; None for fewer than two.

    >>> [full_size_within(players) for players in (1, 2, 7, 31, 100)]
    [None, 2, 4, 16, 64]
    """
    return max((size for size in FULL_SIZES if size <= players), default=None)


def bracket_rounds(players: int) -> int:
    """Return the number of rounds of a single elimination.

    >>> [rounds_of(players) for players in (2, 4, 6, 8, 64)]
    [1, 2, 3, 3, 6]

    Raises:
        ValueError: there are fewer than 2 or more than 64.
    """
    return size_for(players).bit_length() - 1


def seed_order(players: int) -> tuple[int, ...]:
    """Return the seeds from the top of the bracket to its foot, empty ones among them.

    >>> seed_order(8)
    (1, 8, 4, 5, 3, 6, 2, 7)
    """
    order = [1]
    for round_number in range(1, bracket_rounds(players) + 1):
        held = 2**round_number
        order = [
            seed for slot, better in enumerate(order) for seed in _with_opponent(better, held, mirrored=slot % 2 == 1)
        ]
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple(seed for pair in pairs for seed in sorted(pair))


def _with_opponent(better: int, players: int, *, mirrored: bool) -> tuple[int, int]:
    """Return a seed and its opponent; every second match is turned, which puts seed 2 at the foot."""
    worse = players + 1 - better
    return (worse, better) if mirrored else (better, worse)


def main_bracket(players: int, steps: Sequence[int]) -> Iterator[Node]:
    """Yield the ties in which nobody has lost before, from the first round to the last.

    Args:
        players: how many take part.
        steps: the round of the whole elimination in which each of its rounds is played.
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
    """Return the bracket in which one loss is the end.

    Args:
        players: from 2 to 64.
        third_place: whether the losers of the semi-finals meet; with fewer than four players they do not.

    Raises:
        ValueError: there are fewer or more players.
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
    """Return every tie of a bracket as far as its results decide it, by its place.

    Args:
        bracket: from :func:`single_elimination`, or from
            :func:`epic_events.pairings.methods.double_elimination.double_elimination`.
        seeded: the players in the order of their seeds.
        winners: who won each tie played; None where both sides lost, which sends nobody on.

    Raises:
        ValueError: the players do not fill the bracket, or one of them appears twice.
    """
    if len(seeded) != bracket.players or len(set(seeded)) != len(seeded):
        raise ValueError(f"A bracket of {bracket.players} needs as many different players: {seeded}.")
    rank = {player: at for at, player in enumerate(seeded)}
    ties: dict[BracketPosition, Tie] = {}
    for node in bracket.nodes:
        first, second = (_occupant(source, seeded, ties) for source in (node.first, node.second))
        if node.if_needed and _is_idle(bracket, ties):
            first = second = Empty.NO_ONE
        elif isinstance(first, int) and isinstance(second, int) and rank[second] < rank[first]:
            first, second = second, first
        ties[node.place] = _decided(Tie(node.place, first, second), winners)
    return ties


def _occupant(source: Source, seeded: Sequence[int], ties: Mapping[BracketPosition, Tie]) -> Occupant:
    if source.tie is not None:
        before = ties[source.tie]
        return before.winner if source.advances == "winner" else before.loser
    return seeded[source.seed - 1] if source.seed <= len(seeded) else Empty.NO_ONE


def _is_idle(bracket: Bracket, ties: Mapping[BracketPosition, Tie]) -> bool:
    """Whether the second final is not needed: the first was won by the side that had not lost, or by nobody."""
    unbeaten = _occupant(bracket.final.first, (), ties)
    winner = ties[bracket.final.place].winner
    return winner == Empty.NO_ONE or (winner != Empty.OPEN and winner == unbeaten)


def _decided(tie: Tie, winners: Mapping[BracketPosition, int | None]) -> Tie:
    """Return a tie with its winner and loser, where the result or an empty side decides them."""
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
    """Return the ties of a round that somebody plays, byes among them; empty when the bracket has ended before it.

    A match for third place with one player alone is not among them: nobody is there to be met.
    """
    return [
        tie
        for place, tie in ties.items()
        if place.step == step and tie.is_known and len(tie.players) > (1 if place.part == Part.THIRD else 0)
    ]


def champion(bracket: Bracket, ties: Mapping[BracketPosition, Tie]) -> Occupant:
    """Return who has won the elimination: ``OPEN`` while it is played, ``NO_ONE`` when both finalists left."""
    last = bracket.nodes[-1]
    if last.if_needed and ties[last.place].winner != Empty.NO_ONE:
        return ties[last.place].winner
    return ties[bracket.final.place].winner


def is_over(ties: Mapping[BracketPosition, Tie]) -> bool:
    """Whether every tie that somebody plays is decided."""
    return all(tie.winner != Empty.OPEN for tie in ties.values())


def placings(bracket: Bracket, seeded: Sequence[int], winners: Mapping[BracketPosition, int | None]) -> list[Placing]:
    """Return how an elimination stands or ended, best first; equals stand in the order of their seeds.

    Who goes out in the same round of the same part shares a rank; a match for third place tells third and fourth apart.
    Two who both lost are out: in a final they are second, in a tie whose loser goes on they rank as who goes out where
    the loser would have come to.
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
    """Return the rank of who goes out in each tie, the finals aside: counted in a bracket that the best seeds win.

    Where byes leave nobody to go out in a round, its ties rank as those of the round to which they lead.
    """
    seeded = range(1, bracket.players + 1)
    ties = favourites(bracket, seeded)
    feeding = _loser_paths(bracket)
    finals = {bracket.final.place, *(node.place for node in bracket.nodes if node.if_needed)}
    third = [place for place in ties if place.part == Part.THIRD]
    ranks, taken = dict.fromkeys(third, 4), 4 if third else 2
    ends = [place for place in ties if place not in feeding and place not in finals and place not in third]
    going = Counter((place.step, place.part) for place in ends if len(ties[place].players) == 2)
    rank = taken + 1
    for group in sorted({(place.step, place.part) for place in ends}, reverse=True):
        if going[group]:
            rank = taken + 1
        ranks |= {place: rank for place in ends if (place.step, place.part) == group}
        taken += going[group]
    return ranks


def _loser_paths(bracket: Bracket) -> dict[BracketPosition, BracketPosition]:
    """Return for each tie whose loser goes on where the loser comes to; a second final is no other place."""
    return {
        source.tie: node.place
        for node in bracket.nodes
        for source in (node.first, node.second)
        if source.tie is not None and source.advances == "loser" and not node.if_needed
    }


def favourites(bracket: Bracket, seeded: Sequence[int]) -> dict[BracketPosition, Tie]:
    """Return the bracket played to its end with the better seed winning every tie."""
    winners: dict[BracketPosition, int | None] = {}
    for step in range(1, bracket.steps + 1):
        for tie in playable_ties(resolve_ties(bracket, seeded, winners), step):
            winners[tie.place] = tie.players[0]
    return resolve_ties(bracket, seeded, winners)


def placings_by_rounds(seeded: Sequence[int], losers_by_round: Sequence[Sequence[int]]) -> list[Placing]:
    """Return the standings of a single elimination whose bracket is not known: by the round in which each one lost.

    Args:
        seeded: the players in the order of their seeds.
        losers_by_round: who lost in each round so far, the first round first.
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
