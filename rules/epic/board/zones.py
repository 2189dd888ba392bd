"""Zone changes: drawing, discarding, entering and leaving play.

Rules: 1.4, 1.6, 1.7, 1.9.2.

A card that changes zones becomes a new object (I-52). Cards go to their owner's zones (1.9.2); tokens that leave play
cease to exist (2.3.5).
"""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from rules.engine.decision import Action, Decision
from rules.engine.ids import CHANCE, FIRST_OBJECT
from rules.epic.board.continuous import current_values, remove_values, update_values
from rules.epic.board.triggers import trigger_abilities, trigger_on_enter, trigger_on_pile_change
from rules.epic.effects import When
from rules.epic.interpretation_options import DRAWING_OUT
from rules.epic.players.game_end import win_game
from rules.epic.players.seats import side_members
from rules.epic.state import PREPARED, Champion, EpicState, Frame, Seat
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.frame_data import DepartedChampion, DrawData
from rules.epic.state.log import log_event

EMPTY_DECK_RULES = ("1.2.1", "1.6.2", "I-17")
"""Citations for winning by drawing from an empty deck."""
Destination = Literal["discard", "hand", "deck", "transformed", "removed"]


def push_draw(state: EpicState, seat: int, count: int, rules: tuple[str, ...]) -> None:
    """Push a stack frame that makes ``seat`` draw ``count`` cards one at a time.

    Rules: 1.6.1, I-17.
    """
    if count > 0 and not state.seats[seat].out:
        state.frames.append(Frame("draw", seat, 0, {"left": count, "rules": rules}, state.cause))


def run_draw(state: EpicState, frame: Frame[DrawData]) -> None:
    """Draw one card; ask for a chance outcome if the top group has different cards."""
    seat = state.seats[frame.controller]
    state.cause = frame.cause
    if not seat.deck or (state.options[DRAWING_OUT] == 1 and sum(map(len, seat.deck)) < frame.data["left"]):
        _draw_from_empty_deck(state, frame)
        return
    which = _draw_decision(frame.controller)
    if not have_same_name(state, seat.deck[0]):
        state.pending = which
        return
    report_automatic_decision(state, which)
    _draw_card(state, frame, min(seat.deck[0]))


@cache
def _draw_decision(seat: int) -> Decision:
    """Return the chance decision about the card that ``seat`` draws."""
    return Decision(CHANCE, "draw", rules=("1.6.1",), detail=(("seat", seat),))


def remove_from_group(seat: Seat, place: int, cid: int) -> None:
    """Remove ``cid`` from the deck group at index ``place``."""
    group = seat.deck[place]
    if len(group) == 1:
        del seat.deck[place]
    else:
        index = group.index(cid)
        seat.deck[place] = group[:index] + group[index + 1 :]


def have_same_name(state: EpicState, group: tuple[int, ...]) -> bool:
    """Return True if all cards of a deck group have one name."""
    table = state.table
    # A group is sorted, so comparing its ends is usually enough.
    return table[group[-1]] is table[group[0]] and len(set(map(table.get, group))) == 1


def _draw_from_empty_deck(state: EpicState, frame: Frame[DrawData]) -> None:
    """Make a player who draws from an empty deck win, now or after the effect (I-17)."""
    if state.options[DRAWING_OUT] != 2:
        # The draw of the Start Phase comes before preparing (I-26).
        rules = ("4.2.3", *EMPTY_DECK_RULES, "I-26") if frame.data["rules"][0] == "4.2.3" else EMPTY_DECK_RULES
        if len(state.teams) > 2:
            rules = (*rules, "I-20")
        win_game(state, tuple(side_members(state, frame.controller)), rules)
        return
    state.finish(frame)
    if not any(other.kind == "drawn-out" and other.controller == frame.controller for other in state.frames):
        # At the bottom of the stack, so that it runs last.
        state.frames.insert(0, Frame("drawn-out", frame.controller, 0, None, frame.cause))


def run_empty_deck_win(state: EpicState, frame: Frame[DrawData]) -> None:
    """Make the player who drew from an empty deck during an effect win (I-17)."""
    state.cause = frame.cause
    win_game(state, tuple(side_members(state, frame.controller)), EMPTY_DECK_RULES)


