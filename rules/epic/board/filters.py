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


def values_match(where: Filter, now: ChampionValues) -> bool:
    """Return whether current alignments, classes and keywords match ``where``."""
    return (
        (where.alignment is None or where.alignment in now.alignments)
        and (not where.class_word or where.class_word in now.classes)
        and (where.without_alignment is None or where.without_alignment not in now.alignments)
        and (not where.without_class or where.without_class not in now.classes)
        and (where.keyword is None or where.keyword in now.keywords)
        and (where.without_keyword is None or where.without_keyword not in now.keywords)
    )


def printed_facts_match(where: Filter, card: PrintedCard) -> bool:
    """Return whether printed cost, name and token status match ``where``."""
    return (
        (where.cost is None or card.cost == where.cost)
        and (where.token is None or card.is_token == where.token)
        and (not where.name or card.name == where.name)
        and (not where.without_name or card.name != where.without_name)
    )


def card_matches(where: Filter, card: PrintedCard) -> bool:
    """Return whether a card outside play passes ``where`` by its printed values.

    Rules: 5.0.3.
    """
    return (
        (where.card_type is None or card.type is where.card_type)
        and (not where.conditions or (values_match(where, card.values) and printed_facts_match(where, card)))
        and (where.defense_at_most is None or (card.is_champion and _is_at_most(card.defense, where.defense_at_most)))
    )


def _is_at_most(defense: int, limit: int | Count) -> bool:
    """Return whether a printed defense is at most ``limit``; False for a ``Count``.

    Counted limits apply to champions in play only.
    """
    return isinstance(limit, int) and defense <= limit


def battle_role_matches(state: EpicState, where: Filter, you: int, champion: Champion) -> bool:
    """Return whether stance, battle role and damage match ``where``."""
    return (
        not (where.expended and champion.stance != EXPENDED)
        and not (where.prepared and champion.stance != PREPARED)
        and not (where.damaged and not champion.damage)
        and not (where.damaged_you and not any(are_allied(state, you, seat) for seat in champion.struck))
        and not (where.lone and not _is_only_attacker(state, champion))
        and not (where.unblocked and not _is_unblocked(state, champion))
    )


def _is_unblocked(state: EpicState, champion: Champion) -> bool:
    """Return whether an attacking champion is unblocked; before blocks by I-155."""
    if not champion.attacking or state.blocked:
        return False
    return state.step in STEPS_AFTER_BLOCKS or bool(state.options[UNBLOCKED_EARLY])


def is_attacking_before_blocks(state: EpicState, champion: Champion) -> bool:
    """Return whether a champion attacks and no blocks have been declared yet (I-155)."""
    return champion.attacking and not state.blocked and state.step not in STEPS_AFTER_BLOCKS


def _is_only_attacker(state: EpicState, champion: Champion) -> bool:
    return champion.attacking and sum(other.attacking for seat in state.seats for other in seat.champions) == 1
