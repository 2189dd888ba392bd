"""Frames of a text: moving on to the next instruction, and into the instructions inside one."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast

from rules.engine.decision import Action
from rules.engine.instructions import Instructions
from rules.engine.state import Frame
from rules.epic.cards.printed import Printed
from rules.epic.state.frame_data import FrameData
from rules.epic.state.model import EpicState, TextFrame

Takes: TypeAlias = Mapping[str, Callable[[EpicState, Action], None]]
"""By kind of decision, what takes the answer to one that was asked."""
INSTRUCTIONS: Final[Instructions[EpicState]] = Instructions()
"""What carries out each instruction, and takes the answers it asks for; each function says itself which it is for."""
CARRIED = ("picked", "affected", "earlier", "revealed", "that", "gone", "number", "side", "text")
"""What a nested list of instructions shares with the text around it."""


def text_of(state: EpicState, frame: TextFrame) -> Printed:
    """Return the card whose text a frame carries out: its source, or the card that gave the source an ability."""
    name = frame.data.get("text")
    return state.printed_of(frame.source) if name is None else state.cards.printed(name)


def carried(frame: TextFrame, path: tuple[int, ...]) -> FrameData:
    """Return what a list of instructions begins with that stands at ``path`` inside the text of ``frame``."""
    around: Mapping[str, Any] = frame.data
    data = {"path": path, **{name: around[name] for name in CARRIED if name in around}}
    return cast("FrameData", data)


def hand_over(inner: TextFrame, outer: TextFrame) -> None:
    """Let the text around a list that has been carried out go on with what was picked in it."""
    outer.data.update(carried(inner, outer.data["path"]))


def push_nested(state: EpicState, frame: TextFrame, index: int, branch: int = 0, seat: int | None = None) -> None:
    """Carry out next what stands in list ``branch`` inside the instruction at ``index``.

    In it "you" is ``seat`` where given.
    """
    you = frame.controller if seat is None else seat
    data = carried(frame, (*frame.data["path"], index, branch))
    state.frames.append(Frame("effects", you, frame.source, data, frame.cause))


def done(frame: TextFrame, affected: list[int] | None = None) -> None:
    """Move on to the next instruction; ``affected`` is what this one really applied to."""
    frame.index += 1
    frame.data.pop("picks", None)
    if affected is not None:
        frame.data["affected"] = tuple(affected)
