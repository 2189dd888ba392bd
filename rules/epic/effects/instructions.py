"""Instructions of card texts, executed in the order listed (3.2.3).

Amounts are points, cards or pieces of gold. Each instruction does as much as possible (3.2.3c, 5.18.4). "You" is the
controller of the resolving card or ability.
"""

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rules.engine.instructions import Instruction
from rules.epic.effects.amounts import Amount, Lasts
from rules.epic.effects.conditions import Condition
from rules.epic.effects.costs import Cost
from rules.epic.effects.moves import AtEndOfTurn
from rules.epic.effects.selectors import EVERYTHING, YOU, Filter, Selector, What
from rules.epic.traits import Keyword
from rules.frozen import frozen

if TYPE_CHECKING:
    from rules.epic.effects.abilities import Triggered


@frozen
class Draw(Instruction):
    """``who`` draws ``count`` cards one at a time (1.6.1).

    The first attempt on an empty deck wins (1.6.2, I-17). Several players draw one after the other.
    """

    RULES: ClassVar[tuple[str, ...]] = ("1.6.1",)

    count: Amount
    who: Selector = YOU


@frozen
class Damage(Instruction):
    """The source deals damage to all selected champions and players simultaneously.

    Rules: 1.5.3, 5.16.3, I-85. The source is the event card or champion with the text (relevant for righteous,
    5.13.2).

    Attributes:
        amount: points.
        to: the recipients.
        by_recipient: whether "you" in the amount is the recipient; for players only.
    """

    RULES: ClassVar[tuple[str, ...]] = ("1.5.3", "2.1.6", "5.16.3")

    amount: Amount
    to: Selector
    by_recipient: bool = False


@frozen
class DamageSplit(Instruction):
    """You divide ``amount`` points among 1 to ``most`` targets (decision ``assign``).

    Each target gets at least 1 point; all points are dealt at the same time.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.20.1", "3.2.3d", "1.5.3", "5.16.3")

    amount: int
    most: int
    what: What = What.ANY
    where: Filter = EVERYTHING


@frozen
class Gain(Instruction):
    """``who`` gains ``amount`` health; there is no maximum (1.5.2)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.5.2",)

    amount: Amount
    who: Selector = YOU


@frozen
class LoseHealth(Instruction):
    """``who`` loses ``amount`` health at the same time; it is no damage (I-21)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.5.4", "I-21")

    amount: Amount
    who: Selector = YOU


@frozen
class Break(Instruction):
    """The selected champions break together (5.16.1) unless unbreakable (5.9.2)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.16.1", "5.9.2")

    what: Selector


@frozen
class Banish(Instruction):
    """The selected champions or cards go to the bottom of their owners' decks (5.15).

    Each owner's cards are one group in random order. Unbanishable champions stay in play (5.11.2); tokens cease to
    exist (2.3.5).

    Attributes:
        what: the champions or cards.
        played: whether event cards are banished only while they resolve; elsewhere they are other objects (I-52).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.15.1", "5.15.2", "5.15.3", "5.11.2")

    what: Selector
    played: bool = False


@frozen
class Bounce(Instruction):
    """The selected champions return to their owner's hand (1.9.2).

    Tokens cease to exist (2.3.5).
    """

    RULES: ClassVar[tuple[str, ...]] = ("1.9.2",)

    what: Selector


@frozen
class CreateToken(Instruction):
    """``count`` tokens called ``name`` enter play for each player ``who`` selects.

    They are deploying, and prepared (2.3.3) unless ``expended``.
    """

    RULES: ClassVar[tuple[str, ...]] = ("2.3.2", "2.3.3", "2.3.4")

    name: str
    count: Amount = 1
    who: Selector = YOU
    expended: bool = False


@frozen
class CreateCopy(Instruction):
    """A token copy of each selected champion enters play under your control.

    It has the printed values, text and name of the champion, but no counters or damage (I-73). It is prepared and
    deploying.
    """

    RULES: ClassVar[tuple[str, ...]] = ("2.3.6", "2.3.2", "2.3.3", "I-73")

    of: Selector


@frozen
class Counters(Instruction):
    """Each selected champion gets ``count`` +1/+1 counters while in play.

    Rules: 2.7[2], I-52.
    """

    RULES: ClassVar[tuple[str, ...]] = ("2.7[2]", "2.7.2", "2.7.3")

    count: Amount
    on: Selector


@frozen
class Modify(Instruction):
    """The selected champions get these changes; champions that enter later do not.

    Attributes:
        who: the champions.
        offense: points added, may be negative.
        defense: points added; defense at or below the damage breaks at once (I-86).
        keywords: keywords gained.
        abilities: triggered abilities gained until end of turn (5.0.1); the champion is their source.
        lose_abilities: whether powers, abilities and keywords are lost first; later gains stay (I-123). Triggers that
            occurred, counters and points are not undone (3.4.2).
        lasts: the duration.
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
        """The instruction lists of the granted abilities."""
        return tuple(ability.effects for ability in self.abilities)


