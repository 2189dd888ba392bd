"""Results as text: for spectators, for each player, and for the audit log."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from epic_events.infra.names import isolated
from epic_events.pairings.methods.scores import DASH, NO_HEALTH, Kind, Score, swap_sides


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
