"""Which scores a match can end with; every other one is refused with the reason."""

from dataclasses import replace

from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError
from epic_events.pairings.methods.scores import (
    DRAWN,
    FIRST_WON,
    GIVEN_UP,
    MOST_HEALTH,
    SECOND_WON,
    UNFINISHED,
    Kind,
    Score,
    games_needed,
    kind_of_games,
)


class ScoreError(UserError):
    """A score that this match cannot end with; says what would be right."""

    code = "bad_score"


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
