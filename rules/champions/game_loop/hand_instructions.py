"""Instructions about actions and about cards in hand, deck and discard pile."""

from collections.abc import Sequence
from typing import Final

from rules.champions.cards.instructions import (
    Deploy,
    Discard,
    Draw,
    Exchange,
    GainActions,
    MoveCards,
    Search,
)
from rules.champions.cards.selectors import Filter
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.deploying import push_deploy
from rules.champions.game_loop.leaving import push_exchange
from rules.champions.game_loop.reactions import trigger_reactions
from rules.champions.game_loop.requirements import deploy_violations
from rules.champions.game_loop.text_execution import (
    DECLINED,
    IN_FRONT,
    INSTRUCTIONS,
    amount_of,
    ask,
    choose_cards,
    log_no_value,
    places_of,
    player_of,
    repeat,
    report,
    store_effect,
)
from rules.champions.state import ChampionsState, CountData, FrameData, Happening, Place, Seat, find_on_field
from rules.champions.state.places import cards_on_field, fits_filter, one_of_each_name
from rules.engine.decision import Decision
from rules.engine.state import Frame
from rules.engine.zones import remove_card

BEFORE_DRAWING: Final = ("start", "rotate", "exhaust", "leaving", "instant", "action")
"""Phases of a turn in which its player can gain actions (CH-42)."""


@INSTRUCTIONS.executes(Draw)
def execute_draw(state: ChampionsState, frame: Frame[FrameData], node: Draw) -> None:
    """Push the draws."""
    count, seat = amount_of(state, frame, node.count), player_of(frame, node.player)
    if count is None:
        log_no_value(state, frame)
        return
    report(state, frame, done=bool(count and state.seats[seat].deck))
    state.frames.append(Frame("draw", seat, 0, {"left": count, "why": "effect"}, state.cause))


@INSTRUCTIONS.executes(GainActions)
def execute_gain_actions(state: ChampionsState, frame: Frame[FrameData], node: GainActions) -> None:
    """Increase the turn player's actions."""
    count = amount_of(state, frame, node.count)
    if count is None:
        log_no_value(state, frame)
        return
    if state.turn != frame.controller or state.phase not in BEFORE_DRAWING:
        state.log_event("no-actions", (frame.controller, frame.source), cite("4.1.3", "CH-42"))
        return
    state.actions += count
    store_effect(state, frame, done=True)
    state.log_event("actions", (frame.controller, state.actions), cite("4.1.3", "4.1.1.1"))


@INSTRUCTIONS.executes(Discard)
def execute_discard(state: ChampionsState, frame: Frame[FrameData], node: Discard) -> None:
    """Push the discards; the owner of the hand picks the cards (2.10.2.1)."""
    count, seat = amount_of(state, frame, node.count), player_of(frame, node.player)
    if count is None:
        log_no_value(state, frame)
        return
    report(state, frame, done=bool(count and state.seats[seat].hand))
    state.frames.append(Frame("discard", seat, frame.source, {"left": count}, state.cause))


def run_discard(state: ChampionsState, frame: Frame[CountData]) -> None:
    """Ask for the next card to discard, in the order of the pile (2.10.1.4).

    The last choice is automatic.
    """
    state.cause = frame.cause
    seat, left = state.seats[frame.controller], frame.data["left"]
    if not left or not seat.hand:
        state.finish(frame)
        return
    names = one_of_each_name(state, seat.hand)
    if len(names) == 1:
        discard_card(state, frame, names[0])
        return
    rules = cite("2.10.2.1", "2.10.1.4", "6.1.2/discard")
    detail = (("what", "discard"), ("optional", 0))
    state.pending = Decision(
        frame.controller, "pick", tuple(sorted(seat.hand)), source=frame.source, rules=rules, detail=detail
    )


def discard_card(state: ChampionsState, frame: Frame[CountData], cid: int) -> None:
    """Discard a card from hand for a ``discard`` frame."""
    seat = state.seats[frame.controller]
    seat.hand.remove(cid)
    seat.discard.append(cid)
    seat.left_hand = True
    frame.data["left"] -= 1
    state.log_event("discard", (frame.controller, cid), cite("6.1.2/discard", "2.10.2.1"))
    trigger_reactions(state, Happening("discarded", frame.controller, cid, 0, frame.controller))


