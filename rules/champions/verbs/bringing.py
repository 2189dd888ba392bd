"""What chance brings: the card that is drawn, the Blessing that lay behind a Champion."""

import random
from collections.abc import Iterator, Sequence

from rules.champions.process.chance import WHY, revealed
from rules.champions.process.citing import cite
from rules.champions.state import ChampionsState
from rules.engine.action_types import ONE_AND_OPTION, ActionType
from rules.engine.decision import Action, Decision, Violation
from rules.engine.ids import CHANCE
from rules.engine.randomness import choose_one
from rules.engine.zones import remove_card, representatives


class Brought(ActionType[ChampionsState]):
    """A card of a player that chance brings: ``refs`` is the card, ``option`` the player."""

    def __init__(self, name: str, does: str) -> None:
        super().__init__(name, name, ONE_AND_OPTION, does)

    def cards(self, state: ChampionsState, decision: Decision) -> Sequence[int]:
        """Return the cards that it may be."""
        raise NotImplementedError

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one answer for each name."""
        seat = int(decision.detail[0][1])
        cards = representatives(self.cards(state, decision), lambda cid: state.table[cid].name)
        yield from (Action(CHANCE, self.name, (cid,), seat) for cid in cards)

    def sample(self, state: ChampionsState, decision: Decision, chance: random.Random) -> Action:
        """Return one, each card as likely as any other."""
        cid = choose_one(chance, sorted(self.cards(state, decision)))
        return self.canonical(state, Action(CHANCE, self.name, (cid,), int(decision.detail[0][1])))

    def canonical(self, state: ChampionsState, answer: Action) -> Action:
        """Return the answer with the lowest card of the name."""
        decision = state.pending
        cards = self.cards(state, decision) if decision is not None and decision.kind == self.kind else ()
        if answer.refs[0] not in cards:
            return answer
        name = state.table[answer.refs[0]].name
        cid = min(each for each in cards if state.table[each].name == name)
        return Action(answer.seat, self.name, (cid,), answer.option)

    def violations(self, state: ChampionsState, decision: Decision, answer: Action) -> Iterator[Violation]:
        """Yield what is wrong: another player, or a card that cannot be it."""
        seat = int(decision.detail[0][1])
        if answer.option != seat:
            yield Violation(decision.rules[0], f"It is {state.names[seat]} who {self.does}.")
        elif answer.refs[0] not in self.cards(state, decision):
            name = state.table[answer.refs[0]].name
            where = "on top of the deck" if self.name == "draw" else "behind the Champion"
            public = f"The card that is named cannot be {where} of {state.names[seat]}."
            yield Violation(decision.rules[0], f"{name} cannot be {where} of {state.names[seat]}.", public)

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Return what chance has to do."""
        return f"says what {state.names[int(decision.detail[0][1])]} {self.does.split()[0]}"


class Drawn(Brought):
    """The card that somebody draws."""

    def cards(self, state: ChampionsState, decision: Decision) -> Sequence[int]:
        """Return the first group of the deck."""
        deck = state.seats[int(decision.detail[0][1])].deck
        return deck[0] if deck else ()

    def apply(self, state: ChampionsState, answer: Action) -> None:
        """Take the card to hand."""
        frame, cid = state.frames[-1], answer.refs[0]
        seat = state.seats[frame.controller]
        remove_card(seat.deck, cid)
        seat.hand.append(cid)
        state.happened("draw", (frame.controller, cid), cite(*WHY[frame.data["why"]]))
        frame.data["left"] -= 1


class Revealed(Brought):
    """The Blessing that lies behind a Champion."""

    def cards(self, state: ChampionsState, decision: Decision) -> Sequence[int]:
        """Return those that lie face down, nobody knows where."""
        return state.seats[int(decision.detail[0][1])].hidden

    def apply(self, state: ChampionsState, answer: Action) -> None:
        """Put it face up."""
        revealed(state, state.frames[-1], answer.refs[0])
