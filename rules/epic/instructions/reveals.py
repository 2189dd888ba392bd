"""Revealing cards from the top of a deck, by chance if the order is unknown.

A revealed card stays on top of the deck in a separate group and is listed in ``data["revealed"]`` until the text
moves it.
"""

from rules.engine.decision import Action, Decision
from rules.engine.ids import CHANCE
from rules.epic.board.zones import have_same_name, remove_from_group
from rules.epic.cards.printed import UNKNOWN
from rules.epic.effects import RevealTop
from rules.epic.selection.amounts import evaluate_amount
from rules.epic.selection.evaluation import select
from rules.epic.state import EpicState, Frame, TextFrame
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.frame_data import FrameData, RevealTopData
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction
from rules.epic.state.log import log_event


@INSTRUCTIONS.executes(RevealTop)
def execute_reveal_top(state: EpicState, frame: TextFrame, node: RevealTop) -> None:
    """Make the selected players reveal cards from their decks."""
    seats = select(state, frame, node.of)
    count = evaluate_amount(state, frame, node.count)
    complete_instruction(frame)
    frame.data["revealed"] = ()
    for seat in reversed(seats):
        data: FrameData = {"left": count, "revealed": ()}
        state.frames.append(Frame("reveal-top", seat, frame.source, data, frame.cause))


def run_reveal_top(state: EpicState, frame: Frame[RevealTopData]) -> None:
    """Reveal the next card, or pass the revealed cards to the text when done."""
    state.cause = frame.cause
    place, deck = len(frame.data["revealed"]), state.seats[frame.controller].deck
    if not frame.data["left"] or place == len(deck):
        state.finish(frame)
        # Reveal frames of other players for the same text may be in between.
        asking = [each for each in state.frames if each.kind != frame.kind][-1]
        asking.data["revealed"] = (*asking.data["revealed"], *frame.data["revealed"])
        return
    which = Decision(
        CHANCE,
        "draw",
        source=frame.source,
        rules=("5.19.1",),
        detail=(("seat", frame.controller), ("place", place), ("shown", 1)),
    )
    # The card is revealed to all players, so an unknown one must be named.
    if state.table[deck[place][0]] is UNKNOWN or not have_same_name(state, deck[place]):
        state.pending = which
        return
    report_automatic_decision(state, which)
    _reveal_card(state, frame, min(deck[place]))


def apply_reveal(state: EpicState, action: Action) -> None:
    """Reveal the card that the chance outcome selected."""
    _reveal_card(state, state.frames[-1], action.refs[0])


def _reveal_card(state: EpicState, frame: Frame[RevealTopData], cid: int) -> None:
    place, deck = len(frame.data["revealed"]), state.seats[frame.controller].deck
    remove_from_group(state.seats[frame.controller], place, cid)
    deck.insert(place, (cid,))
    frame.data["revealed"] = (*frame.data["revealed"], cid)
    frame.data["left"] -= 1
    log_event(state, "reveal-top", (frame.controller, cid), RevealTop.RULES)
