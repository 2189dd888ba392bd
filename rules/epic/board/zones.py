"""Moving cards: drawing, discarding, entering and leaving play (1.4, 1.6, 1.7, 1.9.2).

Every change of zone makes a new object (I-52); a card always goes to its owner's hand, deck or discard pile (1.9.2),
and a token that leaves play ceases to exist (2.3.5).
"""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from rules.engine.decision import Action, Decision
from rules.engine.ids import CHANCE, FIRST_OBJECT
from rules.epic.board.continuous import current_values, remove_values, update_values
from rules.epic.board.triggers import trigger_abilities, trigger_on_enter, trigger_on_pile
from rules.epic.effects import When
from rules.epic.interpretation_options import DRAWING_OUT
from rules.epic.players.game_end import win_game
from rules.epic.players.seats import side_members
from rules.epic.state import PREPARED, Champion, EpicState, Frame, Seat
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.frame_data import DepartedChampion, DrawData
from rules.epic.state.log import log_event

EMPTY_DECK_RULES = ("1.2.1", "1.6.2", "I-17")
"""What makes drawing from an empty deck win the game."""
Destination = Literal["discard", "hand", "deck", "transformed", "removed"]


def push_draw(state: EpicState, seat: int, count: int, rules: tuple[str, ...]) -> None:
    """Let ``seat`` draw ``count`` cards, one at a time (1.6.1, I-17), before anything else goes on."""
    if count > 0 and not state.seats[seat].out:
        state.frames.append(Frame("draw", seat, 0, {"left": count, "rules": rules}, state.cause))


def run_draw(state: EpicState, frame: Frame[DrawData]) -> None:
    """Draw one card: by chance where the first group of the deck holds different cards."""
    seat = state.seats[frame.controller]
    state.cause = frame.cause
    if not seat.deck or (state.readings[DRAWING_OUT] == 1 and sum(map(len, seat.deck)) < frame.data["left"]):
        _draw_out(state, frame)
        return
    which = _which(frame.controller)
    if not have_same_name(state, seat.deck[0]):
        state.pending = which
        return
    report_automatic_decision(state, which)
    _take(state, frame, min(seat.deck[0]))


@cache
def _which(seat: int) -> Decision:
    """Return the decision of chance which card the player at ``seat`` draws; the deck says which it can be."""
    return Decision(CHANCE, "draw", rules=("1.6.1",), detail=(("seat", seat),))


def remove_from_group(seat: Seat, place: int, cid: int) -> None:
    """Take ``cid`` out of the group of a deck at ``place``."""
    group = seat.deck[place]
    if len(group) == 1:
        del seat.deck[place]
    else:
        at = group.index(cid)
        seat.deck[place] = group[:at] + group[at + 1 :]


def have_same_name(state: EpicState, group: tuple[int, ...]) -> bool:
    """Whether all cards of a group of a deck have one name."""
    table = state.table
    # A group is sorted, so its ends mostly tell it at once.
    return table[group[-1]] is table[group[0]] and len(set(map(table.get, group))) == 1


def _draw_out(state: EpicState, frame: Frame[DrawData]) -> None:
    """Let a player win who draws from an empty deck: at once, or once the effect is done (I-17)."""
    if state.readings[DRAWING_OUT] != 2:
        # The draw of the Start Phase comes before anything is prepared (I-26).
        rules = ("4.2.3", *EMPTY_DECK_RULES, "I-26") if frame.data["rules"][0] == "4.2.3" else EMPTY_DECK_RULES
        if len(state.teams) > 2:
            rules = (*rules, "I-20")
        win_game(state, tuple(side_members(state, frame.controller)), rules)
        return
    state.finish(frame)
    if not any(other.kind == "drawn-out" and other.controller == frame.controller for other in state.frames):
        # Below everything under way, so that it comes last.
        state.frames.insert(0, Frame("drawn-out", frame.controller, 0, None, frame.cause))


def run_empty_deck_win(state: EpicState, frame: Frame[DrawData]) -> None:
    """Win the game for a player who has drawn from an empty deck in an effect that is done now (I-17)."""
    state.cause = frame.cause
    win_game(state, tuple(side_members(state, frame.controller)), EMPTY_DECK_RULES)


def take_drawn_card(state: EpicState, answer: Action) -> None:
    """Take the card that chance gave."""
    _take(state, state.frames[-1], answer.refs[0])


def _take(state: EpicState, frame: Frame[DrawData], cid: int) -> None:
    seat = state.seats[frame.controller]
    remove_from_group(seat, 0, cid)
    seat.hand.append(cid)
    log_event(state, "draw", (frame.controller, cid), frame.data["rules"])
    table = state.table
    for champion in seat.champions:
        if table[champion.cid].triggered:
            trigger_abilities(state, When.DRAWS, champion)
    more = frame.data["left"] - 1
    if more:
        frame.data["left"] = more
    else:
        state.finish(frame)


