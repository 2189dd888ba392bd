"""Validation of scores, and results as text.

The texts are for spectators, players and the audit log.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError
from epic_events.infra.names import isolated
from epic_events.pairings.methods.scores import (
    CONCESSIONS,
    DASH,
    DRAWN,
    FIRST_WON,
    MAX_HEALTH,
    NO_HEALTH,
    SECOND_WON,
    UNFINISHED,
    Kind,
    Score,
    games_needed,
    kind_of_games,
    swap_sides,
)


class ScoreError(UserError):
    """A score that this match cannot end with. The message says what would be valid."""

    code = "bad_score"


def check_score(score: Score, best_of: int, *, needs_winner: bool) -> None:
    """Raise `ScoreError` unless the match can end with `score`.

    A match is over when a player has won the needed number of games or all games are played. Before that, only time, a
    concession, an agreed draw or a staff decision ends it. There are at most `best_of` drawn games.

    Args:
        score: the reported score.
        best_of: length of the match: 1, 3 or 5 games.
        needs_winner: True for a match of an elimination stage.

    Raises:
        ScoreError: with the reason.
    """
    needed = games_needed(best_of)
    if min(score.games) < 0:
        raise ScoreError(_("The number of games cannot be negative."))
    if max(score.first, score.second) > needed:
        raise ScoreError(
            _("In a best-of-%(length)d match, no player can win more games than %(needed)d.")
            % {"length": best_of, "needed": needed}
        )
    if score.winner is None and score.first == needed:
        raise ScoreError(_("Only one player can reach the winning score of %(needed)d.") % {"needed": needed})
    if score.drawn > best_of:
        raise ScoreError(
            _("A best-of-%(length)d match cannot have more drawn games than %(length)d.") % {"length": best_of}
        )
    if needs_winner and score.winner is None:
        raise ScoreError(_no_winner(score))
    _check_kind(score, best_of)
    _check_course(score, best_of)
    _check_health(score)


def _no_winner(score: Score) -> str:
    """Return the error message for an elimination match without a winner."""
    if score.kind is Kind.TIME:
        return _(
            "A match in the cut needs a winner, and no Epic document says who advances when time runs out with the "
            "score tied. The head judge decides, and the staff enter the result as awarded."
        )
    return _("A match in the cut needs a winner. Play on until one player leads.")


def _check_kind(score: Score, best_of: int) -> None:
    """Raise `ScoreError` if the score contradicts the kind of result."""
    level, needed = score.winner is None, games_needed(best_of)
    if score.kind is Kind.PLAYED and kind_of_games(*score.games, best_of) is Kind.TIME:
        raise ScoreError(
            _(
                "A best-of-%(length)d match is not over at %(score)s. If time ran out, choose that: the unfinished "
                "game counts as a draw, %(drawn)s. If a player conceded or you agreed on a draw, choose that."
            )
            % {"length": best_of, "score": score.text, "drawn": replace(score, drawn=score.drawn + 1).text}
        )
    if score.kind is Kind.TIME and max(score.first, score.second) == needed:
        raise ScoreError(
            _("%(score)s already decides the match. Enter it as a normal result, not as ended by time.")
            % {"score": score.text}
        )
    if score.kind is Kind.TIME and not any(score.games):
        raise ScoreError(_("A game that was unfinished when time ran out is a draw. Enter 0-0-1."))
    if score.kind in {Kind.CONCEDED, Kind.AWARDED} and level:
        raise ScoreError(_("The winner of the match must have more games than the opponent."))
    if score.kind is Kind.AGREED_DRAW and not level:
        raise ScoreError(_("In a draw, both players must have won the same number of games."))
    if score.kind is Kind.DOUBLE_LOSS and any(score.games):
        raise ScoreError(_("Enter a double loss as 0-0."))
    if score.kind is Kind.NO_SHOW and score.games not in {(0, 0, 0), (needed, 0, 0), (0, needed, 0)}:
        raise ScoreError(
            _("A no-show loses %(needed)d-0. If neither player shows up, both lose: enter 0-0.") % {"needed": needed}
        )


def _check_course(score: Score, best_of: int) -> None:
    """Raise `ScoreError` if the sequence of games cannot lead to the score."""
    course = score.course
    if not course:
        return
    if set(course) - {FIRST_WON, SECOND_WON, DRAWN, UNFINISHED}:
        raise ScoreError(_("Enter each game as 1 or 2 (won by that seat), d (drawn) or u (not finished in time)."))
    drawn = course.count(DRAWN) + course.count(UNFINISHED)
    if (course.count(FIRST_WON), course.count(SECOND_WON), drawn) != score.games:
        raise ScoreError(_("The individual games do not add up to %(score)s.") % {"score": score.text})
    if UNFINISHED in course[:-1] or (UNFINISHED in course and score.kind is not Kind.TIME):
        raise ScoreError(_("Only the last game can be unfinished, and only when time was called."))
    before, needed = course[:-1], games_needed(best_of)
    if max(before.count(FIRST_WON), before.count(SECOND_WON)) >= needed:
        raise ScoreError(_("No further game is played after a player has won %(needed)d.") % {"needed": needed})


def _check_health(score: Score) -> None:
    """Raise `ScoreError` if a recorded health value is impossible."""
    if any(health is not None and not 0 <= health <= MAX_HEALTH for health in score.health):
        raise ScoreError(
            _("Remaining health must be between 0 and %(most)d. Enter negative health as 0.") % {"most": MAX_HEALTH}
        )
    absent = {1: score.health[1:], 2: score.health[:1]}.get(score.winner or 0, score.health)
    if score.kind in CONCESSIONS and any(absent):
        raise ScoreError(_("A player who concedes or does not show up is recorded with 0 health."))


def describe_result(score: Score, names: Sequence[str]) -> str:
    """Describe a result for a spectator, winner's name and score first.

    Args:
        score: the score, seat 1 first.
        names: the names of the players at seats 1 and 2.
    """
    if score.winner is None:
        return _describe_without_winner(score)
    first, second = map(isolated, names)
    name, other = (first, second) if score.winner == 1 else (second, first)
    won = {"name": name, "other": other, "score": (score if score.winner == 1 else swap_sides(score)).text}
    sentences = {
        Kind.CONCEDED: _("%(name)s won %(score)s: %(other)s conceded"),
        Kind.AWARDED: _("%(name)s won %(score)s, awarded by the staff"),
        Kind.NO_SHOW: _("%(name)s won %(score)s: %(other)s did not show up"),
        Kind.TIME: _("%(name)s won %(score)s when time ran out"),
    }
    return sentences.get(score.kind, _("%(name)s won %(score)s")) % won


def _describe_without_winner(score: Score) -> str:
    """Describe the result of a match without a winner."""
    if score.kind is Kind.DOUBLE_LOSS:
        return _("both lost")
    if score.kind is Kind.NO_SHOW:
        return _("both lost: neither showed up")
    if score.kind is Kind.AGREED_DRAW:
        return _("it was an agreed draw")
    if score.kind is Kind.TIME:
        return _("it was a draw, %(score)s, when time ran out") % {"score": score.text}
    return _("it was a draw, %(score)s") % {"score": score.text}


def describe_to_player(score: Score, place: int) -> str:
    """Describe a result to the player at seat `place` (1 or 2), own games first."""
    own = score if place == 1 else swap_sides(score)
    if own.winner is None:
        return _describe_without_winner(own)
    values = {"score": own.text}
    if own.winner == 1:
        won = {
            Kind.CONCEDED: _("you won %(score)s: your opponent conceded"),
            Kind.AWARDED: _("you won %(score)s, awarded by the staff"),
            Kind.NO_SHOW: _("you won %(score)s: your opponent did not show up"),
            Kind.TIME: _("you won %(score)s when time ran out"),
        }
        return won.get(own.kind, _("you won %(score)s")) % values
    lost = {
        Kind.CONCEDED: _("you lost %(score)s: you conceded"),
        Kind.AWARDED: _("you lost %(score)s, awarded by the staff"),
        Kind.NO_SHOW: _("you lost %(score)s: you did not show up"),
        Kind.TIME: _("you lost %(score)s when time ran out"),
    }
    return lost.get(own.kind, _("you lost %(score)s")) % values


def label_for_player(score: Score) -> str:
    """Return the button label for a score, from the view of a player at seat 1."""
    if score.kind is Kind.AGREED_DRAW:
        return _("We agreed on a draw")
    values = {"score": score.text}
    if score.winner is None:
        return _("Draw, %(score)s") % values
    if score.kind is Kind.CONCEDED:
        return _("My opponent conceded") if score.winner == 1 else _("I conceded")
    return (_("I won %(score)s") if score.winner == 1 else _("I lost %(score)s")) % values


def label_with_winner(score: Score, names: Sequence[str]) -> str:
    """Return a short label of a score with the winner's name, for a list of choices."""
    if score.kind is Kind.AGREED_DRAW:
        return _("Agreed draw")
    if score.kind is Kind.NO_SHOW:
        return (
            _("%(name)s did not show up") % {"name": isolated(names[2 - score.winner])}
            if score.winner
            else _("Neither showed up")
        )
    text = label_without_name(score)
    return f"{isolated(names[score.winner - 1])} {text}" if score.winner else text


