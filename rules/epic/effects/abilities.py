"""When it happens: the abilities that ``Card.text`` is a tuple of.

An ability's number, in answers (``use``, ``resolve``), triggers and frames, is its index in ``Card.text``; abilities
inside ``InDiscard`` count under the index of the ``InDiscard``. Keywords are not abilities here, they stand in
``Card.keywords``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from rules.epic.effects.instructions import Instruction
from rules.epic.effects.selectors import Filter, Selector
from rules.epic.traits import Alignment, Keyword


@dataclass(frozen=True, slots=True)
class Mode:
    """One of the effects that an event card's OR divides.

    Attributes:
        effects: the instructions, in order.
        gold: pieces to pay on top of the card's printed cost (3.6.1); the card's own cost stays what is printed, so a
            0-cost card played this way triggers no ally ability (5.18.2).
        own_turn: may be chosen during your own turn only.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.1", "3.6.1")

    effects: tuple[Instruction, ...]
    gold: int = 0
    own_turn: bool = False


@dataclass(frozen=True, slots=True)
class OnPlay:
    """What an event card does when played: one of its modes, chosen at announcement (3.2.1, I-49); often it has one."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.1", "3.2.3", "3.2.3c")

    modes: tuple[Mode, ...]


@dataclass(frozen=True, slots=True)
class Tribute:
    """Triggers when the champion enters play, however it did (5.6.1, I-55).

    With targets called for and none legal at resolution, the whole tribute does not apply (5.6.2, I-51).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.6.1", "5.6.2", "5.6.3")

    effects: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Loyalty:
    """Triggers when the champion enters play: you may reveal exactly ``count`` cards of your hand sharing an alignment.

    Each revealed card shares at least one alignment with the champion (I-56); too few cards: nothing is asked (I-109).
    Decision ``reveal``.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.3.1", "5.3.2", "5.3.4", "5.3.5")

    count: int
    effects: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Ally:
    """Triggers when you play a card with printed cost 1 of this alignment from hand (5.18.1-2, I-57, I-58)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.18.1", "5.18.2", "5.18.3")

    alignment: Alignment
    effects: tuple[Instruction, ...]


class When(StrEnum):
    """Conditions that an ability can be triggered by; "this" is the champion that has it."""

    START_OF_OWN_TURN = "start of own turn"  # 4.2.5
    END_OF_TURN = "end of turn"  # 4.5.2a, every player's turn
    ATTACKS = "attacks"  # this is declared as an attacker, 4.4.2
    BLOCKS = "blocks"  # this is declared as a blocker, 4.4.7


@dataclass(frozen=True, slots=True)
class Triggered:
    """Triggers whenever one of the conditions is met (3.4.1)."""

    RULES: ClassVar[tuple[str, ...]] = ("3.4.1", "3.4.2")

    when: tuple[When, ...]
    effects: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What using a power costs; all of it must be paid or the power cannot be used (3.5.3, 3.6.2).

    Attributes:
        gold: pieces.
        expend: the champion becomes expended; it must be prepared or flipped, and not deploying without blitz (5.17.1).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.5.3", "3.6.2")

    gold: int = 0
    expend: bool = False


@dataclass(frozen=True, slots=True)
class Power:
    """A power: usable whenever its controller could play an event card (3.5.2), as often as the cost can be paid."""

    RULES: ClassVar[tuple[str, ...]] = ("3.5.1", "3.5.2")

    cost: Cost
    effects: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Static:
    """A continuous ability that changes champions while its source is in play (3.3.1-3.3.3).

    Attributes:
        who: ``This`` or ``All``; the group is looked at anew at every moment.
        offense: points added.
        defense: points added.
        keywords: had.
        own_turn: only during turns of the source's controller.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "3.3.2", "3.3.3")

    who: Selector
    offense: int = 0
    defense: int = 0
    keywords: tuple[Keyword, ...] = ()
    own_turn: bool = False


@dataclass(frozen=True, slots=True)
class GrantAmbush:
    """Continuous: cards in its controller's hand that qualify may be played as if they had ambush (5.14.1, 5.0.8)."""

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "5.14.1", "5.0.8")

    where: Filter


class Duty(StrEnum):
    """What a champion can be obliged to."""

    ATTACK = "attack"
    BE_BLOCKED = "be blocked"


@dataclass(frozen=True, slots=True)
class Must:
    """Continuous obligation, as far as it can be met without paying for anything.

    ``ATTACK``: its controller must not pass towards the End Phase (nor ``end``) while the champion could be declared
    as an attacker and has not attacked this turn. The engine keeps "has attacked this turn" per object.
    ``BE_BLOCKED``: while it attacks, the defending player must not declare "no block" if any set of blockers is legal;
    one blocker is enough, whichever attacker it could block alone, since it blocks the whole attack (4.4.6[2]).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "4.3.3", "4.4.6[1]")

    duty: Duty


@dataclass(frozen=True, slots=True)
class InDiscard:
    """Grey text: the ability is active only while the card is in its owner's discard pile (5.0.2, 5.4.3, I-61).

    Its controller is the owner. An ``Ally`` in it must have been in the pile when the condition occurred; a ``Power``
    in it is used whenever the owner could play an event card (``use`` with the card's number).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.0.2", "5.0.8", "5.4.3")

    ability: "Ally | Power | Triggered"


Ability: TypeAlias = OnPlay | Tribute | Loyalty | Ally | Triggered | Power | Static | GrantAmbush | Must | InDiscard
