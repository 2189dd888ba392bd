"""Chance outcome: the card drawn (1.6.1) or revealed (5.19.1): ``draw``."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import repeat
from typing import Final

from rules.engine.action_types import ONE_AND_OPTION
from rules.engine.decision import Action, Decision, InvalidActionError, Violation, detail
from rules.engine.ids import CHANCE
from rules.engine.randomness import choose_one
from rules.epic.actions.action_type import EpicActionType
from rules.epic.cards.printed import UNKNOWN, UNKNOWN_NAME
from rules.epic.effects import Draw, Recycle, RevealTop
from rules.epic.explanations.missing_decisions import no_draw_violations
from rules.epic.frame_handlers import dispatch_action
from rules.epic.state import EpicState
from rules.epic.state.decklist_copies import explain_no_copy_left
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.unknown_cards import UnnamedCardError, exclude_unknown
from rules.notation.english import possessive


class DrawCard(EpicActionType):
    """The card on top of a deck; the option is the seat whose deck it is."""

    def validate(self, state: EpicState, action: Action) -> None:
        """Raise unless the action refers to one card."""
        super().validate(state, action)
        if action.refs[0] not in state.owners:
            raise InvalidActionError(f"{self.name!r} refers to a card")

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if another player draws, or the card cannot be on top."""
        seat = detail(decision, "seat")
        rule = decision.rules[0]
        if action.option != seat:
            does = "reveals a card" if detail(decision, "shown") else "draws"
            yield Violation(rule, f"It is {player_name(state, seat)} who {does}.")
            return
        deck = state.seats[seat].deck
        if detail(decision, "shown") and state.table[action.refs[0]].name == UNKNOWN_NAME:
            raise InvalidActionError("an unknown card that everybody sees is named first")
        if deck and action.refs[0] not in deck[detail(decision, "place")]:
            location = f"{possessive(player_name(state, seat))} deck"
            text = f"{display_name(state, action.refs[0])} cannot be on top of {location}"
            reason = explain_no_copy_left(state, deck[detail(decision, "place")], action.refs[0])
            public = f"The card that is named cannot be on top of {location}."
            yield Violation(rule, f"{text}: {reason}." if reason else f"{text}.", public)

    def apply(self, state: EpicState, action: Action) -> None:
        """Pass the card to the stack frame that draws or reveals it."""
        dispatch_action(state, action)

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Return the possible top cards, one for each name."""
        owner = detail(decision, "seat")
        deck = state.seats[owner].deck
        # The skipped first draw (4.2.3a) may be from an empty deck.
        group = deck[detail(decision, "place")] if deck else ()
        drawn = exclude_unknown(state, group) if detail(decision, "shown") else group
        table = state.table
        # A group is sorted and has one owner, so reversed iteration leaves the lowest number of each name.
        lowest = {table[cid]: cid for cid in reversed(drawn)}
        return map(_draw_action, sorted(lowest.values()), repeat(owner))

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a random possible top card.

        Raises:
            UnnamedCardError: the revealed card is unknown.
        """
        owner = detail(decision, "seat")
        cards = state.seats[owner].deck[detail(decision, "place")]
        drawn = choose_one(chance, cards)
        if state.table[drawn] is UNKNOWN and detail(decision, "shown"):
            raise UnnamedCardError("everybody sees the unknown card that is revealed, so it has to be named first")
        return _draw_action(_lowest_copy(state, cards, drawn), owner)

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the lowest number of the possible top cards with the same name."""
        # If no draw is pending, the deck may be empty; validation reports that no card is drawn.
        deck = state.seats[detail(decision, "seat")].deck if decision.kind == self.kind else []
        cards = deck[detail(decision, "place")] if deck else ()
        return (_lowest_copy(state, cards, action.refs[0]),) if action.refs[0] in cards else action.refs

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield a sentence if the card cannot be on top of the deck."""
        deck = state.seats[detail(decision, "seat")].deck
        if not deck or action.refs[0] not in deck[detail(decision, "place")]:
            yield f"{display_name(state, action.refs[0])} is not on top of the deck."

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of the draw or reveal."""
        return "gives a card to reveal" if detail(decision, "shown") else "gives a card to draw"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that nothing makes the player draw now."""
        return no_draw_violations(state, action)


@cache
def _draw_action(cid: int, owner: int) -> Action:
    """Return the cached action that draws card ``cid`` of ``owner``."""
    return Action(CHANCE, "draw", (cid,), owner)


def _lowest_copy(state: EpicState, cards: tuple[int, ...], cid: int) -> int:
    """Return the lowest card number with the name of ``cid`` in a sorted deck group."""
    table = state.table
    card = table[cid]
    for each in cards:
        if table[each] is card:
            return each
    return cid


DRAW: Final = DrawCard("draw", "draw", ONE_AND_OPTION, asks=(Draw, Recycle, RevealTop))
