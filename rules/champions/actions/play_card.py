"""The action of playing a card (4.1.3.2), with its requirements."""

from collections.abc import Iterator

from rules.champions.cards import Card, CardType
from rules.champions.effects import is_ability, is_unit
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.requirements import play_violations, violation
from rules.champions.state import ChampionsState, LimboCard, find_on_field
from rules.champions.state.places import equal_card, one_of_each_name
from rules.engine.action_types import ActionType, Shape
from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.engine.state import Frame


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
        """Return the action with the card that stands for those of equal name in hand."""
        hand = state.seats[action.seat].hand if action.seat >= 0 else []
        return Action(action.seat, "play", (equal_card(state, action.refs[0], hand), action.refs[1]))

    def violations(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the card cannot be played."""
        cid, leader = action.refs
        card, seat = state.table[cid], action.seat
        if cid not in state.seats[seat].hand:
            yield violation("3.1.2a", f"{card.name} is not in the hand of {state.names[seat]}.")
        champion = find_on_field(state, leader)
        if champion is None or champion.seat != seat:
            yield violation("4.1.3.2a", f"{state.table[leader].name} is no Champion of {state.names[seat]}.")
        else:
            yield from play_violations(state, card, champion)
        yield from name_violations(state, seat, card)

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one action per card name in hand and Champion that may play it."""
        seat = decision.seat
        for cid in one_of_each_name(state, state.seats[seat].hand):
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
        else:
            card, held = state.table[cid], state.seats[action.seat].lanes[champion.lane].card
            # On the table a Unit can be laid onto any other, however high.
            is_stack = held is not None and is_unit(card) and is_unit(state.table[held.cid])
            if held is not None and not is_ability(card) and not is_stack:
                yield f"There is already a card in front of {state.table[leader].name}."

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Move the card from hand to limbo and push its stack frame (4.1.3.2a)."""
        cid, leader = action.refs
        seat, champion = state.seats[action.seat], find_on_field(state, leader)
        lane = champion.lane if champion is not None else 0
        state.actions -= 1
        seat.hand.remove(cid)
        seat.used, seat.left_hand = (*seat.used, state.table[cid].name), True
        state.limbo = (*state.limbo, LimboCard(cid, lane))
        state.cause = -1
        state.cause = state.log_event(
            "play", (action.seat, cid, leader), cite("4.1.3.2a", "4.1.3.1a", "3.1.5a", "4.1.3.2d", "CH-29")
        )
        state.frames.append(Frame("play", action.seat, cid, {"lane": lane}, state.cause))

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Describe the pending choice for error messages."""
        return f"plays a card, uses a Heroic Act or passes ({state.actions} left)"
