"""Reasons stored with a pairing, and their texts for players and staff."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.pairings.methods.swiss import LEVELS, ReasonKind

BY_STANDING, CIRCLE, ABSENT, FREE = ReasonKind.BY_STANDING.value, "circle", "absent", "bracket_bye"
SEEDS = "seeds"
MANUAL = "manual"
"""Paired by hand; the stored reason has the staff's ``text``."""

MANUAL_REMATCH = "manual_rematch"
MANUAL_BYE_AGAIN = "manual_bye_again"
AWARDED_BYE = "awarded_bye"
"""Reason of a bye that was awarded before the event started."""

ACROSS, ACROSS_BYE = "across", "across_bye"
"""Reasons of the first round of a draft pod, whose opposite seats meet."""

STAFF_ONLY_REASONS = frozenset({ReasonKind.FORBIDDEN.value, ReasonKind.AVOIDED.value})
"""Reasons that reveal avoidances; only shown to the staff."""

_PROVEN_FROM = {
    ReasonKind.FORBIDDEN: 1,
    ReasonKind.SECOND_BYE: 2,
    ReasonKind.REMATCH: 3,
    ReasonKind.PAIR_DOWN: 4,
    ReasonKind.BYE_ABOVE_LOWEST: 4,
    ReasonKind.BY_STANDING: 4,
    ReasonKind.REPEATED_DOWN: 5,
    ReasonKind.REPEATED_UP: 6,
    ReasonKind.AVOIDED: 7,
}
"""Number of proven cost levels required to state that no better pairing exists, by kind of reason."""

REPEATED_FLOAT = "repeated_float"
"""Stored by an earlier version that counted pair-downs and pair-ups together; no longer written."""


def sentences(explanation: Mapping[str, Any], *, staff: bool = False) -> list[str]:
    """Return one sentence for each stored reason of a match.

    Args:
        explanation: as stored by :mod:`epic_events.pairings.rounds.services.drafts`.
        staff: True for the event's staff, who may read reasons about avoidances.
    """
    numbers = explanation.get("seeds") or explanation.get("points") or []
    texts = []
    for reason in explanation.get("reasons", []):
        kind, amount = reason.get("kind"), int(reason.get("amount", 0))
        if kind in STAFF_ONLY_REASONS and not staff:
            continue
        if kind == MANUAL:
            texts.append(_("Paired by the staff: %(reason)s") % {"reason": reason.get("text", "")})
        sentence = _SENTENCES.get(kind)
        unproven = explanation.get("proven", len(LEVELS)) < _PROVEN_FROM.get(kind, 0)
        if unproven and kind in _UNPROVEN:
            texts.append(_UNPROVEN[kind](amount, numbers))
        elif sentence is not None:
            texts.append(sentence(amount, numbers))
    return texts


def uses_current_priorities(reasons: Mapping[str, Any]) -> bool:
    """Return True if a Swiss round was paired with the current pairing priorities.

    Args:
        reasons: the stored explanation of the round.
    """
    return set(reasons.get("cost", ())) == set(LEVELS)


