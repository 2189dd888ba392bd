"""Read-only record of an event's results, from which tie-breakers are computed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

GAME_WIN, GAME_DRAW = 3, 1
"""Game points for a won and a drawn game; a lost game is worth 0."""

BYE_GAMES = 2
"""Game wins of a bye."""


class Points(NamedTuple):
    """Match points for a win, a draw, a loss and a bye."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


USUAL_POINTS = Points()
"""3 for a win and a bye, 1 for a draw."""


class Outcome(StrEnum):
    """Outcome of a match for one player."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Result(NamedTuple):
    """A finished match, or a bye if there is no second player.

    Attributes:
        round: number of the round.
        first: player of seat 1.
        second: player of seat 2; None for a bye.
        first_points: match points of the first player.
        second_points: match points of the second player.
        first_wins: games won by the first player.
        second_wins: games won by the second player.
        drawn: games drawn.
        both_lost: True for a double loss; otherwise equal points are a draw.
        first_health: health of the first player at the end; None if not recorded.
        second_health: health of the second player at the end; None if not recorded.
    """

    round: int
    first: int
    second: int | None
    first_points: int
    second_points: int = 0
    first_wins: int = BYE_GAMES
    second_wins: int = 0
    drawn: int = 0
    both_lost: bool = False
    first_health: int | None = None
    second_health: int | None = None

    @classmethod
    def of_games(
        cls, round_: int, first: int, second: int, games: tuple[int, int, int], points: Points = USUAL_POINTS
    ) -> "Result":
        """Create a result from games won by the first, won by the second, and drawn.

        >>> Result.of_games(1, 7, 8, (2, 1, 0)).first_points
        3
        """
        first_points, second_points = match_points(games[0], games[1], points)
        return cls(round_, first, second, first_points, second_points, *games)

    @classmethod
    def bye(cls, round_: int, player: int, points: Points = USUAL_POINTS) -> "Result":
        """Create a bye: a match won 2-0 without an opponent."""
        return cls(round_, player, None, points.bye)

    def line_of(self, player: int) -> "Line":
        """Return the result from the view of a player."""
        if player == self.first:
            outcome = self.outcome(self.first_points, self.second_points)
            return Line(
                self.round, self.second, self.first_points, self.first_wins, self.second_wins, self.drawn, outcome
            )
        outcome = self.outcome(self.second_points, self.first_points)
        return Line(self.round, self.first, self.second_points, self.second_wins, self.first_wins, self.drawn, outcome)

    def outcome(self, own: int, other: int) -> Outcome:
        """Return the outcome for a player, given own and opponent's match points."""
        if self.second is None or own > other:
            return Outcome.WIN
        return Outcome.LOSS if self.both_lost or own < other else Outcome.DRAW

    def scored(self, points: Points) -> "Result":
        """Return the same match with other match points."""
        if self.second is None:
            return self._replace(first_points=points.bye)
        if self.both_lost:
            return self._replace(first_points=points.loss, second_points=points.loss)
        if self.first_points == self.second_points:
            return self._replace(first_points=points.draw, second_points=points.draw)
        first_won = self.first_points > self.second_points
        both = (points.win, points.loss) if first_won else (points.loss, points.win)
        return self._replace(first_points=both[0], second_points=both[1])


class Line(NamedTuple):
    """A player's round: match points, games won, lost and drawn.

    A bye has no opponent.
    """

    round: int
    opponent: int | None
    points: int
    won: int
    lost: int
    drawn: int
    outcome: Outcome


def match_points(first_wins: int, second_wins: int, points: Points = USUAL_POINTS) -> tuple[int, int]:
    """Return the match points of both players.

    Equal game wins are a draw, including 0-0.

    >>> match_points(2, 1), match_points(1, 1), match_points(0, 2)
    ((3, 0), (1, 1), (0, 3))
    """
    if first_wins == second_wins:
        return points.draw, points.draw
    return (points.win, points.loss) if first_wins > second_wins else (points.loss, points.win)


@dataclass(frozen=True, slots=True)
class Presence:
    """Players who did not take part from the first round to the last.

    Attributes:
        late: players who joined after the first round.
        dropped: players who dropped before the end.
    """

    late: frozenset[int] = frozenset()
    dropped: frozenset[int] = frozenset()


NO_PRESENCE = Presence()
"""All players took part from the first round to the last."""


class Tally(NamedTuple):
    """Points won and possible per player index.

    The parts of both that come from byes are separate.
    """

    won: Sequence[int]
    possible: Sequence[int]
    bye_won: Sequence[int]
    bye_possible: Sequence[int]


