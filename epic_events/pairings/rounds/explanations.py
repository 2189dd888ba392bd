"""Explanations of pairings: reasons, facts, and the cost of the best alternative.

Reasons and alternatives that reveal avoidances are shown to staff only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.events.models import Registration
from epic_events.infra.names import isolated
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.methods.swiss import LEVELS, PlayerPair
from epic_events.pairings.methods.swiss.alternatives import Alternative, best_alternative, score_group_info
from epic_events.pairings.models import Match
from epic_events.pairings.reasons import sentences, uses_current_priorities
from epic_events.pairings.rounds.inputs import PairingInputs, load_pairing_inputs

CACHE_SECONDS = 3600
"""In seconds. Computing an alternative for 256 players takes most of a second."""

_HIDDEN = ("forbidden", "avoided")


@dataclass(frozen=True)
class Explanation:
    """The explanation of a pairing or bye.

    Attributes:
        sentences: the stored reasons.
        facts: the players' scores, and what forced a bye or a pair-down.
        instead: the players' pairings in the best alternative. Empty if there is none or it is hidden.
        verdict: the cost of the alternative as a sentence. Empty unless the round is a Swiss round.
    """

    sentences: list[str]
    facts: list[str]
    alternative: list[str]
    verdict: str


def explain_match(match: Match, *, staff: bool) -> Explanation:
    """Explain a pairing or bye.

    Args:
        match: the match, with its round, stage and seats.
        staff: True if the user is staff of the event.
    """
    reasons = sentences(match.explanation, staff=staff)
    made_from = load_pairing_inputs(match.round)
    players = [seat.registration_id for seat in match.seats.all()]
    player_pair: PlayerPair | None = (players[0], players[1] if len(players) == 2 else None) if players else None
    if made_from is None or player_pair is None or player_pair not in made_from.made:
        return Explanation(reasons, [], [], "")
    alternative = _alternative(match, made_from, player_pair)
    names = _names([*players, *(pk for pair in (alternative.pairs if alternative else ()) for pk in pair if pk)])
    facts = _facts(made_from, player_pair, names)
    if alternative is None:
        return Explanation(reasons, facts, [], _("No other pairing of the round was possible."))
    level = next((index for index, more in enumerate(alternative.difference) if more), None)
    if level is not None and LEVELS[level] in _HIDDEN and not staff:
        return Explanation(reasons, facts, [], _("Every other pairing is worse by the pairing criteria of the round."))
    return Explanation(reasons, facts, _describe_alternative(alternative, names), _verdict(alternative, match, level))


def _alternative(match: Match, made_from: PairingInputs, player_pair: PlayerPair) -> Alternative | None:
    """Return the best alternative without this pair, cached by the round's inputs."""
    field = made_from.field
    past = (
        sorted(field.met.items()),
        sorted(field.forbidden),
        sorted(field.avoided),
        field.byes,
        field.downs,
        field.ups,
    )
    content = repr((field.ids, field.points, field.salts[-1], past, made_from.made))
    key = f"pairing-alternative-{match.pk}-{blake2b(content.encode(), digest_size=16).hexdigest()}"
    cached_value: tuple[Alternative | None] | None = cache.get(key)
    if cached_value is None:
        cached_value = (best_alternative(field, made_from.made, player_pair),)
        cache.set(key, cached_value, CACHE_SECONDS)
    return cached_value[0]


def _names(players: Sequence[int]) -> dict[int, str]:
    names = Registration.objects.filter(pk__in=players).values_list("pk", "name")
    return {pk: isolated(name) for pk, name in names}


def _facts(made_from: PairingInputs, player_pair: PlayerPair, names: Mapping[int, str]) -> list[str]:
    """Return a sentence about each player's score, and one about the bye or pair-down."""
    field = made_from.field
    facts = []
    for player in player_pair:
        if player is None:
            continue
        stood = score_group_info(field, player)
        had = ngettext("%(name)s had %(points)d match point", "%(name)s had %(points)d match points", stood.points) % {
            "name": names[player],
            "points": stood.points,
        }
        if not stood.level:
            facts.append(_("%(had)s; no other player had the same score.") % {"had": had})
            continue
        facts.append(_("%(had)s, %(others)s.") % {"had": had, "others": _others(stood.level, stood.open)})
    if player_pair[1] is None:
        without_bye = sum(not byes for byes in field.byes)
        facts.append(
            _("%(players)d players are an odd number. %(free)d of them had not had a bye.")
            % {"players": len(field.ids), "free": without_bye}
        )
    elif field.gap(*(field.ids.index(pk) for pk in (player_pair[0], player_pair[1]))):
        facts.append(_odd_group(made_from, player_pair[0]))
    return facts


