"""Forcing illegal picks: each is carried out or refused with a reason."""

from collections.abc import Iterator
from itertools import islice

import pytest

from rules.engine.decision import Action, ImpossibleActionError, UndeterminedError
from rules.epic.cards import CATALOGUE
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from tests.rules.epic.notation.table import position

PICKS = {"target": "target", "choose": "choose", "discard": "discard", "reveal": "reveal", "block": "block"}
CARDS = [card for card in CATALOGUE if card.is_deck_card and card.playable]
FEW = 3


def with_card(name: str) -> EpicState:
    state: EpicState = position(
        Anna_gold="5",
        Anna_hand=f"{name}, Medusa, Kong, Muse",
        Anna_champion="Wolf Token, Fire Shaman",
        Anna_discard="Kong, Lash",
        Ben_champion="Muse, Palace Guard (expended)",
        Ben_discard="Triceratops, Flame Strike",
        Ben_hand="Kong, Lash",
    )
    return state


def everything(state: EpicState) -> list[int]:
    """Return one of each sort of things: players, champions, cards of piles, hands and decks."""
    found = list(range(len(state.seats)))
    for seat in state.seats:
        found += [champion.oid for champion in seat.champions]
        found += [*seat.discard[:1], *seat.hand[:1], seat.deck[0][0]]
    return found


def asked(state: EpicState, depth: int) -> Iterator[EpicState]:
    """Yield the moments after a play at which something is picked."""
    if state.pending is None or state.pending.kind == "act" or depth > FEW:
        return
    if state.pending.kind in PICKS:
        yield state
    for answer in islice(ENGINE.legal(state), FEW):
        yield from asked_after(state, answer, depth + 1)


def asked_after(state: EpicState, answer: Action, depth: int) -> Iterator[EpicState]:
    """Yield the same after an answer, unless what it does is not known."""
    after = ENGINE.copy(state)
    try:
        ENGINE.apply(after, answer)
    except UndeterminedError:
        return
    yield from asked(after, depth)


@pytest.mark.parametrize("alignment", ["Evil", "Good", "Sage", "Wild"])
def test_illegal_pick_is_carried_out_or_refused(alignment: str) -> None:
    refused = carried_out = 0
    for card in CARDS:
        for moment in moments(card.name) if alignment in map(str, card.alignments) else ():
            for ref in everything(moment):
                if is_carried_out(ENGINE.copy(moment), ref):
                    carried_out += 1
                else:
                    refused += 1
    assert refused
    assert carried_out


def moments(name: str) -> Iterator[EpicState]:
    """Yield the moments at which something is picked after each way to play a card."""
    state = with_card(name)
    for play in ENGINE.legal(state):
        if play.verb == "play" and state.table[play.refs[0]].name == name:
            yield from asked_after(state, play, 0)


def is_carried_out(state: EpicState, ref: int) -> bool:
    """Whether picking ``ref`` is carried out, up to where the effect of the card is known, rather than refused."""
    assert state.pending is not None
    try:
        ENGINE.force(state, Action(state.pending.seat, PICKS[state.pending.kind], (ref,)))
    except ImpossibleActionError:
        return False
    except UndeterminedError:
        return True
    return True
