"""Validation of the lines of a card's text: which of them the engine supports.

>>> from rules.champions.cards.parser import read_line
>>> line_error(read_line("now: damag v foe"), None)
('damag v foe', 'is no instruction; did you mean `damage v foe`?')
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Final

from rapidfuzz import fuzz, process

from rules.champions.cards.fields import read_line
from rules.champions.cards.instructions import (
    PASSIVE,
    VOCABULARY,
    Deploy,
    Discard,
    Draw,
    Exchange,
    Exhaust,
    GainActions,
    Gains,
    Grant,
    Instead,
    MakeDormant,
    Node,
    Remove,
    Restart,
    Return,
    Rotate,
    Trigger,
    format_instruction,
    instructions_within,
    parse_instruction,
)
from rules.champions.cards.model import Card, CardType, Category, Duration, Line, When
from rules.champions.cards.selectors import AGAIN, AMOUNT_VERBS, SELF, Selector, parse_event
from rules.decks.card_files import CardFileError

EVENTS: Final[Mapping[str, str]] = {
    "own unit deployed": "a Unit of yours is Deployed; `foe` the opponent's, `any` either player's; `own unit:Watch`",
    "own spell beside deployed": "a Spell of yours is Deployed in an adjacent lane; also `here`, `opposite`, `lit`",
    "own ability played": "a card of yours is played",
    "any spell after-played": "any player's Spell has been played and carried out",
    "own unit removed": "a Unit of yours is Removed; also `exhausted`, and `left` for any way out of play",
    "own damaged": "you take damage; `own damaged ≥3`: at least 3",
    "foe healed": "the opponent gains health",
    "own draws": "you draw a card; also `discards`, `reveals` (a Blessing), `uses` (a Heroic Act)",
    "own objective": "a Champion of yours completes an objective",
}
"""Examples of events that a line can react to, with their meanings."""
PLAYED: Final[Mapping[When, str]] = {
    When.NOW: "an instant effect: as it comes in, and in each Battlefield Phase while its corner is active",
    When.DOES: "what an Ability or an Instant Blessing does when it is played or revealed",
    When.ENTERS: "as it enters play, in limbo",
    When.LEAVES: "as it leaves play, in limbo",
    When.EXHAUSTS: "as it is Exhausted, in limbo",
    When.LAST: "Last Stand: before it is Removed, on the field",
    When.START: "at the start of your turn",
    When.END: "at the end of your turn",
    When.ACT: "its Heroic Act, used for an action",
    When.WHILE: "a passive effect, as long as it lies there with an active corner",
    When.EVENT: "each time that something happens: `when own unit deployed: draw 1`",
    When.WOULD: "before something happens, in its place: `would own damaged ≥3: instead damage 2 you`",
    When.TURN: "a Clunky card turns by one corner: `turn when own unit deployed`, with nothing behind it",
}
"""Timings of a line, with their meanings."""
GRANTED: Final = (When.NOW, When.LAST, When.START, When.END, When.EVENT)
"""Timings of a line that is added to a card."""
_BY_CORNER: Final = (When.NOW, When.START, When.END, When.ACT, When.EVENT, When.LAST)
_CLOSE: Final = 50
"""Minimum similarity (of 100) for suggesting an instruction."""


def line_error(line: Line, card: Card | None) -> tuple[str, str] | None:
    """Return the invalid part of a line with an error message, or ``None``.

    Args:
        line: a line of a card's text.
        card: the card whose facts the line must agree with; ``None`` skips this check.
    """
    error = _head_error(line)
    for words in line.instructions:
        error = error or _instruction_error(line, words)
    error = error or _back_reference_error(line)
    return error or (None if card is None else _card_mismatch(line, card))


def _head_error(line: Line) -> tuple[str, str] | None:
    when = str(line.when)
    event = parse_event(line.event) if line.event else None
    if line.event and event is None:
        near = process.extractOne(line.event, tuple(EVENTS), scorer=fuzz.ratio, score_cutoff=_CLOSE)
        hint = f"did you mean `{near[0]}`?" if near else f"known: {', '.join(f'`{words}`' for words in EVENTS)}"
        return line.event, f"is not a known event; {hint}"
    if line.when is When.WOULD:
        if event is None or event.verb not in AMOUNT_VERBS:
            return (
                line.event,
                "cannot be replaced; `would` knows `own damaged` and `own healed`, with `≥3` for a minimum",
            )
        if len(line.instructions) != 1 or not line.instructions[0].startswith("instead "):
            return when, "has one instruction, which begins with `instead`"
    if line.corners and line.when not in _BY_CORNER:
        return when, f"is not carried out on single corners; {', '.join(_BY_CORNER)} are"
    if line.when is When.TURN and line.instructions:
        return line.instructions[0], "is not allowed: a line that rotates the card has no instructions"
    return None


def _instruction_error(line: Line, words: str) -> tuple[str, str] | None:
    node = parse_instruction(words)
    if node is None:
        near = process.extractOne(words, tuple(VOCABULARY), scorer=fuzz.ratio, score_cutoff=_CLOSE)
        return words, f"is no instruction; {f'did you mean `{near[0]}`?' if near else _known_instructions_hint()}"
    if isinstance(node, PASSIVE) is not (line.when is When.WHILE):
        rather = "begin the line with `while`" if isinstance(node, PASSIVE) else "after `while` write a passive effect"
        return words, f"cannot stand behind `{line.when}`: {rather}"
    if isinstance(node, Instead) is not (line.when is When.WOULD):
        return words, f"cannot stand behind `{line.when}`: `instead` belongs to `would`"
    for part in instructions_within(node):
        if isinstance(part, Draw | Discard | GainActions | Deploy) and part.count == 0:
            return words, "does nothing: write a number from 1 to 99"
        if isinstance(part, Grant | Gains) and (error := _granted_line_error(part.line)):
            return part.line, error
    return None


def _granted_line_error(words: str) -> str:
    """Return why a line cannot be added to a card; empty if it can."""
    try:
        line = read_line(words)
    except CardFileError as error:
        return str(error)
    if line.when not in GRANTED:
        return f"cannot be added to a card: such a line starts with {', '.join(GRANTED)}"
    fault = line_error(line, None)
    if fault is not None:
        return " ".join(fault)
    nodes = [
        part for each in line.instructions if (node := parse_instruction(each)) for part in instructions_within(node)
    ]
    return (
        "cannot be added to a card: it adds a line itself" if any(isinstance(n, Grant | Gains) for n in nodes) else ""
    )


def _selectors(node: Node) -> Iterator[Selector]:
    """Yield the selectors of an instruction and of those that it contains."""
    for part in instructions_within(node):
        values = (getattr(part, each.name) for each in fields(part))
        yield from (value for value in values if isinstance(value, Selector))


def _back_reference_error(line: Line) -> tuple[str, str] | None:
    """Return an error if ``it`` refers to nothing."""
    is_named = False
    for words in line.instructions:
        node = parse_instruction(words)
        for selector in _selectors(node) if node is not None else ():
            if selector.side == AGAIN and not is_named:
                return words, "says `it`, and no card has been named in the line before"
            is_named = True
    return None


def _known_instructions_hint() -> str:
    return f"known: {', '.join(f'`{words}`' for words in VOCABULARY)}"


_OF_UNITS_AND_SPELLS: Final = (Remove, Return, Exchange, Grant)
_OF_CARDS_WITH_CORNERS: Final = (Exhaust, Restart, Trigger, MakeDormant)


def _wrong_use_of_this(nodes: Sequence[Node], card: Card) -> tuple[str, str] | None:
    """Return an instruction that ``this`` card is of the wrong kind for.

    It comes with an error message.
    """
    for part in (part for node in nodes for part in instructions_within(node)):
        if getattr(part, "cards", None) != Selector(SELF):
            continue
        if isinstance(part, _OF_UNITS_AND_SPELLS) and card.kind in (CardType.CHAMPION, CardType.BLESSING):
            return format_instruction(part), "does not fit: only a Unit or Spell can be meant by `this`"
        if isinstance(part, _OF_CARDS_WITH_CORNERS) and card.kind is CardType.CHAMPION:
            return format_instruction(part), "does not fit: a Champion cannot be meant by `this`"
    return None


def _card_mismatch(line: Line, card: Card) -> tuple[str, str] | None:
    """Return the part of a line that contradicts facts of the card.

    It comes with an error message.
    """
    when = str(line.when)
    nodes = [node for words in line.instructions if (node := parse_instruction(words)) is not None]
    selectors = [selector for node in nodes for selector in _selectors(node)]
    turns = line.when in (When.TURN, When.EXHAUSTS) or any(
        isinstance(part, Rotate) and part.cards.side == SELF for node in nodes for part in instructions_within(node)
    )
    at_once = card.category is Category.ABILITY or card.duration is Duration.INSTANT
    lies = card.kind is CardType.CHAMPION or card.duration is Duration.PASSIVE or bool(card.corners)
    event = parse_event(line.event) if line.event else None
    is_lit = any(each.side == "lit" for each in selectors) or (event is not None and event.where == "lit")
    reason = ""
    if at_once and line.when is not When.DOES:
        reason = "Abilities and Instant Blessings are carried out at once; begin with `does`"
    elif lies and line.when is When.DOES:
        reason = "only Abilities and Instant Blessings are carried out at once"
    elif card.kind is CardType.CHAMPION and line.when is When.NOW:
        reason = "a Champion has no instant effects"
    elif card.kind in (CardType.CHAMPION, CardType.BLESSING) and line.when in (When.ENTERS, When.LEAVES, When.LAST):
        reason = "only Units and Spells enter and leave play, and only they are Removed"
    elif (turns or line.corners) and (card.kind is CardType.CHAMPION or card.corners == ()):
        reason = "the card has no corners"
    elif (about := _wrong_use_of_this(nodes, card)) is not None:
        return about
    elif is_lit and not card.image:
        reason = "the card has no Subject Image, so nothing is highlighted"
    return (when, f"does not fit: {reason}") if reason else None
