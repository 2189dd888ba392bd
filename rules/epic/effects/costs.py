"""Costs of powers and optional effects."""

from typing import ClassVar

from rules.epic.effects.selectors import Choices, Filter
from rules.frozen import frozen


@frozen
class Cost:
    """The cost of a power or an optional effect, paid completely or not at all.

    Rules: 3.5.3, 3.6.2. A payment is not an effect and targets nothing, so untargetable does not matter, but
    unbreakable champions cannot be broken (5.9.4) and unbanishable ones not banished (I-63) for a cost. The
    player picks what to give up when the cost is paid.

    Attributes:
        gold: pieces of gold.
        expend: whether the source is expended; it must be prepared or flipped, and not deploying without blitz
            (5.17.1).
        health: points of health; paying down to 0 is allowed and eliminates the player (I-22). It is no damage (I-21).
        counters: number of +1/+1 counters removed from the source.
        break_this: whether the source, a champion in play, breaks.
        breaks: filter of a champion of the payer that breaks.
        banish_this: whether the source, a card in the payer's discard pile, is banished.
        banishes: cards of the payer's discard pile to banish, ``least`` of them.
        bounce_this: whether the source, a champion in play, returns to its owner's hand.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.5.3", "3.6.2", "5.9.4")

    gold: int = 0
    expend: bool = False
    health: int = 0
    counters: int = 0
    break_this: bool = False
    breaks: Filter | None = None
    banish_this: bool = False
    banishes: Choices | None = None
    bounce_this: bool = False

    @property
    def is_plain(self) -> bool:
        """True if the cost consists only of gold and expending."""
        return not (
            self.health
            or self.counters
            or self.break_this
            or self.breaks is not None
            or self.banish_this
            or self.banishes is not None
            or self.bounce_this
        )