def label_without_name(score: Score) -> str:
    """Return a short label of a score without names, the winner's games first."""
    if score.kind is Kind.AGREED_DRAW:
        return _("Agreed draw")
    text = score.text if score.winner == 1 else swap_sides(score).text
    if score.winner is None:
        text = _("Draw %(score)s") % {"score": score.text}
    return _("%(score)s, time") % {"score": text} if score.kind is Kind.TIME else text


def describe_games(course: str, names: Sequence[str]) -> list[str]:
    """Return the winner of each game in order. Empty if the games were not recorded."""
    words = {"1": names[0], "2": names[1], "d": _("drawn"), "u": _("not finished")}
    return [words[game] for game in course]


def describe_for_audit_log(values: dict[str, Any]) -> str:
    """Describe a stored report for the audit log, by seat and without names.

    Args:
        values: as returned by `Score.values`. Entries written by older versions have fewer keys.
    """
    try:
        score = Score.from_values(values)
    except (KeyError, TypeError, ValueError):
        return "?"
    loser = {1: 2, 2: 1}.get(score.winner or 0)
    notes = {
        Kind.TIME: _("time was called"),
        Kind.CONCEDED: _("seat %(seat)s conceded"),
        Kind.AGREED_DRAW: _("draw by agreement"),
        Kind.AWARDED: _("awarded by the staff"),
        Kind.DOUBLE_LOSS: _("both lost"),
        Kind.NO_SHOW: _("seat %(seat)s did not show up") if loser else _("neither showed up"),
    }
    note = notes.get(score.kind)
    text = f"{score.text} ({note % {'seat': loser}})" if note else score.text
    return (
        _("%(score)s, remaining health %(health)s") % {"score": text, "health": _describe_health(score)}
        if _describe_health(score)
        else text
    )


def _describe_health(score: Score) -> str:
    """Return both players' remaining health. Empty if it was not recorded."""
    if score.health == NO_HEALTH:
        return ""
    return DASH.join("?" if health is None else str(health) for health in score.health)
