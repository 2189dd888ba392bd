"""Validation of the lines of a card's text: which of them the engine supports.

>>> from rules.champions.cards.parser import read_line
>>> line_error(read_line("now: damag v foe"), None)
('damag v foe', 'is no instruction; did you mean `damage v foe`?')
"""

from collections.abc import Mapping
from typing import Final

from rapidfuzz import fuzz, process

from rules.champions.cards.instructions import PASSIVE, VOCABULARY, Draw, GainActions, Rotate, parse_instruction
from rules.champions.cards.model import Card, CardType, Category, Duration, Line, When

EVENTS: Final[Mapping[str, str]] = {
    "own unit deployed": "a Unit of yours is Deployed",
    "own spell beside deployed": "a Spell of yours is Deployed in an adjacent lane",
    "any spell after-played": "any player's Spell has been Deployed and carried out",
}
"""Events that a line can react to, with their meanings."""
PLAYED: Final[Mapping[When, str]] = {
    When.NOW: "an instant effect: as it comes in, and in each Battlefield Phase while its corner is active",
    When.DOES: "what an Ability or an Instant Blessing does when it is played or revealed",
    When.START: "at the start of your turn",
    When.END: "at the end of your turn",
    When.ACT: "its Heroic Act, used for an action",
    When.WHILE: "a passive effect, as long as it lies there with an active corner",
    When.EVENT: "each time that something happens: `when own unit deployed: draw 1`",
    When.TURN: "a Clunky card turns by one corner: `turn when own unit deployed`, with nothing behind it",
    When.EXHAUSTS: "as it is Exhausted",
}
"""Timings of a line, with their meanings."""
_BY_CORNER: Final = (When.NOW, When.START, When.END, When.ACT, When.EVENT)
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
    return error or (None if card is None else _card_mismatch(line, card))


def _head_error(line: Line) -> tuple[str, str] | None:
    when = str(line.when)
    if line.when not in PLAYED:
        return when, f"is not supported yet; a line starts with {', '.join(PLAYED)}"
    if line.event and line.event not in EVENTS:
        return line.event, f"is not a known event; known: {' or '.join(EVENTS)}"
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
    if isinstance(node, Draw | GainActions) and not node.count:
        return words, "does nothing: write a number from 1 to 99"
    return None


def _known_instructions_hint() -> str:
    return f"known: {', '.join(f'`{words}`' for words in VOCABULARY)}"


def _card_mismatch(line: Line, card: Card) -> tuple[str, str] | None:
    """Return the part of a line that contradicts facts of the card.

    It comes with an error message.
    """
    when = str(line.when)
    turns = line.when in (When.TURN, When.EXHAUSTS) or any(
        isinstance(parse_instruction(w), Rotate) for w in line.instructions
    )
    at_once = card.category is Category.ABILITY or card.duration is Duration.INSTANT
    lies = card.kind is CardType.CHAMPION or card.duration is Duration.PASSIVE or bool(card.corners)
    reason = ""
    if at_once and line.when is not When.DOES:
        reason = "Abilities and Instant Blessings are carried out at once; begin with `does`"
    elif lies and line.when is When.DOES:
        reason = "only Abilities and Instant Blessings are carried out at once"
    elif card.kind is CardType.CHAMPION and line.when is When.NOW:
        reason = "a Champion has no instant effects"
    elif (turns or line.corners) and (card.kind is CardType.CHAMPION or card.corners == ()):
        reason = "the card has no corners"
    return (when, f"does not fit: {reason}") if reason else None