def pairing_priorities(reasons: Mapping[str, Any], *, first_stage: bool = False) -> str:
    """Return a text with the priorities by which a round was paired.

    Args:
        reasons: the stored explanation of the round; empty if its pairings were entered.
        first_stage: True if no standings existed before the stage.
    """
    method = reasons.get("method")
    if method == BY_STANDING:
        chosen = _(
            "Power pairing by standings. Priorities, the most important first: no pairs set to “do not pair”, the "
            "fewest second byes, the fewest rematches (a third meeting weighs as much as four second ones), the "
            "smallest differences in rank, the fewest pairs set to “avoid”."
        )
    elif method == CIRCLE:
        return _circle_sentence(0, [])
    elif method == SEEDS:
        if first_stage:
            return _("The bracket determines the pairings; its seeds were drawn at random when it started.")
        return _("The bracket determines the pairings; its seeds come from the standings of the rounds before it.")
    elif reasons.get("across"):
        chosen = _(
            "First round after a draft: players who sit opposite each other in their pod meet, so seat 1 meets seat 5 "
            "in a pod of eight. In an odd pod, the bye is drawn first. If two opposite players have met before or are "
            "set to “do not pair” or “avoid”, the pod is paired like in later rounds."
        )
    elif "cost" in reasons and not uses_current_priorities(reasons):
        chosen = _(
            "Priorities when this round was paired, the most important first: the fewest second byes, the fewest "
            "rematches, the smallest differences in match points, the fewest repeated pair-downs and pair-ups."
        )
    elif method:
        chosen = _(
            "Priorities of the pairing, the most important first: no pairs set to “do not pair”, the fewest second "
            "byes, the fewest rematches (a third meeting weighs as much as four second ones), the smallest "
            "differences in match points, the fewest repeated pair-downs, the fewest repeated pair-ups, the fewest "
            "pairs set to “avoid”."
        )
    else:
        return _("The pairings of this round were entered, not computed.")
    chance = _(
        "Equally good pairings are decided at random from a stored seed: the same seed always gives the same pairings."
    )
    return f"{chosen} {chance}"


def short_reasons(explanation: Mapping[str, Any], *, staff: bool = False) -> list[str]:
    """Return a short label for each unusual reason, for the list of pairings."""
    labels = []
    proven = explanation.get("proven", len(LEVELS))
    for reason in explanation.get("reasons", []):
        kind, amount = reason.get("kind"), int(reason.get("amount", 0))
        if kind in STAFF_ONLY_REASONS and not staff:
            continue
        unavoidable = proven >= _PROVEN_FROM.get(kind, 0)
        label = {
            ReasonKind.PAIR_DOWN: _("%(gap)d points apart") % {"gap": amount} if amount > 1 else _("1 point apart"),
            ReasonKind.REMATCH: _again_in_short(amount, unavoidable=unavoidable),
            ReasonKind.FORBIDDEN: _("unavoidable") if unavoidable else _("do not pair"),
            ReasonKind.AVOIDED: _("avoid"),
            ReasonKind.REPEATED_DOWN: _("paired down again"),
            ReasonKind.REPEATED_UP: _("paired up again"),
            REPEATED_FLOAT: _("paired down or up again"),
            ReasonKind.SECOND_BYE: _("second bye"),
            ReasonKind.BYE_ABOVE_LOWEST: _("not the lowest score"),
            AWARDED_BYE: _("awarded bye"),
            MANUAL: _("by hand: %(reason)s") % {"reason": reason.get("text", "")},
            MANUAL_REMATCH: _again_in_short(amount, unavoidable=False),
            MANUAL_BYE_AGAIN: _("second bye"),
        }.get(kind)
        if label:
            labels.append(label)
    return labels


def _nth_meeting(earlier: int) -> str:
    """Return "second meeting" and so on, given the number of earlier meetings."""
    words = (
        _("second meeting"),
        _("third meeting"),
        _("fourth meeting"),
        _("fifth meeting"),
        _("sixth meeting"),
        _("seventh meeting"),
        _("eighth meeting"),
        _("ninth meeting"),
        _("tenth meeting"),
    )
    if 1 <= earlier <= len(words):
        return words[earlier - 1]
    return _("meeting number %(number)d") % {"number": earlier + 1}


def _again_in_short(earlier: int, *, unavoidable: bool) -> str:
    if earlier <= 1:
        return _("unavoidable rematch") if unavoidable else _("rematch")
    return _nth_meeting(earlier)


def _by_standing(amount: int, _points: Sequence[int]) -> str:
    return _(
        "Power pairing by standings: rank %(place)d meets the next lower-ranked player not met before, as close as "
        "the whole round allows."
    ) % {"place": amount}


def _by_standing_unproven(amount: int, _points: Sequence[int]) -> str:
    return _(
        "Power pairing by standings: rank %(place)d meets one of the next lower-ranked players not met before; no "
        "closer pairing of the whole round was found."
    ) % {"place": amount}


