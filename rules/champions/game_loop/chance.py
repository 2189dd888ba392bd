"""Stack frames with a random outcome: drawing cards, revealing a Blessing."""

from rules.champions.cards import When
from rules.champions.effects import is_instant, text_of
from rules.champions.game_loop.abilities import push_instant_effects, push_text_lines
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.reactions import trigger_reactions
from rules.champions.interpretation_options import IN_LIMBO
from rules.champions.state import COMPLETE, ChampionsState, CountData, Happening, LaneData, Piece, find_on_field
from rules.engine.decision import Decision
from rules.engine.ids import CHANCE
from rules.engine.state import Frame
from rules.engine.zones import remove_card

WHY = {
    "opening": ("3.2.3.1", "3.2.3.2", "3.1.1b", "CH-53"),
    "phase": ("4.1.4.1", "4.1.3.4d", "3.1.1b", "CH-42"),
    "effect": ("6.1.2/draw", "3.1.1b"),
}
"""Citations for a draw."""
REVEALED = ("2.6.6", "2.4.2.3b", "2.11.1c")


def run_draw(state: ChampionsState, frame: Frame[CountData]) -> None:
    """Set the draw of the next card as pending random outcome.

    Skip it if the deck is empty (3.1.1d).
    """
    state.cause = frame.cause
    if not frame.data["left"]:
        state.finish(frame)
    elif not state.seats[frame.controller].deck:
        state.log_event("no-card", (frame.controller,), cite("3.1.1d"))
        state.finish(frame)
    else:
        rules = cite(*WHY[frame.data["why"]])
        state.pending = Decision(CHANCE, "draw", rules=rules, detail=(("seat", frame.controller),))


def run_reveal(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Reveal the Blessing of a lane and apply it.

    An Instant one is then turned face down (2.6.7, 2.4.2.3b).
    """
    state.cause = frame.cause
    seat, lane = frame.controller, frame.data["lane"]
    hidden = state.seats[seat].hidden
    if not frame.index and len(hidden) == 1:
        place_revealed_blessing(state, frame, hidden[0])
    elif not frame.index:
        cards = tuple(sorted(hidden))
        state.pending = Decision(CHANCE, "reveal", cards, rules=cite(*REVEALED), detail=(("seat", seat),))
    elif frame.index == 1:
        frame.index = 2
        trigger_reactions(state, Happening("revealed", seat, frame.source, lane, seat))
    elif frame.index == 2:
        frame.index = 3
        place = find_on_field(state, frame.source)
        if is_instant(state.table[frame.source]):
            lines = text_of(state.table[frame.source]).of(When.DOES)
            push_text_lines(state, seat, frame.source, lane, lines, None)
        elif place is not None:
            push_instant_effects(state, place)
    else:
        piece = state.seats[seat].lanes[lane].blessing
        if piece is not None and is_instant(state.table[piece.cid]):
            piece.up, piece.corner = False, COMPLETE
            state.log_event("turned-over", (seat, piece.cid), cite("2.4.2.2b", "2.6.7"))
        state.finish(frame)


def place_revealed_blessing(state: ChampionsState, frame: Frame[LaneData], cid: int) -> None:
    """Put a Blessing face up behind its Champion."""
    seat, lane = frame.controller, frame.data["lane"]
    state.seats[seat].hidden.remove(cid)
    blessing = state.seats[seat].lanes[lane].blessing = Piece(cid)
    if state.options[IN_LIMBO]:
        blessing.done = tuple(each.cid for each in state.limbo)
    frame.source, frame.index = cid, 1
    frame.cause = state.log_event("reveal", (seat, cid, lane + 1), cite(*REVEALED, "2.4.2.2i", "3.1.4c", "CH-18"))


def draw_card(state: ChampionsState, frame: Frame[CountData], cid: int) -> None:
    """Move a card from deck to hand for a ``draw`` frame; trigger reactions."""
    seat = state.seats[frame.controller]
    remove_card(seat.deck, cid)
    seat.hand.append(cid)
    state.cause = state.log_event("draw", (frame.controller, cid), cite(*WHY[frame.data["why"]]))
    frame.data["left"] -= 1
    if state.turn_number:
        trigger_reactions(state, Happening("drawn", frame.controller, 0, 0, frame.controller))