@frozen
class Expend(Instruction):
    """The selected champions become expended (2.6.3); they stay in battle (I-77)."""

    RULES: ClassVar[tuple[str, ...]] = ("2.6.3",)

    who: Selector


@frozen
class Prepare(Instruction):
    """The selected champions become prepared (2.6.2).

    They stay deploying and in battle. Rules: I-77.
    """

    RULES: ClassVar[tuple[str, ...]] = ("2.6.2",)

    who: Selector


@frozen
class PutIntoPlay(Instruction):
    """The selected cards enter play under your control, prepared and deploying.

    Rules: 2.1.7.

    They are not played: they have no cost and no timing, and trigger no ally ability (5.18.1, I-58). Tribute and
    loyalty trigger (5.6.1, I-55).

    Attributes:
        cards: the cards; several enter at the same time.
        under_owner: whether each enters under its owner's control instead.
        silent: whether tribute and loyalty do not trigger.
    """

    RULES: ClassVar[tuple[str, ...]] = ("2.1.7", "5.6.1", "5.17.3")

    cards: Selector
    under_owner: bool = False
    silent: bool = False


@frozen
class Recycle(Instruction):
    """You may banish two cards of your discard pile to draw a card (5.5).

    With fewer than two cards nothing is asked (5.5.2). The resolving event card is not in the pile yet (5.5.6, I-59).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5")


@frozen
class Recall(Instruction):
    """The source returns from its owner's discard pile to hand (5.4.1-2)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.4.1", "5.4.2")


@frozen
class ToHand(Instruction):
    """The selected cards go to their owners' hands (1.9.2); it is no recall (5.4.1)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.9.2",)

    cards: Selector


@frozen
class May(Instruction):
    """You may execute the instructions, paying the cost if there is one.

    Decision ``may``. Nothing is asked if the first instruction that picks has no candidate, or the cost cannot be paid.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.18.3",)

    effects: tuple["Instruction", ...]
    cost: Cost | None = None

    @property
    def branches(self) -> tuple[tuple["Instruction", ...], ...]:
        """The nested list of instructions."""
        return (self.effects,)


@frozen
class ChooseOne(Instruction):
    """You choose one of several lists of instructions on resolution (I-49).

    Decision ``mode``. Modes of an event card are chosen when it is announced instead (``Mode``).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "3.2.1")

    branches: tuple[tuple["Instruction", ...], ...]


@frozen
class Blink(Instruction):
    """The selected champions leave play and enter it again under their owners (I-52).

    They are new objects; their enter triggers occur (I-55). Nothing prevents leaving; tokens do not return (2.3.5).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "2.1.7", "5.17.3")

    who: Selector


@frozen
class If(Instruction):
    """Executes ``effects`` if the condition is met, else ``otherwise``.

    The condition is evaluated when the instruction is executed.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    condition: Condition
    effects: tuple["Instruction", ...]
    otherwise: tuple["Instruction", ...] = ()

    @property
    def branches(self) -> tuple[tuple["Instruction", ...], ...]:
        """The nested lists of instructions, of which one is executed."""
        return (self.effects, self.otherwise)


@frozen
class ForEachPlayer(Instruction):
    """Executes the instructions for each selected player in turn order, as "you"."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "I-47")

    players: Selector
    effects: tuple["Instruction", ...]

    @property
    def branches(self) -> tuple[tuple["Instruction", ...], ...]:
        """The nested lists of instructions."""
        return (self.effects,)


@frozen
class EachKeepsOne(Instruction):
    """Each player in turn order keeps one champion; all others break simultaneously.

    A choice, not a target (decision ``choose``, 5.12.3); a player without champions chooses nothing.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.12.3", "5.16.1", "I-47")


@frozen
class BreakAtEnd(Instruction):
    """Delayed trigger: the selected champions break at end of turn if in play.

    Rules: 4.5.2a.

    A champion that is unbreakable at that time stays (5.9.2): the trigger resolves before effects that last until
    end of turn end (4.5.2d).
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.5.2a", "5.16.1")

    what: Selector


Nesting: TypeAlias = May | If | ForEachPlayer | AtEndOfTurn | ChooseOne
"""Instructions with nested lists (``branches``)."""
