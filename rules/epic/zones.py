"""Moving cards: drawing, discarding, entering and leaving play (1.4, 1.6, 1.7, 1.9.2).

Every change of zone makes a new object (I-52); a card always goes to its owner's hand, deck or discard pile (1.9.2),
and a token that leaves play ceases to exist (2.3.5).
"""

from typing import Literal

from rules.engine.decision import Answer, Decision
from rules.engine.ids import CHANCE, FIRST_OBJECT
from rules.epic.chosen import DRAWING_OUT
from rules.epic.continuous import changed, view
from rules.epic.effects import When
from rules.epic.ending import win
from rules.epic.events import happened
from rules.epic.sides import members
from rules.epic.state import PREPARED, Champion, EpicState, Frame
from rules.epic.triggers import note_entering, note_pile, note_when
from rules.epic.unasked import listened, unasked

OUT = ("1.2.1", "1.6.2", "I-17")
"""What makes drawing from an empty deck win the game."""
Away = Literal["discard", "hand", "deck", "transformed", "removed"]
Gone = tuple[int, int, int, int, int, str]
"""A champion that left play while a text was carried out: object, controller, owner, offense, defense, where to."""


def push_draw(state: EpicState, seat: int, count: int, rules: tuple[str, ...]) -> None:
    """Let ``seat`` draw ``count`` cards, one at a time (1.6.1, I-17), before anything else goes on."""
    if count > 0 and not state.seats[seat].out:
        state.frames.append(Frame("draw", seat, 0, {"left": count, "rules": rules}, state.cause))


def run_draw(state: EpicState, frame: Frame) -> None:
    """Draw one card: by chance where the first group of the deck holds different cards."""
    seat = state.seats[frame.controller]
    state.cause = frame.cause
    if not seat.deck or (state.reads[DRAWING_OUT] == 1 and sum(map(len, seat.deck)) < frame.data["left"]):
        _draw_out(state, frame)
        return
    # All cards of a deck have one owner.
    table = state.table
    lowest = {table[cid]: cid for cid in sorted(seat.deck[0], reverse=True)}
    which = Decision(
        CHANCE, "draw", tuple(sorted(lowest.values())), rules=("1.6.1",), detail=(("seat", frame.controller),)
    )
    if len(lowest) > 1:
        state.pending = which
        return
    if listened():
        unasked(state, which)
    _take(state, frame, which.candidates[0])


def _draw_out(state: EpicState, frame: Frame) -> None:
    """Let a player win who draws from an empty deck: at once, or once the effect is done (I-17)."""
    if state.reads[DRAWING_OUT] != 2:
        win(state, tuple(members(state, frame.controller)), OUT)
        return
    state.frames.remove(frame)
    if not any(other.kind == "drawn-out" and other.controller == frame.controller for other in state.frames):
        # Below everything under way, so that it comes last.
        state.frames.insert(0, Frame("drawn-out", frame.controller, 0, None, frame.cause))


def run_drawn_out(state: EpicState, frame: Frame) -> None:
    """Win the game for a player who has drawn from an empty deck in an effect that is done now (I-17)."""
    state.cause = frame.cause
    win(state, tuple(members(state, frame.controller)), OUT)


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
    for champion in seat.champions:
        if state.table[champion.cid].triggered:
            note_when(state, When.DRAWS, champion)
    left = frame.data["left"] - 1
    if left:
        frame.data["left"] = left
    else:
        state.frames.remove(frame)


def representatives(state: EpicState, cards: list[int]) -> tuple[int, ...]:
    """Return one card for each name and owner among ``cards``, sorted: the others are interchangeable.

    It is the lowest of those that broke this turn, or else the lowest.
    """
    table, owners, broken = state.table, state.owners, state.broken
    ranked = sorted(cards, reverse=True)
    if broken:
        ranked.sort(key=lambda cid: cid in broken)
    lowest = {(table[cid], owners[cid]): cid for cid in ranked}
    return tuple(sorted(lowest.values()))


def discard(state: EpicState, seat: int, cards: tuple[int, ...], rules: tuple[str, ...]) -> None:
    """Move ``cards`` from the hand of ``seat`` to the discard pile (1.7.1)."""
    for cid in cards:
        state.seats[seat].hand.remove(cid)
    happened(state, "discard", (seat, *cards), rules)
    for cid in cards:
        to_pile(state, cid)


def to_pile(state: EpicState, cid: int) -> None:
    """Put a card, already taken from its zone, into its owner's discard pile."""
    state.seats[state.owners[cid]].discard.append(cid)
    if state.table[cid].hears_pile:
        note_pile(state, cid, When.ENTERS_DISCARD)


def enter(
    state: EpicState,
    cid: int,
    controller: int,
    rules: tuple[str, ...],
    *,
    position: int = PREPARED,
    silent: bool = False,
) -> Champion:
    """Put a champion card (already taken from its zone) or a token into play, prepared and deploying (2.1.7).

    A card may say that it enters in another ``position``, or that its tribute and loyalty stay ``silent``.
    """
    oid = FIRST_OBJECT + len(state.entered)
    state.entered.append(cid)
    champion = Champion(oid, cid, controller, state.owners.get(cid, controller))
    champion.position = position
    state.seats[controller].champions.append(champion)
    changed(state)
    happened(state, "enter" if position == PREPARED else "enter-expended", (controller, oid), rules)
    if not silent:
        note_entering(state, champion)
    return champion


def take_card(state: EpicState, cid: int) -> bool:
    """Take ``cid`` out of its owner's hand, discard pile or supplemental zone, or off the revealed top of the deck.

    Returns whether it was there.
    """
    seat = state.seats[state.owners[cid]]
    if cid in seat.hand:
        seat.hand.remove(cid)
    elif cid in seat.discard:
        seat.discard.remove(cid)
        if cid in state.broken:
            state.broken.remove(cid)
        if state.table[cid].hears_pile:
            note_pile(state, cid, When.LEAVES_DISCARD)
    elif cid in seat.supplemental:
        seat.supplemental.remove(cid)
    elif [cid] in seat.deck and state.frames and cid in state.frames[-1].data.get("revealed", ()):
        seat.deck.remove([cid])
    else:
        return False
    return True


def leave(state: EpicState, champion: Champion, to: Away) -> None:
    """Take ``champion`` out of play; a card goes to its owner's ``to``, a token is removed from the game."""
    _remember(state, champion, to)
    state.seats[champion.controller].champions.remove(champion)
    changed(state)
    if champion.cid not in state.owners:
        return
    if to == "discard":
        to_pile(state, champion.cid)
    elif to == "hand":
        state.seats[state.owners[champion.cid]].hand.append(champion.cid)


def _remember(state: EpicState, champion: Champion, to: Away) -> None:
    """Keep what ``champion`` was, where the text that is carried out asks for it later (I-121)."""
    frame = state.frames[-1] if state.frames else None
    if frame is not None and frame.kind == "effects" and state.printed_of(frame.source).looks_back:
        now = view(state, champion)
        gone: Gone = (champion.oid, champion.controller, champion.owner, now.offense, now.defense, to)
        frame.data["gone"] = (*frame.data.get("gone", ()), gone)


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
