"""What was played, as tie-breakers read it: every result of the rounds in their order, nothing that can change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

GAME_WIN, GAME_DRAW = 3, 1
"""Points for a won and a drawn game; a lost one brings none."""

BYE_GAMES = 2
"""Games that a bye counts as won."""


class Points(NamedTuple):
    """Match points for each way a match can end."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


USUAL_POINTS = Points()
"""3 for a win and a bye, 1 for a draw."""


class Outcome(StrEnum):
    """What a match was for one of the two."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Result(NamedTuple):
    """A finished match: match points and games won of each side, games drawn; without a second player it is a bye.

    Attributes:
        round: the number of the round.
        first: the player of seat 1.
        second: the player of seat 2; None for a bye.
        first_points: match points of the first.
        second_points: match points of the second.
        first_wins: games won by the first.
        second_wins: games won by the second.
        drawn: games drawn.
        both_lost: whether it was a loss for both: equal points are a draw otherwise.
        first_health: health left to the first at the end; None when it was not noted.
        second_health: health left to the second at the end; None when it was not noted.
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
        """Return the result of games won by the first, won by the second, and drawn; 3 - 1 - 0 unless told otherwise.

        >>> Result.of_games(1, 7, 8, (2, 1, 0)).first_points
        3
        """
        first_points, second_points = match_points(games[0], games[1], points)
        return cls(round_, first, second, first_points, second_points, *games)

    @classmethod
    def bye(cls, round_: int, player: int, points: Points = USUAL_POINTS) -> "Result":
        """Return a bye: a match won 2-0 against nobody."""
        return cls(round_, player, None, points.bye)

    def line_of(self, player: int) -> "Line":
        """Return the match as this player saw it."""
        if player == self.first:
            outcome = self.outcome(self.first_points, self.second_points)
            return Line(
                self.round, self.second, self.first_points, self.first_wins, self.second_wins, self.drawn, outcome
            )
        outcome = self.outcome(self.second_points, self.first_points)
        return Line(self.round, self.first, self.second_points, self.second_wins, self.first_wins, self.drawn, outcome)

    def outcome(self, own: int, other: int) -> Outcome:
        """Return what the match was for the side with these match points."""
        if self.second is None or own > other:
            return Outcome.WIN
        return Outcome.LOSS if self.both_lost or own < other else Outcome.DRAW

    def scored(self, points: Points) -> "Result":
        """Return the same match with other match points for a win, a draw, a loss and a bye."""
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
    """One round of one player: match points, games won, lost and drawn; a bye has no opponent."""

    round: int
    opponent: int | None
    points: int
    won: int
    lost: int
    drawn: int
    outcome: Outcome


def match_points(first_wins: int, second_wins: int, points: Points = USUAL_POINTS) -> tuple[int, int]:
    """Return both sides' match points: more games won is the match won, as many is a draw, 0-0 among them.

    >>> match_points(2, 1), match_points(1, 1), match_points(0, 2)
    ((3, 0), (1, 1), (0, 3))
    """
    if first_wins == second_wins:
        return points.draw, points.draw
    return (points.win, points.loss) if first_wins > second_wins else (points.loss, points.win)


@dataclass(frozen=True, slots=True)
class Presence:
    """Who was not there from the first round to the last, as far as tie-breakers ask.

    Attributes:
        late: players who came after the first round.
        dropped: players who left before the end.
    """

    late: frozenset[int] = frozenset()
    dropped: frozenset[int] = frozenset()


NO_PRESENCE = Presence()
"""Everybody was there from the first round to the last."""


class Tally(NamedTuple):
    """Whole numbers by place of the player, won of possible, and what of both came from byes."""

    won: Sequence[int]
    possible: Sequence[int]
    bye_won: Sequence[int]
    bye_possible: Sequence[int]


class Record:
    """The read-only record of an event: players by place, the order of their ids, and their matches by round.

    Everything a family of tie-breakers counts is counted once, when it is asked for first. Rounds in which a player had
    neither match nor bye (before a late entry, after a drop) leave no trace here.

    Args:
        players: everyone to be listed; players who appear in results only are listed too.
        results: finished matches and byes, in any order.
        points: what a win, a draw, a loss and a bye are worth.
        presence: who came late and who left.
        seed: what chance is drawn from.
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
        known: set[int | None] = {*players, *map(itemgetter(1), self.results), *map(itemgetter(2), self.results)}
        self.players: tuple[int, ...] = tuple(sorted(player for player in known if player is not None))
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
        found: list[list[Result]] = [[] for _ in self.players]
        place = self.place
        for result in self.results:
            found[place[result.first]].append(result)
            if result.second is not None:
                found[place[result.second]].append(result)
        return found

    def results_of(self, at: int) -> Sequence[Result]:
        """Return the results of the player at a place, in the order of the rounds."""
        return self._results_of[at]

    def lines(self, at: int) -> tuple[Line, ...]:
        """Return the rounds of the player at a place, in order, byes among them."""
        player = self.players[at]
        return tuple(result.line_of(player) for result in self._results_of[at])

    @cached_property
    def matches(self) -> Tally:
        """Match points of the most there were to win."""
        most = self.points.win
        return Tally(self.match_points, [most * n for n in self.rounds], self.bye_points, [most * n for n in self.byes])

    @cached_property
    def games(self) -> Tally:
        """Game points of the most there were to win: 3 for a won game, 1 for a drawn one."""
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
        """Half match points: 2 for a win and a bye, 1 for a draw, of 2 a round."""
        won, drawn, _ = self._outcomes
        byes = [2 * n for n in self.byes]
        counted = [2 * wins + draws + bye for wins, draws, bye in zip(won, drawn, byes, strict=True)]
        return Tally(counted, [2 * n for n in self.rounds], byes, byes)

    @cached_property
    def losses(self) -> Tally:
        """Matches lost of the rounds played; a bye is none of them."""
        return Tally(self.lost, self.rounds, [0] * len(self.players), self.byes)
