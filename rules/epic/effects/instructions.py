"""What happens: the instructions of a card's text, carried out in the order listed (3.2.3).

Amounts are whole points, cards or pieces of gold. Each instruction does as much as it can (3.2.3c, 5.18.4).
"You" is the controller of the card or ability that resolves.
"""

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rules.engine.instructions import Instruction
from rules.epic.effects.amounts import Amount
from rules.epic.effects.conditions import Condition
from rules.epic.effects.costs import Cost
from rules.epic.effects.durations import Lasts
from rules.epic.effects.moves import AtEndOfTurn
from rules.epic.effects.selectors import EVERYTHING, YOU, Filter, Selector, What
from rules.epic.traits import Keyword
from rules.frozen import frozen

if TYPE_CHECKING:
    from rules.epic.effects.abilities import Triggered


@frozen
class Draw(Instruction):
    """Draw ``count`` cards, one after the other (1.6.1); the first attempt on an empty deck wins (1.6.2, I-17).

    ``who`` draws: you, unless it says otherwise; several players one after the other.
    """

    RULES: ClassVar[tuple[str, ...]] = ("1.6.1",)

    count: Amount
    who: Selector = YOU


@frozen
class Damage(Instruction):
    """The source deals ``amount`` to each champion and player selected, at once (1.5.3, 5.16.3, I-85).

    The damage comes from the event card or champion whose text it is (matters for righteous, 5.13.2).

    Attributes:
        amount: points.
        to: who is dealt them.
        by_recipient: players only; in the amount "you" is whoever is dealt it.
    """

    RULES: ClassVar[tuple[str, ...]] = ("1.5.3", "2.1.6", "5.16.3")

    amount: Amount
    to: Selector
    by_recipient: bool = False


@frozen
class DamageSplit(Instruction):
    """You divide ``amount`` points over 1 to ``most`` different targets (decision ``assign``, source = the card).

    Each target gets at least 1 point and all points are dealt, at the same time.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.20.1", "3.2.3d", "1.5.3", "5.16.3")

    amount: int
    most: int
    what: What = What.ANY
    where: Filter = EVERYTHING


@frozen
class Gain(Instruction):
    """``who`` gains ``amount`` health: you, unless it says otherwise; there is no maximum (1.5.2)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.5.2",)

    amount: Amount
    who: Selector = YOU


@frozen
class LoseHealth(Instruction):
    """``who`` loses ``amount`` health, all selected at once; it is no damage (I-21)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.5.4", "I-21")

    amount: Amount
    who: Selector = YOU


@frozen
class Break(Instruction):
    """The selected champions break together (5.16.1); unbreakable ones do not (5.9.2)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.16.1", "5.9.2")

    what: Selector


@frozen
class Banish(Instruction):
    """The selected champions or cards go to the bottom of their owner's deck, one batch in random order (5.15).

    Unbanishable champions stay in play (5.11.2); tokens cease to exist (2.3.5).

    Attributes:
        played: event cards only while they are being carried out; elsewhere they are other objects (I-52).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.15.1", "5.15.2", "5.15.3", "5.11.2")

    what: Selector
    played: bool = False


@frozen
class Bounce(Instruction):
    """The selected champions return to their owner's hand (1.9.2); tokens cease to exist (2.3.5)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.9.2",)

    what: Selector


@frozen
class CreateToken(Instruction):
    """``count`` tokens, ``name`` as in the catalogue, enter play deploying, and prepared (2.3.3) unless ``expended``.

    They enter under your control, or under that of each player ``who`` selects, ``count`` for each.
    """

    RULES: ClassVar[tuple[str, ...]] = ("2.3.2", "2.3.3", "2.3.4")

    name: str
    count: Amount = 1
    who: Selector = YOU
    expended: bool = False


@frozen
class CreateCopy(Instruction):
    """A token that is a copy of each selected champion enters play under your control, prepared and deploying.

    It has what is printed on its model, the name included, and is a token; no counters or damage (I-73).
    """

    RULES: ClassVar[tuple[str, ...]] = ("2.3.6", "2.3.2", "2.3.3", "I-73")

    of: Selector


@frozen
class Counters(Instruction):
    """``count`` +1/+1 counters go on each selected champion; they stay while it is in play (2.7[2], I-52)."""

    RULES: ClassVar[tuple[str, ...]] = ("2.7[2]", "2.7.2", "2.7.3")

    count: Amount
    on: Selector


