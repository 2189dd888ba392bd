"""Abilities, the elements of ``Card.text``.

Actions, triggers and frames refer to an ability by its index in ``Card.text``; abilities inside ``InDiscard`` by the
index of the ``InDiscard``. Keywords are in ``Card.keywords`` instead.
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
    """One of the alternative effects of an event card.

    Attributes:
        effects: the instructions, in order.
        gold: gold to pay in addition to the printed cost (3.6.1). The card cost stays the printed one, so a 0-cost card
            triggers no ally ability (5.18.2).
        own_turn: whether it may be chosen only during your own turn.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.1", "3.6.1")

    effects: tuple[Instruction, ...]
    gold: int = 0
    own_turn: bool = False


@frozen
class OnPlay:
    """The effect of an event card: one of its modes, chosen when played (3.2.1, I-49)."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.1", "3.2.3", "3.2.3c")

    modes: tuple[Mode, ...]


@frozen
class Tribute:
    """Triggers when the champion enters play by any means (5.6.1, I-55).

    If it requires targets and none is legal on resolution, the whole tribute does nothing (5.6.2, I-51).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.6.1", "5.6.2", "5.6.3")

    effects: tuple[Instruction, ...]


@frozen
class Loyalty:
    """Triggers on entering play: reveal hand cards that share an alignment.

    Rules: 5.3.1, I-56, I-109, I-143. Decision ``reveal``; with too few cards nothing is asked.

    Attributes:
        count: exact number of cards to reveal; ``None`` (loyalty X) is any number of at least one, to which X then
            refers.
        effects: the instructions if cards were revealed.
        from_hand: whether it triggers only if the champion entered play from hand.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.3.1", "5.3.2", "5.3.4", "5.3.5")

    count: int | None
    effects: tuple[Instruction, ...]
    from_hand: bool = False


@frozen
class Ally:
    """Triggers when you play a 1-cost card of this alignment from hand (5.18.1-2).

    Interpretations: I-57, I-58.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.18.1", "5.18.2", "5.18.3")

    alignment: Alignment
    effects: tuple[Instruction, ...]


class When(StrEnum):
    """Trigger conditions; "this" is the champion or card with the ability.

    For damage conditions ``That`` refers to what was dealt damage.
    """

    START_OF_OWN_TURN = "start of own turn"  # 4.2.5
    END_OF_TURN = "end of turn"  # 4.5.2a, every player's turn
    ATTACKS = "attacks"  # this is declared as an attacker, 4.4.2
    BLOCKS = "blocks"  # this is declared as a blocker, 4.4.7
    BLOCKED = "becomes blocked"  # this attacks when blockers are declared for its group, 4.4.6[2]
    DRAWS = "you draw a card"  # its controller draws, for each card, 1.6.1
    DAMAGES = "deals damage"  # this deals damage, once for simultaneous damage (I-131)
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
    """Triggers whenever one of the conditions occurs (3.4.1).

    Attributes:
        when: the conditions.
        effects: the instructions.
        where: filter of other champions for ``When.OTHER_BREAKS``, by their last values in play.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.4.1", "3.4.2")

    when: tuple[When, ...]
    effects: tuple[Instruction, ...]
    where: Filter = EVERYTHING


@frozen
class Power:
    """A power, usable whenever an event card could be played (3.5.2).

    It can be used any number of times, as long as its cost is paid.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.5.1", "3.5.2")

    cost: Cost
    effects: tuple[Instruction, ...]


@frozen
class Static:
    """A continuous ability that changes champions while its source is in play (3.3).

    Rules: 3.3.1 to 3.3.3.

    Attributes:
        who: ``This`` or ``All``; the group is evaluated continuously.
        offense: points added.
        defense: points added.
        keywords: keywords added.
        alignments: alignments added (2.5.3); they apply before all other changes (I-60).
        own_turn: whether it applies only during turns of the source's controller.
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
    """Continuous ability: qualifying cards in the controller's hand have ambush.

    Rules: 5.14.1, 5.0.8.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "5.14.1", "5.0.8")

    where: Filter


@frozen
class CannotBeAttacked:
    """Continuous ability: no player may attack its controller (I-124).

    A battle in progress continues. ``while_expended``: only while the champion is expended.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "4.4.1", "I-124")

    while_expended: bool = False


@frozen
class DefiesDiscard:
    """The card enters play if an opponent makes its owner discard it (I-126)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.7.1", "1.7.2", "5.0.8", "I-126")


class Duty(StrEnum):
    """An obligation of a champion."""

    ATTACK = "attack"
    BE_BLOCKED = "be blocked"


@frozen
class Must:
    """Continuous ability: an obligation that applies if it can be met without paying.

    ``ATTACK``: its controller must not pass towards the End Phase (nor ``end``) while the champion could attack
    and has not attacked this turn. ``BE_BLOCKED``: while it attacks, the defending player must block if any set
    of blockers is legal; one blocker is enough, since it blocks the whole attack (4.4.6[2]).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "4.3.3", "4.4.6[1]")

    duty: Duty


@frozen
class InDiscard:
    """An ability that works only in the owner's discard pile (5.0.2, 5.4.3, I-61).

    Its controller is the owner. An ``Ally`` must have been in the pile when its condition occurred; a ``Power`` is
    usable whenever the owner could play an event card.
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
