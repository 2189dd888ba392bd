"""What the lines of a card's text do, as data: the instructions and passive effects that the engine carries out.

Card files write lines in words (``now: damage v foe``); here each instruction becomes a frozen node. A line that is no
such node yet leaves its card out of play: ``Text.missing`` names it.

>>> text_of(HOUSE.card("Grave Tithe")).lines[0].nodes
(Damage(parts=((None, 'foe'),), rend=True),)
>>> text_of(HOUSE.card("Landslide")).missing
('does: remove any unit',)
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from rules.champions.cards import HOUSE, Card, CardType, Category, Line, When

Amount: TypeAlias = int | None
"""A number, or ``None`` for the value in the current corner."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Deal damage: each part an amount and whom it is dealt to; with ``rend`` no reduction applies (6.1.2/rend)."""

    parts: tuple[tuple[Amount, str], ...]
    rend: bool = False


@dataclass(frozen=True, slots=True)
class Heal:
    """Give health to a player."""

    amount: Amount
    who: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards, one at a time."""

    count: int


@dataclass(frozen=True, slots=True)
class GainActions:
    """Gain actions for this turn."""

    count: int


@dataclass(frozen=True, slots=True)
class Rotate:
    """Rotate the card itself by one corner."""


@dataclass(frozen=True, slots=True)
class Modify:
    """A passive effect on damage.

    Attributes:
        dealt: it is about damage by an own Unit, and not about damage to the own player.
        here: only of the card in this lane, or of cards of the lane opposite.
        amount: what is added; ``None`` for the value in the current corner.
        sign: 1 where it increases, -1 where it reduces.
    """

    dealt: bool
    here: bool
    amount: Amount
    sign: int


@dataclass(frozen=True, slots=True)
class NoActs:
    """A passive effect: the opponent's cards cannot be used for their Heroic Acts."""


Node: TypeAlias = Damage | Heal | Draw | GainActions | Rotate | Modify | NoActs


@dataclass(frozen=True, slots=True)
class Ability:
    """One line of a card's text: when, on which corners, after which event, and what it does."""

    when: When
    corners: tuple[int, ...]
    event: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A card's text as the engine carries it out, and what of it that cannot be yet, line by line."""

    lines: tuple[Ability, ...]
    missing: tuple[str, ...] = ()

    def of(self, when: When) -> tuple[Ability, ...]:
        """Return the lines of one kind, in printed order."""
        return tuple(line for line in self.lines if line.when is when)


EVENTS: Final = ("own unit deployed", "own spell beside deployed", "any spell after-played")
"""What a line can wait for."""
_PLAYED: Final = frozenset(
    {When.NOW, When.DOES, When.START, When.END, When.ACT, When.WHILE, When.EVENT, When.TURN, When.EXHAUSTS}
)
_DAMAGE: Final = re.compile(r"damage (?P<parts>(?:\d+|v) (?:you|foe)(?:, (?:\d+|v) (?:you|foe))*)(?P<rend> rend)?")
_HEAL: Final = re.compile(r"heal (\d+|v) (you|foe)")
_COUNT: Final = re.compile(r"(draw|actions) (\d+)")
_MODIFY: Final = re.compile(
    r"damage (?:(?P<by>by own unit)(?P<here> here)?|to you(?P<opposite> by opposite)?) (?P<sign>[+-])(?P<n>\d+|v)"
)
_PLAIN: Final[dict[str, Node]] = {"rotate this 1": Rotate(), "foe cards cannot act": NoActs()}


@cache
def text_of(card: Card) -> Text:
    """Return what a card does."""
    lines: list[Ability] = []
    missing: list[str] = []
    for line in card.text or ():
        nodes = tuple(node for words in line.instructions if (node := _node(words)) is not None)
        if not _is_played(line) or len(nodes) < len(line.instructions):
            missing.append(str(line))
        else:
            lines.append(Ability(line.when, line.corners, line.event, nodes))
    return Text(tuple(lines), tuple(missing))


def _is_played(line: Line) -> bool:
    return line.when in _PLAYED and (not line.event or line.event in EVENTS)


def _amount(words: str) -> Amount:
    return None if words == "v" else int(words)


def _node(words: str) -> Node | None:
    if found := _DAMAGE.fullmatch(words):
        parts = [part.split() for part in found["parts"].split(", ")]
        return Damage(tuple((_amount(amount), who) for amount, who in parts), bool(found["rend"]))
    if found := _HEAL.fullmatch(words):
        return Heal(_amount(found[1]), found[2])
    if found := _COUNT.fullmatch(words):
        return Draw(int(found[2])) if found[1] == "draw" else GainActions(int(found[2]))
    if found := _MODIFY.fullmatch(words):
        here = bool(found["here"] or found["opposite"])
        return Modify(bool(found["by"]), here, _amount(found["n"]), 1 if found["sign"] == "+" else -1)
    return _PLAIN.get(words)


@cache
def not_yet(card: Card) -> tuple[str, ...]:
    """Return what of a card the engine cannot play, each in words; nothing where it plays all of it."""
    if not card.complete:
        return tuple(f"{fact} not known" for fact in card.missing)
    stacks = ("it is a Stacking Unit",) if card.category is Category.UNIT and card.stacking else ()
    return (*stacks, *text_of(card).missing)


def playable_cards() -> tuple[Card, ...]:
    """Return the invented cards that the engine plays."""
    return tuple(card for card in HOUSE if not not_yet(card))


def is_unit(card: Card) -> bool:
    """Whether it is a Unit."""
    return card.category is Category.UNIT


def is_ability(card: Card) -> bool:
    """Whether it is an Ability, which never lies on the field."""
    return card.category is Category.ABILITY


def is_instant(card: Card) -> bool:
    """Whether it is an Instant Blessing."""
    return card.kind is CardType.BLESSING and not card.corners and bool(text_of(card).of(When.DOES))