@frozen
class Modify(Instruction):
    """The champions selected now get these changes; ones that enter later do not.

    Attributes:
        who: which champions.
        offense: points added (negative: taken away).
        defense: points added; a defense at or below the damage breaks at once (I-86).
        keywords: gained.
        abilities: triggered abilities gained (5.0.1), until end of turn only; each such champion is their source.
        lose_abilities: before that, powers, abilities and keywords are lost, printed and gained ones alike; what is
            gained later stays (I-123). It does not undo what has triggered (3.4.2) nor counters and points.
        lasts: until end of turn, or while in play.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.0.7", "5.0.1", "4.5.2d")

    who: Selector
    offense: int = 0
    defense: int = 0
    keywords: tuple[Keyword, ...] = ()
    abilities: "tuple[Triggered, ...]" = ()
    lose_abilities: bool = False
    lasts: Lasts = Lasts.END_OF_TURN

    @property
    def branches(self) -> "tuple[tuple[Instruction, ...], ...]":
        """What the abilities that are given do."""
        return tuple(ability.effects for ability in self.abilities)


@frozen
class Expend(Instruction):
    """The selected champions become expended (2.6.3); it takes none out of a battle (I-77)."""

    RULES: ClassVar[tuple[str, ...]] = ("2.6.3",)

    who: Selector


@frozen
class Prepare(Instruction):
    """The selected champions become prepared (2.6.2); deploying and battle are left as they are (I-77)."""

    RULES: ClassVar[tuple[str, ...]] = ("2.6.2",)

    who: Selector


@frozen
class PutIntoPlay(Instruction):
    """The selected cards enter play under your control, prepared and deploying (2.1.7), on anyone's turn.

    They are not played: no cost, no timing, no ally trigger (5.18.1, I-58); tribute and loyalty trigger (5.6.1, I-55).

    Attributes:
        cards: which; several enter at the same time.
        under_owner: each enters under the control of its owner instead.
        silent: their tribute and loyalty do not trigger.
    """

    RULES: ClassVar[tuple[str, ...]] = ("2.1.7", "5.6.1", "5.17.3")

    cards: Selector
    under_owner: bool = False
    silent: bool = False


@frozen
class Recycle(Instruction):
    """You may banish exactly two cards of your discard pile; if you do, draw a card (5.5).

    With fewer than two cards nothing is asked (5.5.2). The resolving event itself is not in the pile yet (5.5.6, I-59).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5")


@frozen
class Recall(Instruction):
    """The source goes from its owner's discard pile to its owner's hand, if it is still there (5.4.1-2)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.4.1", "5.4.2")


@frozen
class ToHand(Instruction):
    """The selected cards go from where they are to their owners' hands (1.9.2); it is no recall (5.4.1)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.9.2",)

    cards: Selector


@frozen
class May(Instruction):
    """You choose whether to carry out the instructions (decision ``may``: yes or no), and pay the cost if you do.

    Nothing is asked when the first instruction that picks has no candidate, as nothing could happen, nor when the cost
    cannot be paid in full.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.18.3",)

    effects: tuple["Instruction", ...]
    cost: Cost | None = None

    @property
    def branches(self) -> tuple[tuple["Instruction", ...], ...]:
        """The list of instructions inside."""
        return (self.effects,)


@frozen
class ChooseOne(Instruction):
    """You choose one of several lists of instructions as you come to it, also one that can do nothing (I-49).

    Decision ``mode``. The modes of an event card are chosen as it is announced instead (``Mode``).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "3.2.1")

    branches: tuple[tuple["Instruction", ...], ...]


@frozen
class Blink(Instruction):
    """The selected champions leave play and enter it again at once under their owners, as new objects (I-52).

    Nothing can keep one from leaving that way; a token does not come back (2.3.5). Entering triggers (I-55).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "2.1.7", "5.17.3")

    who: Selector


@frozen
class If(Instruction):
    """The instructions are carried out when the condition holds as they are reached, else those of ``otherwise``."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    condition: Condition
    effects: tuple["Instruction", ...]
    otherwise: tuple["Instruction", ...] = ()

    @property
    def branches(self) -> tuple[tuple["Instruction", ...], ...]:
        """The lists of instructions inside, of which one is carried out."""
        return (self.effects, self.otherwise)


@frozen
class ForEachPlayer(Instruction):
    """For each player selected, in turn order from you: the instructions, in which "you" is that player."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "I-47")

    players: Selector
    effects: tuple["Instruction", ...]

    @property
    def branches(self) -> tuple[tuple["Instruction", ...], ...]:
        """The lists of instructions inside."""
        return (self.effects,)


@frozen
class EachKeepsOne(Instruction):
    """In turn order from you, each player chooses one of their champions; then all champions not chosen break at once.

    A choice, not a target (decision ``choose`` of that player, 5.12.3); a player without champions chooses nothing.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.12.3", "5.16.1", "I-47")


@frozen
class BreakAtEnd(Instruction):
    """A delayed trigger of yours at the end of this turn (4.5.2a): each selected object breaks if still in play.

    Unbreakable then means it stays for good (5.9.2): the trigger resolves before until-end effects end (4.5.2d).
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.5.2a", "5.16.1")

    what: Selector


Nesting: TypeAlias = May | If | ForEachPlayer | AtEndOfTurn | ChooseOne
"""Instructions that hold lists of others (``branches``)."""
