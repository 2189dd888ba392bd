"""Instructions that move cards or champions: discard, control, transform."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.amounts import Lasts
from rules.epic.effects.selectors import EVERYTHING, Filter, Selector, What
from rules.frozen import frozen


@frozen
class Discard(Instruction):
    """Each selected player discards ``count`` hand cards of their choice (1.7.2).

    With fewer cards, the whole hand. Players discard one after the other (I-47), each by a decision ``discard``.
    """

    RULES: ClassVar[tuple[str, ...]] = ("1.7.1", "1.7.2")

    count: int
    who: Selector


@frozen
class Seize(Instruction):
    """You gain control of the selected champions (5.17.2, I-77).

    They are deploying and out of any battle. The owner stays the same, so they leave play to the owner's zones (1.9.2).
    Your own champions are not affected (I-133).

    Attributes:
        who: the champions.
        lasts: the duration; at end of turn they return deploying (4.5.2d, I-65, I-134).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.17.2", "1.9.2", "I-77")

    who: Selector
    lasts: Lasts = Lasts.END_OF_TURN


@frozen
class Transform(Instruction):
    """The selected champions go under their decks and become tokens ``into`` (5.21).

    This does not banish, so unbanishable champions are affected (5.21.2). Tokens are removed (I-72). Cards under
    one deck are in random order (I-135).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.21.1", "5.21.2", "5.21.3", "5.21.4", "5.21.5")

    what: Selector
    into: str


@frozen
class DamageEach(Instruction):
    """The source deals each of ``amounts`` to a different target, simultaneously.

    Rules: 5.20.7, I-53.

    Targets are picked one after the other; with fewer targets the last amounts are not dealt (I-136).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.20.7", "1.5.3", "5.16.3")

    amounts: tuple[int, ...]
    what: What = What.ANY
    where: Filter = EVERYTHING


@frozen
class AtEndOfTurn(Instruction):
    """Delayed trigger: the instructions are executed at end of turn (4.5.2a).

    Attributes:
        effects: the instructions.
        that: picked now, for ``That`` in ``effects`` (I-137); references that changed zone by then are dropped (I-52).
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.5.2a",)

    effects: tuple["Instruction", ...]
    that: Selector | None = None

    @property
    def branches(self) -> tuple[tuple["Instruction", ...], ...]:
        """The nested lists of instructions."""
        return (self.effects,)


@frozen
class Pick(Instruction):
    """Picks references for later instructions or conditions of the text."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3d",)

    what: Selector


@frozen
class PlayFree(Instruction):
    """You play the picked card: an event card for free (I-139), or any card at cost.

    Rules: 3.6.1. Its mode is chosen as it is played (decision ``mode``; 3.2.1) and executed as part of this text.
    Ally abilities trigger only if it comes from hand (5.18.1). It stays in the supplemental zone (1.4.6) until
    this text moves it with ``Affected``.

    Attributes:
        cards: the card.
        then_discarded: whether it goes to its owner's discard pile after resolving (2.2.4).
        paid: whether its cost is paid, otherwise it is not played (3.6.3). Champions can be played this way too and
            enter under your control (I-146).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.1", "3.2.3c", "3.6.1", "1.4.6")

    cards: Selector
    then_discarded: bool = False
    paid: bool = False
