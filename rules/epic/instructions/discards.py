"""Discards caused by effects; the discarding player chooses the cards (1.7).

The discard down to the hand limit is in ``rules.epic.turn.phases``.
"""

from rules.engine.decision import Action, Decision
from rules.epic.board.continuous import are_opponents
from rules.epic.board.zones import discard_from_hand, enter_play, take_from_zone
from rules.epic.cards.printed import UNKNOWN
from rules.epic.effects import DefiesDiscard, Discard
from rules.epic.multiplayer.team_members import select_players
from rules.epic.state import EpicState, Frame, TextFrame
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.frame_data import DiscardData, FrameData
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction
from rules.epic.state.log import log_event


@INSTRUCTIONS.executes(Discard)
def execute_discard(state: EpicState, frame: TextFrame, node: Discard) -> None:
    """Make each selected player discard, one after the other (I-47)."""
    seats = select_players(state, frame, node.who)
    complete_instruction(frame, seats)
    for seat in reversed(seats):
        data: FrameData = {"count": node.count, "by": frame.controller}
        state.frames.append(Frame("discard", seat, frame.source, data, frame.cause))


def run_discard(state: EpicState, frame: Frame[DiscardData]) -> None:
    """Ask which cards to discard, or discard the whole hand if it is not larger.

    Rules: 1.7.2.
    """
    hand = state.seats[frame.controller].hand
    count = min(frame.data["count"], len(hand))
    decision = Decision(
        frame.controller,
        "discard",
        tuple(sorted(hand)),
        low=count,
        high=count,
        source=frame.source,
        rules=Discard.RULES,
    )
    if count < len(hand) or any(state.table[cid] is UNKNOWN for cid in hand):
        state.pending = decision
        return
    report_automatic_decision(state, decision)
    _discard(state, frame, decision.candidates)


def apply_discard(state: EpicState, action: Action) -> None:
    """Discard the chosen cards."""
    _discard(state, state.frames[-1], action.refs)


def _discard(state: EpicState, frame: Frame[DiscardData], cards: tuple[int, ...]) -> None:
    state.cause = frame.cause
    state.finish(frame)
    defying: tuple[int, ...] = ()
    if are_opponents(state, frame.controller, frame.data["by"]):
        defying = tuple(cid for cid in cards if state.table[cid].defies_discard)
        cards = tuple(cid for cid in cards if cid not in defying)
    if cards:
        discard_from_hand(state, frame.controller, cards, (*Discard.RULES, "3.2.3"))
    elif not defying:
        log_event(state, "no-discard", (frame.controller,), Discard.RULES)
    for cid in defying:
        take_from_zone(state, cid)
        enter_play(state, cid, frame.controller, DefiesDiscard.RULES, from_hand=True)