def apply_draw(state: EpicState, action: Action) -> None:
    """Draw the card that the chance outcome selected."""
    _draw_card(state, state.frames[-1], action.refs[0])


def _draw_card(state: EpicState, frame: Frame[DrawData], cid: int) -> None:
    seat = state.seats[frame.controller]
    remove_from_group(seat, 0, cid)
    seat.hand.append(cid)
    log_event(state, "draw", (frame.controller, cid), frame.data["rules"])
    table = state.table
    for champion in seat.champions:
        if table[champion.cid].triggered:
            trigger_abilities(state, When.DRAWS, champion)
    remaining = frame.data["left"] - 1
    if remaining:
        frame.data["left"] = remaining
    else:
        state.finish(frame)


def unique_cards(state: EpicState, cards: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return one card for each name and owner among ``cards``, sorted.

    The card with the lowest number represents the others. Cards that broke this turn are preferred, unless ``seat``,
    who picks, owns them: then cards that did not break are preferred.
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
    """Put a card into its owner's discard pile; the caller removes it from its zone."""
    state.seats[state.owners[cid]].discard.append(cid)
    if state.table[cid].triggers_on_pile:
        trigger_on_pile_change(state, cid, When.ENTERS_DISCARD)


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
    """Put a token, or a champion card removed from its zone, into play (2.1.7).

    Args:
        state: the game.
        cid: the card, or the kind of token.
        controller: seat that controls it.
        rules: citations for the log.
        stance: stance in which it enters.
        silent: whether its tribute and loyalty do not trigger.
        from_hand: whether it came from hand.

    Returns:
        The champion; it is deploying.
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
    """Remove ``cid`` from hand, discard pile, supplemental zone or revealed deck top.

    Returns:
        Whether it was in one of them.
    """
    seat = state.seats[state.owners[cid]]
    if cid in seat.hand:
        seat.hand.remove(cid)
    elif cid in seat.discard:
        seat.discard.remove(cid)
        if cid in state.broken:
            state.broken = _all_except(cid, state.broken)
        if state.table[cid].triggers_on_pile:
            trigger_on_pile_change(state, cid, When.LEAVES_DISCARD)
    elif cid in seat.supplemental:
        seat.supplemental = _all_except(cid, seat.supplemental)
    elif (cid,) in seat.deck and state.frames and cid in state.frames[-1].data.get("revealed", ()):
        seat.deck.remove((cid,))
        # Drop it from the text that revealed it, since it may be back in the deck before that text is done.
        for frame in state.frames:
            revealed = frame.data.get("revealed", ())
            if cid in revealed:
                frame.data["revealed"] = _all_except(cid, revealed)
    else:
        return False
    return True


def _all_except(cid: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(other for other in cards if other != cid)


def leave_play(state: EpicState, champion: Champion, to: Destination) -> None:
    """Move ``champion`` from play to its owner's zone ``to``; tokens cease to exist."""
    _store_last_values(state, champion, to)
    state.seats[champion.controller].champions.remove(champion)
    remove_values(state, champion)
    if champion.cid not in state.owners:
        return
    if to == "discard":
        put_into_discard(state, champion.cid)
    elif to == "hand":
        state.seats[state.owners[champion.cid]].hand.append(champion.cid)


def _store_last_values(state: EpicState, champion: Champion, to: Destination) -> None:
    """Store the last values of ``champion`` for the text being executed (I-121)."""
    frame = state.frames[-1] if state.frames else None
    if frame is not None and frame.kind == "effects" and state.printed_of(frame.source).uses_last_known:
        now = current_values(state, champion)
        gone: DepartedChampion = (champion.oid, champion.controller, champion.owner, now.offense, now.defense, to)
        frame.data["gone"] = (*frame.data.get("gone", ()), gone)


def put_on_bottom(state: EpicState, groups: list[list[int]], rules: tuple[str, ...]) -> None:
    """Put cards on the bottom of their owners' decks.

    Cards of one group are in random order; of several groups of an owner, the first is on top.
    """
    for group in groups:
        by_owner: dict[int, list[int]] = {}
        for cid in group:
            by_owner.setdefault(state.owners[cid], []).append(cid)
        for owner in sorted(by_owner):
            cards = sorted(by_owner[owner])
            state.seats[owner].deck.append(tuple(cards))
            log_event(state, "bottom", (owner, *cards), rules)