def cards_in(state: ChampionsState, seat: Seat, zone: str) -> Sequence[int]:
    """Return a player's cards in ``hand``, ``discard`` or ``deck``.

    Of equal cards in hand or deck only one is returned.
    """
    if zone == "discard":
        return seat.discard
    cards = seat.hand if zone == "hand" else [cid for group in seat.deck for cid in group]
    return one_of_each_name(state, cards)


def take_from(seat: Seat, zone: str, cid: int) -> None:
    """Take a card out of a zone.

    A card that leaves the hand for the field or pile spares the check of 4.1.5.5c.
    """
    if zone == "deck":
        remove_card(seat.deck, cid, next(index for index, group in enumerate(seat.deck) if cid in group))
    elif zone == "discard":
        seat.discard.remove(cid)
    else:
        seat.hand.remove(cid)


def shuffle(state: ChampionsState, number: int) -> None:
    """Shuffle a deck: the order of its cards is unknown (3.1.1c)."""
    seat = state.seats[number]
    cards = tuple(cid for group in seat.deck for cid in group)
    seat.deck = [cards] if cards else []
    state.log_event("shuffle", (number,), cite("3.1.1c"))


@INSTRUCTIONS.executes(Deploy)
def execute_deploy(state: ChampionsState, frame: Frame[FrameData], node: Deploy) -> None:
    """Deploy the cards one after the other.

    Each is resolved before the next is picked (6.1.2/deploy).
    """
    picked, seat = frame.data.get("picked", ()), state.seats[frame.controller]
    number, is_declined = len(picked) // 2, frame.data.get("option") == DECLINED
    in_zone = picked and picked[-2] in cards_everywhere(seat, node.source)
    if in_zone and not is_declined:
        champion = find_on_field(state, picked[-1])
        take_from(seat, node.source, picked[-2])
        seat.left_hand = seat.left_hand or node.source == "hand"
        push_deploy(state, frame.controller, picked[-2], champion.lane if champion is not None else 0)
        repeat(frame)
        return
    options = deploy_options(state, frame, node)
    if number < node.count and options and not is_declined:
        # What is Deployed out of a hidden zone may always be declined (6.1.2/deploy, CH-43).
        optional = node.optional or node.source != "discard"
        rules = cite("6.1.2/deploy", "2.2.2", "CH-43", "2.10.2.4")
        ask(state, frame, {cid for cid, _ in options}, rules, "deploy", optional=optional)
        return
    report(state, frame, done=bool(number))
    if node.source == "deck":
        shuffle(state, frame.controller)


def cards_everywhere(seat: Seat, zone: str) -> Sequence[int]:
    """Return all cards of a player's zone."""
    return [cid for group in seat.deck for cid in group] if zone == "deck" else getattr(seat, zone)


def deploy_options(state: ChampionsState, frame: Frame[FrameData], node: Deploy) -> list[tuple[int, int]]:
    """Return the pairs of card and Champion that an instruction can Deploy next."""
    fitting = [
        cid
        for cid in cards_in(state, state.seats[frame.controller], node.source)
        if fits_filter(state.table[cid], node.wanted)
    ]
    return [
        (cid, champion.piece.cid)
        for cid in fitting
        for champion in _receivers(state, frame, node)
        if next(deploy_violations(state, state.table[cid], champion), None) is None
    ]


def _receivers(state: ChampionsState, frame: Frame[FrameData], node: Deploy) -> list[Place]:
    """Return the own Champions that an instruction lets receive a card."""
    if node.target is not None:
        places = places_of(state, frame, node.target)
        return [place for place in places if place.seat == frame.controller]
    return [
        place
        for place in cards_on_field(state, frame.controller)
        if place.row == "champion" and place.lane == frame.data["lane"]
    ]


@INSTRUCTIONS.executes(Search)
def execute_search(state: ChampionsState, frame: Frame[FrameData], node: Search) -> None:
    """Let the player take a card of the kind out of the deck, then shuffle.

    See 3.1.1c, 2.10.3.1.
    """
    seat, picked = state.seats[frame.controller], frame.data.get("picked", ())
    if picked:
        take_from(seat, "deck", picked[0])
        seat.hand.append(picked[0])
        state.log_event("search", (frame.controller, picked[0]), cite("3.1.1c", "3.1.1e", "2.10.3.1", "6.2/move"))
    elif frame.data.get("option") != DECLINED:
        fitting = _fitting(state, frame, node.wanted, "deck")
        if fitting:
            ask(state, frame, fitting, cite("2.10.2.4", "2.10.3.1", "CH-43"), "card", optional=True)
            return
    report(state, frame, done=bool(picked))
    shuffle(state, frame.controller)


