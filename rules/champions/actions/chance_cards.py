"""Random outcomes: the card drawn from a deck, the Blessing revealed."""

import random
from collections.abc import Iterator, Sequence

from rules.champions.game_loop.chance import draw_card, place_revealed_blessing
from rules.champions.state import ChampionsState
from rules.champions.state.places import equal_card, one_of_each_name
from rules.engine.action_types import ONE_AND_OPTION, ActionType
from rules.engine.decision import Action, Decision, Violation
from rules.engine.ids import CHANCE
from rules.engine.randomness import choose_one


class ChanceCard(ActionType[ChampionsState]):
    """Base class of random outcomes.

    ``refs`` is the card, ``option`` the player's seat.
    """

    def __init__(self, name: str, does: str) -> None:
        super().__init__(name, name, ONE_AND_OPTION, does)

    def cards(self, state: ChampionsState, decision: Decision) -> Sequence[int]:
        """Return the cards that the outcome may be."""
        raise NotImplementedError

    def legal(self, state: ChampionsState, decision: Decision) -> Iterator[Action]:
        """Yield one action per card name, as cards of equal name are interchangeable."""
        seat = int(decision.detail[0][1])
        cards = one_of_each_name(state, self.cards(state, decision))
        yield from (Action(CHANCE, self.name, (cid,), seat) for cid in cards)

    def sample(self, state: ChampionsState, decision: Decision, chance: random.Random) -> Action:
        """Return a random outcome; all cards are equally likely."""
        cid = choose_one(chance, sorted(self.cards(state, decision)))
        return self.canonical(state, Action(CHANCE, self.name, (cid,), int(decision.detail[0][1])))

    def canonical(self, state: ChampionsState, action: Action) -> Action:
        """Return the action with the card that stands for those of equal name."""
        decision = state.pending
        cards = self.cards(state, decision) if decision is not None and decision.kind == self.kind else ()
        return Action(action.seat, self.name, (equal_card(state, action.refs[0], cards),), action.option)

    def violations(self, state: ChampionsState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if the player or the card does not match the pending outcome."""
        seat = int(decision.detail[0][1])
        if action.option != seat:
            verb, _, target = self.does.partition(" ")
            yield Violation(decision.rules[0], f"It is {state.names[seat]} who {verb}s {target}.")
        elif action.refs[0] not in self.cards(state, decision):
            name = state.table[action.refs[0]].name
            location = "on top of the deck" if self.name == "draw" else "behind the Champion"
            public = f"The named card cannot be {location} of {state.names[seat]}."
            yield Violation(decision.rules[0], f"{name} cannot be {location} of {state.names[seat]}.", public)

    def awaits(self, state: ChampionsState, decision: Decision) -> str:
        """Describe the pending random outcome for error messages."""
        return f"says what {state.names[int(decision.detail[0][1])]} {self.does.split()[0]}s"


class DrawnCard(ChanceCard):
    """The random outcome of a draw: the card that a player draws."""

    def cards(self, state: ChampionsState, decision: Decision) -> Sequence[int]:
        """Return the cards that may be drawn: the top group of the deck."""
        deck = state.seats[int(decision.detail[0][1])].deck
        return deck[0] if deck else ()

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Move the drawn card from the deck to the hand."""
        draw_card(state, state.frames[-1], action.refs[0])


class RevealedBlessing(ChanceCard):
    """The Blessing revealed behind a Champion.

    It is the random outcome of a completed Quest.
    """

    def cards(self, state: ChampionsState, decision: Decision) -> Sequence[int]:
        """Return the Blessings that may be revealed: all face-down ones of the player."""
        return state.seats[int(decision.detail[0][1])].hidden

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Turn the Blessing face up behind its Champion."""
        place_revealed_blessing(state, state.frames[-1], action.refs[0])
