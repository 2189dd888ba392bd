"""Execution of card text, one instruction per step.

An instruction that needs a decision sets it as pending and is executed again with the answer in ``Frame.data``.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rules.champions.cards.instructions import Choose, IfDone, Instead, May
from rules.champions.cards.selectors import AGAIN, SELF, Amount, Count, Selector, Sum
from rules.champions.game_loop.abilities import NO_VALUE, OFF_THE_FIELD, ability_of_frame
from rules.champions.game_loop.citations import cite
from rules.champions.state import ChampionsState, FrameData, Place, find_on_field
from rules.champions.state.places import ROWS, Spot, find_in_limbo, selected
from rules.engine.decision import Decision
from rules.engine.instructions import Instruction, Instructions
from rules.engine.state import Frame

INSTRUCTIONS: Final[Instructions[ChampionsState]] = Instructions()
"""Handlers of instructions, by node class."""
ACCEPTED: Final = 1
DECLINED: Final = -1
"""Answers to an optional instruction, in ``TextData.option``."""
_OF_INSTRUCTION: Final = ("picked", "option")
"""Frame data that belongs to the current instruction."""


def run_text(state: ChampionsState, frame: Frame[FrameData]) -> None:
    """Execute the next instruction.

    Skip the rest if the card's corner changed (2.5.1.14).
    """
    state.cause = frame.cause
    nodes = ability_of_frame(state, frame).nodes
    if frame.index >= len(nodes):
        state.finish(frame)
        return
    is_under_way = bool(frame.data.get("picked") or frame.data.get("option"))
    if frame.index and not is_under_way and frame.data["corner"] != OFF_THE_FIELD:
        place = find_on_field(state, frame.source)
        if place is None or place.piece.corner != frame.data["corner"]:
            state.log_event("cancelled", (frame.controller, frame.source), cite("2.5.1.14", "2.5.2.14", "2.4.2.2l"))
            state.finish(frame)
            return
    at = frame.index
    frame.index += 1
    execute(state, frame, nodes[at])
    if frame.index > at:
        forget(frame, *_OF_INSTRUCTION)


def execute(state: ChampionsState, frame: Frame[FrameData], node: Instruction) -> None:
    """Execute one instruction."""
    INSTRUCTIONS.executors[type(node)](state, frame, node)


def forget(frame: Frame[FrameData], *names: str) -> None:
    """Remove entries from the data of a frame."""
    for name in names:
        frame.data.pop(name, None)  # type: ignore[misc]  # names of optional entries


def repeat(frame: Frame[FrameData]) -> None:
    """Execute the current instruction again, with what has been picked so far."""
    frame.index -= 1


def ask(
    state: ChampionsState,
    frame: Frame[FrameData],
    candidates: Iterable[int],
    rules: tuple[str, ...],
    kind: str,
    *,
    optional: bool = False,
) -> None:
    """Set a decision of the player of the effect as pending.

    The instruction is executed again with the answer.

    Args:
        state: the game.
        frame: the frame of the text.
        candidates: the cards to pick from.
        rules: citations.
        kind: ``card``, ``deploy``, ``may`` or ``choose``.
        optional: whether the player may decline.
    """
    detail = (("what", kind), ("optional", int(optional)))
    state.pending = Decision(
        frame.controller, "pick", tuple(sorted(candidates)), source=frame.source, rules=rules, detail=detail
    )
    repeat(frame)


def spot_of_frame(frame: Frame[FrameData]) -> Spot:
    """Return where the effects of a text are seen from."""
    return Spot(frame.controller, frame.data["lane"], frame.source)


def places_of(state: ChampionsState, frame: Frame[FrameData], selector: Selector) -> list[Place]:
    """Return the cards on the field that a selector means, before any pick."""
    if selector.side == SELF:
        own = find_on_field(state, frame.source)
        return [] if own is None else [own]
    if selector.side == AGAIN:
        return [place for cid in frame.data.get("it", ()) if (place := find_on_field(state, cid)) is not None]
    return selected(state, selector, spot_of_frame(frame))


IN_FRONT: Final = ("card",)
"""The row of Units and Spells."""
WITH_CORNERS: Final = ("card", "blessing")
"""The rows of cards that turn from corner to corner."""


def choose_cards(
    state: ChampionsState,
    frame: Frame[FrameData],
    selector: Selector,
    rows: tuple[str, ...] = ROWS,
    among: list[Place] | None = None,
) -> list[Place] | None:
    """Return the cards that an instruction concerns.

    ``None`` after asking the player for a pick (CH-45).

    Args:
        state: the game.
        frame: the frame of the text.
        selector: the cards.
        rows: the rows whose cards the instruction can concern.
        among: the cards that come into question; those of the selector if omitted.
    """
    every = places_of(state, frame, selector) if among is None else among
    places = [place for place in every if place.row in rows]
    if selector.count:
        picked = frame.data.get("picked", ())
        missing = selector.count - len(picked)
        left = [place for place in places if place.piece.cid not in picked]
        if missing > 0 and len(left) > missing:
            ask(state, frame, (place.piece.cid for place in left), cite("CH-45", "2.8.1"), "card")
            return None
        chosen = {*picked, *((place.piece.cid for place in left) if missing > 0 else ())}
        places = [place for place in places if place.piece.cid in chosen]
    if selector.side != AGAIN and ability_of_frame(state, frame).refers_back:
        frame.data["it"] = tuple(place.piece.cid for place in places)
    return places


def report(state: ChampionsState, frame: Frame[FrameData], *, done: bool) -> None:
    """Store whether the current instruction has an effect.

    It is stored only if the next instruction asks for it; no effect is logged.
    """
    store_effect(state, frame, done=done)
    if not done:
        state.log_event("nothing", (frame.controller, frame.source), cite("2.2.2"))


def store_effect(state: ChampionsState, frame: Frame[FrameData], *, done: bool) -> None:
    """Store whether the current instruction has an effect.

    It is stored only if the next instruction asks for it (``if done``).
    """
    forget(frame, "done")
    following = ability_of_frame(state, frame).nodes[frame.index : frame.index + 1]
    if done and following and isinstance(following[0], IfDone):
        frame.data["done"] = True


def instruction_of(state: ChampionsState, frame: Frame[FrameData]) -> Instruction:
    """Return the instruction that waits for a decision.

    It may be inside ``may``, ``if done`` or ``choose``.
    """
    node: Instruction = ability_of_frame(state, frame).nodes[frame.index]
    while isinstance(node, May | IfDone | Instead):
        node = node.instruction
    return node.options[frame.data["option"] - 1] if isinstance(node, Choose) and "option" in frame.data else node


def amount_of(state: ChampionsState, frame: Frame[FrameData], amount: Amount) -> int | None:
    """Return the amount of an instruction.

    ``None`` if it needs the value of a corner without one (CH-15).
    """
    if isinstance(amount, int):
        return amount
    total = 0
    for term in amount.terms if isinstance(amount, Sum) else (amount,):
        if term is None:
            value = frame.data["value"]
            if value == NO_VALUE:
                return None
            total += value
        elif isinstance(term, Count):
            total += len(places_of(state, frame, term.cards))
        else:
            total += term if isinstance(term, int) else support_of(state, frame.source)
    return total


def support_of(state: ChampionsState, cid: int) -> int:
    """Return the number of cards under a card (6.1.2/support)."""
    place, limbo = find_on_field(state, cid), find_in_limbo(state, cid)
    return len(place.piece.below) if place is not None else len(limbo.below) if limbo is not None else 0


def log_no_value(state: ChampionsState, frame: Frame[FrameData]) -> None:
    """Log that an amount needs a value and the corner shows none."""
    state.log_event("no-value", (frame.controller, frame.source), cite("2.5.1.7", "2.5.2.7", "2.4.2.2j", "CH-15"))


def player_of(frame: Frame[FrameData], player: str) -> int:
    """Return the seat of ``you`` or ``foe``."""
    return frame.controller if player == "you" else 1 - frame.controller


@INSTRUCTIONS.executes(May)
def _execute_may(state: ChampionsState, frame: Frame[FrameData], node: May) -> None:
    answer = frame.data.get("option", 0)
    if not answer:
        ask(state, frame, (), cite("2.2.2"), "may", optional=True)
    elif answer == ACCEPTED:
        execute(state, frame, node.instruction)
    else:
        report(state, frame, done=False)


@INSTRUCTIONS.executes(IfDone)
def _execute_if_done(state: ChampionsState, frame: Frame[FrameData], node: IfDone) -> None:
    if frame.data.get("done"):
        execute(state, frame, node.instruction)


@INSTRUCTIONS.executes(Choose)
def _execute_choose(state: ChampionsState, frame: Frame[FrameData], node: Choose) -> None:
    """Ask for the option; ``it`` in a later one means the cards that the first names."""
    answer = frame.data.get("option", 0)
    if not answer:
        ask(state, frame, (), cite("2.2.2"), "choose")
        return
    option = node.options[answer - 1]
    first = getattr(node.options[0], "cards", None)
    if getattr(option, "cards", None) == Selector(AGAIN) and isinstance(first, Selector):
        option = replace(option, cards=first)  # type: ignore[arg-type]  # it has cards, as the condition says
    execute(state, frame, option)
