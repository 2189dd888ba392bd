"""The action of playing a card (4.1.3.2), with its requirements."""

from collections.abc import Iterator

from rules.champions.cards import Card, CardClass, CardType, Category
from rules.champions.effects import is_ability, is_unit
from rules.champions.game_loop.citations import cite
from rules.champions.interpretation_options import DISENGAGED
from rules.champions.state import ChampionsState, Piece, Place, find_on_field
from rules.engine.action_types import ActionType, Shape
from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.engine.state import Frame
from rules.engine.zones import representatives

WARRIORS = (CardClass.WARRIOR, CardClass.WARRIOR_WIZARD)
WIZARDS = (CardClass.WIZARD, CardClass.WARRIOR_WIZARD)


def lowest_of_name(state: ChampionsState, cid: int, cards: list[int]) -> int:
    """Return the lowest number in ``cards`` with the name of card ``cid``, or ``cid``."""
    if cid not in cards:
        return cid
    return min(each for each in cards if state.table[each].name == state.table[cid].name)


def violation(rule: str, text: str, public: str = "") -> Violation:
    """Return a violation of a Champions rule.

    Args:
        rule: rule number, without the document prefix.
        text: message that may name hidden cards.
        public: message without hidden cards; empty if ``text`` names none.
    """
    return Violation(cite(rule)[0], text, public)


def class_violations(state: ChampionsState, card: Card, champion: Place) -> Iterator[Violation]:
    """Yield the reasons why a Champion does not meet the requirements of a card."""
    leader = state.table[champion.piece.cid]
    controlled = state.seats[champion.seat].lanes[champion.lane].card
    if is_unit(card):
        if leader.card_class not in WARRIORS:
            yield violation("2.5.1.2", f"{leader.name} is no Warrior, and {card.name} is a Unit (2.4.1.2a).")
    elif card.category is Category.SPELL:
        if leader.card_class not in WIZARDS:
            yield violation("2.5.2.2", f"{leader.name} is no Wizard, and {card.name} is a Spell (2.4.1.2b).")
    elif card.card_class is not CardClass.ANY:
        wanted = WARRIORS if card.card_class is CardClass.WARRIOR else WIZARDS
        if leader.card_class not in wanted:
            yield violation("2.5.3.2", f"{card.name} asks for a {card.card_class}, and {leader.name} is none.")
    if is_ability(card):
        yield from _ability_violations(state, card, leader, controlled)
    elif controlled is not None:
        rule = "2.5.1.2" if is_unit(card) else "2.5.2.2"
        held = state.table[controlled.cid].name
        yield violation(rule, f"{leader.name} is Engaged: it controls {held} (6.1.2/engaged).")


def _ability_violations(
    state: ChampionsState, card: Card, leader: Card, controlled: Piece | None
) -> Iterator[Violation]:
    if controlled is None:
        if state.options[DISENGAGED]:
            yield violation("2.5.3.3", f"{leader.name} controls no Unit and cannot play {card.name} (CH-28).")
    elif not is_unit(state.table[controlled.cid]):
        held = state.table[controlled.cid].name
        yield violation("2.5.3.3", f"{leader.name} controls a Spell, {held}, and cannot play {card.name}.")


def name_violations(state: ChampionsState, seat: int, card: Card) -> Iterator[Violation]:
    """Yield a violation if the name was played or used this turn (4.1.3.2d)."""
    if card.name in state.seats[seat].used:
        reason = f"{state.names[seat]} has played a card called {card.name}, or used one, this turn."
        yield violation("4.1.3.2d", reason)


class PlayCard(ActionType[ChampionsState]):
    """Play a card: ``refs`` are the card and the Champion that plays it."""

    def __init__(self) -> None:
        super().__init__("play", "act", Shape(2, 2), "play a card")

    def validate(self, state: ChampionsState, action: Action) -> None:
        """Raise unless the action names one Action card and one Champion."""
        super().validate(state, action)
        cid, champion = action.refs
        if state.table[cid].kind is not CardType.ACTION or state.table[champion].kind is not CardType.CHAMPION:
            raise InvalidActionError("'play' names an Action card and the Champion that plays it")

    def canonical(self, state: ChampionsState, action: Action) -> Action:
        """Return the action with the lowest card number among cards of equal name in hand."""
        hand = state.seats[action.seat].hand if action.seat >= 0 else []
        return Action(action.seat, "play", (lowest_of_name(state, action.refs[0], hand), action.refs[1]))

    def violations(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the card cannot be played."""
        cid, leader = action.refs
        card, seat = state.table[cid], action.seat
        if cid not in state.seats[seat].hand:
            yield violation("4.1.3.2a", f"{card.name} is not in the hand of {state.names[seat]}.")
        champion = find_on_field(state, leader)
        if champion is None or champion.seat != seat:
            yield violation("4.1.3.1b", f"{state.table[leader].name} is no Champion of {state.names[seat]}.")
        else:
            yield from class_violations(state, card, champion)
        yield from name_violations(state, seat, card)

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one action per card name in hand and Champion that may play it."""
        seat = decision.seat
        for cid in representatives(state.seats[seat].hand, lambda each: state.table[each].name):
            for lane in state.seats[seat].lanes:
                action = Action(seat, "play", (cid, lane.champion.cid if lane.champion else 0))
                if lane.champion and next(self.violations(state, decision, action), None) is None:
                    yield action

    def impossibilities(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield the reasons why the card cannot be played even if the rules are ignored."""
        cid, leader = action.refs
        champion = find_on_field(state, leader)
        if cid not in state.seats[action.seat].hand:
            yield f"{state.table[cid].name} is not in the hand of {state.names[action.seat]}."
        elif champion is None or champion.seat != action.seat:
            yield f"{state.table[leader].name} is no Champion of {state.names[action.seat]}."
        elif not is_ability(state.table[cid]) and state.seats[action.seat].lanes[champion.lane].card is not None:
            yield f"There is already a card in front of {state.table[leader].name}."

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Move the card from hand to limbo and push its stack frame (4.1.3.2a)."""
        cid, leader = action.refs
        seat, champion = state.seats[action.seat], find_on_field(state, leader)
        lane = champion.lane if champion is not None else 0
        state.actions -= 1
        seat.hand.remove(cid)
        seat.used, seat.left_hand = (*seat.used, state.table[cid].name), True
        state.limbo = (*state.limbo, (cid, lane))
        state.cause = -1
        state.cause = state.log_event(
            "play", (action.seat, cid, leader), cite("4.1.3.2a", "4.1.3.1a", "3.1.5a", "4.1.3.2d", "CH-29")
        )
        state.frames.append(Frame("play", action.seat, cid, {"lane": lane}, state.cause))

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Describe the pending choice for error messages."""
        return f"plays a card, uses a Heroic Act or passes ({state.actions} left)"
