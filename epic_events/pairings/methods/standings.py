"""Standings of a stage by points and tie-breakers, and final standings.

Final standings are those over all stages. Standings are verified against the published standings of four events, to
the last printed digit.

In the final standings players who reached a later stage rank higher; within a stage, its own ranking counts. Tied
players share a rank and the following ranks are skipped (1, 2, 3, 3, 5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from epic_events.pairings.methods.tie_breaks.chain import EPIC, PRESETS, Chain, TieBreak
from epic_events.pairings.methods.tie_breaks.record import (
    BYE_GAMES,
    GAME_DRAW,
    GAME_WIN,
    NO_PRESENCE,
    USUAL_POINTS,
    Line,
    Outcome,
    Points,
    Presence,
    Record,
    Result,
    match_points,
)
from epic_events.pairings.methods.tie_breaks.values import Breakdown, Column, Derivation, Share, Term, TiedColumn

__all__ = [
    "BYE_GAMES",
    "GAME_DRAW",
    "GAME_WIN",
    "PRESETS",
    "Breakdown",
    "Derivation",
    "FinalStanding",
    "Line",
    "Outcome",
    "Points",
    "Presence",
    "Ranking",
    "Result",
    "Settings",
    "Share",
    "Standing",
    "StandingsTable",
    "Term",
    "final_standings",
    "match_points",
    "standings",
    "winner",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the standings of a stage.

    Attributes:
        chain: tie-breakers in order.
        points: match points for a win, a draw, a loss and a bye; a win is worth the most.
        seed: random seed of the lot.
    """

    chain: Chain = PRESETS[EPIC].chain
    points: Points = USUAL_POINTS
    seed: int = 0

    @classmethod
    def preset(cls, name: str, seed: int = 0) -> "Settings":
        """Return the settings of a preset.

        Raises:
            KeyError: there is no such preset.
        """
        return cls(PRESETS[name].chain, PRESETS[name].points, seed)


class StandingsTable:
    """Standings as numbers; the breakdown of a value is computed on demand.

    Args:
        record: the results of the event.
        chain: tie-breakers in order.
    """

    def __init__(self, record: Record, chain: Chain) -> None:
        self.record = record
        self.chain = chain
        self._values = [link.kind.values(record, link.options) for link in chain]
        self._tied: list[dict[int, Sequence[int]]] = [{} for _ in chain]

    def ranked(self) -> "list[Standing]":
        """Return the rows, best first; tied players share a rank and are ordered by id."""
        groups: list[list[int]] = [list(range(len(self.record.players)))]
        groups = _split(groups, self.record.match_points, lower=False)
        for number, (link, values) in enumerate(zip(self.chain, self._values, strict=True)):
            if isinstance(values, Column):
                groups = _split(groups, values.numbers, lower=link.kind.lower)
            else:
                groups = self._split_among(groups, values, number)
        rows: list[Standing] = []
        for group in groups:
            rank = len(rows) + 1
            rows += [Standing(self, at, rank) for at in group]
        return rows

    def _split_among(self, groups: list[list[int]], values: TiedColumn, number: int) -> list[list[int]]:
        """Split groups of tied players by a tie-breaker computed within each group."""
        finer: list[list[int]] = []
        for group in groups:
            if len(group) == 1:
                finer.append(group)
                continue
            self._tied[number] |= dict.fromkeys(group, group)
            numbers = values.numbers(group)
            finer += (
                [group] if numbers is None else _split([group], dict(zip(group, numbers, strict=True)), lower=False)
            )
        return finer

    def breakdown(self, at: int, name: str) -> Breakdown:
        """Return the breakdown of a player's value, given the player's index.

        Call after ranking.

        Raises:
            KeyError: the chain has no such tie-breaker.
        """
        number = self._number(name)
        values = self._values[number]
        if isinstance(values, Column):
            return values.breakdown(at)
        return values.breakdown(at, self._tied[number].get(at, (at,)))

    def value(self, at: int, name: str) -> Fraction | None:
        """Return a player's value, given the player's index.

        None if the tie-breaker does not apply.

        Raises:
            KeyError: the chain has no such tie-breaker.
        """
        values = self._values[self._number(name)]
        return values.value(at) if isinstance(values, Column) else self.breakdown(at, name).value

    def ratios(self, at: int) -> list[tuple[int, int] | None]:
        """Return a player's values in the order of the chain.

        They are numerator and denominator, which may not be reduced.
        """
        ratios: list[tuple[int, int] | None] = []
        for number, values in enumerate(self._values):
            if isinstance(values, Column):
                ratios.append((values.numbers[at], values.denominator))
            else:
                value = values.breakdown(at, self._tied[number].get(at, (at,))).value
                ratios.append(None if value is None else value.as_integer_ratio())
        return ratios

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {link.name: number for number, link in enumerate(self.chain)}

    def _number(self, name: str) -> int:
        return self._numbers[name]


