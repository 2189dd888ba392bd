"""Last known values of champions that left play during a text (I-121)."""

from rules.engine.ids import is_object
from rules.epic.board.continuous import current_values
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.frame_data import DepartedChampion


def departed_champions(frame: TextFrame) -> tuple[DepartedChampion, ...]:
    """Return the champions that left play during the text of ``frame``, in order."""
    gone: tuple[DepartedChampion, ...] = frame.data.get("gone", ())
    return gone


def _find_departed(frame: TextFrame, oid: int) -> DepartedChampion | None:
    return next((gone for gone in departed_champions(frame) if gone[0] == oid), None)


def last_known_controller(state: EpicState, frame: TextFrame, ref: int) -> int:
    """Return the current or last controller of a champion, or the owner of a card."""
    if not is_object(ref):
        return state.owners.get(ref, ref)
    champion = state.find(ref)
    if champion is not None:
        return champion.controller
    gone = _find_departed(frame, ref)
    return gone[1] if gone is not None else frame.controller


def last_known_owner(state: EpicState, frame: TextFrame, ref: int) -> int:
    """Return the owner of a champion, a card, or a token that left play."""
    if not is_object(ref):
        return state.owners.get(ref, ref)
    champion = state.find(ref)
    if champion is not None:
        return champion.owner
    gone = _find_departed(frame, ref)
    return gone[2] if gone is not None else state.owners.get(state.card_of(ref), frame.controller)


def last_known_values(state: EpicState, frame: TextFrame, ref: int) -> tuple[int, int]:
    """Return the current or last offense and defense of a champion (I-121)."""
    champion = state.find(ref)
    if champion is not None:
        now = current_values(state, champion)
        return now.offense, now.defense
    gone = _find_departed(frame, ref)
    return gone[3:5] if gone is not None else (0, 0)
