"""The score of a two-player match: which game scores there can be, and what each is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from django.utils.translation import gettext as _

from epic_events.errors import UserError
from epic_events.pairings.standings import Points, match_points

DASH = "\N{EN DASH}"


class ScoreError(UserError):
    """A score that this match cannot end with; says what would be right."""

    code = "bad_score"


class Kind(StrEnum):
    """How a result came about; the words are those of ``Match.ResultKind``."""

    PLAYED = "played"
    CONCEDED = "conceded"
    AGREED_DRAW = "agreed_draw"
    AWARDED = "awarded"
    DOUBLE_LOSS = "double_loss"


STAFF_ONLY = frozenset({Kind.AWARDED, Kind.DOUBLE_LOSS})


@dataclass(frozen=True, slots=True)
class Score:
    """Games won by the seats 1 and 2, games drawn (an unfinished game is a draw), and how it came about."""

    first: int
    second: int
    drawn: int = 0
    kind: Kind = Kind.PLAYED

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """Return the score as a stored report holds it."""
        first, second = values["game_wins"]
        return cls(first, second, values["games_drawn"], Kind(values["result_kind"]))

    def values(self) -> dict[str, Any]:
        """Return the form in which a report stores it."""
        return {"game_wins": [self.first, self.second], "games_drawn": self.drawn, "result_kind": self.kind.value}

    @property
    def games(self) -> tuple[int, int, int]:
        """Games won by each side, and drawn; two reports agree when these are the same."""
        return self.first, self.second, self.drawn

    @property
    def text(self) -> str:
        """The score as people write it: two numbers, three with drawn games."""
        games = self.games if self.drawn else self.games[:2]
        return DASH.join(str(number) for number in games)

    def points(self, points: Points) -> tuple[int, int]:
        """Return the match points of the two seats."""
        if self.kind is Kind.DOUBLE_LOSS:
            return points.loss, points.loss
        return match_points(self.first, self.second, points)

    def outcomes(self) -> tuple[str, str]:
        """Return what the match was for the two seats: win, draw or loss."""
        if self.kind is Kind.DOUBLE_LOSS:
            return "loss", "loss"
        if self.first == self.second:
            return "draw", "draw"
        return ("win", "loss") if self.first > self.second else ("loss", "win")


def in_words(score: Score, names: Sequence[str]) -> str:
    """Return how a match ended as somebody beside the table says it, with the winner's name and score first.

    Args:
        score: the score, seat 1 first.
        names: the names of the seats 1 and 2.
    """
    if score.kind is Kind.DOUBLE_LOSS:
        return _("both lost")
    if score.kind is Kind.AGREED_DRAW:
        return _("it was a draw, agreed on")
    if score.first == score.second:
        return _("it was a draw, %(score)s") % {"score": score.text}
    winner, shown = (names[0], score) if score.first > score.second else (names[1], turned(score))
    return _("%(name)s won %(score)s") % {"name": winner, "score": shown.text}


def turned(score: Score) -> Score:
    """Return the score as the other side of the table sees it."""
    return Score(score.second, score.first, score.drawn, score.kind)


def check_score(score: Score, best_of: int, *, needs_winner: bool) -> None:
    """Refuse what a match cannot end with.

    A match is won with more games than the opponent, finished or not: 1-0 is a win when time runs out. Nobody wins
    more games than decide the match, both cannot, and games drawn are at most as many as the match is long.

    Args:
        score: what was reported.
        best_of: 1, 3 or 5 games.
        needs_winner: whether the match belongs to an elimination.

    Raises:
        ScoreError: with the reason.
    """
    needed = best_of // 2 + 1
    level = score.first == score.second
    if min(score.first, score.second, score.drawn) < 0:
        raise ScoreError(_("Numbers of games cannot be negative."))
    if max(score.first, score.second) > needed:
        raise ScoreError(
            _("A best of %(length)d is over when somebody has won %(needed)d: nobody can win more.")
            % {"length": best_of, "needed": needed}
        )
    if level and score.first == needed:
        raise ScoreError(_("Only one of the two can win %(needed)d games.") % {"needed": needed})
    if score.drawn > best_of:
        raise ScoreError(_("A best of %(length)d has at most that many drawn games.") % {"length": best_of})
    if needs_winner and (level or score.kind is Kind.DOUBLE_LOSS):
        raise ScoreError(_("A match of the cut needs a winner: play on until somebody leads."))
    _check_kind(score, level=level)


def _check_kind(score: Score, *, level: bool) -> None:
    """Refuse a score that contradicts how the result came about.

    Raises:
        ScoreError: with the reason.
    """
    if score.kind in {Kind.CONCEDED, Kind.AWARDED} and level:
        raise ScoreError(_("Whoever is given the match has to have more games than the opponent."))
    if score.kind is Kind.AGREED_DRAW and not level:
        raise ScoreError(_("In a draw both have won the same number of games."))
    if score.kind is Kind.DOUBLE_LOSS and any(score.games):
        raise ScoreError(_("A loss for both is written 0-0."))


def usual_scores(best_of: int, *, needs_winner: bool) -> Sequence[Score]:
    """Return the scores that a report form offers: wins of seat 1, wins of seat 2, then draws, the clearest first."""
    needed = best_of // 2 + 1
    wins = [(won, lost) for won in range(needed, 0, -1) for lost in range(won)]
    scores = [Score(won, lost) for won, lost in wins] + [Score(lost, won) for won, lost in wins]
    if needs_winner:
        return scores
    level = [Score(games, games, drawn) for games in range(needed - 1, -1, -1) for drawn in ((0, 1) if games else (1,))]
    return [*scores, *level, Score(0, 0, 0, Kind.AGREED_DRAW)]