def _split(groups: list[list[int]], numbers: Sequence[int] | dict[int, int], *, lower: bool) -> list[list[int]]:
    """Split groups of tied players by a number per player, better players first.

    The sort is stable: players that stay tied keep their order.
    """
    finer: list[list[int]] = []
    number_of = numbers.__getitem__
    for group in groups:
        if len(group) == 1:
            finer.append(group)
            continue
        before = None
        for at in sorted(group, key=number_of, reverse=not lower):
            if (number := numbers[at]) == before:
                finer[-1].append(at)
            else:
                finer.append([at])
                before = number
    return finer


class Standing:
    """A row of the standings.

    Attributes:
        table: the standings it belongs to.
        rank: rank from 1; players with equal values share it.
        player: id of the player.
        match_points: sum over the rounds.
    """

    __slots__ = ("_at", "match_points", "player", "rank", "table")

    def __init__(self, table: StandingsTable, at: int, rank: int) -> None:
        self.table = table
        self.rank = rank
        self.player = table.record.players[at]
        self.match_points = table.record.match_points[at]
        self._at = at

    @property
    def lines(self) -> tuple[Line, ...]:
        """The player's rounds in order, including byes."""
        return self.table.record.lines(self._at)

    @property
    def won_lost_drawn(self) -> tuple[int, int, int]:
        """Matches won (including byes), lost and drawn."""
        return self.table.record.won_lost_drawn[self._at]

    @property
    def chain(self) -> Chain:
        """The tie-breakers of the standings, in order."""
        return self.table.chain

    def value(self, name: str) -> Fraction | None:
        """Return the value of a tie-breaker; None if it does not apply to this player.

        Raises:
            KeyError: the chain has no such tie-breaker.
        """
        return self.table.value(self._at, name)

    def breakdown(self, name: str) -> Breakdown:
        """Return the breakdown of a tie-breaker's value.

        Raises:
            KeyError: the chain has no such tie-breaker.
        """
        return self.table.breakdown(self._at, name)

    @property
    def values(self) -> list[tuple[TieBreak, Fraction | None]]:
        """The tie-breakers of the chain with their values."""
        return [(link, self.value(link.name)) for link in self.table.chain]

    @property
    def ratios(self) -> list[tuple[int, int] | None]:
        """The values as numerator and denominator, which may not be reduced.

        Faster than fractions.
        """
        return self.table.ratios(self._at)

    def key(self) -> tuple[Fraction | None, ...]:
        """Return the match points and the tie-breaker values that decide the rank."""
        return (Fraction(self.match_points), *(value for _, value in self.values))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Standing):
            return NotImplemented
        return (self.rank, self.player, self.key()) == (other.rank, other.player, other.key())

    def __hash__(self) -> int:
        return hash((self.rank, self.player))

    def __repr__(self) -> str:
        return f"Standing({self.rank}, player={self.player}, {self.match_points} points)"


DEFAULT = Settings()


def standings(
    players: Iterable[int],
    results: Iterable[Result],
    settings: Settings = DEFAULT,
    presence: Presence = NO_PRESENCE,
) -> list[Standing]:
    """Return the standings, best first.

    Rounds without a match or bye (before a late entry, after a drop) do not count for a player. Players with equal
    values share a rank and are ordered by id.

    Args:
        players: players to list; players who only appear in results are added.
        results: finished matches and byes, in any order.
        settings: tie-breakers, match points and random seed.
        presence: late and dropped players, for tie-breakers that depend on them.
    """
    record = Record(players, results, settings.points, presence, settings.seed)
    return StandingsTable(record, settings.chain).ranked()


Ranking: TypeAlias = Sequence[tuple[int, int]]
"""Rank and player, best first; tied players share a rank."""


@dataclass(frozen=True)
class FinalStanding:
    """A row of the final standings.

    Attributes:
        rank: rank from 1; tied players share it.
        player: id of the player.
        stage: order of the last stage that the player reached.
    """

    rank: int
    player: int
    stage: int


def final_standings(stages: Iterable[tuple[int, Ranking]]) -> list[FinalStanding]:
    """Return the final standings, best first.

    Args:
        stages: order and ranking of each stage, last stage first.
    """
    standings_by_player: dict[int, FinalStanding] = {}
    for stage, ranking in stages:
        left = [(rank, player) for rank, player in ranking if player not in standings_by_player]
        above, level = len(standings_by_player), 0
        for number, (rank, player) in enumerate(left):
            if number and rank != left[number - 1][0]:
                level = number
            standings_by_player[player] = FinalStanding(above + level + 1, player, stage)
    return list(standings_by_player.values())


def winner(ended: Sequence[FinalStanding]) -> int | None:
    """Return the winner; None without players or if several share rank 1."""
    first = [row.player for row in ended[:2] if row.rank == 1]
    return first[0] if len(first) == 1 else None
