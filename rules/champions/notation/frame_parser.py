"""Parser for the stack frames of a position, one line per frame."""

import re
from collections.abc import Callable
from typing import Any, Final, cast

from rules.champions.cards import CardType
from rules.champions.effects import is_ability, text_of
from rules.champions.game_loop.chance import WHY
from rules.champions.notation.actions import player_of
from rules.champions.state import LANES, ChampionsState, FrameData, Happening
from rules.engine.state import Frame

_EVENT: Final = re.compile(r"^(?P<kind>[a-z-]+), lane (?P<lane>[1-4]), (?P<target>\S.*)$")
EVENTS: Final = ("deployed", "played", "after-played", "used", "damaged", "healed", "start", "end")
NEEDED: Final = {
    "play": ("lane",),
    "use": ("lane",),
    "text": ("line", "lane"),
    "sweep": ("event",),
    "draw": ("left", "why"),
    "reveal": ("lane",),
    "exhaust": ("lane",),
}
"""Required data of each kind of frame."""


class InvalidFieldError(Exception):
    """A field of a position is invalid; the message says why."""


def parse_frame(state: ChampionsState, words: str, place: Callable[[str], int]) -> Frame[FrameData]:
    """Parse and validate an ``Under way`` line of a position as a stack frame.

    Raises:
        InvalidFieldError: the frame is invalid.
    """
    kind, *parts = [part.strip() for part in words.split(";")]
    if kind not in NEEDED:
        raise InvalidFieldError(f"{kind!r} cannot be under way; known: {', '.join(NEEDED)}")
    values = {key: value for key, _, value in (part.partition(" ") for part in parts)}
    unknown = [key for key in values if key not in ("by", "of", "at", "event", "there", *READ)]
    missing = [key for key in NEEDED[kind] if key not in values]
    if unknown or missing:
        error = f"says nothing by {unknown[0]!r}" if unknown else f"lacks {', '.join(missing)}"
        raise InvalidFieldError(f"{words!r} {error}")
    seat, source = player_of(state, values.get("by", "")), place(values["of"]) if "of" in values else 0
    data: dict[str, Any] = {key: READ[key](values[key]) for key in values if key in READ}
    if kind == "sweep":
        data = {"event": _event(state, seat, source, values["event"])}
        if "there" in values:
            data["there"] = tuple(place(part.strip()) for part in values["there"].split(","))
    if kind == "text":
        data = {key: data.get(key, -1) for key in ("line", "lane", "value", "corner")}
    # All keys of ``data`` are keys of FrameData: those in ``READ`` and the two of a sweep.
    frame = Frame(kind, seat, source, cast("FrameData", data))
    frame.index = whole_number(values.get("at", "0"))
    reason = _frame_error(state, frame)
    if reason:
        raise InvalidFieldError(reason)
    return frame


def whole_number(words: str, maximum: int = 99, least: int = 0) -> int:
    """Parse an integer from ``least`` to ``maximum``.

    Raises:
        InvalidFieldError: not an integer, or out of bounds.
    """
    if not re.fullmatch(r"\d{1,3}", words.strip()):
        raise InvalidFieldError(f"{words!r} is no number")
    if not least <= int(words) <= maximum:
        raise InvalidFieldError(f"{words} is not between {least} and {maximum}")
    return int(words)


def _lane(words: str) -> int:
    return whole_number(words, LANES, 1) - 1


READ: Final[dict[str, Callable[[str], Any]]] = {
    "lane": _lane,
    "line": whole_number,
    "left": whole_number,
    "value": whole_number,
    "corner": whole_number,
    "why": str,
}
"""Parsers of the data of frames."""


def _event(state: ChampionsState, seat: int, source: int, words: str) -> Happening:
    match = _EVENT.match(words)
    if match is None or match["kind"] not in EVENTS:
        raise InvalidFieldError(f"{words!r} is no event; one of {', '.join(EVENTS)} is, with a lane and a player")
    return match["kind"], seat, source, int(match["lane"]) - 1, player_of(state, match["target"])


def _frame_error(state: ChampionsState, frame: Frame[FrameData]) -> str:
    """Return why the engine cannot resume a frame; empty if it can."""
    card = state.table.get(frame.source)
    reason = ""
    if frame.kind == "draw":
        reason = "" if frame.data["why"] in WHY else f"no draw has the reason {frame.data['why']!r}"
    elif frame.kind == "sweep" and frame.data["event"][0] in ("start", "end"):
        reason = "" if card is None else "the start and end of a turn involve no card"
    elif frame.kind == "reveal":
        reason = _reveal_frame_error(state, frame)
    elif card is None or state.owners[frame.source] != frame.controller:
        reason = f"{frame.kind!r} needs a card of the player it goes by"
    elif frame.kind == "text" and frame.data["line"] >= len(text_of(card).lines):
        reason = f"{card.name} has no line number {frame.data['line']}"
    elif frame.kind in ("exhaust", "play"):
        in_limbo = any(cid == frame.source for cid, _lane in state.limbo)
        if frame.kind == "play":
            reason = _play_frame_error(state, frame, in_limbo=in_limbo)
        elif not in_limbo:
            reason = f"{card.name} is Exhausted in limbo"
    return reason


def _play_frame_error(state: ChampionsState, frame: Frame[FrameData], *, in_limbo: bool) -> str:
    card = state.table[frame.source]
    if card.kind is not CardType.ACTION:
        return f"{card.name} is no Action card"
    still = frame.index < (3 if is_ability(card) else 2)
    if still and not in_limbo:
        return f"{card.name} is in limbo while it is being played"
    if still and not is_ability(card) and state.seats[frame.controller].lanes[frame.data["lane"]].card is not None:
        return f"something lies in the lane of {card.name} already"
    return ""


def _reveal_frame_error(state: ChampionsState, frame: Frame[FrameData]) -> str:
    seat = state.seats[frame.controller]
    blessing = seat.lanes[frame.data["lane"]].blessing
    if frame.index == 0:
        return "" if seat.hidden and blessing is None else "no Blessing lies face down in that lane"
    return "" if blessing is not None and blessing.cid == frame.source else "that Blessing does not lie in that lane"
