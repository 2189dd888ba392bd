"""Why a pairing is as it is, in sentences for players and staff."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.pairings.services.seating import AWARDED_BYE, MANUAL, MANUAL_BYE_AGAIN, MANUAL_REMATCH, SEEDS
from epic_events.pairings.swiss import ReasonKind


def sentences(explanation: Mapping[str, Any]) -> list[str]:
    """Return one sentence for each reason that was stored with a match.

    Args:
        explanation: as :mod:`epic_events.pairings.services.seating` stores it.
    """
    numbers = explanation.get("seeds") or explanation.get("points") or []
    said = []
    for reason in explanation.get("reasons", []):
        if reason.get("kind") == MANUAL:
            said.append(_("Paired by the staff: %(reason)s") % {"reason": reason.get("text", "")})
        sentence = _SENTENCES.get(reason.get("kind"))
        if sentence is not None:
            said.append(sentence(int(reason.get("amount", 0)), numbers))
    return said


def notes(explanation: Mapping[str, Any]) -> list[str]:
    """Return a word or two for each reason out of the ordinary, for the list of a round."""
    said = []
    for reason in explanation.get("reasons", []):
        amount = int(reason.get("amount", 0))
        label = {
            ReasonKind.PAIR_DOWN: _("%(gap)d points apart") % {"gap": amount} if amount > 1 else _("1 point apart"),
            ReasonKind.REMATCH: _("unavoidable rematch"),
            ReasonKind.FORBIDDEN: _("unavoidable"),
            ReasonKind.SECOND_BYE: _("second bye"),
            ReasonKind.BYE_ABOVE_LOWEST: _("not the lowest"),
            AWARDED_BYE: _("awarded"),
            MANUAL: _("by hand: %(reason)s") % {"reason": reason.get("text", "")},
            MANUAL_REMATCH: _("rematch"),
            MANUAL_BYE_AGAIN: _("second bye"),
        }.get(reason.get("kind"))
        if label:
            said.append(label)
    return said


def _same_points(_amount: int, points: Sequence[int]) -> str:
    each = points[0] if points else 0
    return ngettext("Both had %(each)d match point.", "Both had %(each)d match points.", each) % {"each": each}


def _pair_down(amount: int, points: Sequence[int]) -> str:
    text = ngettext(
        "They stood %(gap)d match point apart: no pairing of the whole round brings the players closer together.",
        "They stood %(gap)d match points apart: no pairing of the whole round brings the players closer together.",
        amount,
    )
    return f"{_('Points: %(points)s.') % {'points': ', '.join(map(str, points))}} {text % {'gap': amount}}"


def _rematch(amount: int, _points: Sequence[int]) -> str:
    return ngettext(
        "They have met before; every possible pairing of this round has at least as many rematches.",
        "They have met %(times)d times before; every possible pairing of this round has at least as many rematches.",
        amount,
    ) % {"times": amount}


def _forbidden(_amount: int, _points: Sequence[int]) -> str:
    return _("The organiser wanted to avoid this; no pairing of the round could.")


def _bye_lowest(_amount: int, points: Sequence[int]) -> str:
    return _("The number of players is odd, and nobody had fewer match points (%(points)d).") % {
        "points": points[0] if points else 0
    }


def _bye_above_lowest(amount: int, _points: Sequence[int]) -> str:
    return ngettext(
        "The number of players is odd. Everybody with fewer points had a bye already, or giving it to them would have"
        " forced a rematch; this player stood %(gap)d match point above the lowest.",
        "The number of players is odd. Everybody with fewer points had a bye already, or giving it to them would have"
        " forced a rematch; this player stood %(gap)d match points above the lowest.",
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
    ReasonKind.FORBIDDEN: _forbidden,
    ReasonKind.BYE_LOWEST: _bye_lowest,
    ReasonKind.BYE_ABOVE_LOWEST: _bye_above_lowest,
    ReasonKind.SECOND_BYE: _second_bye,
    AWARDED_BYE: _awarded_bye,
    SEEDS: _seeds,
    MANUAL_REMATCH: _manual_rematch,
    MANUAL_BYE_AGAIN: _manual_bye_again,
}