def _others(level: int, new: int) -> str:
    """Describe how many players had the same score, and how many were new opponents."""
    if level == 1:
        return _("like 1 other player, a new opponent") if new else _("like 1 other player, a past opponent")
    others = ngettext("like %(count)d other player", "like %(count)d other players", level) % {"count": level}
    if not new:
        return _("%(others)s, all of them past opponents") % {"others": others}
    fresh = ngettext("%(new)d of them a new opponent", "%(new)d of them new opponents", new) % {"new": new}
    return f"{others}, {fresh}"


def _odd_group(made_from: PairingInputs, upper: int) -> str:
    """Describe the number of players with at least this score.

    An odd number forces a pair-down.
    """
    field = made_from.field
    points = field.points[field.ids.index(upper)]
    above = sum(had >= points for had in field.points)
    least = ngettext("%(points)d point or more", "%(points)d points or more", points) % {"points": points}
    text = ngettext("%(count)d player had %(least)s", "%(count)d players had %(least)s", above) % {
        "count": above,
        "least": least,
    }
    if above % 2:
        return _("%(text)s: an odd number, so one of them had to be paired down.") % {"text": text}
    return _("%(text)s.") % {"text": text}


def _describe_alternative(alternative: Alternative, names: Mapping[int, str]) -> list[str]:
    return [
        f"{names[player]} {DASH} {names[other]}" if other is not None else _("%(name)s: bye") % {"name": names[player]}
        for player, other in alternative.pairs
    ]


def _verdict(alternative: Alternative, match: Match, level: int | None) -> str:
    if not uses_current_priorities(match.round.explanation):
        return _verdict_by_todays_order(alternative, level)
    if level is None:
        equal = (
            _("It would have been just as good. The random seed %(seed)d decided.")
            if alternative.whole_field
            else _("That swap would have been just as good. The random seed %(seed)d decided.")
        )
        return equal % {"seed": match.round.seed}
    more = alternative.difference[level]
    if more < 0:
        return _("It would have been better: this pairing was made or changed by hand, or points changed since.")
    cost = _describe_cost(LEVELS[level], more)
    if alternative.whole_field:
        return _("It would have cost %(cost)s. Every other pairing of the round costs at least that.") % {"cost": cost}
    return _("It would have cost %(cost)s. Every swap with one other table costs at least that.") % {"cost": cost}


def _verdict_by_todays_order(alternative: Alternative, level: int | None) -> str:
    """Describe the alternative for a round paired with an older priority order.

    It makes no claim about the choice at that time.
    """
    if level is None:
        compared = _("It would have been just as good.")
    elif alternative.difference[level] < 0:
        compared = _("It would have been better.")
    else:
        compared = _("It would have cost %(cost)s.") % {
            "cost": _describe_cost(LEVELS[level], alternative.difference[level])
        }
    return _(
        "This round was paired with an earlier priority order of the pairing criteria. With the current order: "
        "%(compared)s"
    ) % {"compared": compared}


def _describe_cost(level: str, more: int) -> str:
    """Describe an additional cost on one criterion."""
    labels = {
        "forbidden": ngettext(
            "%(more)d more pair set to “do not pair”", "%(more)d more pairs set to “do not pair”", more
        ),
        "second_byes": _("a bye for a player who already had one"),
        "squared_meetings": _("more rematches (%(more)d more in the sum of the squared numbers of earlier meetings)"),
        "squared_gaps": _("larger score differences (%(more)d more in the sum of their squares)"),
        "repeated_downs": ngettext("%(more)d more repeated pair-down", "%(more)d more repeated pair-downs", more),
        "repeated_ups": ngettext("%(more)d more repeated pair-up", "%(more)d more repeated pair-ups", more),
        "avoided": ngettext("%(more)d more pair set to “avoid”", "%(more)d more pairs set to “avoid”", more),
    }
    return labels[level] % {"more": more}
