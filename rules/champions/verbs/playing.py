"""Playing a card (4.1.3.2): who may, which one, and once a turn for each name."""

from collections.abc import Iterator

from rules.champions.cards import Card, CardClass, CardType, Category
from rules.champions.effects import is_ability, is_unit
from rules.champions.process.citing import cite
from rules.champions.readings import DISENGAGED
from rules.champions.state import ChampionsState, Piece, Place, find
from rules.engine.action_types import ActionType, Shape
from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.engine.state import Frame
from rules.engine.zones import representatives

WARRIORS = (CardClass.WARRIOR, CardClass.WARRIOR_WIZARD)
WIZARDS = (CardClass.WIZARD, CardClass.WARRIOR_WIZARD)


def lowest_of_name(state: ChampionsState, cid: int, cards: list[int]) -> int:
    """Return the lowest of ``cards`` with the name of ``cid``; the card itself where it is none of them."""
    if cid not in cards:
        return cid
    return min(each for each in cards if state.table[each].name == state.table[cid].name)


def fault(rule: str, text: str, public: str = "") -> Violation:
    """Return one reason by the number of its rule; ``public`` for those who may not see hidden cards."""
    return Violation(cite(rule)[0], text, public)


def class_faults(state: ChampionsState, card: Card, champion: Place) -> Iterator[Violation]:
    """Yield why the class of a Champion, or what it controls, keeps it from playing a card."""
    leader = state.table[champion.piece.cid]
    controlled = state.seats[champion.seat].lanes[champion.lane].card
    if is_unit(card):
        if leader.card_class not in WARRIORS:
            yield fault("2.5.1.2", f"{leader.name} is no Warrior, and {card.name} is a Unit (2.4.1.2a).")
    elif card.category is Category.SPELL:
        if leader.card_class not in WIZARDS:
            yield fault("2.5.2.2", f"{leader.name} is no Wizard, and {card.name} is a Spell (2.4.1.2b).")
    elif card.card_class is not CardClass.ANY:
        wanted = WARRIORS if card.card_class is CardClass.WARRIOR else WIZARDS
        if leader.card_class not in wanted:
            yield fault("2.5.3.2", f"{card.name} asks for a {card.card_class}, and {leader.name} is none.")
    if is_ability(card):
        yield from _ability_faults(state, card, leader, controlled)
    elif controlled is not None:
        rule = "2.5.1.2" if is_unit(card) else "2.5.2.2"
        held = state.table[controlled.cid].name
        yield fault(rule, f"{leader.name} is Engaged: it controls {held} (6.1.2/engaged).")


def _ability_faults(state: ChampionsState, card: Card, leader: Card, controlled: Piece | None) -> Iterator[Violation]:
    if controlled is None:
        if state.readings[DISENGAGED]:
            yield fault("2.5.3.3", f"{leader.name} controls no Unit and cannot play {card.name} (CH-28).")
    elif not is_unit(state.table[controlled.cid]):
        held = state.table[controlled.cid].name
        yield fault("2.5.3.3", f"{leader.name} controls a Spell, {held}, and cannot play {card.name}.")


def name_faults(state: ChampionsState, seat: int, card: Card) -> Iterator[Violation]:
    """Yield why a card of this name cannot be played or used any more this turn (4.1.3.2d)."""
    if card.name in state.seats[seat].used:
        what = f"{state.names[seat]} has played a card called {card.name}, or used one, this turn."
        yield fault("4.1.3.2d", what)


class PlayCard(ActionType[ChampionsState]):
    """Playing a card: ``refs`` are the card and the Champion that plays it."""

    def __init__(self) -> None:
        super().__init__("play", "act", Shape(2, 2), "play a card")

    def validate(self, state: ChampionsState, answer: Action) -> None:
        """Hold the answer to one Action card and one Champion."""
        super().validate(state, answer)
        cid, champion = answer.refs
        if state.table[cid].kind is not CardType.ACTION or state.table[champion].kind is not CardType.CHAMPION:
            raise InvalidActionError("'play' names an Action card and the Champion that plays it")

    def canonical(self, state: ChampionsState, answer: Action) -> Action:
        """Return the answer with the lowest card of the name in hand."""
        hand = state.seats[answer.seat].hand if answer.seat >= 0 else []
        return Action(answer.seat, "play", (lowest_of_name(state, answer.refs[0], hand), answer.refs[1]))

    def violations(self, state: ChampionsState, decision: Decision, answer: Action) -> Iterator[Violation]:
        """Yield everything that keeps the card from being played."""
        cid, leader = answer.refs
        card, seat = state.table[cid], answer.seat
        if cid not in state.seats[seat].hand:
            yield fault("4.1.3.2a", f"{card.name} is not in the hand of {state.names[seat]}.")
        champion = find(state, leader)
        if champion is None or champion.seat != seat:
            yield fault("4.1.3.1b", f"{state.table[leader].name} is no Champion of {state.names[seat]}.")
        else:
            yield from class_faults(state, card, champion)
        yield from name_faults(state, seat, card)

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield every card of another name in hand with every Champion that may play it."""
        seat = decision.seat
        for cid in representatives(state.seats[seat].hand, lambda each: state.table[each].name):
            for lane in state.seats[seat].lanes:
                answer = Action(seat, "play", (cid, lane.champion.cid if lane.champion else 0))
                if lane.champion and next(self.violations(state, decision, answer), None) is None:
                    yield answer

    def impossibilities(self, state: ChampionsState, decision: Decision, answer: Action) -> Iterator[str]:
        """Yield why the card cannot be put there even against the rules."""
        cid, leader = answer.refs
        champion = find(state, leader)
        if cid not in state.seats[answer.seat].hand:
            yield f"{state.table[cid].name} is not in the hand of {state.names[answer.seat]}."
        elif champion is None or champion.seat != answer.seat:
            yield f"{state.table[leader].name} is no Champion of {state.names[answer.seat]}."
        elif not is_ability(state.table[cid]) and state.seats[answer.seat].lanes[champion.lane].card is not None:
            yield f"Something lies before {state.table[leader].name} already."

    def apply(self, state: ChampionsState, answer: Action) -> None:
        """Show the card, bring it into limbo and begin to play it (4.1.3.2a)."""
        cid, leader = answer.refs
        seat, champion = state.seats[answer.seat], find(state, leader)
        lane = champion.lane if champion is not None else 0
        state.actions -= 1
        seat.hand.remove(cid)
        seat.used, seat.left_hand = (*seat.used, state.table[cid].name), True
        state.limbo = (*state.limbo, (cid, lane))
        state.cause = -1
        state.cause = state.happened(
            "play", (answer.seat, cid, leader), cite("4.1.3.2a", "4.1.3.1a", "3.1.5a", "4.1.3.2d", "CH-29")
        )
        state.frames.append(Frame("play", answer.seat, cid, {"lane": lane}, state.cause))

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Return what is asked for."""
        return f"plays a card, uses a Heroic Act or passes ({state.actions} left)"
