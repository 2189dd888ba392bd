"""What moves cards out of a hand or champions to another place: instructions in a file of their own for their topic."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.durations import Lasts
from rules.epic.effects.selectors import EVERYTHING, Filter, Selector, What
from rules.frozen import frozen


@frozen
class Discard(Instruction):
    """Each selected player discards ``count`` cards of their choice from hand, or all when there are fewer (1.7.2).

    One player after the other, in the order of the selector (I-47), each by a decision ``discard``.
    """

    RULES: ClassVar[tuple[str, ...]] = ("1.7.1", "1.7.2")

    count: int
    who: Selector


@frozen
class Seize(Instruction):
    """You gain control of each selected champion: it is deploying again and out of any battle (5.17.2, I-77).

    Its owner stays who it was: whatever takes it out of play takes it to the owner's zones (1.9.2). Seizing your own
    champion changes nothing (I-133).

    Attributes:
        who: which champions.
        lasts: until end of turn it goes back then, deploying once more (4.5.2d, I-65, I-134); else for good.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.17.2", "1.9.2", "I-77")

    who: Selector
    lasts: Lasts = Lasts.END_OF_TURN


@frozen
class Transform(Instruction):
    """Each selected champion goes under its owner's deck and its controller gets a token ``into`` (5.21).

    It is not banished, so being unbanishable does not help (5.21.2). A token is removed (I-72). Those that go under one
    deck together lie in random order (I-135).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.21.1", "5.21.2", "5.21.3", "5.21.4", "5.21.5")

    what: Selector
    into: str


@frozen
class DamageEach(Instruction):
    """The source deals each of ``amounts`` to a different target, all at the same time (5.20.7, I-53).

    The targets are picked one after the other, for each amount in order; with fewer of them the last amounts are not
    dealt (I-136).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.20.7", "1.5.3", "5.16.3")

    amounts: tuple[int, ...]
    what: What = What.ANY
    where: Filter = EVERYTHING


@frozen
class AtEndOfTurn(Instruction):
    """A delayed trigger of yours at the end of this turn (4.5.2a): the instructions are carried out then.

    Attributes:
        effects: what is done.
        that: picked now, for ``That`` in ``effects`` (I-137); what has changed zone by then drops out (I-52).
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.5.2a",)

    effects: tuple["Instruction", ...]
    that: Selector | None = None

    @property
    def branches(self) -> tuple[tuple["Instruction", ...], ...]:
        """The lists of instructions inside."""
        return (self.effects,)


@frozen
class Pick(Instruction):
    """Only picks, for what later instructions of the text do to it, or ask of it while it is still there."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3d",)

    what: Selector


@frozen
class PlayFree(Instruction):
    """You play the card that is picked, wherever it is: an event for free (3.6.1, I-139), or any card at its cost.

    Its effect is chosen as it is played (decision ``mode``; 3.2.1), then it is carried out as a part of this text. No
    ally ability triggers unless it comes from the hand (5.18.1). It stays in the supplemental zone (1.4.6) until this
    text says what becomes of it: it is what this has affected.

    Attributes:
        cards: the card.
        then_discarded: it goes to its owner's discard pile once it has been carried out, as any event card (2.2.4).
        paid: its cost is paid, that of its effect included; what cannot be paid for is not played (3.6.3). A champion
            can be played so too, whenever the text lets it happen, and enters under your control (I-146).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.1", "3.2.3c", "3.6.1", "1.4.6")

    cards: Selector
    then_discarded: bool = False
    paid: bool = False
