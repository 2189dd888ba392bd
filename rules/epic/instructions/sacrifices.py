"""Instructions by which each player chooses what to lose (5.12.3, I-47, I-144)."""

from rules.engine.decision import Action, Decision
from rules.engine.ids import is_seat
from rules.epic.board.continuous import has_keyword
from rules.epic.board.damage import break_champions
from rules.epic.effects import ChooseNumber, EachBreaksOne
from rules.epic.selection.amounts import evaluate_amount
from rules.epic.selection.evaluation import apply_pick, select
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction
from rules.epic.state.log import log_event
from rules.epic.traits import Keyword

NO_CHAMPION = 0
"""Value in ``given`` for a player without a champion to give up."""


@INSTRUCTIONS.executes(EachBreaksOne)
def ask_each_breaks_one(state: EpicState, frame: TextFrame, node: EachBreaksOne) -> None:
    """Ask each player in turn which champion to break, then break them together."""
    if "seats" not in frame.data:
        # The affected players stay the same if a player leaves meanwhile.
        frame.data["seats"] = tuple(ref for ref in select(state, frame, node.who) if is_seat(ref))
    seats: tuple[int, ...] = frame.data["seats"]
    picks: tuple[int, ...] = frame.data.get("given", ())
    for seat in seats[len(picks) :]:
        if state.seats[seat].out:
            frame.data["given"] = picks = (*picks, NO_CHAMPION)
            continue
        decision = sacrifice_decision(state, frame, seat)
        if len(decision.candidates) > 1:
            state.pending = decision
            return
        report_automatic_decision(state, decision)
        picks = (*picks, decision.candidates[0] if decision.candidates else NO_CHAMPION)
        frame.data["given"] = picks
        if decision.candidates:
            log_event(state, "choose", (seat, frame.source, picks[-1]), node.RULES)
        else:
            log_event(state, "no-choose", (seat, frame.source), (*node.RULES, "3.2.3c"))
    frame.data.pop("given", None)
    del frame.data["seats"]
    champions = [champion for oid in picks if (champion := state.find(oid)) is not None]
    break_champions(state, champions, ("3.2.3",))
    complete_instruction(frame, [champion.oid for champion in champions])


def sacrifice_decision(state: EpicState, frame: TextFrame, seat: int) -> Decision:
    """Return the decision about the champion that ``seat`` breaks (5.9.2, I-141)."""
    champions = state.seats[seat].champions
    oids = tuple(champion.oid for champion in champions if not has_keyword(state, champion, Keyword.UNBREAKABLE))
    rules = (*EachBreaksOne.RULES, "3.2.3")
    return Decision(seat, "choose", tuple(sorted(oids)), source=frame.source, rules=rules, detail=(("breaks", 1),))


@INSTRUCTIONS.handles_action(EachBreaksOne, "choose")
def record_sacrifice(state: EpicState, action: Action) -> None:
    """Store one player's choice, or the pick of the affected players before it."""
    frame = state.frames[-1]
    if "seats" not in frame.data:
        apply_pick(state, action)
        return
    state.cause = frame.cause
    frame.data["given"] = (*frame.data.get("given", ()), action.refs[0])
    log_event(state, "choose", (action.seat, frame.source, action.refs[0]), EachBreaksOne.RULES)


@INSTRUCTIONS.executes(ChooseNumber)
def ask_choose_number(state: EpicState, frame: TextFrame, node: ChooseNumber) -> None:
    """Ask for a number, if more than 0 is possible."""
    maximum = evaluate_amount(state, frame, node.most)
    decision = Decision(frame.controller, "number", low=0, high=maximum, source=frame.source, rules=node.RULES)
    if maximum:
        state.pending = decision
        return
    report_automatic_decision(state, decision)
    _store_number(state, frame, 0)


@INSTRUCTIONS.handles_action(ChooseNumber, "number")
def apply_number(state: EpicState, action: Action) -> None:
    """Store the number that a player chose."""
    frame = state.frames[-1]
    state.cause = frame.cause
    _store_number(state, frame, action.option)


def _store_number(state: EpicState, frame: TextFrame, number: int) -> None:
    frame.data["number"] = number
    log_event(state, "number", (frame.controller, frame.source, number), ChooseNumber.RULES)
    complete_instruction(frame)