class Record:
    """Results of an event by player index (players sorted by id).

    Counts are cached properties that several tie-breakers share. Rounds without a match or bye (before a late entry,
    after a drop) are not recorded.

    Args:
        players: players to list; players who only appear in results are added.
        results: finished matches and byes, in any order.
        points: match points for a win, a draw, a loss and a bye.
        presence: late and dropped players.
        seed: random seed of the lot.
    """

    def __init__(
        self,
        players: Iterable[int],
        results: Iterable[Result],
        points: Points = USUAL_POINTS,
        presence: Presence = NO_PRESENCE,
        seed: int = 0,
    ) -> None:
        self.results = sorted(results, key=itemgetter(0))
        players_seen: set[int | None] = {*players, *map(itemgetter(1), self.results), *map(itemgetter(2), self.results)}
        self.players: tuple[int, ...] = tuple(sorted(player for player in players_seen if player is not None))
        self.place: Mapping[int, int] = MappingProxyType({player: at for at, player in enumerate(self.players)})
        self.points = points
        self.presence = presence
        self.seed = seed
        self.last_round = self.results[-1].round if self.results else 0
        size = len(self.players)
        self.match_points = [0] * size
        self.rounds = [0] * size
        self.byes = [0] * size
        self.bye_points = [0] * size
        self.opponents: list[list[int]] = [[] for _ in range(size)]
        self._collect()

    def _collect(self) -> None:
        place, earned, rounds, opponents = dict(self.place), self.match_points, self.rounds, self.opponents
        for _, first, second, first_points, second_points, _, _, _, _, _, _ in self.results:
            one = place[first]
            earned[one] += first_points
            rounds[one] += 1
            if second is None:
                self.byes[one] += 1
                self.bye_points[one] += first_points
            else:
                other = place[second]
                earned[other] += second_points
                rounds[other] += 1
                opponents[one].append(other)
                opponents[other].append(one)

    @cached_property
    def _results_of(self) -> list[list[Result]]:
        results: list[list[Result]] = [[] for _ in self.players]
        place = self.place
        for result in self.results:
            results[place[result.first]].append(result)
            if result.second is not None:
                results[place[result.second]].append(result)
        return results

    def results_of(self, at: int) -> Sequence[Result]:
        """Return a player's results in round order, given the player's index."""
        return self._results_of[at]

    def lines(self, at: int) -> tuple[Line, ...]:
        """Return a player's rounds in order, including byes, given the player's index."""
        player = self.players[at]
        return tuple(result.line_of(player) for result in self._results_of[at])

    @cached_property
    def won_lost_drawn(self) -> list[tuple[int, int, int]]:
        """Matches won (including byes), lost and drawn, by player index."""
        counts = {outcome: [0] * len(self.players) for outcome in Outcome}
        for result in self.results:
            counts[result.outcome(result.first_points, result.second_points)][self.place[result.first]] += 1
            if result.second is not None:
                counts[result.outcome(result.second_points, result.first_points)][self.place[result.second]] += 1
        return list(zip(counts[Outcome.WIN], counts[Outcome.LOSS], counts[Outcome.DRAW], strict=True))

    @cached_property
    def matches(self) -> Tally:
        """Match points won and possible."""
        most = self.points.win
        return Tally(self.match_points, [most * n for n in self.rounds], self.bye_points, [most * n for n in self.byes])

    @cached_property
    def games(self) -> Tally:
        """Game points won and possible: 3 for a won game, 1 for a drawn one."""
        size, place = len(self.players), dict(self.place)
        won, possible = [0] * size, [0] * size
        bye_won, bye_possible = [0] * size, [0] * size
        for _, first, second, _, _, first_wins, second_wins, drawn, _, _, _ in self.results:
            one, most = place[first], GAME_WIN * (first_wins + second_wins + drawn)
            won[one] += GAME_WIN * first_wins + GAME_DRAW * drawn
            possible[one] += most
            if second is None:
                bye_won[one] += GAME_WIN * first_wins
                bye_possible[one] += most
            else:
                other = place[second]
                won[other] += GAME_WIN * second_wins + GAME_DRAW * drawn
                possible[other] += most
        return Tally(won, possible, bye_won, bye_possible)

    @cached_property
    def _outcomes(self) -> tuple[list[int], list[int], list[int]]:
        """Matches won, drawn and lost, without byes."""
        size, place = len(self.players), dict(self.place)
        won, drawn, lost = [0] * size, [0] * size, [0] * size
        for _, first, second, first_points, second_points, _, _, _, both_lost, _, _ in self.results:
            if second is None:
                continue
            one, other = place[first], place[second]
            if first_points > second_points:
                won[one] += 1
                lost[other] += 1
            elif first_points < second_points:
                lost[one] += 1
                won[other] += 1
            else:
                counted = lost if both_lost else drawn
                counted[one] += 1
                counted[other] += 1
        return won, drawn, lost

    @property
    def won(self) -> Sequence[int]:
        """Matches won, without byes."""
        return self._outcomes[0]

    @property
    def lost(self) -> Sequence[int]:
        """Matches lost."""
        return self._outcomes[2]

    @cached_property
    def half_draws(self) -> Tally:
        """Points won and possible if a win or bye counts 2 and a draw 1."""
        won, drawn, _ = self._outcomes
        byes = [2 * n for n in self.byes]
        counted = [2 * wins + draws + bye for wins, draws, bye in zip(won, drawn, byes, strict=True)]
        return Tally(counted, [2 * n for n in self.rounds], byes, byes)

    @cached_property
    def losses(self) -> Tally:
        """Matches lost and played; a bye is a match not lost."""
        return Tally(self.lost, self.rounds, [0] * len(self.players), self.byes)
