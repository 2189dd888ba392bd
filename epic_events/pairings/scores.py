"""The score of a two-player match: which game scores there can be, and what each is worth.

Sources: the reports on the first large Epic tournament (rulings T06 and T07): when time runs out the unfinished game
is a draw, and whoever has won more games has won the match, so 1-0-1 wins a best of three and 0-0-1 is a draw; the
policy of a fan league on recorded health (T12): whoever concedes, is absent or lost with less than nothing is at 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from django.utils.translation import gettext as _

from epic_events.errors import UserError
from epic_events.pairings.standings import Points, match_points

DASH = "\N{EN DASH}"
MOST_HEALTH = 999
FIRST_WON, SECOND_WON, DRAWN, UNFINISHED = "1", "2", "d", "u"
"""The signs in which a course tells each game: won by seat 1, by seat 2, drawn, not finished when time ran out."""


class ScoreError(UserError):
    """A score that this match cannot end with; says what would be right."""

    code = "bad_score"


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
GIVEN_UP = frozenset({Kind.CONCEDED, Kind.NO_SHOW})
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
        if self.kind not in GIVEN_UP:
            return self.health
        return (
            0 if self.winner != 1 else self.health[0],
            0 if self.winner != 2 else self.health[1],
        )


def turned(score: Score) -> Score:
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


def check_score(score: Score, best_of: int, *, needs_winner: bool) -> None:
    """Refuse what a match cannot end with.

    A match is over when somebody has won the games it takes or all its games are played; before that only time, a
    concession, an agreed draw or the staff ends it. Games drawn are at most as many as the match is long.

    Args:
        score: what was reported.
        best_of: 1, 3 or 5 games.
        needs_winner: whether the match belongs to an elimination.

    Raises:
        ScoreError: with the reason.
    """
    needed = games_needed(best_of)
    if min(score.games) < 0:
        raise ScoreError(_("Numbers of games cannot be negative."))
    if max(score.first, score.second) > needed:
        raise ScoreError(
            _("A best of %(length)d is over when somebody has won %(needed)d: nobody can win more.")
            % {"length": best_of, "needed": needed}
        )
    if score.winner is None and score.first == needed:
        raise ScoreError(_("Only one of the two can win %(needed)d games.") % {"needed": needed})
    if score.drawn > best_of:
        raise ScoreError(_("A best of %(length)d has at most that many drawn games.") % {"length": best_of})
    if needs_winner and score.winner is None:
        raise ScoreError(_no_winner(score))
    _check_kind(score, best_of)
    _check_course(score, best_of)
    _check_health(score)


def _no_winner(score: Score) -> str:
    """Return why an elimination cannot end level; no document says who goes on after time at a level score."""
    if score.kind is Kind.TIME:
        return _(
            "A match of the cut needs a winner, and no Epic document says who goes on when time runs out at a level"
            " score: the head judge decides, and the staff enters it as awarded."
        )
    return _("A match of the cut needs a winner: play on until somebody leads.")


def _check_kind(score: Score, best_of: int) -> None:
    """Refuse a score that contradicts how the result came about.

    Raises:
        ScoreError: with the reason.
    """
    level, needed = score.winner is None, games_needed(best_of)
    if score.kind is Kind.PLAYED and kind_of_games(*score.games, best_of) is Kind.TIME:
        raise ScoreError(
            _(
                "A best of %(length)d is not over at %(score)s. If time was called, say so: the game not finished then"
                " is a draw, %(drawn)s. If somebody conceded, or you agreed on a draw, say that."
            )
            % {"length": best_of, "score": score.text, "drawn": replace(score, drawn=score.drawn + 1).text}
        )
    if score.kind is Kind.TIME and max(score.first, score.second) == needed:
        raise ScoreError(_("%(score)s decides the match: it was played to its end.") % {"score": score.text})
    if score.kind is Kind.TIME and not any(score.games):
        raise ScoreError(_("The game that time cut short is a draw: write 0-0-1."))
    if score.kind in {Kind.CONCEDED, Kind.AWARDED} and level:
        raise ScoreError(_("Whoever is given the match has to have more games than the opponent."))
    if score.kind is Kind.AGREED_DRAW and not level:
        raise ScoreError(_("In a draw both have won the same number of games."))
    if score.kind is Kind.DOUBLE_LOSS and any(score.games):
        raise ScoreError(_("A loss for both is written 0-0."))
    if score.kind is Kind.NO_SHOW and score.games not in {(0, 0, 0), (needed, 0, 0), (0, needed, 0)}:
        raise ScoreError(
            _("Who is not at the table loses %(needed)d-0; when neither is, both lose and it is written 0-0.")
            % {"needed": needed}
        )


def _check_course(score: Score, best_of: int) -> None:
    """Refuse games in an order that cannot have led to the score.

    Raises:
        ScoreError: with the reason.
    """
    course = score.course
    if not course:
        return
    if set(course) - {FIRST_WON, SECOND_WON, DRAWN, UNFINISHED}:
        raise ScoreError(_("A game is won by seat 1 or 2 (1, 2), drawn (d) or not finished in time (u)."))
    drawn = course.count(DRAWN) + course.count(UNFINISHED)
    if (course.count(FIRST_WON), course.count(SECOND_WON), drawn) != score.games:
        raise ScoreError(_("The games one by one do not add up to %(score)s.") % {"score": score.text})
    if UNFINISHED in course[:-1] or (UNFINISHED in course and score.kind is not Kind.TIME):
        raise ScoreError(_("Only the last game can be unfinished, and only when time was called."))
    before, needed = course[:-1], games_needed(best_of)
    if max(before.count(FIRST_WON), before.count(SECOND_WON)) >= needed:
        raise ScoreError(_("After %(needed)d won games no further game is played.") % {"needed": needed})


def _check_health(score: Score) -> None:
    """Refuse health that nobody can be left with.

    Raises:
        ScoreError: with the reason.
    """
    if any(health is not None and not 0 <= health <= MOST_HEALTH for health in score.health):
        raise ScoreError(_("Health left is between 0 and %(most)d; less than nothing is 0.") % {"most": MOST_HEALTH})
    absent = {1: score.health[1:], 2: score.health[:1]}.get(score.winner or 0, score.health)
    if score.kind in GIVEN_UP and any(absent):
        raise ScoreError(_("Whoever concedes or is not there is recorded with 0 health."))


@dataclass(frozen=True, slots=True)
class Offer:
    """The scores a form offers, seat 1 first; concessions and what only the staff gives are not among them.

    Attributes:
        played: wins of seat 1 in matches played to their end, the clearest first.
        time: wins of seat 1 when time ran out.
        level: draws, played or stopped by the clock; empty where a winner is needed.
    """

    played: tuple[Score, ...]
    time: tuple[Score, ...]
    level: tuple[Score, ...]


def offer(best_of: int, *, needs_winner: bool) -> Offer:
    """Return the scores with which matches of this length end on most days."""
    needed = games_needed(best_of)
    leads = [(won, lost) for won in range(needed - 1, 0, -1) for lost in range(won)]
    level = [(games, games, drawn) for games in range(needed - 1, -1, -1) for drawn in ((1, 0) if games else (1,))]
    return Offer(
        played=tuple(Score(needed, lost) for lost in range(needed)),
        time=tuple(Score(won, lost, drawn, Kind.TIME) for drawn in (1, 0) for won, lost in leads),
        level=()
        if needs_winner
        else (*(Score(*games, kind_of_games(*games, best_of)) for games in level), Score(0, 0, 0, Kind.AGREED_DRAW)),
    )


def usual_scores(best_of: int, *, needs_winner: bool) -> Sequence[Score]:
    """Return the same scores in one list: wins of seat 1, wins of seat 2, then draws, the clearest first."""
    offered = offer(best_of, needs_winner=needs_winner)
    wins = (*offered.played, *offered.time)
    return [*wins, *(turned(score) for score in wins), *offered.level]
