"""When it happens: the abilities that ``Card.text`` is a tuple of.

An ability's number, in answers (``use``, ``resolve``), triggers and frames, is its index in ``Card.text``; abilities
inside ``InDiscard`` count under the index of the ``InDiscard``. Keywords are not abilities here, they stand in
``Card.keywords``.
"""

from enum import StrEnum
from typing import ClassVar, TypeAlias

from rules.engine.instructions import Instruction
from rules.epic.effects.costs import Cost
from rules.epic.effects.prohibitions import Forbid, GainsNothing, OutOfReach
from rules.epic.effects.selectors import EVERYTHING, Filter, Selector
from rules.epic.traits import Alignment, Keyword
from rules.frozen import frozen


@frozen
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


@frozen
class OnPlay:
    """What an event card does when played: one of its modes, chosen at announcement (3.2.1, I-49); often it has one."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.1", "3.2.3", "3.2.3c")

    modes: tuple[Mode, ...]


@frozen
class Tribute:
    """Triggers when the champion enters play, however it did (5.6.1, I-55).

    With targets called for and none legal at resolution, the whole tribute does not apply (5.6.2, I-51).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.6.1", "5.6.2", "5.6.3")

    effects: tuple[Instruction, ...]


@frozen
class Loyalty:
    """Triggers when the champion enters play: you may reveal exactly ``count`` cards of your hand sharing an alignment.

    ``None`` is loyalty X: any number of them, at least one; the number is what X stands for in the effects (I-143).
    Each revealed card shares at least one alignment with the champion (I-56); too few cards: nothing is asked (I-109).
    Decision ``reveal``. ``from_hand``: it does not trigger when the champion entered play from elsewhere than the hand.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.3.1", "5.3.2", "5.3.4", "5.3.5")

    count: int | None
    effects: tuple[Instruction, ...]
    from_hand: bool = False


@frozen
class Ally:
    """Triggers when you play a card with printed cost 1 of this alignment from hand (5.18.1-2, I-57, I-58)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.18.1", "5.18.2", "5.18.3")

    alignment: Alignment
    effects: tuple[Instruction, ...]


class When(StrEnum):
    """Conditions that an ability can be triggered by; "this" is the champion, or the card, that has it.

    Damage binds what was dealt it, for ``That``.
    """

    START_OF_OWN_TURN = "start of own turn"  # 4.2.5
    END_OF_TURN = "end of turn"  # 4.5.2a, every player's turn
    ATTACKS = "attacks"  # this is declared as an attacker, 4.4.2
    BLOCKS = "blocks"  # this is declared as a blocker, 4.4.7
    BLOCKED = "becomes blocked"  # this attacks as blockers are declared, whichever of the group they block, 4.4.6[2]
    DRAWS = "you draw a card"  # its controller draws, once for each card, 1.6.1
    DAMAGES = "deals damage"  # this deals damage to anything, once for what is dealt at the same time (I-131)
    DAMAGES_PLAYER = "damages a player"
    DAMAGES_OPPONENT = "damages an opponent"
    DAMAGES_CHAMPION = "damages a champion"
    BREAKS = "breaks"  # this breaks, 5.16.1
    OTHER_BREAKS = "another breaks"  # another champion that qualifies breaks while this is in play (I-122)
    ENTERS_DISCARD = "enters discard"  # this card reaches its owner's discard pile from anywhere (I-132)
    LEAVES_DISCARD = "leaves discard"  # this card leaves its owner's discard pile for anywhere (grey text, 5.0.2)
    RECALLED = "recalled"  # this card is recalled, 5.4.1 (grey text)


@frozen
class Triggered:
    """Triggers whenever one of the conditions is met (3.4.1).

    Attributes:
        when: the conditions.
        effects: the instructions.
        where: which other champions count for ``When.OTHER_BREAKS``, as they were in play last.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.4.1", "3.4.2")

    when: tuple[When, ...]
    effects: tuple[Instruction, ...]
    where: Filter = EVERYTHING


@frozen
class Power:
    """A power: usable whenever its controller could play an event card (3.5.2), as often as the cost can be paid."""

    RULES: ClassVar[tuple[str, ...]] = ("3.5.1", "3.5.2")

    cost: Cost
    effects: tuple[Instruction, ...]


@frozen
class Static:
    """A continuous ability that changes champions while its source is in play (3.3.1-3.3.3).

    Attributes:
        who: ``This`` or ``All``; the group is looked at anew at every moment.
        offense: points added.
        defense: points added.
        keywords: had.
        alignments: had besides the printed ones (2.5.3); they are settled before anything else looks (I-60).
        own_turn: only during turns of the source's controller.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "3.3.2", "3.3.3")

    who: Selector
    offense: int = 0
    defense: int = 0
    keywords: tuple[Keyword, ...] = ()
    alignments: tuple[Alignment, ...] = ()
    own_turn: bool = False


@frozen
class GrantAmbush:
    """Continuous: cards in its controller's hand that qualify may be played as if they had ambush (5.14.1, 5.0.8)."""

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "5.14.1", "5.0.8")

    where: Filter


@frozen
class CannotBeAttacked:
    """Continuous: nobody may declare an attack on its controller; a battle under way goes on (I-124).

    ``while_expended``: only while the champion itself lies expended.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "4.4.1", "I-124")

    while_expended: bool = False


@frozen
class DefiesDiscard:
    """When an opponent's effect makes its owner discard this, it enters play under their control instead (I-126)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.7.1", "1.7.2", "5.0.8", "I-126")


class Duty(StrEnum):
    """What a champion can be obliged to."""

    ATTACK = "attack"
    BE_BLOCKED = "be blocked"


@frozen
class Must:
    """Continuous obligation, as far as it can be met without paying for anything.

    ``ATTACK``: its controller must not pass towards the End Phase (nor ``end``) while the champion could be declared
    as an attacker and has not attacked this turn. The engine keeps "has attacked this turn" per object.
    ``BE_BLOCKED``: while it attacks, the defending player must not declare "no block" if any set of blockers is legal;
    one blocker is enough, whichever attacker it could block alone, since it blocks the whole attack (4.4.6[2]).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "4.3.3", "4.4.6[1]")

    duty: Duty


@frozen
class InDiscard:
    """Grey text: the ability is active only while the card is in its owner's discard pile (5.0.2, 5.4.3, I-61).

    Its controller is the owner. An ``Ally`` in it must have been in the pile when the condition occurred; a ``Power``
    in it is used whenever the owner could play an event card (``use`` with the card's number).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.0.2", "5.0.8", "5.4.3")

    ability: "Ally | Power | Triggered"


Ability: TypeAlias = (
    Forbid
    | OutOfReach
    | GainsNothing
    | OnPlay
    | Tribute
    | Loyalty
    | Ally
    | Triggered
    | Power
    | Static
    | GrantAmbush
    | CannotBeAttacked
    | DefiesDiscard
    | Must
    | InDiscard
)
