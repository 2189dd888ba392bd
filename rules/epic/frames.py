"""Frames of a text: moving on to the next instruction, and into the instructions inside one."""

from rules.epic.state import EpicState, Frame

CARRIED = ("picked", "affected")
"""What a nested list of instructions shares with the text around it."""


def push_nested(state: EpicState, frame: Frame, index: int) -> None:
    """Carry out the instructions inside the instruction at ``index`` next."""
    data = {"path": (*frame.data["path"], index)}
    for name in CARRIED:
        if name in frame.data:
            data[name] = frame.data[name]
    state.frames.append(Frame("effects", frame.controller, frame.source, data, frame.cause))


def done(frame: Frame, affected: list[int] | None = None) -> None:
    """Move on to the next instruction; ``affected`` is what this one really applied to."""
    frame.index += 1
    frame.data.pop("picks", None)
    if affected is not None:
        frame.data["affected"] = tuple(affected)
