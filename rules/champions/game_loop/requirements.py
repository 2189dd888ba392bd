"""Requirements for playing and Deploying a card, and passive prohibitions (2.2.3)."""

from collections.abc import Iterator

from rules.champions.cards import Card, CardClass, Category
from rules.champions.cards.instructions import Prohibit
from rules.champions.effects import is_ability, is_unit, text_of
from rules.champions.game_loop.citations import cite
from rules.champions.interpretation_options import DISENGAGED, SPELL_IF_ENGAGED
from rules.champions.state import ChampionsState, Piece, Place
from rules.champions.state.places import all_cards_on_field, fits_filter, is_active, selects, spot_of
from rules.engine.decision import Violation

WARRIORS = (CardClass.WARRIOR, CardClass.WARRIOR_WIZARD)
WIZARDS = (CardClass.WIZARD, CardClass.WARRIOR_WIZARD)
MAX_STACK = 3
"""Most cards of a stack (2.14.4b)."""


def violation(rule: str, text: str, public: str = "") -> Violation:
    """Return a violation of a Champions rule.

    Args:
        rule: rule number, without the document prefix.
        text: message that may name hidden cards.
        public: message without hidden cards; empty if ``text`` names none.
    """
    return Violation(cite(rule)[0], text, public)


def prohibitions(state: ChampionsState, prohibited: str) -> Iterator[tuple[Place, Prohibit]]:
    """Yield the prohibitions of ``deploy``, ``act`` or ``rotate`` in force.

    Each comes with its card.
    """
    for place in all_cards_on_field(state, state.turn):
        for node in text_of(state.table[place.piece.cid]).prohibitions:
            if node.what == prohibited and is_active(state, place):
                yield place, node


def prohibiting_card(state: ChampionsState, prohibited: str, place: Place) -> Place | None:
    """Return a card that prohibits acting or rotating at ``place``, or ``None``."""
    return next(
        (
            by
            for by, node in prohibitions(state, prohibited)
            if selects(state, node.cards, spot_of(by), place.piece.cid, place.lane)
        ),
        None,
    )


def deploy_violations(
    state: ChampionsState, card: Card, champion: Place, *, vacated: bool = False
) -> Iterator[Violation]:
    """Yield the reasons why a Unit or Spell cannot be Deployed by a Champion.

    See 6.1.2/deploy, 6.2/normal-restrictions.

    Args:
        state: the game.
        card: the card.
        champion: the Champion.
        vacated: whether the card in front of the Champion leaves first.
    """
    leader = state.table[champion.piece.cid]
    if is_unit(card):
        if leader.card_class not in WARRIORS:
            yield violation("2.5.1.2", f"{leader.name} is no Warrior, and {card.name} is a Unit (2.4.1.2a).")
    elif leader.card_class not in WIZARDS:
        yield violation("2.5.2.2", f"{leader.name} is no Wizard, and {card.name} is a Spell (2.4.1.2b).")
    controlled = None if vacated else state.seats[champion.seat].lanes[champion.lane].card
    if controlled is not None:
        yield from _engaged_violations(state, card, leader, controlled)
    if not vacated and is_deploying(state, champion.seat, champion.lane):
        text = f"Another card is being Deployed by {leader.name} (CH-33)."
        yield violation("2.14.4b", text)
    for by, node in prohibitions(state, "deploy"):
        is_wanted = node.wanted is not None and fits_filter(card, node.wanted)
        if is_wanted and selects(state, node.cards, spot_of(by), champion.piece.cid, champion.lane):
            text = f"{state.table[by.piece.cid].name} says that {leader.name} cannot Deploy {card.name}."
            yield violation("2.2.3", text)


def _engaged_violations(state: ChampionsState, card: Card, leader: Card, controlled: Piece) -> Iterator[Violation]:
    """Yield the reasons why a card cannot be Deployed by an Engaged Champion."""
    held = state.table[controlled.cid]
    if not is_unit(card):
        if state.options[SPELL_IF_ENGAGED]:
            return
        reason = f"{leader.name} is Engaged: it controls {held.name}. 2.5.2.2 names the class alone (CH-54)."
        yield violation("6.2/normal-restrictions", reason)
    elif not (card.stacking and is_unit(held)):
        yield violation("2.5.1.2", f"{leader.name} is Engaged: it controls {held.name} (6.1.2/engaged).")
    elif len(controlled.below) + 1 >= MAX_STACK:
        yield violation("2.14.4b", f"The stack of {held.name} has {MAX_STACK} cards already.")
    elif controlled.dormant:
        yield violation("2.14.4g", f"{held.name} is Dormant, so nothing can be Deployed onto it.")


def is_deploying(state: ChampionsState, seat: int, lane: int) -> bool:
    """Return True if a Unit or Spell in limbo is being Deployed into a lane.

    See 2.14.4b, CH-33.
    """
    coming = {
        frame.source
        for frame in state.frames
        if frame.kind in ("play", "deploy") and frame.controller == seat and frame.data["lane"] == lane
    }
    return any(each.cid in coming and not is_ability(state.table[each.cid]) for each in state.limbo)


def play_violations(state: ChampionsState, card: Card, champion: Place) -> Iterator[Violation]:
    """Yield the reasons why a Champion cannot play a card."""
    if not is_ability(card):
        yield from deploy_violations(state, card, champion)
        return
    leader = state.table[champion.piece.cid]
    if card.card_class is not CardClass.ANY:
        wanted = WARRIORS if card.card_class is CardClass.WARRIOR else WIZARDS
        if leader.card_class not in wanted:
            yield violation("2.5.3.2", f"{card.name} asks for a {card.card_class}, and {leader.name} is none.")
    controlled = state.seats[champion.seat].lanes[champion.lane].card
    if controlled is None:
        if state.options[DISENGAGED]:
            yield violation("2.5.3.3", f"{leader.name} controls no Unit and cannot play {card.name} (CH-28).")
    elif state.table[controlled.cid].category is Category.SPELL:
        held = state.table[controlled.cid].name
        yield violation("2.5.3.3", f"{leader.name} controls a Spell, {held}, and cannot play {card.name}.")
