"""The actions of a turn except playing a card: Heroic Act, pass, give up, concede."""

from collections.abc import Iterator
from typing import Final

from rules.champions.actions.play_card import name_violations
from rules.champions.cards import When
from rules.champions.effects import text_of
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.game_end import end_game
from rules.champions.game_loop.leaving import push_give_up
from rules.champions.game_loop.requirements import prohibiting_card, violation
from rules.champions.state import COMPLETE, ChampionsState, FrameData, find_on_field
from rules.champions.state.places import cards_on_field, equal_card, is_active
from rules.engine.action_types import ANY, NONE, ONE, ONE_AND_OPTION, ActionType
from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.engine.state import Frame

IDLE: Final = {"Unit": "2.5.1.7", "Spell": "2.5.2.7", "Blessing": "2.4.2.2j"}
"""The rule that a card on an X has no active effects, by type of card."""


class UseAct(ActionType[ChampionsState]):
    """Use a Heroic Act: ``refs`` is the card.

    ``option`` is the number of the act, if the card has several (2.9.2).
    """

    def __init__(self) -> None:
        super().__init__("use", "act", ONE_AND_OPTION, "use a Heroic Act")

    def violations(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the Heroic Act cannot be used."""
        cid, seat = action.refs[0], action.seat
        card, place = state.table[cid], find_on_field(state, action.refs[0])
        if place is None or place.seat != seat:
            yield violation("4.1.3.3a", f"{card.name} is not on the field of {state.names[seat]}.")
            return
        acts = len(text_of(card).of(When.ACT))
        if not acts:
            yield violation("2.9.1", f"{card.name} has no Heroic Act.")
        elif (action.option == 0) is not (acts == 1) or action.option > acts:
            which = f"{card.name} has {acts} Heroic Act{'s' * (acts > 1)}"
            yield violation("2.9.2", f"{which}: `use {card.name}{', act 1' * (acts > 1)}`.")
        elif place.piece.dormant:
            yield violation("6.1.2/dormant", f"{card.name} is Dormant and does not apply its effects (CH-30).")
        elif not is_active(state, place):
            yield violation(IDLE[card.type], f"{card.name} shows an X, so none of its effects is active (CH-30).")
        if state.heroic:
            yield violation("2.9.4", f"{state.names[seat]} has used a Heroic Act this turn.")
        yield from name_violations(state, seat, card)
        by = prohibiting_card(state, "act", place)
        if by is not None:
            yield violation("2.2.3", f"{state.table[by.piece.cid].name} says that cards of {state.names[seat]} cannot.")

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one action per Heroic Act that can be used."""
        for place in cards_on_field(state, decision.seat):
            acts = len(text_of(state.table[place.piece.cid]).of(When.ACT))
            for number in range(1, acts + 1) if acts > 1 else (0,):
                action = Action(decision.seat, "use", (place.piece.cid,), number)
                if next(self.violations(state, decision, action), None) is None:
                    yield action

    def impossibilities(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield a reason if the player has no such Heroic Act on the field."""
        place = find_on_field(state, action.refs[0])
        if place is None or place.seat != action.seat or not text_of(state.table[action.refs[0]]).of(When.ACT):
            yield f"{state.table[action.refs[0]].name} has no Heroic Act on the field of {state.names[action.seat]}."

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Pay one action and push the stack frame of the Heroic Act (4.1.3.3)."""
        cid, seat = action.refs[0], action.seat
        place = find_on_field(state, cid)
        lane = place.lane if place is not None else 0
        state.actions -= 1
        state.heroic = True
        state.seats[seat].used = (*state.seats[seat].used, state.table[cid].name)
        state.cause = -1
        state.cause = state.log_event("use", (seat, cid), cite("4.1.3.3a", "4.1.3.1a", "2.9.1", "4.1.3.3c"))
        data: FrameData = {"lane": lane, "option": action.option} if action.option else {"lane": lane}
        state.frames.append(Frame("use", seat, cid, data, state.cause))


class Pass(ActionType[ChampionsState]):
    """End the Action Phase with actions remaining."""

    def __init__(self) -> None:
        super().__init__("pass", "act", NONE, "pass")

    def apply(self, state: ChampionsState, action: Action) -> None:
        """End the Action Phase; each unused action becomes a draw."""
        state.cause = -1
        state.log_event(
            "pass", (action.seat, state.actions), cite("4.1.3.4a", "4.1.3.4b", "4.1.3.4c", "4.1.3.4d", "CH-42")
        )
        state.phase = "pass"


class GiveUp(ActionType[ChampionsState]):
    """Give up a card in the Empty Deck Check (4.1.5.5): ``refs`` is the card."""

    def __init__(self) -> None:
        super().__init__("give", "give", ONE, "give up a card")

    def canonical(self, state: ChampionsState, action: Action) -> Action:
        """Return the action with the card that stands for those of equal name in hand."""
        hand = state.seats[action.seat].hand if action.seat >= 0 else []
        return Action(action.seat, "give", (equal_card(state, action.refs[0], hand),))

    def violations(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the card cannot be given up."""
        if action.refs[0] not in decision.candidates:
            name = state.table[action.refs[0]].name
            places = "neither an Action card in play, nor a face-up Blessing, nor in hand"
            yield violation("4.1.5.5c", f"{name} is {places}.", f"The named card is {places}.")

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one action per card that can be given up, and per name for cards in hand."""
        hand = state.seats[decision.seat].hand
        for cid in decision.candidates:
            if equal_card(state, cid, hand) == cid:
                yield Action(decision.seat, "give", (cid,))

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Discard the card; turn a Blessing face down instead."""
        cid, seat = action.refs[0], state.seats[action.seat]
        place = find_on_field(state, cid)
        state.cause = -1
        state.log_event("give", (action.seat, cid), cite("4.1.5.5c", "CH-40", "CH-41"))
        if place is None:
            seat.hand.remove(cid)
            seat.discard.append(cid)
        elif place.row == "blessing":
            place.piece.up, place.piece.corner = False, COMPLETE
        else:
            push_give_up(state, place)
        state.phase = "last"

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Describe the pending choice for error messages."""
        return "gives up a card in play, a face-up Blessing or a card in hand"


class Concede(ActionType[ChampionsState]):
    """Concede the game; possible at every decision."""

    def __init__(self) -> None:
        super().__init__("concede", ANY, NONE, "concede")

    def validate(self, state: ChampionsState, action: Action) -> None:
        """Raise unless the actor is a player."""
        super().validate(state, action)
        if action.seat < 0:
            raise InvalidActionError("chance does not concede")

    def apply(self, state: ChampionsState, action: Action) -> None:
        """End the game with the other player as winner."""
        state.seats[action.seat].out = True
        state.log_event("concede", (action.seat,), cite("5.1.1", "CH-52"))
        end_game(state, 1 - action.seat, cite("5.2.1", "5.2.2"))
