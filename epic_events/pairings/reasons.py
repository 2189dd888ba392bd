"""Why a pairing is as it is, in sentences for players and staff."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.pairings.inputs import AWARDED_BYE
from epic_events.pairings.services.seating import MANUAL, MANUAL_BYE_AGAIN, MANUAL_REMATCH, SEEDS
from epic_events.pairings.services.stage_drafts import ABSENT, BY_STANDING, CIRCLE, FREE
from epic_events.pairings.swiss import LEVELS, ReasonKind

FOR_STAFF = frozenset({ReasonKind.FORBIDDEN.value, ReasonKind.AVOIDED.value})
"""Kinds that tell who is kept apart: nobody but the staff reads them."""

_PROVEN_FROM = {
    ReasonKind.FORBIDDEN: 1,
    ReasonKind.SECOND_BYE: 2,
    ReasonKind.REMATCH: 3,
    ReasonKind.PAIR_DOWN: 4,
    ReasonKind.BYE_ABOVE_LOWEST: 4,
    ReasonKind.REPEATED_FLOAT: 5,
    ReasonKind.AVOIDED: 6,
}
"""On how many levels a round has to be proven the best before a sentence may say that there was no other way."""


def sentences(explanation: Mapping[str, Any], *, staff: bool = False) -> list[str]:
    """Return one sentence for each reason that was stored with a match.

    Args:
        explanation: as :mod:`epic_events.pairings.services.seating` stores it.
        staff: whether the reader is of the event's staff, who may know who is kept apart.
    """
    numbers = explanation.get("seeds") or explanation.get("points") or []
    said = []
    for reason in explanation.get("reasons", []):
        kind, amount = reason.get("kind"), int(reason.get("amount", 0))
        if kind in FOR_STAFF and not staff:
            continue
        if kind == MANUAL:
            said.append(_("Paired by the staff: %(reason)s") % {"reason": reason.get("text", "")})
        sentence = _SENTENCES.get(kind)
        unproven = explanation.get("proven", len(LEVELS)) < _PROVEN_FROM.get(kind, 0)
        if unproven and kind in _UNPROVEN:
            said.append(_UNPROVEN[kind](amount, numbers))
        elif sentence is not None:
            said.append(sentence(amount, numbers))
    return said


def notes(explanation: Mapping[str, Any], *, staff: bool = False) -> list[str]:
    """Return a word or two for each reason out of the ordinary, for the list of a round."""
    said = []
    proven = explanation.get("proven", len(LEVELS))
    for reason in explanation.get("reasons", []):
        kind, amount = reason.get("kind"), int(reason.get("amount", 0))
        if kind in FOR_STAFF and not staff:
            continue
        unavoidable = proven >= _PROVEN_FROM.get(kind, 0)
        label = {
            ReasonKind.PAIR_DOWN: _("%(gap)d points apart") % {"gap": amount} if amount > 1 else _("1 point apart"),
            ReasonKind.REMATCH: _("unavoidable rematch") if unavoidable else _("rematch"),
            ReasonKind.FORBIDDEN: _("unavoidable") if unavoidable else _("to be kept apart"),
            ReasonKind.AVOIDED: _("rather apart"),
            ReasonKind.REPEATED_FLOAT: _("again"),
            ReasonKind.SECOND_BYE: _("second bye"),
            ReasonKind.BYE_ABOVE_LOWEST: _("not the lowest"),
            AWARDED_BYE: _("awarded"),
            MANUAL: _("by hand: %(reason)s") % {"reason": reason.get("text", "")},
            MANUAL_REMATCH: _("rematch"),
            MANUAL_BYE_AGAIN: _("second bye"),
        }.get(kind)
        if label:
            said.append(label)
    return said


def _by_standing(amount: int, _points: Sequence[int]) -> str:
    return _(
        "Paired by standing: number %(place)d of the standings meets the next below who has not been met,"
        " as near as the whole round allows."
    ) % {"place": amount}


def _circle(_amount: int, _points: Sequence[int]) -> str:
    return _("The schedule of the round robin, drawn when it began: everybody meets everybody.")


def _absent(_amount: int, _points: Sequence[int]) -> str:
    return _("A player who was to meet here has left the event: who is here goes on without playing.")


def _free(_amount: int, seeds: Sequence[int]) -> str:
    return _("Seed %(seed)d has no opponent in this round of the bracket.") % {"seed": seeds[0] if seeds else "?"}


def _same_points(_amount: int, points: Sequence[int]) -> str:
    each = points[0] if points else 0
    return ngettext("Both had %(each)d match point.", "Both had %(each)d match points.", each) % {"each": each}


def _apart(amount: int, points: Sequence[int]) -> str:
    text = ngettext(
        "Points: %(points)s. They stood %(gap)d match point apart",
        "Points: %(points)s. They stood %(gap)d match points apart",
        amount,
    )
    return text % {"points": ", ".join(map(str, points)), "gap": amount}


def _pair_down(amount: int, points: Sequence[int]) -> str:
    return _("%(apart)s: no pairing of the whole round brings the players closer together.") % {
        "apart": _apart(amount, points)
    }


def _pair_down_unproven(amount: int, points: Sequence[int]) -> str:
    return _("%(apart)s: no closer pairing of the round was found.") % {"apart": _apart(amount, points)}


def _repeated_float(_amount: int, _points: Sequence[int]) -> str:
    return _("One of them was paired with another score before: sparing them again would have cost more elsewhere.")


def _rematch_unproven(_amount: int, _points: Sequence[int]) -> str:
    return _("They have met before; no pairing of the round without a rematch was found.")


def _rematch(amount: int, _points: Sequence[int]) -> str:
    return ngettext(
        "They have met before; every possible pairing of this round has at least as many rematches.",
        "They have met %(times)d times before; every possible pairing of this round has at least as many rematches.",
        amount,
    ) % {"times": amount}


def _forbidden(_amount: int, _points: Sequence[int]) -> str:
    return _("The staff wanted to keep these apart; no pairing of the round could.")


def _forbidden_unproven(_amount: int, _points: Sequence[int]) -> str:
    return _("The staff wanted to keep these apart; no pairing of the round that does was found.")


def _avoided(_amount: int, _points: Sequence[int]) -> str:
    return _("The staff would rather have kept these apart; that would have cost something more important.")


def _bye_lowest(_amount: int, points: Sequence[int]) -> str:
    return _("The number of players is odd, and nobody had fewer match points (%(points)d).") % {
        "points": points[0] if points else 0
    }


def _bye_above_lowest(amount: int, _points: Sequence[int]) -> str:
    return ngettext(
        "The number of players is odd. Everybody with fewer points had a bye already, or giving it to them would have"
        " forced a rematch or larger gaps; this player stood %(gap)d match point above the lowest.",
        "The number of players is odd. Everybody with fewer points had a bye already, or giving it to them would have"
        " forced a rematch or larger gaps; this player stood %(gap)d match points above the lowest.",
        amount,
    ) % {"gap": amount}


def _second_bye(amount: int, _points: Sequence[int]) -> str:
    return ngettext(
        "A second bye: everybody who could have one has had one.",
        "Has had %(times)d byes: everybody who could have one has had as many.",
        amount,
    ) % {"times": amount}


def _awarded_bye(_amount: int, _points: Sequence[int]) -> str:
    return _("A bye awarded before the event began.")


def _manual_rematch(amount: int, _points: Sequence[int]) -> str:
    return ngettext("They have met before.", "They have met %(times)d times before.", amount) % {"times": amount}


def _manual_bye_again(amount: int, _points: Sequence[int]) -> str:
    return ngettext("Has had a bye before.", "Has had %(times)d byes before.", amount) % {"times": amount}


def _seeds(_amount: int, seeds: Sequence[int]) -> str:
    if len(seeds) != 2:
        return _("The bracket decides.")
    return _("Seed %(first)d against seed %(second)d: the bracket decides.") % {"first": seeds[0], "second": seeds[1]}


_SENTENCES: Mapping[str, Callable[[int, Sequence[int]], str]] = {
    ReasonKind.SAME_POINTS: _same_points,
    ReasonKind.PAIR_DOWN: _pair_down,
    ReasonKind.REMATCH: _rematch,
    ReasonKind.REPEATED_FLOAT: _repeated_float,
    ReasonKind.FORBIDDEN: _forbidden,
    ReasonKind.AVOIDED: _avoided,
    ReasonKind.BYE_LOWEST: _bye_lowest,
    ReasonKind.BYE_ABOVE_LOWEST: _bye_above_lowest,
    ReasonKind.SECOND_BYE: _second_bye,
    AWARDED_BYE: _awarded_bye,
    SEEDS: _seeds,
    MANUAL_REMATCH: _manual_rematch,
    MANUAL_BYE_AGAIN: _manual_bye_again,
    BY_STANDING: _by_standing,
    CIRCLE: _circle,
    ABSENT: _absent,
    FREE: _free,
}

_UNPROVEN: Mapping[str, Callable[[int, Sequence[int]], str]] = {
    ReasonKind.PAIR_DOWN: _pair_down_unproven,
    ReasonKind.REMATCH: _rematch_unproven,
    ReasonKind.FORBIDDEN: _forbidden_unproven,
}
"""What is said where nothing proves that there was no other way."""