def _circle_sentence(_amount: int, _points: Sequence[int]) -> str:
    return _(
        "The round-robin schedule: every player meets every other player. The order was drawn when the stage started."
    )


def _absent(_amount: int, _points: Sequence[int]) -> str:
    return _("The scheduled opponent has dropped, so this player goes on without a match.")


def _free_sentence(_amount: int, seeds: Sequence[int]) -> str:
    return _("Seed %(seed)d has no opponent in this round of the bracket.") % {"seed": seeds[0] if seeds else "?"}


def _across(_amount: int, _points: Sequence[int]) -> str:
    return _("They sit opposite each other in the pod, and this is its first round.")


def _across_bye(_amount: int, _points: Sequence[int]) -> str:
    return _("The pod has an odd number of players, and the bye of its first round was drawn at random.")


def _same_points(_amount: int, points: Sequence[int]) -> str:
    each = points[0] if points else 0
    return ngettext("Both had %(each)d match point.", "Both had %(each)d match points.", each) % {"each": each}


def _gap_sentence(amount: int, points: Sequence[int]) -> str:
    text = ngettext(
        "Points: %(points)s. The players were %(gap)d match point apart",
        "Points: %(points)s. The players were %(gap)d match points apart",
        amount,
    )
    return text % {"points": ", ".join(map(str, points)), "gap": amount}


def _pair_down(amount: int, points: Sequence[int]) -> str:
    return _("%(apart)s: no pairing of the whole round has smaller score differences.") % {
        "apart": _gap_sentence(amount, points)
    }


def _pair_down_unproven(amount: int, points: Sequence[int]) -> str:
    return _("%(apart)s: no pairing of the round with smaller score differences was found.") % {
        "apart": _gap_sentence(amount, points)
    }


def _repeated_float(_amount: int, _points: Sequence[int]) -> str:
    return _(
        "One of them has already been paired down or up. Avoiding a second time would have broken a more important "
        "rule."
    )


def _repeated_down(amount: int, _points: Sequence[int]) -> str:
    return _(
        "%(again)s: no pairing of the round that is equally good in all more important rules repeats fewer pair-downs."
    ) % {"again": _down_again(amount)}


def _repeated_down_unproven(amount: int, _points: Sequence[int]) -> str:
    return _("%(again)s: no pairing of the round with fewer repetitions was found.") % {"again": _down_again(amount)}


def _down_again(times: int) -> str:
    return ngettext(
        "The player with more points has been paired down once before and is paired down again",
        "The player with more points has been paired down %(times)d times before and is paired down again",
        times,
    ) % {"times": times}


def _repeated_up(amount: int, _points: Sequence[int]) -> str:
    return _(
        "%(again)s: no pairing of the round that is equally good in all more important rules repeats fewer pair-ups."
    ) % {"again": _up_again(amount)}


def _repeated_up_unproven(amount: int, _points: Sequence[int]) -> str:
    return _("%(again)s: no pairing of the round with fewer repetitions was found.") % {"again": _up_again(amount)}


def _up_again(times: int) -> str:
    return ngettext(
        "The player with fewer points has been paired up once before and is paired up again",
        "The player with fewer points has been paired up %(times)d times before and is paired up again",
        times,
    ) % {"times": times}


def _rematch_unproven(amount: int, _points: Sequence[int]) -> str:
    return _("This is their %(nth)s; no pairing of the round with fewer rematches was found.") % {
        "nth": _nth_meeting(amount)
    }


def _rematch(amount: int, _points: Sequence[int]) -> str:
    # Also true for rounds paired when all rematches had the same weight.
    return _("This is their %(nth)s; every possible pairing of this round has at least as many rematches.") % {
        "nth": _nth_meeting(amount)
    }


def _forbidden(_amount: int, _points: Sequence[int]) -> str:
    return _(
        "These players are set to “do not pair”, but every possible pairing of the round pairs at least as many such "
        "players."
    )


