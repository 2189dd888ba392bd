"""Operations on frames of card texts: nested instructions, data, text card."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast

from rules.engine.decision import Action
from rules.engine.instructions import Instructions
from rules.engine.state import Frame
from rules.epic.cards.printed import PrintedCard
from rules.epic.state.frame_data import FrameData
from rules.epic.state.model import EpicState, TextFrame

DecisionHandlers: TypeAlias = Mapping[str, Callable[[EpicState, Action], None]]
"""Functions that apply an action, by kind of decision."""
INSTRUCTIONS: Final[Instructions[EpicState]] = Instructions()
"""Registry of the functions that execute instructions and apply actions to them."""
INHERITED_KEYS = ("picked", "affected", "earlier", "revealed", "that", "gone", "number", "side", "text")
"""Data that a nested list of instructions shares with the text around it."""


def text_card(state: EpicState, frame: TextFrame) -> PrintedCard:
    """Return the card whose text the frame executes.

    It is the source, or the card that granted the ability to the source.
    """
    name = frame.data.get("text")
    return state.printed_of(frame.source) if name is None else state.cards.printed(name)


def inherit_data(frame: TextFrame, path: tuple[int, ...]) -> FrameData:
    """Return the initial data of a nested instruction list at ``path``."""
    around: Mapping[str, Any] = frame.data
    data = {"path": path, **{name: around[name] for name in INHERITED_KEYS if name in around}}
    return cast("FrameData", data)


def return_data(inner: TextFrame, outer: TextFrame) -> None:
    """Copy the picks of a finished nested list to the enclosing frame."""
    outer.data.update(inherit_data(inner, outer.data["path"]))


def push_nested(state: EpicState, frame: TextFrame, index: int, branch: int = 0, seat: int | None = None) -> None:
    """Push a frame for instruction list ``branch`` of the instruction at ``index``.

    ``seat``, if given, replaces the controller ("you").
    """
    you = frame.controller if seat is None else seat
    data = inherit_data(frame, (*frame.data["path"], index, branch))
    state.frames.append(Frame("effects", you, frame.source, data, frame.cause))


def complete_instruction(frame: TextFrame, affected: list[int] | None = None) -> None:
    """Advance to the next instruction; ``affected`` is what this one affected."""
    frame.index += 1
    frame.data.pop("picks", None)
    if affected is not None:
        frame.data["affected"] = tuple(affected)
