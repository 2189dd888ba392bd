"""Scores of two-player matches and the match points they are worth.

Sources: reports on the first large Epic tournament (rulings T06 and T07): a game not finished when time runs out is a
draw, and the player with more game wins wins the match, so 1-0-1 wins a best of three and 0-0-1 is a draw. Policy of a
fan league on recorded health (T12): a player who concedes, is absent or ends below 0 has health 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from epic_events.pairings.methods.standings import Points, match_points

DASH = "\N{EN DASH}"
MAX_HEALTH = 999
FIRST_WON, SECOND_WON, DRAWN, UNFINISHED = "1", "2", "d", "u"
"""Characters of :attr:`Score.course`: won by seat 1, won by seat 2, drawn, unfinished when time ran out."""


class Kind(StrEnum):
    """How a result came about; same values as ``Match.ResultKind``."""

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
    """Result of a match.

    Attributes:
        first: games won by seat 1.
        second: games won by seat 2.
        drawn: games drawn, including a game not finished when time ran out.
        kind: how the result came about.
        course: one character per game in order, see the constants above; empty if not recorded.
        health: health of seats 1 and 2 at the end, if recorded.
    """

    first: int
    second: int
    drawn: int = 0
    kind: Kind = Kind.PLAYED
    course: str = ""
    health: Health = NO_HEALTH

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """Create a score from the values of a stored report."""
        first, second = values["game_wins"]
        one, two = values.get("health") or NO_HEALTH
        return cls(
            first, second, values["games_drawn"], Kind(values["result_kind"]), values.get("course", ""), (one, two)
        )

    def values(self) -> dict[str, Any]:
        """Return the values that a report stores.

        Details that were not recorded are omitted.
        """
        stored = {"game_wins": [self.first, self.second], "games_drawn": self.drawn, "result_kind": self.kind.value}
        if self.course:
            stored["course"] = self.course
        if self.health != NO_HEALTH:
            stored["health"] = list(self.health)
        return stored

    @property
    def games(self) -> tuple[int, int, int]:
        """Games won by seat 1, won by seat 2, and drawn."""
        return self.first, self.second, self.drawn

    @property
    def text(self) -> str:
        """The score as text: two numbers, or three if games were drawn."""
        games = self.games if self.drawn else self.games[:2]
        return DASH.join(str(number) for number in games)

    @property
    def winner(self) -> int | None:
        """Seat of the winner, 1 or 2; None without a winner."""
        return None if self.first == self.second else 1 if self.first > self.second else 2

    def points(self, points: Points) -> tuple[int, int]:
        """Return the match points of both seats."""
        if self.both_lost:
            return points.loss, points.loss
        return match_points(self.first, self.second, points)

    def outcomes(self) -> tuple[str, str]:
        """Return win, draw or loss for both seats."""
        if self.both_lost:
            return "loss", "loss"
        if self.first == self.second:
            return "draw", "draw"
        return ("win", "loss") if self.first > self.second else ("loss", "win")

    @property
    def both_lost(self) -> bool:
        """True for a double loss or if neither player showed up."""
        return self.kind is Kind.DOUBLE_LOSS or (self.kind is Kind.NO_SHOW and self.winner is None)

    def agrees_with(self, other: "Score") -> bool:
        """Return True if the games are equal, and the health if both scores record it."""
        healths = zip(self.health, other.health, strict=True)
        return self.games == other.games and all(one == two or None in (one, two) for one, two in healths)

    def with_details_of(self, other: "Score") -> "Score":
        """Return this score, with missing details taken from another score."""
        one, two = (
            other_health if own is None else own for own, other_health in zip(self.health, other.health, strict=True)
        )
        return replace(self, course=self.course or other.course, health=(one, two))

    def recorded_health(self) -> Health:
        """Return the health to store: 0 for a player who conceded or did not show up."""
        if self.kind not in CONCESSIONS:
            return self.health
        return (
            0 if self.winner != 1 else self.health[0],
            0 if self.winner != 2 else self.health[1],
        )


def swap_sides(score: Score) -> Score:
    """Return the score with seats 1 and 2 swapped."""
    course = score.course.translate(str.maketrans(FIRST_WON + SECOND_WON, SECOND_WON + FIRST_WON))
    return Score(score.second, score.first, score.drawn, score.kind, course, score.health[::-1])


def games_needed(best_of: int) -> int:
    """Return the number of game wins that win a match."""
    return best_of // 2 + 1


def kind_of_games(first: int, second: int, drawn: int, best_of: int) -> Kind:
    """Return the kind of a score that does not state one: played, or ended by time.

    >>> [kind_of_games(*games, 3).value for games in ((2, 1, 0), (1, 0, 1), (1, 0, 2), (0, 0, 1))]
    ['played', 'time', 'played', 'time']
    """
    over = max(first, second) >= games_needed(best_of) or first + second + drawn >= best_of
    return Kind.PLAYED if over else Kind.TIME


def full_score(winner: int, best_of: int, kind: Kind) -> Score:
    """Return the score of a match won by seat 1 or 2 without play.

    It is, for example, 2-0 in a best of three.
    """
    needed = games_needed(best_of)
    return Score(needed, 0, 0, kind) if winner == 1 else Score(0, needed, 0, kind)


@dataclass(frozen=True, slots=True)
class UsualScores:
    """The scores that a form offers.

    Concessions and results that only the staff enters are omitted.

    Attributes:
        played: scores won by seat 1 in matches played to the end, clearest first.
        time: scores won by seat 1 when time ran out.
        level: draws, played to the end or ended by time; empty if a winner is needed.
    """

    played: tuple[Score, ...]
    time: tuple[Score, ...]
    level: tuple[Score, ...]


def usual_scores_by_kind(best_of: int, *, needs_winner: bool) -> UsualScores:
    """Return the usual scores of a match of this length, by kind."""
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
    """Return the usual scores, clearest first.

    Wins of seat 1 precede wins of seat 2, then draws.
    """
    offered = usual_scores_by_kind(best_of, needs_winner=needs_winner)
    wins = (*offered.played, *offered.time)
    return [*wins, *(swap_sides(score) for score in wins), *offered.level]