def _forbidden_unproven(_amount: int, _points: Sequence[int]) -> str:
    return _("These players are set to “do not pair”, but no pairing of the round without such a match was found.")


def _avoided_sentence(_amount: int, _points: Sequence[int]) -> str:
    return _("These players are set to “avoid”, but separating them would have broken a more important rule.")


def _bye_lowest(_amount: int, points: Sequence[int]) -> str:
    return _("The number of players is odd, and no player had fewer match points (%(points)d).") % {
        "points": points[0] if points else 0
    }


def _bye_above_lowest(amount: int, _points: Sequence[int]) -> str:
    return ngettext(
        "The number of players is odd. Every player with fewer points already had a bye, or a bye for them would "
        "have forced a rematch or larger score differences. This player had %(gap)d match point more than the lowest "
        "score.",
        "The number of players is odd. Every player with fewer points already had a bye, or a bye for them would "
        "have forced a rematch or larger score differences. This player had %(gap)d match points more than the "
        "lowest score.",
        amount,
    ) % {"gap": amount}


def _second_bye(amount: int, _points: Sequence[int]) -> str:
    return ngettext(
        "This is a second bye: every eligible player has already had one.",
        "This player has already had %(times)d byes, and so has every eligible player.",
        amount,
    ) % {"times": amount}


def _awarded_bye(_amount: int, _points: Sequence[int]) -> str:
    return _("This bye was awarded before the event started.")


def _manual_rematch(amount: int, _points: Sequence[int]) -> str:
    return _("This is their %(nth)s.") % {"nth": _nth_meeting(amount)}


def _manual_bye_again(amount: int, _points: Sequence[int]) -> str:
    return ngettext("This player has already had a bye.", "This player has already had %(times)d byes.", amount) % {
        "times": amount
    }


def _seeds(_amount: int, seeds: Sequence[int]) -> str:
    if len(seeds) != 2:
        return _("The bracket determines this pairing.")
    return _("Seed %(first)d against seed %(second)d, as the bracket determines.") % {
        "first": seeds[0],
        "second": seeds[1],
    }


_SENTENCES: Mapping[str, Callable[[int, Sequence[int]], str]] = {
    ReasonKind.SAME_POINTS: _same_points,
    ReasonKind.PAIR_DOWN: _pair_down,
    ReasonKind.REMATCH: _rematch,
    ReasonKind.REPEATED_DOWN: _repeated_down,
    ReasonKind.REPEATED_UP: _repeated_up,
    REPEATED_FLOAT: _repeated_float,
    ReasonKind.FORBIDDEN: _forbidden,
    ReasonKind.AVOIDED: _avoided_sentence,
    ReasonKind.BYE_LOWEST: _bye_lowest,
    ReasonKind.BYE_ABOVE_LOWEST: _bye_above_lowest,
    ReasonKind.SECOND_BYE: _second_bye,
    AWARDED_BYE: _awarded_bye,
    SEEDS: _seeds,
    MANUAL_REMATCH: _manual_rematch,
    MANUAL_BYE_AGAIN: _manual_bye_again,
    ReasonKind.BY_STANDING: _by_standing,
    CIRCLE: _circle_sentence,
    ACROSS: _across,
    ACROSS_BYE: _across_bye,
    ABSENT: _absent,
    FREE: _free_sentence,
}

_UNPROVEN: Mapping[str, Callable[[int, Sequence[int]], str]] = {
    ReasonKind.PAIR_DOWN: _pair_down_unproven,
    ReasonKind.REMATCH: _rematch_unproven,
    ReasonKind.REPEATED_DOWN: _repeated_down_unproven,
    ReasonKind.REPEATED_UP: _repeated_up_unproven,
    ReasonKind.FORBIDDEN: _forbidden_unproven,
    ReasonKind.BY_STANDING: _by_standing_unproven,
}
"""Sentences for reasons without a proof that no better pairing exists."""
