"""Parser for the stack frames of a position, one line per frame."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from rules.champions.cards import CardType
from rules.champions.cards.instructions import Gains, Grant, instructions_within
from rules.champions.effects import is_ability, is_unit, text_of
from rules.champions.game_loop.chance import WHY
from rules.champions.notation.actions import player_of
from rules.champions.notation.position_fields import BETWEEN
from rules.champions.state import LANES, ChampionsState, FrameData, Happening
from rules.champions.state.numbering import CARD_KEYS
from rules.engine.state import Frame

_EVENT: Final = re.compile(r"^(?P<kind>[a-z-]+)(?: (?P<amount>\d{1,3}))?, lane (?P<lane>[1-4]), (?P<target>\S.*)$")
_SUBJECT: Final = re.compile(r"^(?P<card>.+), lane (?P<lane>[1-4])$")
BY_PLAYERS: Final = ("start", "end", "drawn")
"""Events that no card causes."""
EVENTS: Final = (
    "deployed", "played", "after-played", "used", "damaged", "healed", "removed", "exhausted", "left", "discarded",
    "revealed", "objective", *BY_PLAYERS,
)  # fmt: skip
NEEDED: Final = {
    "play": ("lane",),
    "deploy": ("lane",),
    "use": ("lane",),
    "text": ("line", "lane"),
    "sweep": ("event",),
    "draw": ("left", "why"),
    "reveal": ("lane",),
    "exhaust": ("lane",),
    "discard": ("left",),
    "rotate": ("left", "why"),
    "remove": ("lane", "cards"),
    "leave": ("lane", "event"),
    "return": ("lane", "event"),
    "give": ("lane", "event"),
    "swap": ("lane", "new", "event"),
    "replace": ("lane", "new", "event"),
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
    unknown = [key for key in values if key not in ("by", "of", "at", *EVENT_KEYS, *CARD_KEYS, "there", "new", *READ)]
    missing = [key for key in NEEDED[kind] if key not in values]
    if unknown or missing:
        error = f"says nothing by {unknown[0]!r}" if unknown else f"lacks {', '.join(missing)}"
        raise InvalidFieldError(f"{words!r} {error}")
    seat, source = player_of(state, values.get("by", "")), place(values["of"]) if "of" in values else 0
    data: dict[str, Any] = {key: READ[key](values[key]) for key in values if key in READ}
    if "event" in values:
        data["event"] = _event(state, seat, source, values, place)
    for key in ("there", *CARD_KEYS):
        if key in values:
            listed = filter(None, (part.strip() for part in values[key].split(BETWEEN.strip())))
            data[key] = tuple(place(part) for part in listed)
    if "new" in values:
        data["new"] = place(values["new"])
    if kind == "text":
        data = {"line": -1, "lane": -1, "value": -1, "corner": -1} | data
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
    "given": str,
    "part": whole_number,
    "option": whole_number,
    "done": lambda words: words == "yes",
}
"""Parsers of the data of frames."""


EVENT_KEYS: Final = ("event", "cause", "subject")


def _event(
    state: ChampionsState, seat: int, source: int, values: Mapping[str, str], place: Callable[[str], int]
) -> Happening:
    """Return the event of a frame.

    Its cause is the frame's own card unless another is named.
    """
    match = _EVENT.match(values["event"])
    if match is None or match["kind"] not in EVENTS:
        raise InvalidFieldError(
            f"{values['event']!r} is no event; one of {', '.join(EVENTS)} is, with a lane and a player"
        )
    cid = place(values["cause"]) if "cause" in values else source
    subject, subject_lane = 0, 0
    if "subject" in values:
        of_card = _SUBJECT.match(values["subject"])
        if of_card is None:
            raise InvalidFieldError(f"{values['subject']!r}: write a card and its lane")
        subject, subject_lane = place(of_card["card"]), int(of_card["lane"]) - 1
    owner = state.owners[cid] if "cause" in values else seat
    target, amount = player_of(state, match["target"]), int(match["amount"] or 0)
    return Happening(match["kind"], owner, cid, int(match["lane"]) - 1, target, amount, subject, subject_lane)


def _frame_error(state: ChampionsState, frame: Frame[FrameData]) -> str:
    """Return why the engine cannot resume a frame; empty if it can."""
    card, kind = state.table.get(frame.source), frame.kind
    by_player = kind == "sweep" and frame.data["event"].kind in BY_PLAYERS
    reason = ""
    if kind == "draw":
        reason = "" if frame.data["why"] in WHY else f"no draw has the reason {frame.data['why']!r}"
    elif by_player:
        reason = "" if card is None else "the start and end of a turn involve no card"
    elif kind == "reveal":
        reason = _reveal_frame_error(state, frame)
    elif kind == "discard":
        reason = "" if card is not None else "'discard' needs the card that requires it"
    elif card is None or state.owners[frame.source] != frame.controller:
        reason = f"{kind!r} needs a card of the player it goes by"
    elif kind == "text":
        reason = _text_frame_error(state, frame)
    elif kind in LEAVING and not any(each.cid == frame.source for each in state.limbo):
        reason = f"{card.name} is Exhausted in limbo" if kind == "exhaust" else f"{card.name} leaves play in limbo"
    elif kind in ("play", "deploy"):
        in_limbo = any(each.cid == frame.source for each in state.limbo)
        reason = _play_frame_error(state, frame, in_limbo=in_limbo)
    return reason


LEAVING: Final = ("exhaust", "leave", "return", "give", "swap", "replace")
"""Kinds of frames whose card is in limbo."""


def _text_frame_error(state: ChampionsState, frame: Frame[FrameData]) -> str:
    name = frame.data.get("given")
    card = state.table[frame.source]
    if name and all(each.name != name for each in state.table.values()):
        return f"no card in this game is called {name!r}"
    giver = next(each for each in state.table.values() if each.name == name) if name else card
    lines = text_of(giver).lines
    if not 0 <= frame.data["line"] < len(lines):
        return f"{giver.name} has no line number {frame.data['line']}"
    added = [each for node in lines[frame.data["line"]].nodes for each in instructions_within(node)]
    part = frame.data.get("part", 0)
    if name and part >= sum(isinstance(each, Grant | Gains) for each in added):
        return f"{giver.name} adds no line number {part} there"
    return "" if frame.data["lane"] >= 0 else f"the text of {card.name} needs a lane"


def _play_frame_error(state: ChampionsState, frame: Frame[FrameData], *, in_limbo: bool) -> str:
    card = state.table[frame.source]
    if card.kind is not CardType.ACTION:
        return f"{card.name} is no Action card"
    if frame.kind == "deploy" and is_ability(card):
        return f"{card.name} is an Ability and is never Deployed"
    if frame.index < 3 and not in_limbo:
        return f"{card.name} is in limbo while it is being played"
    held = state.seats[frame.controller].lanes[frame.data["lane"]].card
    is_stack = held is not None and is_unit(card) and card.stacking and is_unit(state.table[held.cid])
    if frame.index < 3 and not is_ability(card) and held is not None and not is_stack:
        return f"something lies in the lane of {card.name} already"
    return ""


def _reveal_frame_error(state: ChampionsState, frame: Frame[FrameData]) -> str:
    seat = state.seats[frame.controller]
    blessing = seat.lanes[frame.data["lane"]].blessing
    if frame.index == 0:
        return "" if seat.hidden and blessing is None else "no Blessing lies face down in that lane"
    return "" if blessing is not None and blessing.cid == frame.source else "that Blessing does not lie in that lane"
