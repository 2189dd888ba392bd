"""Stack frames of a position.

Partly resolved texts, draws, damage and waiting triggers. Each frame is one line. Rendering and parsing use the same
tables, so a new kind of frame needs no words of its own.

- ``Anna: text of Kong: tribute, instruction 2; picked Ben's Wolf Token`` is a text with its next instruction
  (``instruction 2.1.1``: the first of the first list inside the second; ``effect, mode 2`` of a card with OR).
- ``Anna: draw; left 2``, ``Ben: mulligan loss; health 3``, ``Anna: battle damage, step 2; shares 8 from Kong to
  Muse``: the kind of frame, its step, and its data by name (``rules.epic.state.frame_data``).
- ``Anna: Kong: tribute`` is a trigger. ``Anna breaks Kong (by Surprise Attack)`` is one for the end of the turn.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from rules.decks.names import fold
from rules.engine.decision import InvalidActionError
from rules.engine.ids import FIRST_OBJECT
from rules.epic.cards.printed import PrintedCard
from rules.epic.effects import Ally, Loyalty, OnPlay, Power, Tribute, Triggered
from rules.epic.frame_handlers import FRAME_HANDLERS
from rules.epic.notation.position.names import Names
from rules.epic.selection.evaluation import NO_CANDIDATE
from rules.epic.state import DELAYED, GRANTED, RIGHTEOUS, AnyFrame, Frame, Trigger
from rules.epic.state.frame_data import FrameData, ValueKind, value_kind
from rules.epic.state.frames import text_card
from rules.epic.state.numbering import is_source_irrelevant, lowest_copy

WORDS: Final = {"effects": "text"}
"""Names of frame kinds in positions, where they differ."""
ABILITIES: Final = {
    OnPlay: "effect",
    Tribute: "tribute",
    Loyalty: "loyalty",
    Ally: "ally",
    Power: "power",
    Triggered: "trigger",
}
NUMBERED_BELOW_0: Final = {RIGHTEOUS: "righteous", DELAYED: "break at end", GRANTED: "granted"}
DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "draw": {"left": 1, "rules": ("1.6.1",)},
    "battle-damage": {"shares": ()},
}
"""Default data of a frame."""
_OBJECT: Final = "ref:"
_INSTRUCTION: Final = re.compile(r"^(?:instruction|step)\s+(\d{1,3}(?:\.\d{1,3})*)$", re.IGNORECASE)
_MODE: Final = re.compile(r"^mode\s+(\d{1,2})$", re.IGNORECASE)
_SHARE: Final = re.compile(r"^(\d{1,4})\s+from\s+(.+?)\s+to\s+(.+)$", re.IGNORECASE)
_GROUP: Final = re.compile(r"(\([^()]*\))")
_DOOM: Final = re.compile(r"^(.+?)\s+breaks\s+(.+?)\s*\(by\s+(.+)\)$", re.IGNORECASE)


# Abilities.


def ability_text(card: PrintedCard, index: int) -> str:
    """Return the name of an ability of ``card``.

    It is numbered if the card has several of its kind.
    """
    if not 0 <= index < len(card.text):
        return NUMBERED_BELOW_0.get(index, f"ability {index}")
    words = [_word(card, each) for each in range(len(card.text))]
    same = [each for each in range(len(words)) if words[each] == words[index]]
    return f"{words[index]} {same.index(index) + 1}" if len(same) > 1 else words[index]


def _word(card: PrintedCard, index: int) -> str:
    kind = type(card.ability(index))
    return ABILITIES.get(kind, kind.__name__.lower())


def find_ability(card: PrintedCard, text: str) -> int:
    """Return the index of the ability that ``text`` names.

    Raises:
        InvalidActionError: the card has no such ability; the message lists those it has.
    """
    names = {fold(ability_text(card, index)): index for index in range(len(card.text))}
    names |= {fold(word): index for index, word in NUMBERED_BELOW_0.items()}
    number = re.fullmatch(r"ability (-?\d{1,3})", text.strip(), re.IGNORECASE)
    if number:
        return int(number[1])
    if fold(text) not in names:
        has = ", ".join(ability_text(card, index) for index in range(len(card.text))) or "no ability"
        raise InvalidActionError(f"{card.name} has no {text.strip()!r}; it has {has}")
    return names[fold(text)]


# Frames.


def frame_text(names: Names, frame: AnyFrame) -> str:
    """Return a stack frame as text."""
    state = names.state
    head = WORDS.get(frame.kind, frame.kind).replace("-", " ")
    if frame.source:
        head += f" of {names.text(frame.source)}"
    path = frame.data.get("path")
    inner: tuple[int, ...] = ()
    if path is not None:
        card = text_card(state, frame)
        mode = f", mode {path[1] + 1}" if path[1] or _has_modes(card, path[0]) else ""
        head += f": {ability_text(card, path[0])}{mode}"
        inner = path[2:]
    if inner or (path is not None and (frame.index or frame.kind == "effects")):
        head += f", instruction {'.'.join(str(index + 1) for index in (*inner, frame.index))}"
    elif frame.index:
        head += f", step {frame.index + 1}"
    return "; ".join([f"{state.names[frame.controller]}: {head}", *_data_texts(names, frame.data, ("path",))])


def _has_modes(card: PrintedCard, index: int) -> bool:
    ability = card.ability(index)
    return isinstance(ability, OnPlay) and len(ability.modes) > 1


def read_frame(names: Names, seat: int, text: str) -> AnyFrame:
    """Parse a stack frame from text without the name of its player.

    Raises:
        InvalidActionError: it is not understood. AmbiguousActionError: a name fits several things.
    """
    head, *rest = text.split(";")
    first, *others = head.split(", ")
    index: tuple[int, ...] = ()
    mode = -1
    tail: list[str] = []
    for piece in reversed(others):
        number, option = _INSTRUCTION.match(piece.strip()), _MODE.match(piece.strip())
        if number and not tail:
            index = tuple(int(part) - 1 for part in number[1].split("."))
        elif option and not tail:
            mode = int(option[1]) - 1
        else:
            tail.insert(0, piece)
    first = ", ".join([first, *tail])
    words, of, source_name = first.partition(" of ")
    kind = _kind(words)
    data: dict[str, Any] = dict(DEFAULTS.get(kind, {}))
    source = 0
    remembered = _data(names, rest)
    if of:
        label, _, ability = source_name.partition(": ")
        source = names.ref(label)
        if ability:
            card = _source_card(names, Frame(kind, seat, source, cast("FrameData", remembered)))
            data["path"] = (find_ability(card, ability), max(mode, 0), *index[:-1])
    # Values are type-checked by name, not by the kind of frame: an additional name has no effect.
    frame: AnyFrame = Frame(kind, seat, source, cast("FrameData", data | remembered))
    frame.index = index[-1] if index else 0
    _check_instruction(names, frame)
    return frame


def _kind(words: str) -> str:
    kinds = {fold(WORDS.get(kind, kind)): kind for kind in FRAME_HANDLERS}
    kind = kinds.get(fold(words))
    if kind is None:
        described = ", ".join(WORDS.get(kind, kind).replace("-", " ") for kind in FRAME_HANDLERS)
        raise InvalidActionError(f"{words.strip()!r} is nothing that can be under way; that is one of {described}")
    return kind


def _source_card(names: Names, frame: AnyFrame) -> PrintedCard:
    try:
        return text_card(names.state, frame)
    except (ValueError, TypeError, AttributeError):
        raise InvalidActionError("`text` names the card whose text it is, in double quotes") from None


def _check_instruction(names: Names, frame: AnyFrame) -> None:
    """Raise ``InvalidActionError`` if the text of the source has no such instruction."""
    if "path" not in frame.data:
        if frame.kind in ("effects", "tribute", "loyalty"):
            raise InvalidActionError("which ability is carried out is missing: write `text of Kong: tribute`")
        return
    card = _source_card(names, frame)
    try:
        instructions = card.instructions(frame.data["path"])
    except (IndexError, TypeError, ValueError):
        raise InvalidActionError(f"{card.name} has no such instructions: mode or numbers are too high") from None
    if frame.index > len(instructions):
        raise InvalidActionError(f"{card.name} has {len(instructions)} instructions there, no number {frame.index + 1}")


# Triggers.


def trigger_text(names: Names, trigger: Trigger) -> str:
    """Return a waiting trigger as text."""
    state = names.state
    player = state.names[trigger.controller]
    source = state.table[trigger.cid].name if is_source_irrelevant(trigger) else names.text(trigger.source)
    if trigger.ability == DELAYED and set(trigger.data) == {"doomed"}:
        return f"{player} breaks {_refs_text(names, trigger.data['doomed'])} (by {source})"
    head = f"{player}: {source}: {ability_text(state.table[trigger.cid], trigger.ability)}"
    if trigger.cid != state.card_of(trigger.source):
        head += f" (card {names.text(trigger.cid)})"
    return "; ".join([head, *_data_texts(names, trigger.data, ())])


def read_doom(names: Names, text: str, seat_of: Callable[[str], int]) -> Trigger | None:
    """Parse ``Anna breaks Kong (by Surprise Attack)`` as a trigger.

    ``None`` for another text.

    Args:
        names: the names in the game.
        text: the whole line.
        seat_of: returns the seat of a player by name, or -1, which is kept.

    Raises:
        InvalidActionError: a name matches nothing. AmbiguousActionError: a name fits several objects.
    """
    match = _DOOM.match(text)
    if not match:
        return None
    seat = seat_of(match[1])
    card_match = names.state.cards.catalogue.find(match[3])
    source = lowest_copy(names.state, seat, card_match.card.name) if card_match is not None else 0
    source = names.find_exact(match[3]) or source or names.ref(match[3])
    doomed = _read_refs(names, match[2])
    return Trigger(seat, source, names.state.card_of(source), DELAYED, {"doomed": doomed})


def read_trigger(names: Names, seat: int, text: str) -> Trigger:
    """Parse a waiting trigger from text without the name of its player.

    Raises:
        InvalidActionError: it is not understood. AmbiguousActionError: a name fits several things.
    """
    head, *rest = text.split(";")
    head, card, other = head.partition(" (card ")
    label, colon, ability = head.rpartition(":")
    if not colon:
        raise InvalidActionError(f"which ability of {head.strip()} waits is missing: write `Kong: tribute`")
    source = names.ref(label)
    cid = names.ref(other.strip().removesuffix(")")) if card else names.state.card_of(source)
    index = find_ability(names.state.table[cid], ability)
    return Trigger(seat, source, cid, index, cast("FrameData", _data(names, rest)))


# Data of frames and triggers.


def _data_texts(names: Names, data: Mapping[str, Any], left_out: tuple[str, ...]) -> list[str]:
    return [
        f"{name} {_value_text(names, name, data[name])}"
        for name in sorted(data)
        if name not in left_out and value_kind(name) is not ValueKind.TRANSIENT
    ]


def _value_text(names: Names, name: str, value: Any) -> str:
    return _TEXT.get(value_kind(name), _plain_text)(names, value)


def _plain_text(names: Names, value: Any) -> str:
    return json.dumps(_plain(names, value), ensure_ascii=False)


def _shares_text(names: Names, value: tuple[tuple[int, int, int], ...]) -> str:
    shares = [f"{points} from {names.text(source)} to {names.text(target)}" for source, target, points in value]
    return ", ".join(shares) or "none"


def _number_text(_names: Names, value: int) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _refs_text(names: Names, refs: tuple[Any, ...]) -> str:
    return ", ".join(_group_text(names, ref) if isinstance(ref, tuple) else names.text(ref) for ref in refs) or "none"


def _group_text(names: Names, refs: tuple[int, ...]) -> str:
    """Return the objects chosen together as text: ``(Kong + Muse)``."""
    return f"({' + '.join(names.text(ref) for ref in refs)})"


def _plain(names: Names, value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(names, item) for item in value]
    if isinstance(value, int) and value >= FIRST_OBJECT:
        return f"{_OBJECT}{names.text(value)}"
    return value


def _data(names: Names, parts: list[str]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for part in parts:
        name, _, value = part.strip().partition(" ")
        data[name.lower()] = _read_value(names, name.lower(), value.strip())
    return data


def _read_value(names: Names, name: str, text: str) -> Any:
    kind = value_kind(name)
    if kind in _READ:
        return _READ[kind](names, text)
    if kind is ValueKind.TRANSIENT:
        raise InvalidActionError(f"{name!r} cannot be written: it is computed")
    if kind is ValueKind.NUMBER:
        return _read_number(name, text)
    return _read_plain(names, name, text)


def _read_number(name: str, text: str) -> int:
    if fold(text) in ("yes", "no"):
        return fold(text) == "yes"
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise InvalidActionError(f"{name} is a number, not {text!r}")
    return int(text)


def _read_ref(names: Names, text: str) -> int:
    return NO_CANDIDATE if fold(text) == "nothing" else names.ref(text)


def _read_rules(_names: Names, text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _read_path(_names: Names, text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d{1,3}(?:\.\d{1,3})*", text):
        raise InvalidActionError(f"{text!r} is no path: write numbers such as 0.0.2.0")
    return tuple(int(part) for part in text.split("."))


def _read_shares(names: Names, text: str) -> tuple[tuple[int, int, int], ...]:
    return () if fold(text) == "none" else tuple(_read_share(names, part) for part in _shares(text))


def _read_refs(names: Names, text: str) -> tuple[Any, ...]:
    refs: list[Any] = []
    for part in filter(None, (part.strip(" ,") for part in _GROUP.split(text))):
        if part.startswith("("):
            refs.append(tuple(names.ref(name) for name in part[1:-1].split(" + ") if name.strip()))
        elif fold(part) != "none":
            refs += [NO_CANDIDATE if fold(name) == "nothing" else names.ref(name) for name in names.split(part)]
    return tuple(refs)


def _shares(text: str) -> list[str]:
    return re.split(r",\s*(?=\d+\s+from\b)", text)


def _read_share(names: Names, text: str) -> tuple[int, int, int]:
    match = _SHARE.match(text.strip())
    if not match:
        raise InvalidActionError(f"{text.strip()!r} is no share of damage: write `8 from Kong to Muse`")
    return names.ref(match[2]), names.ref(match[3]), int(match[1])


def _read_plain(names: Names, name: str, text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidActionError(
            f"{name!r} is nothing that is remembered; what it would be is not understood"
        ) from None
    return _with_refs(names, value)


def _with_refs(names: Names, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_with_refs(names, item) for item in value)
    if isinstance(value, str) and value.startswith(_OBJECT):
        return names.ref(value.removeprefix(_OBJECT))
    return value


_TEXT: Final[dict[ValueKind, Callable[[Names, Any], str]]] = {
    ValueKind.NUMBER: _number_text,
    ValueKind.PATH: lambda _, value: ".".join(map(str, value)),
    ValueKind.REF: lambda names, value: names.text(value),
    ValueKind.REFS: _refs_text,
    ValueKind.RULES: lambda _, value: ", ".join(value),
    ValueKind.SHARES: _shares_text,
}
_READ: Final[dict[ValueKind, Callable[[Names, str], Any]]] = {
    ValueKind.PATH: _read_path,
    ValueKind.REF: _read_ref,
    ValueKind.REFS: _read_refs,
    ValueKind.RULES: _read_rules,
    ValueKind.SHARES: _read_shares,
}

__all__ = [
    "ability_text",
    "find_ability",
    "frame_text",
    "read_doom",
    "read_frame",
    "read_trigger",
    "trigger_text",
]
