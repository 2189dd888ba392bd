"""The score of a two-player match: which game scores there can be, and what each is worth.

Sources: the reports on the first large Epic tournament (rulings T06 and T07): when time runs out the unfinished game
is a draw, and whoever has won more games has won the match, so 1-0-1 wins a best of three and 0-0-1 is a draw; the
policy of a fan league on recorded health (T12): whoever concedes, is absent or lost with less than nothing is at 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from epic_events.pairings.methods.standings import Points, match_points

DASH = "\N{EN DASH}"
MAX_HEALTH = 999
FIRST_WON, SECOND_WON, DRAWN, UNFINISHED = "1", "2", "d", "u"
"""The signs in which a course tells each game: won by seat 1, by seat 2, drawn, not finished when time ran out."""


class Kind(StrEnum):
    """How a result came about; the words are those of ``Match.ResultKind``."""

    PLAYED = "played"
    TIME = "time"
    CONCEDED = "conceded"
    AGREED_DRAW = "agreed_draw"
    AWARDED = "awarded"
    DOUBLE_LOSS = "double_loss"
    NO_SHOW = "no_show"


STAFF_ONLY = frozenset({Kind.AWARDED, Kind.DOUBLE_LOSS, Kind.NO_SHOW})
CONCESSIONS = frozenset({Kind.CONCEDED, Kind.NO_SHOW})
"""Kinds after which the loser's recorded health is 0."""

Health = tuple[int | None, int | None]
NO_HEALTH: Health = (None, None)


@dataclass(frozen=True, slots=True)
class Score:
    """How a match ended.

    Attributes:
        first: games won by seat 1.
        second: games won by seat 2.
        drawn: games drawn; a game not finished when time ran out is one of them.
        kind: how the result came about.
        course: each game in its order by the signs above, where somebody noted it; else empty.
        health: the health left of the seats 1 and 2 at the end, where it is recorded.
    """

    first: int
    second: int
    drawn: int = 0
    kind: Kind = Kind.PLAYED
    course: str = ""
    health: Health = NO_HEALTH

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """Return the score as a stored report holds it."""
        first, second = values["game_wins"]
        one, two = values.get("health") or NO_HEALTH
        return cls(
            first, second, values["games_drawn"], Kind(values["result_kind"]), values.get("course", ""), (one, two)
        )

    def values(self) -> dict[str, Any]:
        """Return the form in which a report stores it; what was not noted is left out."""
        stored = {"game_wins": [self.first, self.second], "games_drawn": self.drawn, "result_kind": self.kind.value}
        if self.course:
            stored["course"] = self.course
        if self.health != NO_HEALTH:
            stored["health"] = list(self.health)
        return stored

    @property
    def games(self) -> tuple[int, int, int]:
        """Games won by each side, and drawn."""
        return self.first, self.second, self.drawn

    @property
    def text(self) -> str:
        """The score as people write it: two numbers, three with drawn games."""
        games = self.games if self.drawn else self.games[:2]
        return DASH.join(str(number) for number in games)

    @property
    def winner(self) -> int | None:
        """The place of the winner, 1 or 2; None without one."""
        return None if self.first == self.second else 1 if self.first > self.second else 2

    def points(self, points: Points) -> tuple[int, int]:
        """Return the match points of the two seats."""
        if self.both_lost:
            return points.loss, points.loss
        return match_points(self.first, self.second, points)

    def outcomes(self) -> tuple[str, str]:
        """Return what the match was for the two seats: win, draw or loss."""
        if self.both_lost:
            return "loss", "loss"
        if self.first == self.second:
            return "draw", "draw"
        return ("win", "loss") if self.first > self.second else ("loss", "win")

    @property
    def both_lost(self) -> bool:
        """Whether neither seat gets anything: a loss for both, or nobody came."""
        return self.kind is Kind.DOUBLE_LOSS or (self.kind is Kind.NO_SHOW and self.winner is None)

    def agrees_with(self, other: "Score") -> bool:
        """Whether two reports tell the same: the same games, and the same health where both name it."""
        healths = zip(self.health, other.health, strict=True)
        return self.games == other.games and all(one == two or None in (one, two) for one, two in healths)

    def with_details_of(self, other: "Score") -> "Score":
        """Return this score with what only the other report noted."""
        one, two = (
            other_health if own is None else own for own, other_health in zip(self.health, other.health, strict=True)
        )
        return replace(self, course=self.course or other.course, health=(one, two))

    def recorded_health(self) -> Health:
        """Return the health that is stored: 0 for whoever conceded or was not there."""
        if self.kind not in CONCESSIONS:
            return self.health
        return (
            0 if self.winner != 1 else self.health[0],
            0 if self.winner != 2 else self.health[1],
        )


def swap_sides(score: Score) -> Score:
    """Return the score as the other side of the table sees it."""
    course = score.course.translate(str.maketrans(FIRST_WON + SECOND_WON, SECOND_WON + FIRST_WON))
    return Score(score.second, score.first, score.drawn, score.kind, course, score.health[::-1])


def games_needed(best_of: int) -> int:
    """Return how many games win a match before its time is up."""
    return best_of // 2 + 1


def kind_of_games(first: int, second: int, drawn: int, best_of: int) -> Kind:
    """Return how a bare score must have come about: played to its end, or stopped by the clock.

    >>> [kind_of_games(*games, 3).value for games in ((2, 1, 0), (1, 0, 1), (1, 0, 2), (0, 0, 1))]
    ['played', 'time', 'played', 'time']
    """
    over = max(first, second) >= games_needed(best_of) or first + second + drawn >= best_of
    return Kind.PLAYED if over else Kind.TIME


def full_score(winner: int, best_of: int, kind: Kind) -> Score:
    """Return the score of a match given to a place, 1 or 2, without play: all games that win it, against none."""
    needed = games_needed(best_of)
    return Score(needed, 0, 0, kind) if winner == 1 else Score(0, needed, 0, kind)


@dataclass(frozen=True, slots=True)
class UsualScores:
    """The scores a form offers, seat 1 first; concessions and what only the staff gives are not among them.

    Attributes:
        played: wins of seat 1 in matches played to their end, the clearest first.
        time: wins of seat 1 when time ran out.
        level: draws, played or stopped by the clock; empty where a winner is needed.
    """

    played: tuple[Score, ...]
    time: tuple[Score, ...]
    level: tuple[Score, ...]


def usual_scores_by_kind(best_of: int, *, needs_winner: bool) -> UsualScores:
    """Return the scores with which matches of this length end on most days."""
    needed = games_needed(best_of)
    leads = [(won, lost) for won in range(needed - 1, 0, -1) for lost in range(won)]
    level = [(games, games, drawn) for games in range(needed - 1, -1, -1) for drawn in ((1, 0) if games else (1,))]
    return UsualScores(
        played=tuple(Score(needed, lost) for lost in range(needed)),
        time=tuple(Score(won, lost, drawn, Kind.TIME) for drawn in (1, 0) for won, lost in leads),
        level=()
        if needs_winner
        else (*(Score(*games, kind_of_games(*games, best_of)) for games in level), Score(0, 0, 0, Kind.AGREED_DRAW)),
    )


def usual_scores(best_of: int, *, needs_winner: bool) -> Sequence[Score]:
    """Return the same scores in one list: wins of seat 1, wins of seat 2, then draws, the clearest first."""
    offered = usual_scores_by_kind(best_of, needs_winner=needs_winner)
    wins = (*offered.played, *offered.time)
    return [*wins, *(swap_sides(score) for score in wins), *offered.level]