def unique_cards(state: EpicState, cards: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return one card for each name and owner among ``cards``, sorted: the others are interchangeable.

    It is the lowest; of those that broke this turn where another than ``seat``, who picks, owns them, else of the rest.
    """
    if len(cards) == 1:
        return (cards[0],)
    table, owners, broken = state.table, state.owners, state.broken
    ranked = sorted(cards, reverse=True)
    if broken:
        ranked.sort(key=lambda cid: (cid in broken) != (owners[cid] == seat))
    lowest = {(table[cid], owners[cid]): cid for cid in ranked}
    return tuple(sorted(lowest.values()))


def discard_from_hand(state: EpicState, seat: int, cards: tuple[int, ...], rules: tuple[str, ...]) -> None:
    """Move ``cards`` from the hand of ``seat`` to the discard pile (1.7.1)."""
    for cid in cards:
        state.seats[seat].hand.remove(cid)
    log_event(state, "discard", (seat, *cards), rules)
    for cid in cards:
        put_into_discard(state, cid)


def put_into_discard(state: EpicState, cid: int) -> None:
    """Put a card, already taken from its zone, into its owner's discard pile."""
    state.seats[state.owners[cid]].discard.append(cid)
    if state.table[cid].hears_pile:
        trigger_on_pile(state, cid, When.ENTERS_DISCARD)


def enter_play(
    state: EpicState,
    cid: int,
    controller: int,
    rules: tuple[str, ...],
    *,
    stance: int = PREPARED,
    silent: bool = False,
    from_hand: bool = False,
) -> Champion:
    """Put a champion card (already taken from its zone) or a token into play, prepared and deploying (2.1.7).

    A card may say that it enters in another ``stance``, or that its tribute and loyalty stay ``silent``; it may ask
    whether it came ``from_hand``.
    """
    oid = FIRST_OBJECT + len(state.entered)
    state.entered += (cid,)
    champion = Champion(oid, cid, controller, state.owners.get(cid, controller))
    champion.stance = stance
    state.seats[controller].champions.append(champion)
    update_values(state, champion)
    log_event(state, "enter" if stance == PREPARED else "enter-expended", (controller, oid), rules)
    if not silent:
        trigger_on_enter(state, champion, from_hand=from_hand)
    return champion


def take_from_zone(state: EpicState, cid: int) -> bool:
    """Take ``cid`` out of its owner's hand, discard pile or supplemental zone, or off the revealed top of the deck.

    Returns whether it was there.
    """
    seat = state.seats[state.owners[cid]]
    if cid in seat.hand:
        seat.hand.remove(cid)
    elif cid in seat.discard:
        seat.discard.remove(cid)
        if cid in state.broken:
            state.broken = _without(cid, state.broken)
        if state.table[cid].hears_pile:
            trigger_on_pile(state, cid, When.LEAVES_DISCARD)
    elif cid in seat.supplemental:
        seat.supplemental = _without(cid, seat.supplemental)
    elif (cid,) in seat.deck and state.frames and cid in state.frames[-1].data.get("revealed", ()):
        seat.deck.remove((cid,))
        # The text that turned it up no longer means it: it may be back in the deck before that text is done.
        for frame in state.frames:
            shown = frame.data.get("revealed", ())
            if cid in shown:
                frame.data["revealed"] = _without(cid, shown)
    else:
        return False
    return True


def _without(cid: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(other for other in cards if other != cid)


def leave_play(state: EpicState, champion: Champion, to: Destination) -> None:
    """Take ``champion`` out of play; a card goes to its owner's ``to``, a token is removed from the game."""
    _remember(state, champion, to)
    state.seats[champion.controller].champions.remove(champion)
    remove_values(state, champion)
    if champion.cid not in state.owners:
        return
    if to == "discard":
        put_into_discard(state, champion.cid)
    elif to == "hand":
        state.seats[state.owners[champion.cid]].hand.append(champion.cid)


def _remember(state: EpicState, champion: Champion, to: Destination) -> None:
    """Keep what ``champion`` was, where the text that is carried out asks for it later (I-121)."""
    frame = state.frames[-1] if state.frames else None
    if frame is not None and frame.kind == "effects" and state.printed_of(frame.source).looks_back:
        now = current_values(state, champion)
        gone: DepartedChampion = (champion.oid, champion.controller, champion.owner, now.offense, now.defense, to)
        frame.data["gone"] = (*frame.data.get("gone", ()), gone)


def put_on_bottom(state: EpicState, groups: list[list[int]], rules: tuple[str, ...]) -> None:
    """Put cards under their owners' decks: each group of an owner in random order, the first group on top."""
    for group in groups:
        by_owner: dict[int, list[int]] = {}
        for cid in group:
            by_owner.setdefault(state.owners[cid], []).append(cid)
        for owner in sorted(by_owner):
            cards = sorted(by_owner[owner])
            state.seats[owner].deck.append(tuple(cards))
            log_event(state, "bottom", (owner, *cards), rules)
