"""What else a player does: use a Heroic Act, pass, give up a card at the end of the turn, concede (4.1.3, 4.1.5.5)."""

from collections.abc import Iterator

from rules.champions.cards import When
from rules.champions.effects import text_of
from rules.champions.process.carrying import forbidden_acts
from rules.champions.process.citing import cite
from rules.champions.process.losing import win
from rules.champions.state import COMPLETE, ChampionsState, find
from rules.champions.state.places import is_active, on_field
from rules.champions.verbs.playing import fault, lowest_of_name, name_faults
from rules.engine.action_types import ANY, NONE, ONE, ActionType
from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.engine.state import Frame


class UseAct(ActionType[ChampionsState]):
    """Using a Heroic Act: ``refs`` is the card on the field."""

    def __init__(self) -> None:
        super().__init__("use", "act", ONE, "use a Heroic Act")

    def violations(self, state: ChampionsState, decision: Decision, answer: Action) -> Iterator[Violation]:
        """Yield everything that keeps the Heroic Act from being used."""
        cid, seat = answer.refs[0], answer.seat
        card, place = state.table[cid], find(state, answer.refs[0])
        if place is None or place.seat != seat:
            yield fault("4.1.3.3a", f"{card.name} is not on the field of {state.names[seat]}.")
            return
        if not text_of(card).of(When.ACT):
            yield fault("2.9.1", f"{card.name} has no Heroic Act.")
        elif not is_active(state, place):
            yield fault("2.5.1.7", f"{card.name} has no effect now, so no Heroic Act either (CH-30).")
        if state.heroic:
            yield fault("2.9.4", f"{state.names[seat]} has used a Heroic Act this turn.")
        yield from name_faults(state, seat, card)
        by = forbidden_acts(state, seat)
        if by is not None:
            yield fault("2.2.3", f"{state.table[by.piece.cid].name} says that cards of {state.names[seat]} cannot.")

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield the Heroic Acts that can be used."""
        for place in on_field(state, decision.seat):
            answer = Action(decision.seat, "use", (place.piece.cid,))
            if next(self.violations(state, decision, answer), None) is None:
                yield answer

    def impossibilities(self, state: ChampionsState, decision: Decision, answer: Action) -> Iterator[str]:
        """Yield why there is nothing to carry out."""
        place = find(state, answer.refs[0])
        if place is None or place.seat != answer.seat or not text_of(state.table[answer.refs[0]]).of(When.ACT):
            yield f"{state.table[answer.refs[0]].name} has no Heroic Act on the field of {state.names[answer.seat]}."

    def apply(self, state: ChampionsState, answer: Action) -> None:
        """Name the Heroic Act and begin to carry it out (4.1.3.3)."""
        cid, seat = answer.refs[0], answer.seat
        place = find(state, cid)
        lane = place.lane if place is not None else 0
        state.actions -= 1
        state.heroic = True
        state.seats[seat].used = (*state.seats[seat].used, state.table[cid].name)
        state.cause = -1
        state.cause = state.happened("use", (seat, cid), cite("4.1.3.3a", "4.1.3.1a", "2.9.1", "4.1.3.3c"))
        state.frames.append(Frame("use", seat, cid, {"lane": lane}, state.cause))


class Pass(ActionType[ChampionsState]):
    """Passing on all actions that are left."""

    def __init__(self) -> None:
        super().__init__("pass", "act", NONE, "pass")

    def apply(self, state: ChampionsState, answer: Action) -> None:
        """End the Action Phase; what is left is kept for drawing."""
        state.cause = -1
        state.happened(
            "pass", (answer.seat, state.actions), cite("4.1.3.4a", "4.1.3.4b", "4.1.3.4c", "4.1.3.4d", "CH-42")
        )
        state.phase = "pass"


class GiveUp(ActionType[ChampionsState]):
    """Giving up a card in the Empty Deck Check: ``refs`` is the card."""

    def __init__(self) -> None:
        super().__init__("give", "give", ONE, "give up a card")

    def canonical(self, state: ChampionsState, answer: Action) -> Action:
        """Return the answer with the lowest card of the name, where it is one in hand."""
        hand = state.seats[answer.seat].hand if answer.seat >= 0 else []
        return Action(answer.seat, "give", (lowest_of_name(state, answer.refs[0], hand),))

    def violations(self, state: ChampionsState, decision: Decision, answer: Action) -> Iterator[Violation]:
        """Yield why the card is none of the three kinds."""
        if answer.refs[0] not in decision.candidates:
            name = state.table[answer.refs[0]].name
            what = "neither an Action card in play, nor a face-up Blessing, nor in hand"
            yield fault("4.1.5.5c", f"{name} is {what}.", f"The card that is named is {what}.")

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield the cards that can be given up; of several equal ones in hand the lowest."""
        hand = state.seats[decision.seat].hand
        for cid in decision.candidates:
            if lowest_of_name(state, cid, hand) == cid:
                yield Action(decision.seat, "give", (cid,))

    def apply(self, state: ChampionsState, answer: Action) -> None:
        """Put the card into the pile, or turn the Blessing face down."""
        cid, seat = answer.refs[0], state.seats[answer.seat]
        place = find(state, cid)
        state.cause = -1
        state.happened("give", (answer.seat, cid), cite("4.1.5.5c", "CH-40", "CH-41"))
        if place is None:
            seat.hand.remove(cid)
            seat.discard.append(cid)
        elif place.row == "blessing":
            place.piece.up, place.piece.corner = False, COMPLETE
        else:
            seat.lanes[place.lane].card = None
            seat.discard.append(cid)
        state.phase = "last"

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Return what is asked for."""
        return "gives up a card in play, a face-up Blessing or a card in hand"


class Concede(ActionType[ChampionsState]):
    """Giving up the game, whatever is asked."""

    def __init__(self) -> None:
        super().__init__("concede", ANY, NONE, "concede")

    def validate(self, state: ChampionsState, answer: Action) -> None:
        """Hold the answer to a player."""
        super().validate(state, answer)
        if answer.seat < 0:
            raise InvalidActionError("chance does not concede")

    def apply(self, state: ChampionsState, answer: Action) -> None:
        """Let the other player win."""
        state.seats[answer.seat].out = True
        state.happened("concede", (answer.seat,), cite("5.1.1", "CH-52"))
        win(state, 1 - answer.seat, cite("5.2.1", "5.2.2"))
