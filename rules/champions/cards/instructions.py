"""Card instructions and passive effects as dataclasses, with their text form.

``parse_instruction`` parses the text form used in card files (``damage v foe``), ``format_instruction`` formats it.

>>> parse_instruction("damage v you, 1 foe rend")
Damage(parts=((None, 'you'), (1, 'foe')), rend=True)
>>> format_instruction(Heal(2, "you")), parse_instruction("remove any unit")
('heal 2 you', None)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.engine.instructions import Instruction

Amount: TypeAlias = int | None
"""A number, or ``None`` for the value in the current corner."""


@dataclass(frozen=True, slots=True)
class Damage(Instruction):
    """Deal damage.

    Attributes:
        parts: pairs of amount and target.
        rend: whether it ignores damage reduction (6.1.2/rend).
    """

    parts: tuple[tuple[Amount, str], ...]
    rend: bool = False


@dataclass(frozen=True, slots=True)
class Heal(Instruction):
    """Increase the health of a player."""

    amount: Amount
    who: str


@dataclass(frozen=True, slots=True)
class Draw(Instruction):
    """Draw cards, one at a time."""

    count: int


@dataclass(frozen=True, slots=True)
class GainActions(Instruction):
    """Gain actions for this turn."""

    count: int


@dataclass(frozen=True, slots=True)
class Rotate(Instruction):
    """Rotate the card itself by one corner."""


@dataclass(frozen=True, slots=True)
class Modify(Instruction):
    """A passive effect that increases or reduces damage.

    Attributes:
        dealt: true if it modifies damage dealt by the player's own Units; false for damage to the player.
        here: true if it applies only to damage by this card or by cards in the opposite lane.
        amount: the modifier; ``None`` for the value in the current corner.
        sign: 1 for an increase, -1 for a reduction.
    """

    dealt: bool
    here: bool
    amount: Amount
    sign: int


@dataclass(frozen=True, slots=True)
class NoActs(Instruction):
    """A passive effect that prohibits the opponent's Heroic Acts."""


Node: TypeAlias = Damage | Heal | Draw | GainActions | Rotate | Modify | NoActs
PASSIVE: Final = (Modify, NoActs)
"""Passive effects."""

_NUMBER: Final = r"\d{1,2}"
_DAMAGE: Final = re.compile(
    rf"damage (?P<parts>(?:{_NUMBER}|v) (?:you|foe)(?:, (?:{_NUMBER}|v) (?:you|foe))*)(?P<rend> rend)?"
)
_HEAL: Final = re.compile(rf"heal ({_NUMBER}|v) (you|foe)")
_COUNT: Final = re.compile(rf"(draw|actions) ({_NUMBER})")
_MODIFY: Final = re.compile(
    r"damage (?:(?P<by>by own unit)(?P<here> here)?|to you(?P<opposite> by opposite)?) "
    rf"(?P<sign>[+-])(?P<n>{_NUMBER}|v)"
)
_PLAIN: Final[Mapping[str, Node]] = {"rotate this 1": Rotate(), "foe cards cannot act": NoActs()}

VOCABULARY: Final[Mapping[str, str]] = {
    "damage 2 foe": "deal damage to the opponent; `you` for yourself, `damage 1 you, 2 foe` for both in turn",
    "damage v foe": "as much as the value in the current corner; `v` can stand for every number of damage and health",
    "damage 2 foe rend": "no reduction applies",
    "heal 2 you": "gain health; `foe` for the opponent",
    "draw 1": "draw cards, one at a time",
    "actions 1": "gain actions for this turn",
    "rotate this 1": "this card turns by one corner",
    "damage to you -1": "passive: damage to you is reduced; `+1` increases it",
    "damage to you by opposite -1": "passive: the same of damage by cards of the lane opposite alone",
    "damage by own unit +1": "passive: damage by your Units is increased; `-1` reduces it",
    "damage by own unit here +1": "passive: the same of the Unit in this lane alone",
    "foe cards cannot act": "passive: the opponent's cards cannot be used for their Heroic Acts",
}
"""Examples of all instructions, with their meanings."""


def parse_instruction(words: str) -> Node | None:
    """Parse an instruction; return ``None`` if the engine does not support it."""
    if match := _DAMAGE.fullmatch(words):
        parts = [part.split() for part in match["parts"].split(", ")]
        return Damage(tuple((_amount(amount), target) for amount, target in parts), bool(match["rend"]))
    if match := _HEAL.fullmatch(words):
        return Heal(_amount(match[1]), match[2])
    if match := _COUNT.fullmatch(words):
        return Draw(int(match[2])) if match[1] == "draw" else GainActions(int(match[2]))
    if match := _MODIFY.fullmatch(words):
        is_opposite = bool(match["here"] or match["opposite"])
        return Modify(bool(match["by"]), is_opposite, _amount(match["n"]), 1 if match["sign"] == "+" else -1)
    return _PLAIN.get(words)


def format_instruction(node: Node) -> str:
    """Format an instruction as text for ``parse_instruction``."""
    match node:
        case Damage(parts, rend):
            targets = ", ".join(f"{_number(amount)} {target}" for amount, target in parts)
            return f"damage {targets}{' rend' if rend else ''}"
        case Heal(amount, target):
            return f"heal {_number(amount)} {target}"
        case Draw(count):
            return f"draw {count}"
        case GainActions(count):
            return f"actions {count}"
        case Modify(dealt, here, amount, sign):
            about = f"by own unit{' here' if here else ''}" if dealt else f"to you{' by opposite' if here else ''}"
            return f"damage {about} {'+' if sign > 0 else '-'}{_number(amount)}"
        case _:
            return next(words for words, meaning in _PLAIN.items() if meaning == node)


def _amount(words: str) -> Amount:
    return None if words == "v" else int(words)


def _number(amount: Amount) -> str:
    return "v" if amount is None else str(amount)
