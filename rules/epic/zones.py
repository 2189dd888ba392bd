"""Moving cards: drawing, discarding, entering and leaving play (1.4, 1.6, 1.7, 1.9.2).

Every change of zone makes a new object (I-52); a card always goes to its owner's hand, deck or discard pile (1.9.2),
and a token that leaves play ceases to exist (2.3.5).
"""

from typing import Literal

from rules.engine.decision import Answer, Decision
from rules.engine.ids import CHANCE, FIRST_OBJECT
from rules.epic.continuous import changed
from rules.epic.ending import win
from rules.epic.events import happened
from rules.epic.state import Champion, EpicState, Frame
from rules.epic.triggers import note_entering
from rules.epic.unasked import listened, unasked

Away = Literal["discard", "hand", "deck", "removed"]


def push_draw(state: EpicState, seat: int, count: int, rules: tuple[str, ...]) -> None:
    """Let ``seat`` draw ``count`` cards, one at a time (1.6.1, I-17), before anything else goes on."""
    if count > 0:
        state.frames.append(Frame("draw", seat, 0, {"left": count, "rules": rules}, state.cause))


def run_draw(state: EpicState, frame: Frame) -> None:
    """Draw one card: by chance where the first group of the deck holds different cards."""
    seat = state.seats[frame.controller]
    state.cause = frame.cause
    if not seat.deck:
        win(state, (frame.controller,), ("1.2.1", "1.6.2", "I-17"))
        return
    group = seat.deck[0]
    name = state.table[group[0]].name
    if len(group) == 1 or all(state.table[cid].name == name for cid in group):
        if listened():
            unasked(state, _which(state, frame))
        _take(state, frame, min(group))
        return
    state.pending = _which(state, frame)


def _which(state: EpicState, frame: Frame) -> Decision:
    """Return the decision of chance which card comes off the deck."""
    top = representatives(state, state.seats[frame.controller].deck[0])
    return Decision(CHANCE, "draw", top, rules=("1.6.1",), detail=(("seat", frame.controller),))


def drawn(state: EpicState, answer: Answer) -> None:
    """Take the card that chance gave."""
    _take(state, state.frames[-1], answer.refs[0])


def _take(state: EpicState, frame: Frame, cid: int) -> None:
    seat = state.seats[frame.controller]
    group = seat.deck[0]
    group.remove(cid)
    if not group:
        del seat.deck[0]
    seat.hand.append(cid)
    happened(state, "draw", (frame.controller, cid), frame.data["rules"])
    left = frame.data["left"] - 1
    if left:
        frame.data["left"] = left
    else:
        state.frames.remove(frame)


def representatives(state: EpicState, cards: list[int]) -> tuple[int, ...]:
    """Return one card, the lowest, for each name and owner among ``cards``, sorted: the others are interchangeable."""
    table, owners = state.table, state.owners
    lowest = {(table[cid].name, owners[cid]): cid for cid in sorted(cards, reverse=True)}
    return tuple(sorted(lowest.values()))


def discard(state: EpicState, seat: int, cards: tuple[int, ...], rules: tuple[str, ...]) -> None:
    """Move ``cards`` from the hand of ``seat`` to the discard pile (1.7.1)."""
    for cid in cards:
        state.seats[seat].hand.remove(cid)
        state.seats[state.owners[cid]].discard.append(cid)
    happened(state, "discard", (seat, *cards), rules)


def enter(state: EpicState, cid: int, controller: int, rules: tuple[str, ...]) -> Champion:
    """Put a champion card (already taken from its zone) or a token into play, prepared and deploying (2.1.7)."""
    oid = FIRST_OBJECT + len(state.entered)
    state.entered.append(cid)
    champion = Champion(oid, cid, controller, state.owners.get(cid, controller))
    state.seats[controller].champions.append(champion)
    changed(state)
    happened(state, "enter", (controller, oid), rules)
    note_entering(state, champion)
    return champion


def take_card(state: EpicState, cid: int) -> bool:
    """Take ``cid`` out of its owner's hand or discard pile; return whether it was there."""
    seat = state.seats[state.owners[cid]]
    if cid in seat.hand:
        seat.hand.remove(cid)
    elif cid in seat.discard:
        seat.discard.remove(cid)
        if cid in state.broken:
            state.broken.remove(cid)
    else:
        return False
    return True


def leave(state: EpicState, champion: Champion, to: Away) -> None:
    """Take ``champion`` out of play; a card goes to its owner's ``to``, a token is removed from the game."""
    state.seats[champion.controller].champions.remove(champion)
    changed(state)
    if champion.cid not in state.owners:
        return
    owner = state.seats[state.owners[champion.cid]]
    if to == "discard":
        owner.discard.append(champion.cid)
    elif to == "hand":
        owner.hand.append(champion.cid)


def to_bottom(state: EpicState, groups: list[list[int]], rules: tuple[str, ...]) -> None:
    """Put cards under their owners' decks: each group of an owner in random order, the first group on top."""
    for group in groups:
        by_owner: dict[int, list[int]] = {}
        for cid in group:
            by_owner.setdefault(state.owners[cid], []).append(cid)
        for owner in sorted(by_owner):
            cards = sorted(by_owner[owner])
            state.seats[owner].deck.append(cards)
            happened(state, "bottom", (owner, *cards), rules)
