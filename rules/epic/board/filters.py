"""Checks of the less common conditions of a filter.

``rules.epic.board.continuous`` checks the common conditions first and calls these functions only if a filter has more.
"""

from rules.epic.cards.printed import ChampionValues, PrintedCard
from rules.epic.effects import Count, Filter
from rules.epic.interpretation_options import UNBLOCKED_EARLY
from rules.epic.players.seats import are_allied
from rules.epic.state import EXPENDED, PREPARED, Champion, EpicState

STEPS_AFTER_BLOCKS: tuple[str, ...] = ("before-damage", "damage", "after-damage")
"""Battle steps after the declaration of blockers."""


def values_match(card_filter: Filter, now: ChampionValues) -> bool:
    """Return True if current alignments, classes and keywords match ``card_filter``."""
    return (
        (card_filter.alignment is None or card_filter.alignment in now.alignments)
        and (not card_filter.class_word or card_filter.class_word in now.classes)
        and (card_filter.without_alignment is None or card_filter.without_alignment not in now.alignments)
        and (not card_filter.without_class or card_filter.without_class not in now.classes)
        and (card_filter.keyword is None or card_filter.keyword in now.keywords)
        and (card_filter.without_keyword is None or card_filter.without_keyword not in now.keywords)
    )


def printed_facts_match(card_filter: Filter, card: PrintedCard) -> bool:
    """Return True if printed cost, name and token status match ``card_filter``."""
    return (
        (card_filter.cost is None or card.cost == card_filter.cost)
        and (card_filter.token is None or card.is_token == card_filter.token)
        and (not card_filter.name or card.name == card_filter.name)
        and (not card_filter.without_name or card.name != card_filter.without_name)
    )


def card_matches(card_filter: Filter, card: PrintedCard) -> bool:
    """Return True if a card outside play passes ``card_filter`` by its printed values.

    Rules: 5.0.3.
    """
    return (
        (card_filter.card_type is None or card.type is card_filter.card_type)
        and (
            not card_filter.conditions
            or (values_match(card_filter, card.values) and printed_facts_match(card_filter, card))
        )
        and (
            card_filter.defense_at_most is None
            or (card.is_champion and _is_at_most(card.defense, card_filter.defense_at_most))
        )
    )


def _is_at_most(defense: int, limit: int | Count) -> bool:
    """Return True if a printed defense is at most ``limit``; False for a ``Count``.

    Counted limits apply to champions in play only.
    """
    return isinstance(limit, int) and defense <= limit


def battle_role_matches(state: EpicState, card_filter: Filter, you: int, champion: Champion) -> bool:
    """Return True if stance, battle role and damage match ``card_filter``."""
    return (
        not (card_filter.expended and champion.stance != EXPENDED)
        and not (card_filter.prepared and champion.stance != PREPARED)
        and not (card_filter.damaged and not champion.damage)
        and not (card_filter.damaged_you and not any(are_allied(state, you, seat) for seat in champion.struck))
        and not (card_filter.lone and not _is_only_attacker(state, champion))
        and not (card_filter.unblocked and not _is_unblocked(state, champion))
    )


def _is_unblocked(state: EpicState, champion: Champion) -> bool:
    """Return True if an attacking champion is unblocked; before blocks by I-155."""
    if not champion.attacking or state.blocked:
        return False
    return state.step in STEPS_AFTER_BLOCKS or bool(state.options[UNBLOCKED_EARLY])


def is_attacking_before_blocks(state: EpicState, champion: Champion) -> bool:
    """Return True if a champion attacks and no blocks have been declared yet (I-155)."""
    return champion.attacking and not state.blocked and state.step not in STEPS_AFTER_BLOCKS


def _is_only_attacker(state: EpicState, champion: Champion) -> bool:
    return champion.attacking and sum(other.attacking for seat in state.seats for other in seat.champions) == 1
