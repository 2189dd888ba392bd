"""Parsed card texts: the abilities that the engine executes.

Each instruction of a line (``now: damage v foe``) becomes a frozen dataclass. A card with unsupported lines, which
``Text.missing`` lists, cannot be played.

>>> from rules.champions.cards import HOUSE
>>> text_of(HOUSE.card("Grave Tithe")).lines[0].nodes
(Damage(parts=((None, 'foe'),), rend=True),)
>>> granted_ability(HOUSE.card("Oath"), 0, 0).when
<When.LAST: 'last'>
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rules.champions.cards import Card, Category, Duration, Line, When, read_line
from rules.champions.cards.instructions import (
    Gains,
    Grant,
    Instead,
    Modify,
    Node,
    Prohibit,
    instructions_within,
    parse_instruction,
)
from rules.champions.cards.line_validation import line_error
from rules.champions.cards.selectors import AGAIN, EventPattern, Selector, parse_event
from rules.decks import Catalogue


@dataclass(frozen=True, slots=True)
class Ability:
    """A parsed line of a card's text.

    Attributes:
        when: its timing.
        corners: the corners on which it applies, from 1; empty for all.
        event: the event that triggers it; ``None`` for none.
        nodes: its instructions.
        line: the index of the line in the text of the card that it is printed on.
        given: the name of the card that adds it to others; empty for a card's own text.
        part: the index of the instruction that adds it, among those of its line.
        refers_back: whether an instruction says ``it``.
    """

    when: When
    corners: tuple[int, ...]
    event: EventPattern | None
    nodes: tuple[Node, ...]
    line: int = 0
    given: str = ""
    part: int = 0
    refers_back: bool = False

    def __hash__(self) -> int:
        return hash((self.when, self.line, self.given))


@dataclass(frozen=True, slots=True)
class Text:
    """A parsed card text: the supported lines as abilities, the others as strings.

    Attributes:
        lines: the supported lines, in printed order.
        missing: the unsupported lines.
        modifiers: its passive modifiers of damage.
        prohibitions: its passive prohibitions.
        gains: its passive effects that add a line to cards, each with the added ability.
        reacts: whether it reacts to events other than the start and end of a turn.
    """

    lines: tuple[Ability, ...]
    missing: tuple[str, ...] = ()
    modifiers: tuple[Modify, ...] = ()
    prohibitions: tuple[Prohibit, ...] = ()
    gains: tuple[tuple[Gains, Ability], ...] = ()
    reacts: bool = False

    def of(self, when: When) -> tuple[Ability, ...]:
        """Return the abilities with this timing, in printed order."""
        return tuple(line for line in self.lines if line.when is when)


def _nodes(line: Line) -> tuple[Node, ...]:
    return tuple(node for words in line.instructions if (node := parse_instruction(words)) is not None)


def _ability(line: Line, index: int, giver: str = "", part: int = 0) -> Ability:
    event = parse_event(line.event) if line.event else None
    nodes = _nodes(line)
    refers_back = any(
        getattr(part, "cards", None) == Selector(AGAIN) for node in nodes for part in instructions_within(node)
    )
    return Ability(line.when, line.corners, event, nodes, index, giver, part, refers_back)


def _adding(nodes: Iterable[Node]) -> list[Grant | Gains]:
    """Return the instructions of a line that add a line to other cards.

    They are in printed order.
    """
    return [part for node in nodes for part in instructions_within(node) if isinstance(part, Grant | Gains)]


@cache
def granted_ability(card: Card, line: int, part: int) -> Ability:
    """Return the ability that an instruction of ``card`` adds to others.

    Args:
        card: the card with the instruction.
        line: the index of its line.
        part: the index of the instruction, among those of the line that add one.
    """
    adding = _adding(_nodes((card.text or ())[line]))[part]
    return _ability(read_line(adding.line), line, card.name, part)


def granting_part(card: Card, line: int, node: Grant) -> int:
    """Return the index of an instruction among those that add a line to cards."""
    return _adding(_nodes((card.text or ())[line])).index(node)


@cache
def text_of(card: Card) -> Text:
    """Return the parsed text of a card."""
    lines: list[Ability] = []
    missing: list[str] = []
    for index, line in enumerate(card.text or ()):
        if line_error(line, card) is None:
            lines.append(_ability(line, index))
        else:
            missing.append(str(line))
    passive = [(line, node) for line in lines if line.when is When.WHILE for node in line.nodes]
    gains = [
        (node, granted_ability(card, line.line, _adding(line.nodes).index(node)))
        for line, node in passive
        if isinstance(node, Gains)
    ]
    return Text(
        tuple(lines),
        tuple(missing),
        tuple(node for _, node in passive if isinstance(node, Modify)),
        tuple(node for _, node in passive if isinstance(node, Prohibit)),
        tuple(gains),
        any(line.when in (When.EVENT, When.TURN) for line in (*lines, *(ability for _, ability in gains))),
    )


@cache
def unsupported_lines(card: Card) -> tuple[str, ...]:
    """Return the lines of a card that the engine does not support; empty if playable."""
    if not card.complete:
        return tuple(f"{fact} not known" for fact in card.missing)
    return text_of(card).missing


def playable_cards(cards: Catalogue[Card]) -> tuple[Card, ...]:
    """Return the cards whose text the engine fully supports."""
    return tuple(card for card in cards if not unsupported_lines(card))


def is_unit(card: Card) -> bool:
    """Return True if the card is a Unit."""
    return card.category is Category.UNIT


def is_ability(card: Card) -> bool:
    """Return True if the card is an Ability, which never enters the field."""
    return card.category is Category.ABILITY


def is_instant(card: Card) -> bool:
    """Return True if the card is an Instant Blessing."""
    return card.duration is Duration.INSTANT


def replacement(ability: Ability) -> Node:
    """Return the instruction that a ``would`` line executes in place of the event."""
    (node,) = ability.nodes
    assert isinstance(node, Instead)
    return node.instruction
