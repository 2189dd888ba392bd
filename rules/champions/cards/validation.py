"""Consistency checks on the facts of a card."""

from rules.champions.cards.model import (
    ABILITY_CLASSES,
    CHAMPION_CLASSES,
    Card,
    CardType,
    Category,
    Corner,
    Duration,
    Shape,
)


def find_inconsistency(card: Card) -> str:
    """Return the error message for contradictory facts of a card.

    Empty if there are none.

    >>> from rules.champions.cards.model import Origin
    >>> find_inconsistency(Card("Ford Pikes", Origin.INVENTED, CardType.ACTION, cost=3))
    'cost, health, unique and quest are facts of Champions'
    """
    checks = (
        _champion_inconsistency(card),
        _action_inconsistency(card),
        _blessing_inconsistency(card),
        _corner_inconsistency(card),
    )
    return next(filter(None, checks), "")


def _champion_inconsistency(card: Card) -> str:
    if card.kind in (CardType.BLESSING, CardType.ACTION) and any(
        fact is not None for fact in (card.cost, card.health, card.unique, card.quest)
    ):
        return "cost, health, unique and quest are facts of Champions"
    if card.kind is CardType.CHAMPION and card.card_class not in (None, *CHAMPION_CLASSES):
        return f"the class of a Champion is {', '.join(CHAMPION_CLASSES)}"
    return ""


def _action_inconsistency(card: Card) -> str:
    if card.category is not None and card.kind in (CardType.CHAMPION, CardType.BLESSING):
        return "only Action cards have a category"
    if card.card_class is None or card.kind is CardType.CHAMPION:
        return ""
    if card.kind is CardType.BLESSING or card.category in (Category.UNIT, Category.SPELL):
        return "only Champions and Abilities have a class"
    if card.category is Category.ABILITY and card.card_class not in ABILITY_CLASSES:
        return f"the class that an Ability asks for is {', '.join(ABILITY_CLASSES)}"
    return ""


def _blessing_inconsistency(card: Card) -> str:
    if card.duration is not None and card.kind in (CardType.CHAMPION, CardType.ACTION):
        return "only Blessings have a duration"
    if card.duration is Duration.INSTANT and card.corners:
        return "an Instant Blessing has no corners"
    return ""


def _corner_inconsistency(card: Card) -> str:
    if card.corners and (card.kind is CardType.CHAMPION or card.category is Category.ABILITY):
        return "only Units, Spells and Blessings have corners"
    if card.corners is None or card.category not in (Category.UNIT, Category.SPELL):
        return ""
    first = card.corners[0] if card.corners else Corner(Shape.NONE)
    if first is not None and first.shape is Shape.NONE:
        return "a Unit or Spell has a symbol in its first corner"
    return ""
