"""Instructions by which players choose what they give up, or how much, themselves (5.12.3, I-47, I-144)."""

from rules.engine.decision import Action, Decision
from rules.engine.ids import is_seat
from rules.epic.board.continuous import has
from rules.epic.board.damage import break_all
from rules.epic.effects import ChooseNumber, EachBreaksOne
from rules.epic.picking.amounts import points
from rules.epic.picking.selecting import picked, select
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.frames import INSTRUCTIONS, done
from rules.epic.state.log import happened
from rules.epic.state.skipped import unasked
from rules.epic.traits import Keyword

NOBODY = 0
"""Stands in ``given`` for a player who had nothing to give up."""


@INSTRUCTIONS.carries_out(EachBreaksOne)
def each_breaks_one(state: EpicState, frame: TextFrame, node: EachBreaksOne) -> None:
    """Ask each player in turn which champion to break, then break them together."""
    if "seats" not in frame.data:
        # Whom it concerns does not change when somebody leaves in the middle of it.
        frame.data["seats"] = tuple(ref for ref in select(state, frame, node.who) if is_seat(ref))
    seats: tuple[int, ...] = frame.data["seats"]
    given: tuple[int, ...] = frame.data.get("given", ())
    for seat in seats[len(given) :]:
        if state.seats[seat].out:
            frame.data["given"] = given = (*given, NOBODY)
            continue
        decision = breaking(state, frame, seat)
        if len(decision.candidates) > 1:
            state.pending = decision
            return
        unasked(state, decision)
        given = (*given, decision.candidates[0] if decision.candidates else NOBODY)
        frame.data["given"] = given
        if decision.candidates:
            happened(state, "choose", (seat, frame.source, given[-1]), node.RULES)
        else:
            happened(state, "no-choose", (seat, frame.source), (*node.RULES, "3.2.3c"))
    frame.data.pop("given", None)
    del frame.data["seats"]
    champions = [champion for oid in given if (champion := state.find(oid)) is not None]
    break_all(state, champions, ("3.2.3",))
    done(frame, [champion.oid for champion in champions])


def breaking(state: EpicState, frame: TextFrame, seat: int) -> Decision:
    """Return the decision which of their champions ``seat`` breaks: one that can break (5.9.2, I-141)."""
    own = state.seats[seat].champions
    oids = tuple(champion.oid for champion in own if not has(state, champion, Keyword.UNBREAKABLE))
    rules = (*EachBreaksOne.RULES, "3.2.3")
    return Decision(seat, "choose", tuple(sorted(oids)), source=frame.source, rules=rules, detail=(("breaks", 1),))


@INSTRUCTIONS.takes_answer(EachBreaksOne, "choose")
def gave_up(state: EpicState, answer: Action) -> None:
    """Take one player's choice of the champion to break; before that, of whom it concerns."""
    frame = state.frames[-1]
    if "seats" not in frame.data:
        picked(state, answer)
        return
    state.cause = frame.cause
    frame.data["given"] = (*frame.data.get("given", ()), answer.refs[0])
    happened(state, "choose", (answer.seat, frame.source, answer.refs[0]), EachBreaksOne.RULES)


@INSTRUCTIONS.carries_out(ChooseNumber)
def choose_number(state: EpicState, frame: TextFrame, node: ChooseNumber) -> None:
    """Ask for a number, unless only 0 is possible."""
    most = points(state, frame, node.most)
    decision = Decision(frame.controller, "number", low=0, high=most, source=frame.source, rules=node.RULES)
    if most:
        state.pending = decision
        return
    unasked(state, decision)
    _take_number(state, frame, 0)


@INSTRUCTIONS.takes_answer(ChooseNumber, "number")
def number_chosen(state: EpicState, answer: Action) -> None:
    """Take the number that a player chose."""
    frame = state.frames[-1]
    state.cause = frame.cause
    _take_number(state, frame, answer.option)


def _take_number(state: EpicState, frame: TextFrame, number: int) -> None:
    frame.data["number"] = number
    happened(state, "number", (frame.controller, frame.source, number), ChooseNumber.RULES)
    done(frame)