def _fitting(state: ChampionsState, frame: Frame[FrameData], wanted: Filter, zone: str) -> list[int]:
    cards = cards_in(state, state.seats[frame.controller], zone)
    return [cid for cid in cards if fits_filter(state.table[cid], wanted)]


@INSTRUCTIONS.executes(MoveCards)
def execute_move(state: ChampionsState, frame: Frame[FrameData], node: MoveCards) -> None:
    """Move cards from hand, one after the other.

    Their owner picks them (2.10.2.1, 6.2/move).
    """
    seat, picked = state.seats[frame.controller], frame.data.get("picked", ())
    is_shown = node.wanted.kind != "card" or node.target == "discard"
    if picked and picked[-1] in seat.hand:
        _put(state, frame, node.target, picked[-1], is_shown=is_shown)
    fitting = _fitting(state, frame, node.wanted, "hand")
    if len(picked) < node.count and fitting and frame.data.get("option") != DECLINED:
        rules = cite("2.10.2.1", "2.10.2.4", "CH-43") if is_shown else cite("2.10.2.1", "2.10.2.3", "2.10.3.2")
        is_optional = node.wanted.kind != "card"
        if len(fitting) == 1 and not is_optional:
            frame.data["picked"] = (*picked, fitting[0])
            repeat(frame)
        else:
            ask(state, frame, fitting, rules, "card" if is_shown else "put", optional=is_optional)
        return
    report(state, frame, done=bool(picked))


def _put(state: ChampionsState, frame: Frame[FrameData], target: str, cid: int, *, is_shown: bool) -> None:
    seat = state.seats[frame.controller]
    seat.hand.remove(cid)
    if target == "discard":
        seat.discard.append(cid)
        seat.left_hand = True
    elif target == "under deck":
        seat.deck.append((cid,))
    else:
        seat.deck.insert(0, (cid,))
    kind = "moves" if is_shown else "puts"
    state.log_event(kind, (frame.controller, cid), cite("6.2/move", "2.10.2.1", "2.10.2.2" if is_shown else "2.10.2.3"))


@INSTRUCTIONS.executes(Exchange)
def execute_exchange(state: ChampionsState, frame: Frame[FrameData], node: Exchange) -> None:
    """Let the player pick the card in play and the one that takes its place.

    See 6.2/swap, 6.2/replace, CH-49.
    """
    picked, is_declined = frame.data.get("picked", ()), frame.data.get("option") == DECLINED
    possible = [
        place
        for place in places_of(state, frame, node.cards)
        if place.row in IN_FRONT and _successors(state, frame, node, place)
    ]
    if len(picked) < 2 and possible and not is_declined:
        places = choose_cards(state, frame, node.cards, IN_FRONT, possible) if not picked else possible
        if places is None:
            return
        old = next((place for place in places if not picked or place.piece.cid == picked[0]), None)
        if old is not None:
            frame.data["picked"] = (old.piece.cid,)
            successors = _successors(state, frame, node, old)
            optional = node.source == "hand"
            rules = cite(f"6.2/{node.verb}", "2.10.2.1", "CH-49", "CH-43")
            if len(successors) > 1 or optional:
                ask(state, frame, successors, rules, "card", optional=optional)
                return
            frame.data["picked"] = picked = (old.piece.cid, successors[0])
    place = find_on_field(state, picked[0]) if len(picked) == 2 and not is_declined else None
    report(state, frame, done=place is not None)
    if place is not None:
        push_exchange(state, frame, place, picked[1], node.verb)


def _successors(state: ChampionsState, frame: Frame[FrameData], node: Exchange, old: Place) -> list[int]:
    """Return the cards that can take the place of a card in play."""
    champion = next(
        place for place in cards_on_field(state, old.seat) if place.row == "champion" and place.lane == old.lane
    )
    return [
        cid
        for cid in _fitting(state, frame, node.wanted, node.source)
        if next(deploy_violations(state, state.table[cid], champion, vacated=True), None) is None
    ]
