"""Carrying out instructions in the order listed (3.2.3): the frame of a text, and what frames around it.

``run_effects`` takes one instruction; ``rules.epic.instructions`` has one function for each kind. An instruction that
needs a pick asks and is taken up again from its beginning with the pick remembered, so nothing may happen before its
last pick is known.
"""

from rules.engine.decision import Answer, Decision, Violation
from rules.engine.ids import is_object
from rules.epic.choosing import picks_in
from rules.epic.continuous import view
from rules.epic.damage import break_all, gain, settle
from rules.epic.effects import If, Instruction, Loyalty, May, Target
from rules.epic.events import happened
from rules.epic.frames import CARRIED
from rules.epic.instructions import CARRY_OUT
from rules.epic.naming import called, player
from rules.epic.selecting import Asking, candidates
from rules.epic.state import EpicState, Frame
from rules.epic.unasked import unasked


def run_effects(state: EpicState, frame: Frame) -> None:
    """Carry out the next instruction of a text, or finish it."""
    instructions = state.printed_of(frame.source).instructions(frame.data["path"])
    if frame.index >= len(instructions):
        state.frames.remove(frame)
        if state.frames and state.frames[-1].kind == "effects" and len(frame.data["path"]) > 2:
            _hand_over(frame, state.frames[-1])
        return
    state.cause = frame.cause
    instruction = instructions[frame.index]
    try:
        CARRY_OUT[type(instruction)](state, frame, instruction)
    except Asking:
        return
    if state.pending is None:
        settle(state)


def _hand_over(inner: Frame, outer: Frame) -> None:
    for name in CARRIED:
        if name in inner.data:
            outer.data[name] = inner.data[name]


def run_tribute(state: EpicState, frame: Frame) -> None:
    """Begin a tribute, unless it calls for targets and there is none (5.6.2, I-51)."""
    effects = state.printed_of(frame.source).instructions(frame.data["path"])
    picks = [pick for effect in effects for pick in _targets(effect)]
    if picks and not any(candidates(state, frame, pick, None) for pick in picks):
        state.cause = frame.cause
        kind = "may" if isinstance(effects[0], May) else "target"
        decision = Decision(frame.controller, kind, source=frame.source, rules=("5.6.2", "I-51"))
        unasked(state, decision, lambda: _no_target(state, frame))
        state.frames.remove(frame)
        happened(state, "no-tribute", (frame.controller, frame.source), ("5.6.2", "I-51"))
        return
    frame.kind = "effects"


def _no_target(state: EpicState, frame: Frame) -> Violation:
    source = called(state, frame.source)
    return Violation("5.6.2", f"The tribute of {source} has no legal target and does not apply (I-51).")


def _targets(instruction: Instruction) -> list[Target]:
    if isinstance(instruction, May | If):
        return [pick for inner in instruction.effects for pick in _targets(inner)]
    return [pick for pick in picks_in(instruction) if isinstance(pick, Target)]


def run_loyalty(state: EpicState, frame: Frame) -> None:
    """Ask for a reveal; with too few cards in hand nothing is asked (5.3.4, I-109)."""
    ability = state.printed_of(frame.source).ability(frame.data["path"][0])
    if not isinstance(ability, Loyalty):
        raise TypeError(f"no loyalty on {frame.source}")
    state.cause = frame.cause
    sharing = sharing_cards(state, frame)
    decision = Decision(
        frame.controller,
        "reveal",
        tuple(sharing),
        low=0,
        high=ability.count,
        source=frame.source,
        rules=("5.3.1", "5.3.4", "5.3.5", "I-56"),
        detail=(("count", ability.count),),
    )
    if len(sharing) < ability.count:
        unasked(state, decision, lambda: _too_few(state, frame, ability.count))
        state.frames.remove(frame)
        happened(state, "no-loyalty", (frame.controller, frame.source, ability.count), ("5.3.4", "I-109"))
        return
    state.pending = decision


def _too_few(state: EpicState, frame: Frame, count: int) -> Violation:
    return Violation(
        "5.3.4",
        f"{player(state, frame.controller)} has fewer than {count} cards in hand that share an alignment with "
        f"{called(state, frame.source)}: nothing can be revealed and its loyalty does nothing (I-109).",
        f"The loyalty of {called(state, frame.source)} asks for exactly {count} cards that share an alignment with it.",
    )


def sharing_cards(state: EpicState, frame: Frame) -> list[int]:
    """Return the cards in hand that share an alignment with the champion (I-56), and unknown ones, which may."""
    champion = state.find(frame.source)
    own = view(state, champion).alignments if champion is not None else state.printed_of(frame.source).alignments
    hand = state.seats[frame.controller].hand
    return sorted(cid for cid in hand if state.table[cid].name == "?" or state.table[cid].alignments & own)


def revealed(state: EpicState, answer: Answer) -> None:
    """Apply loyalty if cards were revealed."""
    frame = state.frames[-1]
    state.cause = frame.cause
    if not answer.refs:
        state.frames.remove(frame)
        happened(state, "no-reveal", (answer.seat, frame.source), ("5.3.5",))
        return
    happened(state, "reveal", (answer.seat, frame.source, *answer.refs), ("5.3.1", "5.3.2", "5.19.1", "I-99"))
    frame.kind = "effects"


def run_righteous(state: EpicState, frame: Frame) -> None:
    """Give the health that righteous damage earned (5.13, I-92)."""
    state.frames.remove(frame)
    state.cause = frame.cause
    gain(state, frame.controller, frame.data["gain"], ("5.13.1", "5.13.3", "I-92", "I-106"))


def run_break_at_end(state: EpicState, frame: Frame) -> None:
    """Break what an earlier instruction doomed, if it is still the same object in play (4.5.2a, I-52)."""
    state.frames.remove(frame)
    state.cause = frame.cause
    doomed = [champion for oid in frame.data["doomed"] if is_object(oid) and (champion := state.find(oid))]
    break_all(state, doomed, ("4.5.2a",))
    settle(state)


def current(state: EpicState, frame: Frame) -> Instruction:
    """Return the instruction that a frame of a text has come to."""
    instructions: tuple[Instruction, ...] = state.printed_of(frame.source).instructions(frame.data["path"])
    return instructions[frame.index]
